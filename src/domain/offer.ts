import type { MappingStatus, ServiceRoom } from './mapping.ts'
import type { RoomOccupancy } from './occupancy.ts'
import type { ProviderRoom, RateTerms, RoomRate } from './rate.ts'
import type { Stay } from './stay.ts'
import type { Instant } from './time.ts'

/** One room of an offer: a part of the booking to which guests are assigned by its id. */
export type Allocation = {
  readonly allocationId: string
  readonly roomIndex: number
  readonly occupancy: RoomOccupancy
  readonly providerRoom: ProviderRoom
  readonly serviceRoom: ServiceRoom | null
}

type GuestRequirements = {
  readonly allGuestsNamed: boolean
  readonly emailRequired: boolean
  readonly phoneRequired: boolean
}

/** What was offered, to the letter; frozen into the booking that accepts it. */
export type OfferTerms = RateTerms & {
  /** The supplier's own id of the hotel that is sold. */
  readonly supplierHotelId: string
  readonly stay: Stay
  readonly nationality: string
  readonly mappingStatus: MappingStatus
  readonly allocations: readonly Allocation[]
  readonly guestRequirements: GuestRequirements
  /** False when the price is above the client's `max_price`. */
  readonly bookable: boolean
}

/** A supplier's checked rate, held for one organization until `expiresAt`. */
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

/** The rate as the adapter knows it, put together again from an offer; what else the offer says travels along, unread. */
export function rateOf({ terms, supplierPayload }: Pick<Offer, 'terms' | 'supplierPayload'>): RoomRate {
  const rooms = terms.allocations.map(({ roomIndex, occupancy, providerRoom }) => ({
    roomIndex,
    occupancy,
    providerRoom,
  }))
  return { ...terms, supplierPayload, rooms, expiresAt: null }
}
