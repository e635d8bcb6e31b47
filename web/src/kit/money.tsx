import { type Amount, decimalOf, differenceOf, sumsByCurrency } from './money-format.ts'

type MoneyProps = {
  readonly of: Amount | null | undefined
  /** What is shown for null. */
  readonly none?: string
}

/** An amount exactly, with its currency. Unknown is told as unknown, never as zero. */
export function Money({ of: amount, none = 'unknown' }: MoneyProps) {
  if (!amount) return <span className="quiet">{none}</span>
  return (
    <span className="num nowrap">
      {decimalOf(amount)} <span className="currency">{amount.currency}</span>
    </span>
  )
}

/** An amount that should equal another: a difference is marked, with its size. */
export function ComparedMoney({
  of: amount,
  expected,
}: {
  readonly of: Amount | null
  readonly expected: Amount | null
}) {
  if (!amount || !expected) return <Money of={amount} />
  const difference = differenceOf(amount, expected)
  if (difference && BigInt(difference.amountMinor) === 0n) return <Money of={amount} />
  return (
    <span className="tone" data-tone="bad">
      <Money of={amount} />
      {difference
        ? ` (${BigInt(difference.amountMinor) > 0n ? '+' : ''}${decimalOf(difference)})`
        : ' (another currency)'}
    </span>
  )
}

/** Sums, a line for each currency. */
export function Sums({ of: amounts }: { readonly of: readonly Amount[] }) {
  const sums = sumsByCurrency(amounts)
  if (sums.length === 0) return <span className="quiet">none</span>
  return (
    <span className="sums">
      {sums.map((sum) => (
        <Money key={sum.currency} of={sum} />
      ))}
    </span>
  )
}
