import type { BookingState, BookingStatus, FailureCode } from '../domain/booking.ts'
import type { OfferTerms } from '../domain/offer.ts'
import type { Instant } from '../domain/time.ts'

/** What the property itself said; all null until it did. */
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
  /** False: the supplier says that it cannot be cancelled through its API. */
  readonly cancellable: boolean
  readonly holdDeadlineAt: Instant | null
  readonly reviewExpiresAt: Instant | null
  readonly failure: BookingFailure | null
  readonly clientReference: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly terms: OfferTerms
  readonly guestsSealed: Uint8Array | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** A booking without what was agreed and who comes: what its status is told from. */
export type BookingSummary = Omit<Booking, keyof typeof NOT_IN_SUMMARY>

export const NOT_IN_SUMMARY = { terms: true, guestsSealed: true, metadata: true, supplierPayload: true } as const

/** The parts of a booking that change after it was created. */
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
    | 'guestsSealed'
  >
>

export type BookingFilter = {
  readonly status: BookingStatus | null
  readonly checkInFrom: string | null
  readonly createdFromAt: Instant | null
  readonly clientReference: string | null
  /** Newest first; only bookings older than this one. */
  readonly before: { readonly createdAt: Instant; readonly bookingId: string } | null
  readonly limit: number
}
