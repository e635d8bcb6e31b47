import type { Money } from '../../domain/money.ts'
import type { Occupancy, RoomOccupancy } from '../../domain/occupancy.ts'
import type { ChargeKind, RatePrice, TaxOrFee } from '../../domain/rate.ts'
import { readMoney, sumOf } from '../amounts.ts'
import type { OccupancyPricing, RoomPricing } from './schema.ts'

/** A room's occupancy in Rapid's notation, which is also the key of its price: `2`, or `2-9,4` with children. */
export function rapidOccupancy({ adults, childAges }: RoomOccupancy): string {
  return childAges.length === 0 ? String(adults) : `${adults}-${childAges.join(',')}`
}

function moneyOf({ value, currency }: { value: string; currency: string }): Money | null {
  return readMoney(value, currency)
}

/**
 * The price of all rooms together, in the currency that we are charged in. Null when any room has no readable price: such a rate
 * is never sold.
 */
export function mapPrice(pricing: OccupancyPricing, occupancy: Occupancy): RatePrice | null {
  const rooms = occupancy.map((room) => pricing[rapidOccupancy(room)])
  if (rooms.some((room) => room === undefined)) return null
  const priced = rooms.filter((room) => room !== undefined)
  const total = sumOf(priced.map((room) => moneyOf(room.totals.inclusive.billable_currency)))
  if (!total || total.amountMinor <= 0) return null
  const exclusive = sumOf(
    priced.map(({ totals }) => (totals.exclusive ? moneyOf(totals.exclusive.billable_currency) : null)),
  )
  const base = exclusive?.currency === total.currency ? exclusive : null
  const fees = propertyFees(priced)
  if (!fees) return null
  return {
    total,
    base,
    taxesAndFees: [...includedTaxes(total, base), ...fees],
    nightly: mapNightly(priced, total),
  }
}

function includedTaxes(total: Money, base: Money | null): TaxOrFee[] {
  return base && total.amountMinor > base.amountMinor
    ? [
        {
          description: 'Taxes and service fees',
          kind: 'TAXES_AND_FEES',
          included: true,
          due: 'AT_BOOKING',
          amount: { amountMinor: total.amountMinor - base.amountMinor, currency: total.currency },
        },
      ]
    : []
}

const FEE_NAMES: Readonly<Record<string, string>> = {
  mandatory_fee: 'Mandatory fee',
  resort_fee: 'Resort fee',
  mandatory_tax: 'Tax due at the property',
}

const FEE_KINDS: Readonly<Record<string, ChargeKind>> = {
  mandatory_fee: 'MANDATORY_FEE',
  resort_fee: 'RESORT_FEE',
  mandatory_tax: 'TAX',
}

/** What the guest owes at the hotel. Null when a fee cannot be read: leaving it out would make the rate look cheaper. */
function propertyFees(rooms: readonly RoomPricing[]): TaxOrFee[] | null {
  const fees: TaxOrFee[] = []
  for (const [name, charge] of rooms.flatMap((room) => Object.entries(room.fees ?? {}))) {
    const amount = moneyOf(charge.billable_currency)
    if (!amount || amount.amountMinor < 0) return null
    const description = FEE_NAMES[name] ?? 'Fee due at the property'
    if (amount.amountMinor > 0)
      fees.push({ description, kind: FEE_KINDS[name] ?? 'OTHER', included: false, due: 'AT_PROPERTY', amount })
  }
  return fees
}

/** One sum per night over all rooms; null unless every part is present and the nights add up to the total. */
function mapNightly(rooms: readonly RoomPricing[], total: Money): Money[] | null {
  const counts = rooms.map(({ nightly }) => nightly?.length ?? 0)
  const nights = counts[0] ?? 0
  if (nights === 0 || counts.some((count) => count !== nights)) return null
  const sums = Array.from({ length: nights }, (_, night) =>
    sumOf(rooms.flatMap(({ nightly }) => (nightly?.[night] ?? []).map(moneyOf))),
  )
  const whole = sumOf(sums)
  if (sums.some((night) => night === null || night.amountMinor < 0)) return null
  if (!whole || whole.currency !== total.currency || whole.amountMinor !== total.amountMinor) return null
  return sums.filter((night) => night !== null)
}
