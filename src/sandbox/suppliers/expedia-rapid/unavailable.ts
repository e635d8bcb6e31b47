import { guestsOf } from '../../../domain/occupancy.ts'
import type { SandboxCatalogue } from '../../catalogue/catalogue.ts'
import { chance, hash32, pick } from '../../catalogue/hash.ts'
import { stockDay } from '../../catalogue/stock-day.ts'
import { isAvailable } from '../../pricing.ts'
import { behaviourOf, scenarioOf } from '../../scenarios.ts'
import { type Property, RAPID, type ShopRequest } from './offer.ts'

type Reason = { readonly code: string; readonly data?: string }

/** A property without rates, as `include=unavailable_reason` adds it to an answer. */
export function unavailableView({ listing, hotel }: Property, reason: Reason): object {
  return {
    property_id: listing.supplierHotelId,
    status: 'partially_unavailable',
    score: hotel.weight,
    unavailable_reason: reason,
  }
}

/**
 * Why a property has no rates for a request. Null: Rapid tells only reasons that another request can avoid, and leaves the property
 * out for any other.
 */
export function reasonOf(catalogue: SandboxCatalogue, property: Property, request: ShopRequest): Reason | null {
  const { supplierHotelId } = property.listing
  const { minNights } = behaviourOf(RAPID, supplierHotelId)
  if (request.nights.length < minNights) return { code: 'minimum_stay', data: String(minNights) }
  const rooms = catalogue.supplierRooms(RAPID, supplierHotelId)
  const most = Math.max(...rooms.map(({ maxOccupancy }) => maxOccupancy))
  if (Math.max(...request.parties.map(guestsOf)) > most) return { code: 'maximum_occupancy', data: String(most) }
  const isOrdinary = scenarioOf(RAPID, supplierHotelId) === null
  return isOrdinary && !isAvailable(property.listing, request.checkInDate, request.nights.length)
    ? soldOut(property, request)
    : null
}

/** Ordinary hotels that are sold out say so in several ways, a third of them not at all. */
function soldOut({ listing }: Property, { checkInDate, nights }: ShopRequest): Reason | null {
  const seed = hash32('unavailable', listing.supplierHotelId, stockDay(checkInDate), nights.length)
  if (chance(seed, 333)) return null
  const gone = nights.filter((_, index) => index === 0 || chance(hash32(seed, index), 500)).map(({ date }) => date)
  return pick<Reason>(hash32(seed, 'which'), [
    { code: 'no_inventory_available' },
    gone.length < nights.length
      ? { code: 'partial_inventory_available', data: gone.join('|') }
      : { code: 'no_inventory_available' },
    { code: 'checkin_not_allowed' },
    { code: 'restricted_stay_lengths', data: `${nights.length + 1}|${nights.length + 4}` },
    { code: 'restricted_dates' },
  ])
}
