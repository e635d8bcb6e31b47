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

/** The charges of a night: two, or all the eight types that Rapid has, which add up to the same. */
function chargesOfNight({ baseMinor, taxMinor }: RoomPrice['nights'][number], isLong: boolean): Record<string, number> {
  if (!isLong) return { base_rate: baseMinor, tax_and_service_fee: taxMinor }
  const [tenth, fifth] = [Math.floor(baseMinor / 10), Math.floor(taxMinor / 5)]
  return {
    base_rate: baseMinor,
    extra_person_fee: tenth,
    adjustment: -tenth,
    property_fee: fifth,
    sales_tax: fifth,
    recovery_charges_and_fees: fifth,
    traveler_service_fee: fifth,
    tax_and_service_fee: taxMinor - 4 * fifth,
  }
}

function nightCharges({ currency, nights }: RoomPrice, { hasAllCharges, hasNumbers }: PricingForm): object[] {
  return nights.map((night) =>
    Object.entries(chargesOfNight(night, hasAllCharges)).map(([type, amountMinor]) => {
      const { value } = wireAmount({ amountMinor, currency })
      return { type, value: hasAllCharges && hasNumbers ? Number(value) : value, currency }
    }),
  )
}

/** How the price is told; all are the same price. */
export type PricingForm = {
  readonly hasAllCharges: boolean
  /** True: amounts of charges are JSON numbers, as some answers of Rapid have them. */
  readonly hasNumbers: boolean
  /** The least selling price, in thousandths of the price. */
  readonly minimumPermille: number | null
}

const PLAIN_FORM: PricingForm = { hasAllCharges: false, hasNumbers: false, minimumPermille: null }

/** Rapid's pricing of one room. `requestCurrency` is null in a booking, which shows only the billed currency. */
export function pricingOf(price: RoomPrice, requestCurrency: string | null, form: PricingForm = PLAIN_FORM): object {
  const { currency, dueAtProperty } = price
  const inclusive = totalMinor(price)
  const exclusive = price.nights.reduce((sum, { baseMinor }) => sum + baseMinor, 0)
  const { minimumPermille } = form
  const minimum = minimumPermille === null ? null : Math.ceil((inclusive * minimumPermille) / 1_000)
  const atDesk = dueAtProperty ? inCurrency(dueAtProperty, currency).amountMinor : 0
  return {
    nightly: nightCharges(price, form),
    totals: {
      inclusive: charge({ amountMinor: inclusive, currency }, requestCurrency),
      exclusive: charge({ amountMinor: exclusive, currency }, requestCurrency),
      property_inclusive: charge({ amountMinor: inclusive + atDesk, currency }, requestCurrency),
      ...(minimum === null
        ? {}
        : { minimum_selling_price: charge({ amountMinor: minimum, currency }, requestCurrency) }),
      ...(dueAtProperty ? { property_fees: charge(dueAtProperty, requestCurrency) } : {}),
    },
    ...(dueAtProperty ? { fees: { mandatory_tax: charge(dueAtProperty, requestCurrency) } } : {}),
  }
}
