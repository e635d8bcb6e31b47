import type { BookingExtra } from '../booking-extras.ts'
import type { ChargeKind, ChargeScope } from '../rate.ts'
import type { UnavailableReason } from '../unavailable-reason.ts'
import type { CancellationView } from './cancellation.ts'
import type { MoneyView } from './money.ts'
import type {
  InstructionsView,
  ListPriceView,
  PaymentView,
  PromotionView,
  RateConditionsView,
  SellingPriceView,
  SupplierTermsView,
  TraderView,
} from './selling.ts'
import type { ProviderOutcome, Warning } from './warning.ts'

export type BoardView = {
  readonly code: string | null
  readonly name: string
  readonly coversGuests: number | null
  readonly childrenIncluded: boolean | null
}

export type TaxOrFeeView = {
  readonly description: string
  readonly kind: ChargeKind
  readonly included: boolean
  readonly due: 'AT_BOOKING' | 'AT_PROPERTY'
  readonly amount: MoneyView
}

/** Money that the guest pays at the hotel: it has the fields of money itself, as before, and what it is for. */
export type DueAtPropertyView = MoneyView & {
  readonly name: string
  readonly amount: MoneyView
  readonly amountInPropertyCurrency: MoneyView | null
  readonly mandatory: boolean
  readonly scope: ChargeScope
  readonly text: string | null
}

export type PriceView = {
  readonly total: MoneyView
  readonly base: MoneyView | null
  readonly taxesAndFees: readonly TaxOrFeeView[]
  readonly dueAtProperty: readonly DueAtPropertyView[]
  readonly nightly: readonly MoneyView[] | null
}

export type ProviderRoomView = {
  readonly code: string
  readonly name: string
  readonly beds: readonly { readonly type: string; readonly count: number }[]
}

/** A room of the catalogue. It is null for AMBIGUOUS, UNMAPPED and CONFLICT mappings, which can be booked nevertheless. */
export type ServiceRoomView = { readonly roomId: string; readonly name: string; readonly imageUrls: readonly string[] }

export type OfferAllocationView = {
  readonly allocationId: string
  readonly roomIndex: number
  readonly adults: number
  readonly childAges: readonly number[]
  readonly providerRoom: ProviderRoomView
  readonly serviceRoom: ServiceRoomView | null
}

/** What options, offers and bookings tell of how a rate is sold on. */
export type SellingView = {
  readonly sellingPrice: SellingPriceView | null
  readonly rateConditions: RateConditionsView
  readonly promotions: readonly PromotionView[]
  readonly payment: PaymentView
  readonly instructions: InstructionsView | null
}

/** Where the hotel of an option is shown, when its place is hidden until it is booked. */
export type HiddenPlaceView = {
  readonly placeHidden: boolean
  readonly approximatePoint: { readonly latitude: number; readonly longitude: number } | null
}

/** Specified in decisions.md section 3, and in section 2 of the additions. */
export type RoomOptionView = SellingView &
  HiddenPlaceView & {
    readonly optionId: string
    readonly bookingToken: string
    readonly bookingTokenExpiresAt: string
    readonly supplierCode: string
    readonly mappingStatus: 'MATCHED' | 'AMBIGUOUS' | 'UNMAPPED' | 'CONFLICT'
    readonly allocations: readonly OfferAllocationView[]
    readonly board: BoardView
    readonly price: PriceView
    readonly listPrice: ListPriceView | null
    readonly cancellation: CancellationView
    readonly availableBookingModes: readonly ('INSTANT' | 'HOLD')[]
    readonly roomsLeft: number | null
    readonly fetchedAt: string
    readonly remarks: readonly string[]
  }

export type RoomProviderView = {
  readonly supplierCode: string
  readonly outcome: ProviderOutcome
  readonly latencyMs: number | null
  readonly retryAfterMs: number | null
  readonly unavailableReason: UnavailableReason | null
}

export type RoomSearchView = {
  readonly hotelId: string
  readonly streamId: string
  readonly sseStreamUrl: string
  readonly streamExpiresAt: string
  readonly singleUse: true
  readonly providers: readonly RoomProviderView[]
  readonly options: readonly RoomOptionView[]
  readonly warnings: readonly Warning[]
}

/** An event of a room stream. Every event has these four fields; `eventId` is the SSE id. */
export type RoomStreamEvent = {
  readonly eventId: number
  readonly streamId: string
  readonly hotelId: string
  readonly timestamp: string
} & (
  | { readonly eventType: 'stream_ready'; readonly suppliers: readonly string[] }
  | {
      readonly eventType: 'provider_options'
      readonly supplierCode: string
      readonly options: readonly RoomOptionView[]
      readonly unavailableReason: UnavailableReason | null
    }
  | {
      readonly eventType: 'provider_skipped'
      readonly supplierCode: string
      readonly reason: 'UNMAPPED' | 'NOT_ENABLED' | 'NO_STREAMING' | 'SUPPRESSED_NO_PRICE' | 'RATE_LIMITED'
    }
  | {
      readonly eventType: 'provider_error'
      readonly supplierCode: string
      readonly error: { readonly code: string; readonly retryable: boolean }
    }
  | {
      readonly eventType: 'done'
      readonly reason: 'ALL_SETTLED' | 'DEADLINE' | 'EXPIRED'
      readonly optionsCount: number
      readonly providers: readonly RoomProviderView[]
      readonly warnings: readonly Warning[]
    }
)

/**
 * An event as it is stored in a stream's log. `text` is its JSON for HTTP, serialized once when the event is written and sent
 * unchanged.
 */
export type LoggedRoomEvent = { readonly eventId: number; readonly eventType: string; readonly text: string }

export type OfferView = SellingView & {
  readonly offerId: string
  readonly hotelId: string
  readonly supplierCode: string
  readonly expiresAt: string
  readonly bookable: boolean
  readonly price: PriceView
  readonly listPrice: ListPriceView | null
  readonly cancellation: CancellationView
  readonly allocations: readonly OfferAllocationView[]
  readonly board: BoardView
  readonly lifecycle: {
    readonly availableBookingModes: readonly ('INSTANT' | 'HOLD')[]
    readonly holdAllowed: boolean
    readonly holdDeadline: string | null
  }
  readonly guestRequirements: {
    readonly allGuestsNamed: boolean
    readonly emailRequired: boolean
    readonly phoneRequired: boolean
    readonly nameRule: { readonly pattern: string; readonly maxLength: number; readonly says: string } | null
    /** True when hotels of the supplier can ask for the guests' gender. */
    readonly gender: boolean
    readonly takes: readonly BookingExtra[]
  }
  readonly remarks: readonly string[]
  readonly trader: TraderView | null
  readonly supplierTerms: SupplierTermsView | null
}

export type OfferChange = {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
  readonly severity: 'MATERIAL' | 'MINOR'
}

export type PrebookStatus = 'AVAILABLE' | 'PRICE_CHANGED' | 'TERMS_CHANGED' | 'SOLD_OUT'

/** The result of a prebook; in the HTTP envelope `status` is next to `data`. */
export type PrebookView = {
  readonly status: PrebookStatus
  readonly offer: OfferView | null
  readonly changes: readonly OfferChange[]
  readonly nextAction: 'BOOK' | 'ACCEPT_CHANGES' | 'REFRESH_ROOMS'
}
