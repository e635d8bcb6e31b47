import { currencyExponent, type Money, money } from './money.ts'

/** Units of each currency for one US dollar; a currency that is missing has no usable rate. */
export type UsdRates = ReadonlyMap<string, number>

/** Rates are stored with ten decimals. */
const DECIMALS = 10
/** Multiplied by this they are whole numbers, so that the division is exact. */
const SCALE = 10 ** DECIMALS

/** A rate as it is stored; 0 for one of less than half of the last decimal, which is none. */
export function storedRate(rate: number): number {
  return Number(rate.toFixed(DECIMALS))
}

function scaled(currency: string, rates: UsdRates): bigint | null {
  const rate = currency === 'USD' ? 1 : rates.get(currency)
  return rate === undefined || !(rate > 0) ? null : BigInt(Math.round(rate * SCALE))
}

/** A total in the currency of an organization's lists, by the operator's exchange rate of that moment. */
export type ListPrice = {
  readonly total: Money
  /** Units of the list's currency for one of the supplier's. */
  readonly rate: number
  /** When the operator last stored a rate that it is made of; null when nothing was converted. */
  readonly rateAsOf: number | null
}

/** Exchange rates with the time at which each was stored. */
export type DatedRates = { readonly rates: UsdRates; readonly asOf: ReadonlyMap<string, number> }

/** Null without a stored rate of either currency. */
export function listPriceOf(total: Money, currency: string, { rates, asOf }: DatedRates): ListPrice | null {
  if (total.currency === currency) return { total, rate: 1, rateAsOf: null }
  const converted = exchange(total, currency, rates)
  const [from, to] = [total.currency, currency].map((one) => (one === 'USD' ? 1 : rates.get(one)))
  if (!converted || !from || !to) return null
  const dates = [total.currency, currency].flatMap((one) => asOf.get(one) ?? [])
  return {
    total: converted,
    rate: Number((to / from).toPrecision(10)),
    rateAsOf: dates.length > 0 ? Math.min(...dates) : null,
  }
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
