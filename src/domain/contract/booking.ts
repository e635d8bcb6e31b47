import type { BookingStatus } from '../booking.ts'
import type { CancellationCause } from '../booking-cancellation.ts'
import type { BookingExtra, Gender, TravelPurpose } from '../booking-extras.ts'
import type { BookingAction, ProcessingReason } from '../booking-status.ts'
import type { PenaltyStatus } from '../cancellation.ts'
import type { DiscrepancyPath } from '../discrepancies.ts'
import type { CancellationView, PenaltyView } from './cancellation.ts'
import type { MoneyView } from './money.ts'
import type { BoardView, OfferAllocationView, PriceView, SellingView } from './offer.ts'
import type { EssentialView, HotelContactView, PropertyMessageView, VoucherView } from './voucher.ts'

/** Contract 2.3: how the search for the hotel's own number stands. */
export type HotelConfirmationStatus =
  | 'NOT_REQUESTED'
  | 'PENDING'
  | 'RETRYING'
  | 'NO_ANSWER'
  | 'FETCHED'
  | 'NOT_FOUND_AT_HOTEL'
  | 'CANCELLED_BY_HOTEL'
  | 'ISSUE'

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

/** Additions, section 3: what a cancellation cost and who caused it. */
export type BookingCancellationView = {
  readonly cancellationId: string
  /** Null when nobody asked for it. */
  readonly requestedAt: string | null
  readonly cancelledAt: string | null
  readonly cause: CancellationCause
  readonly penaltyStatus: PenaltyStatus
  readonly penalty: MoneyView | null
  readonly chargedPenalty: MoneyView | null
  readonly supplierCancellationReference: string | null
}

/** Additions, section 3: a part of the booking in which the supplier's record differs. */
export type DiscrepancyView = {
  readonly path: DiscrepancyPath
  readonly ours: string
  readonly theirs: string
  readonly foundAt: string
}

/** Contract 2.2 BookingStatusData, plus `failure`, `cancellation` and `discrepancies`. Timestamps are RFC 3339 UTC. */
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
  readonly cancellation: BookingCancellationView | null
  readonly discrepancies: readonly DiscrepancyView[]
}

/** The parts of a booking's status that have the same name in every view of it. */
type BookingCommon = Omit<BookingStatusData, 'cancellation'>

/** The hotel's own number of one room. */
export type HotelConfirmationView = { readonly allocationId: string; readonly number: string | null }

export type BookingHistoryItem = {
  readonly sequence: number
  readonly type: string
  readonly status: BookingStatus
  readonly previousStatus: BookingStatus | null
  readonly cause: string
  readonly at: string
}

export type BookingDetails = BookingCommon &
  SellingView & {
    readonly bookingMode: 'INSTANT' | 'HOLD'
    readonly board: BoardView
    readonly remarks: readonly string[]
    readonly voucher: VoucherView | null
    readonly chargedTotal: MoneyView | null
    readonly hotelContact: HotelContactView | null
    readonly essentials: readonly EssentialView[]
    readonly instructionsUpdateAt: string | null
    readonly hotelConfirmations: readonly HotelConfirmationView[]
    readonly messages: readonly PropertyMessageView[]
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
    readonly arrivalTime: string | null
    readonly loyalty: LoyaltyView | null
    readonly taxRegistrationNumber: string | null
    readonly invoicing: InvoicingView | null
    readonly travelPurpose: TravelPurpose | null
    /** What was told and the supplier has no place for. */
    readonly unsentFields: readonly BookingExtra[]
    readonly price: PriceView
    /** The frozen policy. */
    readonly cancellation: CancellationView
    /** What the status calls `cancellation`: that name is the policy's here. */
    readonly cancellationRecord: BookingCancellationView | null
    readonly history: readonly BookingHistoryItem[]
  }

export type GuestView = {
  readonly allocationId: string
  readonly type: 'ADULT' | 'CHILD'
  readonly givenName: string | null
  readonly familyName: string | null
  readonly age: number | null
  readonly gender: Gender | null
}

export type LoyaltyView = { readonly programId: string; readonly memberId: string }

/** To whom an invoice is made out. */
export type InvoicingView = {
  readonly companyName: string
  readonly companyAddress: CompanyAddressView
  readonly email: string
}

export type CompanyAddressView = {
  readonly addressLines: readonly string[]
  readonly city: string
  readonly stateProvinceCode: string | null
  readonly postalCode: string | null
  readonly countryCode: string
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
export type CancelledBooking = BookingCommon & {
  readonly cancellation: BookingCancellationView & {
    readonly cancellationQuoteId: string
    readonly requestedAt: string
    readonly completedAt: string | null
    readonly outcome: 'PENDING' | 'CANCELLED' | 'NOT_EFFECTIVE'
  }
}

/** A page of `GET /events`. Each entry is a webhook's body as it was signed. */
export type EventList = {
  readonly events: readonly LoggedEvent[]
  readonly nextAfter: string | null
  /** From then on no event has been deleted by its term; null: none ever was. */
  readonly completeSince: string | null
}
export type LoggedEvent = {
  readonly position: string
  readonly type: string
  readonly timestamp: string
  readonly data: unknown
}
