import type { BookingState, BookingStatus, FailureCode } from '../domain/booking.ts'
import type { BookingCancellation } from '../domain/booking-cancellation.ts'
import type { Discrepancy } from '../domain/discrepancies.ts'
import type { OfferTerms } from '../domain/offer.ts'
import type { SupplierTold } from '../domain/supplier-told.ts'
import type { Instant } from '../domain/time.ts'

/** What the hotel itself has answered; all fields are null until it has. */
export type HotelConfirmation = {
  readonly number: string | null
  readonly status: string | null
  readonly note: string | null
  readonly contactPhone: string | null
  readonly contactName: string | null
}

export type BookingFailure = { readonly code: FailureCode; readonly message: string; readonly retryable: boolean }

export type Booking = BookingState & {
  readonly bookingId: string
  readonly organizationId: string
  readonly environment: string
  readonly version: number
  readonly sequence: number
  readonly acceptedOfferId: string
  readonly hotelId: number
  readonly supplierCode: string
  readonly connectionId: string
  readonly supplierReference: string
  readonly supplierBookingId: string | null
  readonly supplierBookingCode: string | null
  readonly supplierPayload: Readonly<Record<string, unknown>>
  readonly hotelConfirmation: HotelConfirmation
  readonly pendingSince: Instant | null
  readonly needsOperator: boolean
  /** False when the supplier says that the booking cannot be cancelled through its API. */
  readonly cancellable: boolean
  readonly holdDeadlineAt: Instant | null
  readonly reviewExpiresAt: Instant | null
  readonly failure: BookingFailure | null
  /** True while the listing of a hold has not been checked to be its hotel. */
  readonly verifiesListing: boolean
  /** How many looks there have been since the last move. */
  readonly looks: number
  /** The last cancellation, also one that had no effect; it is shown while the booking is being cancelled, and afterwards. */
  readonly cancellation: BookingCancellation | null
  /** In what the supplier's record differs from what was agreed. */
  readonly discrepancies: readonly Discrepancy[]
  /** What the supplier's record has added since it was made. */
  readonly supplierTold: SupplierTold
  readonly clientReference: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly terms: OfferTerms
  readonly guestsSealed: Uint8Array | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** A booking without its terms, guests, metadata and supplier payload. It suffices to show the booking's status. */
export type BookingSummary = Omit<Booking, keyof typeof NOT_IN_SUMMARY>

export const NOT_IN_SUMMARY = {
  terms: true,
  guestsSealed: true,
  metadata: true,
  supplierPayload: true,
  supplierTold: true,
} as const

/** The fields of a booking that can change after its creation. */
export type BookingChanges = Partial<
  Pick<
    Booking,
    | 'status'
    | 'pendingOperation'
    | 'pendingSince'
    | 'statusBeforeCancel'
    | 'needsOperator'
    | 'cancellable'
    | 'supplierBookingId'
    | 'supplierBookingCode'
    | 'supplierPayload'
    | 'hotelConfirmation'
    | 'holdDeadlineAt'
    | 'failure'
    | 'cancellation'
    | 'discrepancies'
    | 'supplierTold'
    | 'guestsSealed'
    | 'verifiesListing'
  >
>

export type BookingFilter = {
  readonly status: BookingStatus | null
  readonly checkInFrom: string | null
  readonly createdFromAt: Instant | null
  readonly clientReference: string | null
  /** Lists are sorted newest first; only bookings older than this one are returned. */
  readonly before: { readonly createdAt: Instant; readonly bookingId: string } | null
  readonly limit: number
}
