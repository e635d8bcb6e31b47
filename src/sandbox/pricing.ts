import { convert, type Money, money } from '../domain/money.ts'
import { guestsOf, type Occupancy, type RoomOccupancy } from '../domain/occupancy.ts'
import { type CalendarDate, DAY_MS, type Instant, instantOfLocal } from '../domain/time.ts'
import { cityRow } from './catalogue/cities.ts'
import { between, chance, hash32 } from './catalogue/hash.ts'
import { stockDay } from './catalogue/stock-day.ts'
import type {
  SandboxCatalogue,
  SandboxHotel,
  SandboxRatePlan,
  SandboxSupplierHotel,
  SandboxSupplierRoom,
} from './catalogue/types.ts'
import { scenarioOf } from './scenarios.ts'

/** Units of the currency per US dollar. They are fixed, so that prices are the same every day; the seed stores the same rates. */
export const SANDBOX_USD_RATES: Readonly<Record<string, number>> = {
  USD: 1,
  AED: 3.6725,
  AUD: 1.52,
  CAD: 1.37,
  CHF: 0.88,
  EGP: 48.5,
  EUR: 0.92,
  FJD: 2.25,
  GBP: 0.79,
  ISK: 138,
  JPY: 151,
  KRW: 1370,
  KWD: 0.3072,
  KZT: 478,
  NZD: 1.66,
  THB: 35.2,
  WST: 2.75,
}

/**
 * A night of a stay, with the facts that its price depends on. `stock` is the day whose stock is sold, `month` (1 to 12) is of that day; `weekday`
 * (1 for Monday to 7) is the night's own, because clients compare nights by it.
 */
export type StayNight = {
  readonly date: CalendarDate
  readonly stock: CalendarDate
  readonly weekday: number
  readonly month: number
}

/**
 * The nights of a stay, from check-in on. They are computed once per request, because all its hotels and rates share the stay.
 */
export function stayNights(checkInDate: CalendarDate, nights: number): readonly StayNight[] {
  const first = Temporal.PlainDate.from(checkInDate)
  return Array.from({ length: nights }, (_, days) => {
    const day = first.add({ days })
    const stock = stockDay(day.toString())
    return { date: day.toString(), stock, weekday: day.dayOfWeek, month: Temporal.PlainDate.from(stock).month }
  })
}

export type PriceInput = {
  readonly listing: SandboxSupplierHotel
  readonly room: SandboxSupplierRoom
  readonly ratePlan: SandboxRatePlan
  /** At least one night, from `stayNights`. */
  readonly nights: readonly StayNight[]
  readonly occupancy: Occupancy
  /** One of the currencies in SANDBOX_USD_RATES. */
  readonly currency: string
}

/** The price of a night: `baseMinor` without tax plus `taxMinor`, in minor units of the price's currency. */
type NightPrice = { readonly date: CalendarDate; readonly baseMinor: number; readonly taxMinor: number }

type StayPrice = {
  readonly currency: string
  /** One entry per room of the occupancy, each with one entry per night; their sum is exactly `totalMinor`. */
  readonly rooms: readonly { readonly nights: readonly NightPrice[]; readonly totalMinor: number }[]
  readonly totalMinor: number
  /** The city tax in the hotel's currency, paid at the hotel and not part of the total; null where there is none. */
  readonly dueAtProperty: Money | null
}

/**
 * The price of a room for a stay: the same input always gives the same price. It depends on weekday, season, supplier (±6 %),
 * room, plan, adults and children's ages. Null when the party does not fit the room, the hotel is unknown, or the currency has no
 * rate.
 */
export function priceStay(catalogue: SandboxCatalogue, input: PriceInput): StayPrice | null {
  const hotel = catalogue.findHotel(input.listing.hotelId)
  const rate = SANDBOX_USD_RATES[input.currency]
  if (!hotel || rate === undefined || input.occupancy.some((room) => guestsOf(room) > input.room.maxOccupancy))
    return null
  const nightsCents = input.nights.map((night) => doubleUsdCents(hotel, night, input))
  const rooms = input.occupancy.map((party) => {
    const nights = input.nights.map((night, index) =>
      nightPrice(night, nightsCents[index] ?? 0, { party, currency: input.currency, rate }),
    )
    return { nights, totalMinor: nights.reduce((total, { baseMinor, taxMinor }) => total + baseMinor + taxMinor, 0) }
  })
  return {
    currency: input.currency,
    rooms,
    totalMinor: rooms.reduce((total, { totalMinor }) => total + totalMinor, 0),
    dueAtProperty: cityTax(hotel, input),
  }
}

/** The price for two adults on one night in US cents, with every factor applied except the party. */
function doubleUsdCents(hotel: SandboxHotel, night: StayNight, { listing, room, ratePlan }: PriceInput): number {
  return [
    room.pricePermille,
    ratePlan.pricePermille,
    WEEKDAY_PERMILLE[night.weekday] ?? 1_000,
    seasonPermille(hotel, night.month),
    between(hash32('supplier', listing.supplierCode, hotel.hotelId), 940, 1_060),
    between(hash32('night', hotel.hotelId, night.stock), 960, 1_040),
  ].reduce(applyPermille, hotel.nightlyUsdCents)
}

/** Scales a whole number and rounds it, half up. Amounts here are far below 2^53 / 1000. */
function applyPermille(amount: number, permille: number): number {
  return Math.floor((amount * permille + 500) / 1_000)
}

const WEEKDAY_PERMILLE: Readonly<Record<number, number>> = { 5: 1_140, 6: 1_140, 7: 930 }

/** Season factors for the northern hemisphere, January to December. */
const SEASON_PERMILLE: readonly number[] = [860, 880, 950, 1_020, 1_070, 1_130, 1_180, 1_170, 1_080, 1_000, 900, 1_010]

