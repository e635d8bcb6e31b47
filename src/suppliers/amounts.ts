import { type Money, parseMoney } from '../domain/money.ts'
import type { TaxOrFee } from '../domain/rate.ts'

/** A supplier's decimal in its currency; null when it is no amount of money. */
export function readMoney(decimal: string, currency: string): Money | null {
  const parsed = parseMoney(decimal, currency)
  return parsed.ok ? parsed.value : null
}

/** What something costs; null when it is no amount of money, or a negative one: nothing here is ever paid back. */
export function readCharge(decimal: string, currency: string): Money | null {
  const money = readMoney(decimal, currency)
  return money && money.amountMinor >= 0 ? money : null
}

/** A sum that needs every part; null when one is missing, in another currency, or the sum is beyond what money can be. */
export function sumOf(parts: readonly (Money | null)[]): Money | null {
  const [first] = parts
  if (!first || parts.some((part) => part === null || part.currency !== first.currency)) return null
  const amountMinor = parts.reduce((total, part) => total + (part?.amountMinor ?? 0), 0)
  return Number.isSafeInteger(amountMinor) ? { amountMinor, currency: first.currency } : null
}

/** One sum a currency; null when a sum is beyond what money can be. */
function sumByCurrency(amounts: readonly Money[]): Money[] | null {
  const sums = [...Map.groupBy(amounts, ({ currency }) => currency).values()].map(sumOf)
  return sums.some((one) => one === null) ? null : sums.filter((one) => one !== null)
}

/** What the guest owes at the desk, one sum a currency; null when it cannot be told. */
export function sumDueAtProperty(taxesAndFees: readonly TaxOrFee[]): Money[] | null {
  return sumByCurrency(taxesAndFees.filter(({ due }) => due === 'AT_PROPERTY').map(({ amount }) => amount))
}
