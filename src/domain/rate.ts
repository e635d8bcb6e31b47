import type { CancellationPolicy } from './cancellation.ts'
import type { Money } from './money.ts'
import type { RoomOccupancy } from './occupancy.ts'
import type { Instant } from './time.ts'

/** RO room only, BB breakfast, HB half board, FB full board, AI all inclusive; null when the supplier does not say. */
export type BoardCode = 'RO' | 'BB' | 'HB' | 'FB' | 'AI'
export type Board = { readonly code: BoardCode | null; readonly name: string }

/** A bed as the supplier tells it; `type` in upper snake case (KING, QUEEN, TWIN, SOFA_BED). */
export type Bed = { readonly type: string; readonly count: number }

/** A room in the supplier's words. `code` is what the mapping rows know it by. */
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

/** What a rate costs. `total` is what the organization pays for the whole stay and all rooms; property dues come on top. */
export type RatePrice = {
  readonly total: Money
  readonly base: Money | null
  readonly taxesAndFees: readonly TaxOrFee[]
  /** One sum for each currency that is due at the property, outside `total`. */
  readonly dueAtProperty: readonly Money[]
  /** One amount a night, all rooms together, summing to `base` or `total`; null when the supplier does not break it down. */
  readonly nightly: readonly Money[] | null
}

export type BookingMode = 'INSTANT' | 'HOLD'

/** A bookable option of one hotel for a whole request (all its rooms), normalized from one supplier's answer. */
export type RoomRate = {
  /** What the adapter needs to check and book it: tokens, links, ids. JSON, sealed before a client sees any of it. */
  readonly supplierPayload: Readonly<Record<string, unknown>>
  readonly rooms: readonly RateRoom[]
  readonly board: Board
  readonly price: RatePrice
  readonly policy: CancellationPolicy
  readonly bookingModes: readonly BookingMode[]
  /** Until when the supplier keeps an unconfirmed hold; null when no hold is possible. */
  readonly holdDeadlineAt: Instant | null
  readonly roomsLeft: number | null
  /** When the supplier's own token ends; null when it does not say. */
  readonly expiresAt: Instant | null
  readonly remarks: readonly string[]
}

/** What an offer takes over from the rate as it is. A field of a rate that is new is one of its offers', too. */
export type RateTerms = Omit<RoomRate, 'supplierPayload' | 'rooms' | 'expiresAt'>

/** What a list tells of a rate of which something is paid back when it is cancelled. */
export type RefundableQuote = {
  readonly total: Money
  /** Until when it cancels free; null when it does not, or without limit. */
  readonly freeCancellationUntilAt: Instant | null
}

/** What a search answer tells of one hotel: its cheapest rate, and its cheapest refundable rate. */
export type HotelQuote = {
  readonly supplierHotelId: string
  readonly total: Money
  readonly refundable: boolean
  /** Until when the cheapest rate cancels free; null when it does not, or without limit. */
  readonly freeCancellationUntilAt: Instant | null
  /** Equal to the above when the cheapest rate is refundable; null when the hotel has no refundable rate. */
  readonly cheapestRefundable: RefundableQuote | null
}