function seasonPermille(hotel: SandboxHotel, month: number): number {
  return SEASON_PERMILLE[(month - 1 + (hotel.latitude < 0 ? 6 : 0)) % 12] ?? 1_000
}

/** One adult pays a little less than two; children under three stay free. */
function partyPermille({ adults, childAges }: RoomOccupancy): number {
  const forAdults = adults === 1 ? 900 : 1_000 + (adults - 2) * 220
  return childAges.reduce((total, age) => total + (age < 3 ? 0 : age < 12 ? 90 : 180), forAdults)
}

/** The price of one night, which is at least one minor unit. */
function nightPrice(
  night: StayNight,
  usdCents: number,
  { party, currency, rate }: { readonly party: RoomOccupancy; readonly currency: string; readonly rate: number },
): NightPrice {
  const cents = applyPermille(usdCents, partyPermille(party))
  const grossMinor = Math.max(1, inCurrency(cents, currency, rate).amountMinor)
  const baseMinor = Math.ceil((grossMinor * 1_000) / TAXED_PERMILLE)
  return { date: night.date, baseMinor, taxMinor: grossMinor - baseMinor }
}

/** The factor from a net price to a price that includes a tax of 10 %. */
const TAXED_PERMILLE = 1_100

function inCurrency(usdCents: number, currency: string, rate: number): Money {
  return currency === 'USD' ? money(usdCents, 'USD') : convert(money(usdCents, 'USD'), rate, currency)
}

function cityTax(hotel: SandboxHotel, { nights, occupancy }: PriceInput): Money | null {
  const { cityTaxUsdCents } = cityRow(hotel.placeId)
  const rate = SANDBOX_USD_RATES[hotel.currency]
  if (cityTaxUsdCents === 0 || rate === undefined) return null
  const adults = occupancy.reduce((total, room) => total + room.adults, 0)
  return inCurrency(cityTaxUsdCents * adults * nights.length, hotel.currency, rate)
}

/**
 * How many of every thousand pairs of hotel and stay are sold out at all suppliers, and how many more at a single supplier only.
 */
const SOLD_OUT_PERMILLE = 50
const SOLD_OUT_AT_SUPPLIER_PERMILLE = 20

/**
 * True when a supplier has the hotel available for that stay; the result is always the same. Scenario hotels are always
 * available, except `no-price`, and those with a minimum stay for fewer nights.
 */
export function isAvailable(
  { supplierCode, supplierHotelId, hotelId }: SandboxSupplierHotel,
  checkInDate: CalendarDate,
  nights: number,
): boolean {
  const scenario = scenarioOf(supplierCode, supplierHotelId)
  if (scenario) return scenario.behaviour.shop !== 'NO_RATES' && nights >= scenario.behaviour.minNights
  const stock = stockDay(checkInDate)
  if (chance(hash32('sold-out', hotelId, stock, nights), SOLD_OUT_PERMILLE)) return false
  return !chance(hash32('sold-out', supplierCode, hotelId, stock, nights), SOLD_OUT_AT_SUPPLIER_PERMILLE)
}

/**
 * A period in which cancelling has a cost; outside all such periods it is free. The period excludes `untilAt`; null means that it
 * never ends. At most one of `nights` and `percent` is set; with neither, the supplier does not state the amount.
 */
export type PenaltyStep = {
  readonly fromAt: Instant
  readonly untilAt: Instant | null
  readonly nights: number | null
  readonly percent: number | null
}

/** The local times at the hotel at which free cancellation ends, and at which the full price is charged. */
const FREE_UNTIL_TIME = '18:00:00'
const ALL_LOST_TIME = '00:00:00'

/** The cancellation penalties of a rate, for a stay at a hotel in `timeZone`; `shownAt` is when the rate was first shown. */
export function penaltySteps(
  plan: SandboxRatePlan,
  stay: { readonly checkInDate: CalendarDate; readonly timeZone: string; readonly shownAt: Instant },
): readonly PenaltyStep[] {
  const checkInAt = instantOfLocal(`${stay.checkInDate}T${ALL_LOST_TIME}`, stay.timeZone)
  const startsAt = penaltyStartsAt(plan, stay)
  const everything = { untilAt: null, nights: null, percent: 100 } as const
  if (plan.cancellation === 'NON_REFUNDABLE') return [{ fromAt: startsAt, ...everything }]
  if (plan.cancellation === 'UNKNOWN') return [{ fromAt: startsAt, untilAt: null, nights: null, percent: null }]
  if (startsAt >= checkInAt) return [{ fromAt: startsAt, ...everything }]
  return [
    { fromAt: startsAt, untilAt: checkInAt, nights: 1, percent: null },
    { fromAt: checkInAt, ...everything },
  ]
}

function penaltyStartsAt(
  plan: SandboxRatePlan,
  stay: { readonly checkInDate: CalendarDate; readonly timeZone: string; readonly shownAt: Instant },
): Instant {
  if (plan.cancellation === 'CHANGES_SOON') return stay.shownAt + plan.penaltyChangesAfterMs
  // This penalty began a day ago: a supplier that calls such a rate refundable does not show it by a deadline at this very
  // moment.
  if (plan.cancellation === 'NON_REFUNDABLE' && plan.refundable) return stay.shownAt - DAY_MS
  if (plan.cancellation !== 'STANDARD') return stay.shownAt
  const lastFreeDate = Temporal.PlainDate.from(stay.checkInDate).subtract({ days: plan.freeUntilDays }).toString()
  return instantOfLocal(`${lastFreeDate}T${FREE_UNTIL_TIME}`, stay.timeZone)
}
