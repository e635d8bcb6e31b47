import type { BookingExtra } from './booking-extras.ts'
import type { ListPrice } from './exchange.ts'
import type { NameRule } from './guest-names.ts'
import type { MappingStatus, ServiceRoom } from './mapping.ts'
import type { Money } from './money.ts'
import type { RoomOccupancy } from './occupancy.ts'
import type { ProviderRoom, RateTerms, RoomRate } from './rate.ts'
import { PLAIN_TERMS } from './selling.ts'
import type { Stay } from './stay.ts'
import type { OfferedHotel } from './supplier-told.ts'
import type { Instant } from './time.ts'

/** One room of an offer. Guests are assigned to it by its id. */
export type Allocation = {
  readonly allocationId: string
  readonly roomIndex: number
  readonly occupancy: RoomOccupancy
  readonly providerRoom: ProviderRoom
  readonly serviceRoom: ServiceRoom | null
}

/** Of whom and how much a supplier has to know. */
export type GuestRequirements = {
  readonly allGuestsNamed: boolean
  readonly emailRequired: boolean
  readonly phoneRequired: boolean
  /** Absent where the supplier takes every name that the gateway takes. */
  readonly nameRule?: NameRule
  /** What else of a create request is passed on in a field of its own; absent: nothing. */
  readonly takes?: readonly BookingExtra[]
}

/** Exactly what was offered. The booking that accepts the offer stores it unchanged. */
export type OfferTerms = RateTerms & {
  /** The id that the supplier gives to the hotel. */
  readonly supplierHotelId: string
  readonly stay: Stay
  readonly nationality: string
  readonly mappingStatus: MappingStatus
  readonly allocations: readonly Allocation[]
  readonly guestRequirements: GuestRequirements
  /** False when the price is above the client's `max_price`. */
  readonly bookable: boolean
  /**
   * The total of the option that the client chose, where the supplier's check changed price or terms: such an offer is booked only
   * with an `accepted_price`. Absent where nothing changed.
   */
  readonly changedFrom?: Money
  /** Of the listing's mapping when it was offered: which version said that the listing is this hotel. Null: as it was imported first. */
  readonly mappingVersion?: number | null
  /** The total in the currency of the organization's lists, or of the request; absent without a stored rate. */
  readonly listPrice?: ListPrice
  /** The hotel as it was then, for the voucher; absent in offers of before. */
  readonly hotel?: OfferedHotel
  /** True: where the hotel is is told only of a booking that is confirmed, and so are instructions that may say it. */
  readonly placeHidden?: true
  /** The traveller's address and session, sealed; the booking keeps them with its guests. */
  readonly travellerSealed?: string
}

/** Terms as they were stored, completed with what did not exist then. */
export function termsOfStored(stored: unknown): OfferTerms {
  // Only a store has written them, from `OfferTerms` of then.
  return { ...PLAIN_TERMS, ...(stored as OfferTerms) }
}

/** A supplier's rate, checked by a prebook, which one organization can book until `expiresAt`. */
export type Offer = {
  readonly offerId: string
  readonly organizationId: string
  readonly environment: string
  readonly hotelId: number
  readonly supplierCode: string
  readonly connectionId: string
  readonly terms: OfferTerms
  readonly supplierPayload: Readonly<Record<string, unknown>>
  readonly expiresAt: Instant
  readonly createdAt: Instant
}

/**
 * Rebuilds the rate that the adapter needs from an offer. The offer's other fields are copied too, but the adapter does not read
 * them.
 */
export function rateOf({ terms, supplierPayload }: Pick<Offer, 'terms' | 'supplierPayload'>): RoomRate {
  const rooms = terms.allocations.map(({ roomIndex, occupancy, providerRoom }) => ({
    roomIndex,
    occupancy,
    providerRoom,
  }))
  return { ...terms, supplierPayload, rooms, expiresAt: null }
}
