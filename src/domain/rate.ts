import type { CancellationPolicy } from './cancellation.ts'
import type { Money } from './money.ts'
import type { RoomOccupancy } from './occupancy.ts'
import type { Instant } from './time.ts'

/** RO room only, BB breakfast, HB half board, FB full board, AI all inclusive; null when the supplier does not say. */
export type BoardCode = 'RO' | 'BB' | 'HB' | 'FB' | 'AI'
export type Board = { readonly code: BoardCode | null; readonly name: string }

/** A bed as the supplier describes it; `type` is in upper snake case (KING, QUEEN, TWIN, SOFA_BED). */
export type Bed = { readonly type: string; readonly count: number }

/** A room as the supplier describes it. The mapping rows identify it by `code`. */
export type ProviderRoom = { readonly code: string; readonly name: string; readonly beds: readonly Bed[] }

/** One booked room of a rate: which room of the request it serves, and the supplier's room. */
export type RateRoom = {
  readonly roomIndex: number
  readonly occupancy: RoomOccupancy
  readonly providerRoom: ProviderRoom
}

export type TaxOrFee = {
  readonly description: string
  /** True when `total` already contains it. */
  readonly included: boolean
  readonly due: 'AT_BOOKING' | 'AT_PROPERTY'
  readonly amount: Money
}

/**
 * What a rate costs. `total` is what the organization pays for the whole stay and all rooms; dues at the property are added to
 * it.
 */
export type RatePrice = {
  readonly total: Money
  readonly base: Money | null
  readonly taxesAndFees: readonly TaxOrFee[]
  /** One sum for each currency that is due at the property, outside `total`. */
  readonly dueAtProperty: readonly Money[]
  /** One amount per night for all rooms together, summing to `base` or `total`; null when the supplier gives no breakdown. */
  readonly nightly: readonly Money[] | null
}

export type BookingMode = 'INSTANT' | 'HOLD'

/** A bookable option of one hotel for a whole request (all its rooms), normalized from one supplier's answer. */
export type RoomRate = {
  /**
   * What the adapter needs to check and book the rate: tokens, links, ids. It is JSON, and sealed before it leaves the gateway.
   */
  readonly supplierPayload: Readonly<Record<string, unknown>>
  readonly rooms: readonly RateRoom[]
  readonly board: Board
  readonly price: RatePrice
  readonly policy: CancellationPolicy
  readonly bookingModes: readonly BookingMode[]
  /** Until when the supplier holds the rooms of an unconfirmed booking; null when no hold is possible. */
  readonly holdDeadlineAt: Instant | null
  readonly roomsLeft: number | null
  /** When the supplier's own token expires; null when it does not say. */
  readonly expiresAt: Instant | null
  readonly remarks: readonly string[]
}

/**
 * The fields that an offer takes over from the rate unchanged. A field that is added to RoomRate becomes part of the offer too.
 */
export type RateTerms = Omit<RoomRate, 'supplierPayload' | 'rooms' | 'expiresAt'>

/** The cheapest rate that is refunded at least in part when it is cancelled, as hotel lists show it. */
export type RefundableQuote = {
  readonly total: Money
  /** Until when cancelling is free; null when it is not free, or free without limit. */
  readonly freeCancellationUntilAt: Instant | null
}

/** A supplier's search answer for one hotel: its cheapest rate, and its cheapest refundable rate. */
export type HotelQuote = {
  readonly supplierHotelId: string
  readonly total: Money
  readonly refundable: boolean
  /** Until when cancelling the cheapest rate is free; null when it is not free, or free without limit. */
  readonly freeCancellationUntilAt: Instant | null
  /** Equal to the cheapest rate when that is refundable; null when the hotel has no refundable rate. */
  readonly cheapestRefundable: RefundableQuote | null
}
