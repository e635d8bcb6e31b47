import type { RoomOccupancy } from '../../../domain/occupancy.ts'
import { guestsOf } from '../../../domain/occupancy.ts'
import { daysBetween, type Instant } from '../../../domain/time.ts'
import type {
  SandboxCatalogue,
  SandboxHotel,
  SandboxRatePlan,
  SandboxSupplierHotel,
  SandboxSupplierRoom,
} from '../../../sandbox/catalogue/catalogue.ts'
import { between, hash32 } from '../../../sandbox/catalogue/hash.ts'
import { isAvailable, priceStay, type StayNight, stayNights } from '../../../sandbox/pricing.ts'
import { type RoomPrice, scaled } from './charge.ts'
import { parseOccupancy } from './occupancy.ts'
import { type CancelTerms, cancelTermsOf, freeUntilAt } from './penalty.ts'
import type { RateTerms, ShopTerms } from './terms.ts'

export const RAPID = 'expedia_rapid'

/** A shopping request, worked out once for all its hotels. */
export type ShopRequest = {
  readonly terms: ShopTerms
  readonly nights: readonly StayNight[]
  /** One a requested room, in the order of `terms.occupancies`. */
  readonly parties: readonly RoomOccupancy[]
}

/** A hotel as Rapid sells it. */
export type Property = { readonly listing: SandboxSupplierHotel; readonly hotel: SandboxHotel }

/** One rate of one room type, priced for the whole request: `prices` has one entry a requested room. */
export type Offer = {
  readonly property: Property
  readonly room: SandboxSupplierRoom
  readonly plan: SandboxRatePlan
  readonly rateId: string
  readonly bedGroupId: string
  readonly cancel: CancelTerms
  readonly prices: readonly RoomPrice[]
  readonly roomsLeft: number
  readonly holdable: boolean
}

export const toShopRequest = (terms: ShopTerms): ShopRequest => ({
  terms,
  nights: stayNights(terms.checkInDate, daysBetween(terms.checkInDate, terms.checkOutDate)),
  parties: terms.occupancies.flatMap((text) => parseOccupancy(text) ?? []),
})

export const findProperty = (catalogue: SandboxCatalogue, propertyId: string): Property | null => {
  const listing = catalogue.findSupplierHotel(RAPID, propertyId)
  const hotel = listing && catalogue.findHotel(listing.hotelId)
  return hotel ? { listing, hotel } : null
}

/** The `count` cheapest offers of a hotel; none when it is sold out for the stay or no room takes the party. */
export const cheapestOffers = (
  catalogue: SandboxCatalogue,
  property: Property,
  request: ShopRequest,
  count: number,
): readonly Offer[] => {
  const { listing } = property
  if (!isAvailable(listing, request.terms.checkInDate, request.nights.length)) return []
  const largest = Math.max(...request.parties.map(guestsOf))
  return catalogue
    .supplierRooms(RAPID, listing.supplierHotelId)
    .filter(({ maxOccupancy }) => maxOccupancy >= largest)
    .flatMap((room) => room.ratePlans.map((plan) => ({ room, plan })))
    .sort((a, b) => weightOf(a) - weightOf(b))
    .slice(0, count)
    .flatMap(({ room, plan }) => toOffer(catalogue, property, room, plan, request) ?? [])
}

/** Prices rise with the two factors, so the cheapest are found before anything is priced. */
const weightOf = ({ room, plan }: { room: SandboxSupplierRoom; plan: SandboxRatePlan }): number =>
  room.pricePermille * plan.pricePermille

/** The offer that a link stands for, as it was when it was shown; null when the catalogue has no such rate. */
export const findOffer = (catalogue: SandboxCatalogue, terms: RateTerms): Offer | null => {
  const property = findProperty(catalogue, terms.propertyId)
  const room = catalogue.supplierRooms(RAPID, terms.propertyId).find(({ roomCode }) => roomCode === terms.roomCode)
  const plan = room?.ratePlans.find(({ ratePlanCode }) => ratePlanCode === terms.ratePlanCode)
  return property && room && plan ? toOffer(catalogue, property, room, plan, toShopRequest(terms)) : null
}

const toOffer = (
  catalogue: SandboxCatalogue,
  property: Property,
  room: SandboxSupplierRoom,
  plan: SandboxRatePlan,
  { terms, nights, parties }: ShopRequest,
): Offer | null => {
  const { listing, hotel } = property
  const prices = parties.flatMap((party): RoomPrice[] => {
    const input = { listing, room, ratePlan: plan, nights, occupancy: [party], currency: listing.currency }
    const price = priceStay(catalogue, input)
    const [only] = price?.rooms ?? []
    return price && only ? [{ currency: price.currency, nights: only.nights, dueAtProperty: price.dueAtProperty }] : []
  })
  if (prices.length < parties.length) return null
  const seed = hash32(RAPID, listing.supplierHotelId, room.roomCode)
  const cancel = cancelTermsOf(plan, { ...terms, timeZone: hotel.timeZone, shownAt: terms.shoppedAt })
  return {
    property,
    room,
    plan,
    rateId: String(hash32(seed, plan.ratePlanCode)),
    bedGroupId: String(hash32(seed, 'beds')),
    cancel,
    prices,
    roomsLeft: between(hash32(seed, terms.checkInDate), parties.length, parties.length + 11),
    holdable: parties.length === 1 && plan.holdWindowMs !== null && freeUntilAt(cancel, terms.shoppedAt) !== null,
  }
}

export const repriced = (offer: Offer, permille: number): Offer => ({
  ...offer,
  prices: offer.prices.map((price) => scaled(price, permille)),
})

/** Until when a hold made at `nowAt` is kept: the plan's window, but never beyond the end of free cancellation. */
export const holdDeadlineOf = ({ plan, cancel }: Offer, shoppedAt: Instant, nowAt: Instant): Instant =>
  Math.min(nowAt + (plan.holdWindowMs ?? 0), freeUntilAt(cancel, shoppedAt) ?? nowAt)
