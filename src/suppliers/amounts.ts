import { type Money, parseMoney } from '../domain/money.ts'

/** Reads a supplier's decimal as money in its currency; null when it is not a valid amount. */
export function readMoney(decimal: string, currency: string): Money | null {
  const parsed = parseMoney(decimal, currency)
  return parsed.ok ? parsed.value : null
}

/** Reads a charge. Null when it is not a valid amount, or is negative: a charge never pays anything back. */
export function readCharge(decimal: string, currency: string): Money | null {
  const money = readMoney(decimal, currency)
  return money && money.amountMinor >= 0 ? money : null
}

/** The sum of all parts. Null when a part is missing, the currencies differ, or the sum exceeds the range of `Money`. */
export function sumOf(parts: readonly (Money | null)[]): Money | null {
  const [first] = parts
  if (!first || parts.some((part) => part === null || part.currency !== first.currency)) return null
  const amountMinor = parts.reduce((total, part) => total + (part?.amountMinor ?? 0), 0)
  return Number.isSafeInteger(amountMinor) ? { amountMinor, currency: first.currency } : null
}
