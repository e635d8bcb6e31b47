import { guestsOf, type Occupancy } from '../../../domain/occupancy.ts'
import { daysBetween, type Instant } from '../../../domain/time.ts'
import type {
  SandboxCatalogue,
  SandboxHotel,
  SandboxRatePlan,
  SandboxSupplierHotel,
  SandboxSupplierRoom,
} from '../../catalogue/catalogue.ts'
import { between, hash32 } from '../../catalogue/hash.ts'
import { stockDay } from '../../catalogue/stock-day.ts'
import { isAvailable, priceStay, type StayNight, stayNights } from '../../pricing.ts'
import { type CancelTerms, cancelTermsOf } from './cancel-terms.ts'
import { type RoomPrice, scaled } from './room-price.ts'

/** The parameters of a request, prepared once for all its hotels. */
export type StockRequest = {
  readonly checkInDate: string
  readonly checkOutDate: string
  readonly parties: Occupancy
  /** When the rates were first shown: a scenario's deadline counts from this time. */
  readonly shownAt: Instant
  readonly nights: readonly StayNight[]
}

/** A hotel as one supplier sells it. */
export type Property = { readonly listing: SandboxSupplierHotel; readonly hotel: SandboxHotel }

/** One rate of one room type, priced for the whole request: `prices` has one entry per requested room. */
export type Offer = {
  readonly property: Property
  readonly room: SandboxSupplierRoom
  readonly plan: SandboxRatePlan
  readonly cancel: CancelTerms
  readonly prices: readonly RoomPrice[]
  readonly roomsLeft: number
}

export function toStockRequest(stay: Omit<StockRequest, 'nights'>): StockRequest {
  return {
    ...stay,
    nights: stayNights(stay.checkInDate, daysBetween(stay.checkInDate, stay.checkOutDate)),
  }
}

export function findProperty(
  catalogue: SandboxCatalogue,
  supplierCode: string,
  supplierHotelId: string,
): Property | null {
  const listing = catalogue.findSupplierHotel(supplierCode, supplierHotelId)
  const hotel = listing && catalogue.findHotel(listing.hotelId)
  return hotel ? { listing, hotel } : null
}

/** Which offers of a hotel are wanted: at most `count` of the rate plans that `includes` accepts. */
export type WantedOffers = {
  readonly count: number
  readonly includes: (plan: SandboxRatePlan) => boolean
}

/** Wants the `count` cheapest of all rate plans. */
export function cheapest(count: number): WantedOffers {
  return { count, includes: () => true }
}

/** The cheapest of a hotel's wanted offers; empty when it is sold out for the stay or no room fits the party. */
export function cheapestOffers(
  catalogue: SandboxCatalogue,
  property: Property,
  { request, wanted: { count, includes } }: { readonly request: StockRequest; readonly wanted: WantedOffers },
): readonly Offer[] {
  const { listing } = property
  if (!isAvailable(listing, request.checkInDate, request.nights.length)) return []
  const largest = Math.max(...request.parties.map(guestsOf))
  return catalogue
    .supplierRooms(listing.supplierCode, listing.supplierHotelId)
    .filter(({ maxOccupancy }) => maxOccupancy >= largest)
    .flatMap((room) => room.ratePlans.filter(includes).map((plan) => ({ room, plan })))
    .sort((a, b) => weightOf(a) - weightOf(b))
    .slice(0, count)
    .flatMap(({ room, plan }) => toOffer(catalogue, property, { room, plan, request }) ?? [])
}

/** Prices are proportional to the two factors, so the cheapest offers are found before any is priced. */
function weightOf({ room, plan }: { room: SandboxSupplierRoom; plan: SandboxRatePlan }): number {
  return room.pricePermille * plan.pricePermille
}

export type OfferKey = { readonly supplierHotelId: string; readonly roomCode: string; readonly ratePlanCode: string }

/** The offer that a token refers to, as it was when it was shown; null when the catalogue has no such rate. */
export function findOffer(
  catalogue: SandboxCatalogue,
  supplierCode: string,
  {
    key: { supplierHotelId, roomCode, ratePlanCode },
    request,
  }: { readonly key: OfferKey; readonly request: StockRequest },
): Offer | null {
  const property = findProperty(catalogue, supplierCode, supplierHotelId)
  const room = catalogue.supplierRooms(supplierCode, supplierHotelId).find((one) => one.roomCode === roomCode)
  const plan = room?.ratePlans.find((one) => one.ratePlanCode === ratePlanCode)
  return property && room && plan ? toOffer(catalogue, property, { room, plan, request }) : null
}

interface Sale {
  readonly room: SandboxSupplierRoom
  readonly plan: SandboxRatePlan
  readonly request: StockRequest
}

function toOffer(catalogue: SandboxCatalogue, property: Property, { room, plan, request }: Sale): Offer | null {
  const { listing, hotel } = property
  const { nights, parties } = request
  const prices = parties.flatMap((party): RoomPrice[] => {
    const input = { listing, room, ratePlan: plan, nights, occupancy: [party], currency: listing.currency }
    const price = priceStay(catalogue, input)
    const [only] = price?.rooms ?? []
    return price && only ? [{ currency: price.currency, nights: only.nights, dueAtProperty: price.dueAtProperty }] : []
  })
  if (prices.length < parties.length) return null
  const seed = hash32(listing.supplierCode, listing.supplierHotelId, room.roomCode)
  return {
    property,
    room,
    plan,
    cancel: cancelTermsOf(plan, { ...request, timeZone: hotel.timeZone }),
    prices,
    roomsLeft: between(hash32(seed, stockDay(request.checkInDate)), parties.length, parties.length + 11),
  }
}

export function repriced<One extends Offer>(offer: One, permille: number): One {
  return {
    ...offer,
    prices: offer.prices.map((price) => scaled(price, permille)),
  }
}
