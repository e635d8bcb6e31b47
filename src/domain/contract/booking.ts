import type { BookingStatus } from '../booking.ts'
import type { BookingAction, ProcessingReason } from '../booking-status.ts'
import type { CancellationView, PenaltyView } from './cancellation.ts'
import type { MoneyView } from './money.ts'
import type { OfferAllocationView, PriceView } from './offer.ts'

/** Contract 2.3: the supplier's side of a booking. */
export type ProviderStatusView = {
  readonly code: string
  readonly bookingId: string | null
  readonly bookingCode: string | null
  readonly hotelConfirmationNumber: string | null
  readonly hotelConfirmationStatus: string | null
  readonly hotelConfirmationNote: string | null
  readonly hotelContactPhone: string | null
  readonly hotelContactName: string | null
}

/** Why a booking FAILED. The supplier's own words are not shown. */
export type BookingFailureView = {
  readonly code: string
  readonly message: string
  readonly retryable: boolean
  readonly supplierCode: string
}

/** Contract 2.2 BookingStatusData, plus `failure`. Timestamps are RFC 3339 UTC. */
export type BookingStatusData = {
  readonly bookingId: string
  readonly acceptedOfferId: string
  readonly status: BookingStatus
  readonly isTerminal: boolean
  readonly provider: ProviderStatusView
  readonly nextPollAfterMs: number | null
  readonly processingReason: ProcessingReason | null
  readonly actionRequired: boolean
  readonly availableActions: readonly BookingAction[]
  readonly holdDeadlineAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly reviewExpiresAt: string | null
  readonly failure: BookingFailureView | null
}

export type BookingHistoryItem = {
  readonly sequence: number
  readonly type: string
  readonly status: string
  readonly previousStatus: string | null
  readonly cause: string
  readonly at: string
}

export type BookingDetails = BookingStatusData & {
  readonly clientReference: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly hotel: {
    readonly hotelId: string
    readonly name: string
    readonly address: string
    readonly city: string
    readonly country: string
  }
  readonly stay: { readonly checkIn: string; readonly checkOut: string; readonly nights: number }
  readonly allocations: readonly OfferAllocationView[]
  /** Null after redaction. */
  readonly holder: {
    readonly givenName: string
    readonly familyName: string
    readonly email: string
    readonly phone: string
  } | null
  readonly guests: readonly GuestView[]
  readonly specialRequests: string | null
  readonly price: PriceView
  readonly cancellation: CancellationView
  readonly history: readonly BookingHistoryItem[]
}

export type GuestView = {
  readonly allocationId: string
  readonly type: 'ADULT' | 'CHILD'
  readonly givenName: string | null
  readonly familyName: string | null
  readonly age: number | null
}

export type BookingListItem = BookingStatusData & {
  readonly clientReference: string | null
  readonly hotelId: string
  readonly checkIn: string
  readonly checkOut: string
}

export type BookingList = { readonly bookings: readonly BookingListItem[]; readonly nextCursor: string | null }

/** Contract 2.8. */
export type CancellationQuoteView = {
  readonly quoteId: string
  readonly bookingId: string
  readonly acceptedOfferId: string
  readonly expiresAt: string
  readonly cancellable: true
  readonly penaltyStatus: 'NO_CHARGE' | 'KNOWN' | 'UNKNOWN'
  readonly penalty: MoneyView | null
  readonly cancellation: CancellationView
}

/** `GET /hotels/book/{id}/penalties`: the frozen policy as a timeline, and the window in it that applies now. */
export type PenaltyTimeline = {
  readonly bookingId: string
  readonly acceptedOfferId: string
  readonly status: BookingStatus
  readonly asOf: string
  /** True when a cancellation quote would be issued now. */
  readonly cancellable: boolean
  /** The booking's price. No penalty is higher. */
  readonly total: MoneyView
  /** The item of `cancellation.penalties` that applies at `asOf`; null when no policy is stored. */
  readonly current: PenaltyView | null
  readonly cancellation: CancellationView
}

/** What a cancellation returns: BookingStatusData and the outcome of the cancellation. */
export type CancelledBooking = BookingStatusData & {
  readonly cancellation: {
    readonly cancellationId: string
    readonly cancellationQuoteId: string
    readonly requestedAt: string
    readonly completedAt: string | null
    readonly outcome: 'PENDING' | 'CANCELLED' | 'NOT_EFFECTIVE'
    readonly penaltyStatus: 'NO_CHARGE' | 'KNOWN' | 'UNKNOWN'
    readonly penalty: MoneyView | null
    readonly chargedPenalty: MoneyView | null
    readonly supplierCancellationReference: string | null
  }
}

/** A page of `GET /events`. Each entry is a webhook's body as it was signed. */
export type EventList = { readonly events: readonly LoggedEvent[]; readonly nextAfter: string | null }
export type LoggedEvent = {
  readonly position: string
  readonly type: string
  readonly timestamp: string
  readonly data: unknown
}
