import { convert, type Money, toDecimal } from '../../../domain/money.ts'
import { SANDBOX_USD_RATES } from '../../../sandbox/pricing.ts'

/** One room's price for the stay, in the currency that Rapid bills. What is paid at the desk is in the hotel's own. */
export type RoomPrice = {
  readonly currency: string
  readonly nights: readonly { readonly baseMinor: number; readonly taxMinor: number }[]
  readonly dueAtProperty: Money | null
}

/** What the first `count` nights cost, taxes in it; all of them when there are fewer. */
export const nightsMinor = ({ nights }: RoomPrice, count: number): number =>
  nights.slice(0, count).reduce((sum, { baseMinor, taxMinor }) => sum + baseMinor + taxMinor, 0)

export const totalMinor = (price: RoomPrice): number => nightsMinor(price, price.nights.length)

/** Each night at so many thousandths of its price. */
export const scaled = (price: RoomPrice, permille: number): RoomPrice => {
  const scale = (amountMinor: number): number => Math.round((amountMinor * permille) / 1_000)
  return {
    ...price,
    nights: price.nights.map(({ baseMinor, taxMinor }) => ({ baseMinor: scale(baseMinor), taxMinor: scale(taxMinor) })),
  }
}

/** At the sandbox's fixed rates; both currencies have one. */
const inCurrency = (amount: Money, currency: string): Money =>
  amount.currency === currency
    ? amount
    : convert(amount, (SANDBOX_USD_RATES[currency] ?? 1) / (SANDBOX_USD_RATES[amount.currency] ?? 1), currency)

const wireAmount = (amount: Money): { value: string; currency: string } => ({
  value: toDecimal(amount),
  currency: amount.currency,
})

/** Rapid's charge: billed, and in the currency that was asked for; a booked room has the billed amount alone. */
const charge = (billable: Money, requestCurrency: string | null): object => ({
  billable_currency: wireAmount(billable),
  ...(requestCurrency === null ? {} : { request_currency: wireAmount(inCurrency(billable, requestCurrency)) }),
})

const nightCharges = ({ currency, nights }: RoomPrice): object[] =>
  nights.map(({ baseMinor, taxMinor }) => [
    { type: 'base_rate', ...wireAmount({ amountMinor: baseMinor, currency }) },
    { type: 'tax_and_service_fee', ...wireAmount({ amountMinor: taxMinor, currency }) },
  ])

/** Rapid's pricing of one room. `requestCurrency` null: as a booking shows it. */
export const pricingOf = (price: RoomPrice, requestCurrency: string | null): object => {
  const { currency, dueAtProperty } = price
  const inclusive = totalMinor(price)
  const exclusive = price.nights.reduce((sum, { baseMinor }) => sum + baseMinor, 0)
  const atDesk = dueAtProperty ? inCurrency(dueAtProperty, currency).amountMinor : 0
  return {
    nightly: nightCharges(price),
    totals: {
      inclusive: charge({ amountMinor: inclusive, currency }, requestCurrency),
      exclusive: charge({ amountMinor: exclusive, currency }, requestCurrency),
      property_inclusive: charge({ amountMinor: inclusive + atDesk, currency }, requestCurrency),
      ...(dueAtProperty ? { property_fees: charge(dueAtProperty, requestCurrency) } : {}),
    },
    ...(dueAtProperty ? { fees: { mandatory_tax: charge(dueAtProperty, requestCurrency) } } : {}),
  }
}
