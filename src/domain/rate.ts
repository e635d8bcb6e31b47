import type { CancellationPolicy } from './cancellation.ts'
import type { Money } from './money.ts'
import type { RoomOccupancy } from './occupancy.ts'
import type { SellingTerms } from './selling.ts'
import type { Instant } from './time.ts'

/** RO room only, BB breakfast, HB half board, FB full board, AI all inclusive; null when the supplier does not say. */
export type BoardCode = 'RO' | 'BB' | 'HB' | 'FB' | 'AI'
export type Board = {
  readonly code: BoardCode | null
  /** Always says who eats what; in English, or in the supplier's words. */
  readonly name: string
  /** For how many guests of a room the meals are; null when they are for all, and when the supplier does not say. */
  readonly coversGuests?: number | null
  /** False: children pay for their meals; null when the supplier does not say. */
  readonly childrenIncluded?: boolean | null
}

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

/** What a charge is for, as far as the supplier tells it. TAXES_AND_FEES is one sum of both. */
export const CHARGE_KINDS = [
  'TAX',
  'SALES_TAX',
  'CITY_TAX',
  'VAT',
  'TAXES_AND_FEES',
  'SERVICE_FEE',
  'PROPERTY_FEE',
  'RESORT_FEE',
  'MANDATORY_FEE',
  'EXTRA_PERSON_FEE',
  'RECOVERY_CHARGE',
  'ADJUSTMENT',
  'DEPOSIT',
  'OTHER',
] as const
export type ChargeKind = (typeof CHARGE_KINDS)[number]

/** How often a charge at the hotel is taken. UNKNOWN: the supplier does not say; its amount is for the whole stay all the same. */
export type ChargeScope = 'PER_STAY' | 'PER_NIGHT' | 'PER_PERSON' | 'PER_PERSON_PER_NIGHT' | 'UNKNOWN'

/** What only charges that are paid at the hotel have. */
export type DueAtProperty = {
  /** The same in the currency that the desk charges; null when that is not told. */
  readonly inPropertyCurrency: Money | null
  /** False: only guests who use something pay it. */
  readonly mandatory: boolean
  readonly scope: ChargeScope
  /** In the supplier's words; null when there are none. */
  readonly text: string | null
}

export type TaxOrFee = {
  readonly description: string
  /** Absent in what was stored before kinds were told apart. */
  readonly kind?: ChargeKind
  /** True when `total` already contains it. */
  readonly included: boolean
  readonly due: 'AT_BOOKING' | 'AT_PROPERTY'
  /** For the whole stay. Negative only for an ADJUSTMENT that is part of `total`. */
  readonly amount: Money
  /** Absent where nothing more is known than the amount. */
  readonly atProperty?: DueAtProperty
}

/**
 * What a rate costs. `total` is what the organization pays for the whole stay and all rooms; dues at the property are added to
 * it.
 */
export type RatePrice = {
  readonly total: Money
  readonly base: Money | null
  /** Those that are due at the property are outside `total`. */
  readonly taxesAndFees: readonly TaxOrFee[]
  /** One amount per night for all rooms together, summing to `base` or `total`; null when the supplier gives no breakdown. */
  readonly nightly: readonly Money[] | null
}

export type BookingMode = 'INSTANT' | 'HOLD'

/** A bookable option of one hotel for a whole request (all its rooms), normalized from one supplier's answer. */
export type RoomRate = SellingTerms & {
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
