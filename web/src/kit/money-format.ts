/** An amount in minor units of its currency, with the number of its decimals. */
export type Amount = {
  readonly amountMinor: number | string | bigint
  readonly currency: string
  readonly exponent?: number
}

/** ISO 4217 currencies whose number of decimals is not 2; for answers that do not tell it. As src/domain/money.ts has them. */
const EXPONENTS: Readonly<Record<string, number>> = {
  ...named(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...named(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...named(4, 'CLF UYW'),
}

function named(exponent: number, currencies: string): Record<string, number> {
  return Object.fromEntries(currencies.split(' ').map((currency) => [currency, exponent]))
}

export function exponentOf({ currency, exponent }: Pick<Amount, 'currency' | 'exponent'>): number {
  return exponent ?? EXPONENTS[currency] ?? 2
}

/** `1,234.50`: every digit, by whole numbers alone. */
export function decimalOf(amount: Amount): string {
  const exponent = exponentOf(amount)
  const minor = BigInt(amount.amountMinor)
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  const sign = minor < 0n ? '−' : ''
  return exponent === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-exponent)}`
}

/** `1,234.50 EUR` */
export function moneyText(amount: Amount): string {
  return `${decimalOf(amount)} ${amount.currency}`
}

/** One sum for each currency, the currencies in their order: amounts of two are never added. */
export function sumsByCurrency(amounts: readonly Amount[]): readonly Amount[] {
  const sums = new Map<string, { amountMinor: bigint; currency: string; exponent: number }>()
  for (const amount of amounts) {
    const { currency } = amount
    const exponent = exponentOf(amount)
    const before = sums.get(currency)
    if (before && before.exponent !== exponent)
      throw new RangeError(`${currency} with ${before.exponent} and with ${exponent} decimals`)
    sums.set(currency, { currency, exponent, amountMinor: (before?.amountMinor ?? 0n) + BigInt(amount.amountMinor) })
  }
  return [...sums.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1))
}

/** What one amount is more than another of the same currency; null where two currencies cannot be compared. */
export function differenceOf(amount: Amount, other: Amount): Amount | null {
  if (amount.currency !== other.currency || exponentOf(amount) !== exponentOf(other)) return null
  return { ...amount, amountMinor: BigInt(amount.amountMinor) - BigInt(other.amountMinor) }
}
