import { currencyExponent, type Money, money } from './money.ts'

/** Units of each currency for one US dollar; a currency that is missing has no usable rate. */
export type UsdRates = ReadonlyMap<string, number>

/** Rates are stored with ten decimals; multiplied by this they are whole numbers, so that the division is exact. */
const SCALE = 10_000_000_000

function scaled(currency: string, rates: UsdRates): bigint | null {
  const rate = currency === 'USD' ? 1 : rates.get(currency)
  return rate === undefined || !(rate > 0) ? null : BigInt(Math.round(rate * SCALE))
}

/** Converts money into another currency, rounding half a minor unit away from zero; null when either rate is missing. */
export function exchange(amount: Money, currency: string, rates: UsdRates): Money | null {
  if (amount.currency === currency) return amount
  const from = scaled(amount.currency, rates)
  const to = scaled(currency, rates)
  if (from === null || to === null || from === 0n) return null
  const shift = currencyExponent(currency) - currencyExponent(amount.currency)
  const numerator = BigInt(amount.amountMinor) * to * 10n ** BigInt(Math.max(0, shift))
  const denominator = from * 10n ** BigInt(Math.max(0, -shift))
  const magnitude = numerator < 0n ? -numerator : numerator
  const rounded = (2n * magnitude + denominator) / (2n * denominator)
  return money(Number(numerator < 0n ? -rounded : rounded), currency)
}
