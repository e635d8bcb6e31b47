import type { Money } from '../../domain/money.ts'
import type { Occupancy, RoomOccupancy } from '../../domain/occupancy.ts'
import type { ChargeKind, RatePrice, TaxOrFee } from '../../domain/rate.ts'
import { readMoney, sumOf } from '../amounts.ts'
import { propertyFees } from './map-fees.ts'
import type { OccupancyPricing, RoomPricing, TypedAmount } from './schema.ts'

/** A room's occupancy in Rapid's notation, which is also the key of its price: `2`, or `2-9,4` with children. */
export function rapidOccupancy({ adults, childAges }: RoomOccupancy): string {
  return childAges.length === 0 ? String(adults) : `${adults}-${childAges.join(',')}`
}

function moneyOf({ value, currency }: { value: string; currency: string }): Money | null {
  return readMoney(value, currency)
}

/** The pricing of each room; null when one is missing. */
export function pricingOfRooms(pricing: OccupancyPricing, occupancy: Occupancy): RoomPricing[] | null {
  const rooms = occupancy.flatMap((room) => pricing[rapidOccupancy(room)] ?? [])
  return rooms.length === occupancy.length ? rooms : null
}

/**
 * The price of all rooms together, in the currency that we are charged in. Null when any room has no readable price: such a rate
 * is never sold.
 */
export function mapPrice(pricing: OccupancyPricing, occupancy: Occupancy): RatePrice | null {
  const priced = pricingOfRooms(pricing, occupancy)
  if (!priced) return null
  const total = sumOf(priced.map((room) => moneyOf(room.totals.inclusive.billable_currency)))
  if (!total || total.amountMinor <= 0) return null
  const fees = propertyFees(priced, total.currency)
  if (!fees) return null
  const { base, lines } = breakdown(priced, total) ?? twoTotals(priced, total)
  return { total, base, taxesAndFees: [...lines, ...fees], nightly: mapNightly(priced, total) }
}

interface Breakdown {
  readonly base: Money | null
  readonly lines: readonly TaxOrFee[]
}

interface Line {
  readonly kind: ChargeKind
  readonly description: string
}

const TAXES_AND_FEES: Line = { kind: 'TAXES_AND_FEES', description: 'Taxes and fees' }
const OTHER: Line = { kind: 'OTHER', description: 'Other charges' }

/** The line in which each type of charge is shown: those of one line are added up, as Rapid's launch requirements demand. */
const LINES: Readonly<Record<string, Line>> = {
  tax_and_service_fee: TAXES_AND_FEES,
  property_fee: TAXES_AND_FEES,
  extra_person_fee: { kind: 'EXTRA_PERSON_FEE', description: 'Extra person fee' },
  sales_tax: { kind: 'SALES_TAX', description: 'Taxes' },
  adjustment: { kind: 'ADJUSTMENT', description: 'Adjustment' },
  recovery_charges_and_fees: { kind: 'RECOVERY_CHARGE', description: 'Recovery charges and fees' },
  traveler_service_fee: { kind: 'SERVICE_FEE', description: 'Service fee' },
}

/** Base and lines by what Rapid lists for nights and stay; null unless it all adds up to the total. */
function breakdown(rooms: readonly RoomPricing[], total: Money): Breakdown | null {
  const charges = chargesOf(rooms)
  if (!charges || sumOf(charges.map(moneyOf))?.amountMinor !== total.amountMinor) return null
  const byLine = Map.groupBy(charges, ({ type }) => (type === 'base_rate' ? 'BASE' : (LINES[type] ?? OTHER)))
  const base = sumOf((byLine.get('BASE') ?? []).map(moneyOf))
  if (base?.currency !== total.currency || base.amountMinor < 0) return null
  const lines = [...byLine].flatMap(([line, parts]) => (line === 'BASE' ? [] : (lineOf(line, parts) ?? [])))
  const isWrong = lines.some(({ kind, amount }) => amount.amountMinor < 0 && kind !== 'ADJUSTMENT')
  return isWrong ? null : { base, lines }
}

/** Everything that the nights and the stay of all rooms list; null when a room lists nothing, or what cannot be read. */
function chargesOf(rooms: readonly RoomPricing[]): TypedAmount[] | null {
  const isListed = rooms.every(({ nightly, stay }) => nightly !== undefined && nightly.length > 0 && stay !== null)
  return isListed ? rooms.flatMap(({ nightly, stay }) => [...(nightly ?? []).flat(), ...(stay ?? [])]) : null
}

function lineOf(line: Line, parts: readonly TypedAmount[]): TaxOrFee | null {
  const amount = sumOf(parts.map(moneyOf))
  return amount && amount.amountMinor !== 0 ? { ...line, included: true, due: 'AT_BOOKING', amount } : null
}

/** Where there is no list: the two totals that Rapid gives, and the one line that is their difference. */
function twoTotals(rooms: readonly RoomPricing[], total: Money): Breakdown {
  const exclusive = sumOf(
    rooms.map(({ totals }) => (totals.exclusive ? moneyOf(totals.exclusive.billable_currency) : null)),
  )
  const base = exclusive?.currency === total.currency ? exclusive : null
  if (!base || total.amountMinor <= base.amountMinor) return { base, lines: [] }
  const amount = { amountMinor: total.amountMinor - base.amountMinor, currency: total.currency }
  return { base, lines: [{ ...TAXES_AND_FEES, included: true, due: 'AT_BOOKING', amount }] }
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
