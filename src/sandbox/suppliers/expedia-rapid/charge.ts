import { type Money, toDecimal } from '../../../domain/money.ts'
import { inCurrency, type RoomPrice, totalMinor } from '../stock/room-price.ts'

function wireAmount(amount: Money): { value: string; currency: string } {
  return {
    value: toDecimal(amount),
    currency: amount.currency,
  }
}

/** Rapid's charge in the billed currency and in the requested currency; a booked room shows only the billed amount. */
function charge(billable: Money, requestCurrency: string | null): object {
  return {
    billable_currency: wireAmount(billable),
    ...(requestCurrency === null ? {} : { request_currency: wireAmount(inCurrency(billable, requestCurrency)) }),
  }
}

function nightCharges({ currency, nights }: RoomPrice): object[] {
  return nights.map(({ baseMinor, taxMinor }) => [
    { type: 'base_rate', ...wireAmount({ amountMinor: baseMinor, currency }) },
    { type: 'tax_and_service_fee', ...wireAmount({ amountMinor: taxMinor, currency }) },
  ])
}

/** Rapid's pricing of one room. `requestCurrency` is null in a booking, which shows only the billed currency. */
export function pricingOf(price: RoomPrice, requestCurrency: string | null): object {
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
