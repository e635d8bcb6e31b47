import { convert, type Money } from '../../../domain/money.ts'
import { SANDBOX_USD_RATES } from '../../pricing.ts'

/**
 * One room's price for the stay, in the currency that the supplier bills. Charges at the hotel are in the hotel's own currency.
 */
export type RoomPrice = {
  readonly currency: string
  readonly nights: readonly { readonly baseMinor: number; readonly taxMinor: number }[]
  readonly dueAtProperty: Money | null
}

/** The price of the first `count` nights including taxes; of all nights when there are fewer. */
export function nightsMinor({ nights }: RoomPrice, count: number): number {
  return nights.slice(0, count).reduce((sum, { baseMinor, taxMinor }) => sum + baseMinor + taxMinor, 0)
}

export function totalMinor(price: RoomPrice): number {
  return nightsMinor(price, price.nights.length)
}

/** The price of all rooms together. */
export function allRoomsMinor(prices: readonly RoomPrice[]): number {
  return prices.reduce((sum, price) => sum + totalMinor(price), 0)
}

/** The total tax in the price of all rooms. */
export function allTaxesMinor(prices: readonly RoomPrice[]): number {
  return prices.reduce((sum, { nights }) => sum + nights.reduce((tax, { taxMinor }) => tax + taxMinor, 0), 0)
}

/** The total that is paid at the hotel for all rooms; null when nothing is. */
export function allDueAtProperty(prices: readonly RoomPrice[]): Money | null {
  return prices.reduce<Money | null>(
    (sum, { dueAtProperty: due }) =>
      due && sum ? { ...due, amountMinor: due.amountMinor + sum.amountMinor } : (due ?? sum),
    null,
  )
}

/** The price with each night scaled to `permille` thousandths. */
export function scaled(price: RoomPrice, permille: number): RoomPrice {
  function scale(amountMinor: number): number {
    return Math.round((amountMinor * permille) / 1_000)
  }
  return {
    ...price,
    nights: price.nights.map(({ baseMinor, taxMinor }) => ({ baseMinor: scale(baseMinor), taxMinor: scale(taxMinor) })),
  }
}

/** Converts at the sandbox's fixed rates; both currencies must have one. */
export function inCurrency(amount: Money, currency: string): Money {
  return amount.currency === currency
    ? amount
    : convert(amount, (SANDBOX_USD_RATES[currency] ?? 1) / (SANDBOX_USD_RATES[amount.currency] ?? 1), currency)
}

/** The price with each night in another currency; what is paid at the hotel stays in its own. */
export function pricedIn(price: RoomPrice, currency: string): RoomPrice {
  function convertMinor(amountMinor: number): number {
    return inCurrency({ amountMinor, currency: price.currency }, currency).amountMinor
  }
  return {
    ...price,
    currency,
    nights: price.nights.map(({ baseMinor, taxMinor }) => ({
      baseMinor: convertMinor(baseMinor),
      taxMinor: convertMinor(taxMinor),
    })),
  }
}
