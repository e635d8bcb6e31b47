/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** What would succeed now. */
export type BookingAction =
  /** HTTP: `CANCEL`. */
  | 'CANCEL'
  /** HTTP: `CONFIRM_HOLD`. */
  | 'CONFIRM_HOLD'
  /** HTTP: `CONTACT_SUPPORT`. */
  | 'CONTACT_SUPPORT'
  /** HTTP: `GET_DETAILS`. */
  | 'GET_DETAILS'
  /** HTTP: `GET_STATUS`. */
  | 'GET_STATUS'
  /** HTTP: `REVIEW_BOOKING`. */
  | 'REVIEW_BOOKING';

/** By id, or by the key that made it. */
export type BookingLookup =
  {   /** HTTP: `booking_id`. */
  bookingId: string | number; idempotencyKey?: never; }
  |  { bookingId?: never;   /** HTTP: `idempotency_key`. */
  idempotencyKey: string; };

/** Book at once, or hold and confirm later. */
export type BookingMode =
  /** HTTP: `HOLD`. */
  | 'HOLD'
  /** HTTP: `INSTANT`. */
  | 'INSTANT';

/** Where a booking stands. */
export type BookingStatus =
  /** HTTP: `AWAITING_REVIEW`. */
  | 'AWAITING_REVIEW'
  /** HTTP: `CANCELLATION_PENDING`. */
  | 'CANCELLATION_PENDING'
  /** HTTP: `CANCELLED`. */
  | 'CANCELLED'
  /** HTTP: `CONFIRMED`. */
  | 'CONFIRMED'
  /** HTTP: `FAILED`. */
  | 'FAILED'
  /** HTTP: `ON_HOLD`. */
  | 'ON_HOLD'
  /** HTTP: `PROCESSING`. */
  | 'PROCESSING';

/** Accepts a quote. */
export type CancelBookingInput = {
  /** HTTP: `booking_id`. */
  bookingId: string | number;
  /** HTTP: `cancellation_quote_id`. */
  cancellationQuoteId: string | number;
  /** HTTP: `idempotency_key`. */
  idempotencyKey: string;
};

/** What became of a cancellation. */
export type CancellationOutcome =
  /** HTTP: `CANCELLED`. */
  | 'CANCELLED'
  /** HTTP: `NOT_EFFECTIVE`. */
  | 'NOT_EFFECTIVE'
  /** HTTP: `PENDING`. */
  | 'PENDING';

/** Whether the guest must be asked. */
export type ChangeSeverity =
  /** HTTP: `MATERIAL`. */
  | 'MATERIAL'
  /** HTTP: `MINOR`. */
  | 'MINOR';

/** Which hold to confirm. */
export type ConfirmHoldInput = {
  /** HTTP: `accepted_offer_id`. */
  acceptedOfferId: string | number;
  /** HTTP: `booking_id`. */
  bookingId: string | number;
};

/** A booking of an offer. */
export type CreateBookingInput = {
  /** HTTP: `accepted_price`. */
  acceptedPrice?: MoneyInput | null | undefined;
  /** HTTP: `booking_mode`. */
  bookingMode: BookingMode;
  /** HTTP: `client_reference`. */
  clientReference?: string | null | undefined;
  /** HTTP: `guests`. */
  guests: Array<GuestInput>;
  /** HTTP: `holder`. */
  holder: HolderInput;
  /** Unique for this attempt; one namespace with HTTP’s header `Idempotency-Key`. HTTP: `idempotency_key`. */
  idempotencyKey: string;
  /** Up to 20 entries of text. HTTP: `metadata`. */
  metadata?: unknown;
  /** HTTP: `offer_id`. */
  offerId: string | number;
  /** HTTP: `special_requests`. */
  specialRequests?: string | null | undefined;
};

/** A room search; with `searchId` its stay and rooms must be the search’s. */
export type CreateRoomSearchInput = {
  /** HTTP: `check_in`. */
  checkIn: string;
  /** HTTP: `check_out`. */
  checkOut: string;
  /** HTTP: `hotel_id`. */
  hotelId: string | number;
  /** HTTP: `language`. */
  language?: string | null | undefined;
  /** Collects what arrives in time into this answer, 0 to 15000. HTTP: `max_wait_ms`. */
  maxWaitMs?: number | null | undefined;
  /** HTTP: `nationality`. */
  nationality: string;
  /** HTTP: `rooms`. */
  rooms: Array<RoomOccupancyInput>;
  /** HTTP: `search_id`. */
  searchId?: string | number | null | undefined;
};

/** What is searched, as autocomplete returned it. */
export type DestinationInput =
  {   /** HTTP: `hotel_id`. */
  hotelId: string | number; placeId?: never; }
  |  { hotelId?: never;   /** HTTP: `place_id`. */
  placeId: string | number; };

/** Who stays, by allocation. */
export type GuestInput = {
  /** HTTP: `age`. */
  age?: number | null | undefined;
  /** HTTP: `allocation_id`. */
  allocationId: string | number;
  /** HTTP: `family_name`. */
  familyName?: string | null | undefined;
  /** HTTP: `given_name`. */
  givenName?: string | null | undefined;
  /** HTTP: `type`. */
  type: GuestType;
};

/** Whether a guest is a child. */
export type GuestType =
  /** HTTP: `ADULT`. */
  | 'ADULT'
  /** HTTP: `CHILD`. */
  | 'CHILD';

/** Who books. */
export type HolderInput = {
  /** HTTP: `email`. */
  email: string;
  /** HTTP: `family_name`. */
  familyName: string;
  /** HTTP: `given_name`. */
  givenName: string;
  /** E.164. HTTP: `phone`. */
  phone: string;
};

/** The order of results; it never depends on what suppliers answer. */
export type HotelSort =
  /** HTTP: `distance_from_center`. */
  | 'DISTANCE_FROM_CENTER'
  /** HTTP: `price_high_to_low`. */
  | 'PRICE_HIGH_TO_LOW'
  /** HTTP: `price_low_to_high`. */
  | 'PRICE_LOW_TO_HIGH'
  /** HTTP: `recommended`. */
  | 'RECOMMENDED'
  /** HTTP: `stars`. */
  | 'STARS'
  /** HTTP: `value`. */
  | 'VALUE';

/** An amount in minor units with its currency. */
export type MoneyInput = {
  /** HTTP: `amount_minor`. */
  amountMinor: number;
  /** HTTP: `currency`. */
  currency: string;
};

/** UNKNOWN is never to be shown as zero. */
export type PenaltyStatus =
  /** HTTP: `KNOWN`. */
  | 'KNOWN'
  /** HTTP: `NO_CHARGE`. */
  | 'NO_CHARGE'
  /** HTTP: `UNKNOWN`. */
  | 'UNKNOWN';

/** How binding the terms are. */
export type PolicyStage =
  /** HTTP: `FINAL`. */
  | 'FINAL'
  /** HTTP: `INDICATIVE`. */
  | 'INDICATIVE'
  /** HTTP: `OFFER`. */
  | 'OFFER';

/** What to check with the supplier. */
export type PrebookInput = {
  /** HTTP: `booking_token`. */
  bookingToken: string;
  /** HTTP: `language`. */
  language?: string | null | undefined;
  /** HTTP: `max_price`. */
  maxPrice?: MoneyInput | null | undefined;
};

/** What to do with a prebook. */
export type PrebookNextAction =
  /** HTTP: `ACCEPT_CHANGES`. */
  | 'ACCEPT_CHANGES'
  /** HTTP: `BOOK`. */
  | 'BOOK'
  /** HTTP: `REFRESH_ROOMS`. */
  | 'REFRESH_ROOMS';

/** What the supplier said of the option. */
export type PrebookStatus =
  /** HTTP: `AVAILABLE`. */
  | 'AVAILABLE'
  /** HTTP: `PRICE_CHANGED`. */
  | 'PRICE_CHANGED'
  /** HTTP: `SOLD_OUT`. */
  | 'SOLD_OUT'
  /** HTTP: `TERMS_CHANGED`. */
  | 'TERMS_CHANGED';

/** The price order in effect. */
export type PriceSort =
  /** HTTP: `high_to_low`. */
  | 'HIGH_TO_LOW'
  /** HTTP: `low_to_high`. */
  | 'LOW_TO_HIGH';

/** Cached or estimated prices at once, or the suppliers’ own within 15 s. */
export type PricingMode =
  /** HTTP: `instant`. */
  | 'INSTANT'
  /** HTTP: `live`. */
  | 'LIVE';

/** What an unfinished booking waits for. */
export type ProcessingReason =
  /** HTTP: `CANCELLATION_PENDING`. */
  | 'CANCELLATION_PENDING'
  /** HTTP: `HOLD_CONFIRMATION_REQUIRED`. */
  | 'HOLD_CONFIRMATION_REQUIRED'
  /** HTTP: `HOTEL_CONFIRMATION_PENDING`. */
  | 'HOTEL_CONFIRMATION_PENDING'
  /** HTTP: `MANUAL_REVIEW_REQUIRED`. */
  | 'MANUAL_REVIEW_REQUIRED'
  /** HTTP: `RECONCILIATION_REQUIRED`. */
  | 'RECONCILIATION_REQUIRED'
  /** HTTP: `SUPPLIER_CONFIRMATION_PENDING`. */
  | 'SUPPLIER_CONFIRMATION_PENDING';

/** Which booking’s cancellation to quote. */
export type QuoteCancellationInput = {
  /** HTTP: `booking_id`. */
  bookingId: string | number;
};

/** How a price is known. */
export type RateType =
  /** HTTP: `cached`. */
  | 'CACHED'
  /** HTTP: `estimated`. */
  | 'ESTIMATED'
  /** HTTP: `live`. */
  | 'LIVE';

/** Decides a booking that awaits review. */
export type ReviewBookingInput = {
  /** HTTP: `booking_id`. */
  bookingId: string | number;
  /** HTTP: `decision`. */
  decision: ReviewDecision;
  /** With one, a repeated request is told what became of the first. HTTP: header `Idempotency-Key`. */
  idempotencyKey?: string | null | undefined;
  /** HTTP: `note`. */
  note?: string | null | undefined;
};

/** What a reviewer decides. */
export type ReviewDecision =
  /** HTTP: `APPROVE`. */
  | 'APPROVE'
  /** HTTP: `REJECT`. */
  | 'REJECT';

/** Who sleeps in one room: at least one adult, at most five people. */
export type RoomOccupancyInput = {
  /** HTTP: `adults`. */
  adults: number;
  /** HTTP: `child_ages`. */
  childAges?: Array<number> | null | undefined;
};

/** A search; the same fields as over HTTP. */
export type SearchInput = {
  /** HTTP: `chain_ids`. */
  chainIds?: Array<string | number> | null | undefined;
  /** HTTP: `check_in`. */
  checkIn: string;
  /** HTTP: `check_out`. */
  checkOut: string;
  /** HTTP: `cursor`. */
  cursor?: string | null | undefined;
  /** HTTP: `destination`. */
  destination: DestinationInput;
  /** HTTP: `facility_ids`. */
  facilityIds?: Array<string | number> | null | undefined;
  /** HTTP: `hotel_ids`. */
  hotelIds?: Array<string | number> | null | undefined;
  /** HTTP: `hotel_name`. */
  hotelName?: string | null | undefined;
  /** HTTP: `language`. */
  language?: string | null | undefined;
  /** 1 to 100; 20 when left out. HTTP: `limit`. */
  limit?: number | null | undefined;
  /** HTTP: `max_total_price_usd_cents`. */
  maxTotalPriceUsdCents?: number | null | undefined;
  /** Shortens what a live search waits, 0 to 15000. HTTP: `max_wait_ms`. */
  maxWaitMs?: number | null | undefined;
  /** HTTP: `min_total_price_usd_cents`. */
  minTotalPriceUsdCents?: number | null | undefined;
  /** HTTP: `nationality`. */
  nationality: string;
  /** HTTP: `price_sort`. */
  priceSort?: PriceSort | null | undefined;
  /** HTTP: `pricing_mode`. */
  pricingMode?: PricingMode | null | undefined;
  /** HTTP: `property_types`. */
  propertyTypes?: Array<string> | null | undefined;
  /** HTTP: `refundable_only`. */
  refundableOnly?: boolean | null | undefined;
  /** HTTP: `rooms`. */
  rooms: Array<RoomOccupancyInput>;
  /** HTTP: `sort`. */
  sort?: HotelSort | null | undefined;
  /** HTTP: `star_ratings`. */
  starRatings?: Array<number> | null | undefined;
};

/** Why a stream ended. */
export type StreamDoneReason =
  /** HTTP: `ALL_SETTLED`. */
  | 'ALL_SETTLED'
  /** HTTP: `DEADLINE`. */
  | 'DEADLINE'
  /** HTTP: `EXPIRED`. */
  | 'EXPIRED';

export type ExampleFindQueryVariables = Exact<{
  q: string;
}>;


export type ExampleFindQuery = { destinations:
    | { __typename: 'DestinationList', destinations: Array<{ id: number, name: string }> }
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export type ExampleRoomsMutationVariables = Exact<{
  input: CreateRoomSearchInput;
}>;


export type ExampleRoomsMutation = { createRoomSearch:
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'RoomSearch', streamId: string, options: Array<{ bookingToken: string, supplierCode: string, board: { name: string } }> }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export type ExampleCheckMutationVariables = Exact<{
  input: PrebookInput;
}>;


export type ExampleCheckMutation = { prebook:
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'Prebook', status: PrebookStatus, offer: { offerId: string, price: { total: { decimal: string, currency: string } }, allocations: Array<{ allocationId: string }> } | null }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export type ExampleBookMutationVariables = Exact<{
  input: CreateBookingInput;
}>;


export type ExampleBookMutation = { createBooking:
    | { __typename: 'CreatedBooking', booking: { bookingId: string, status: BookingStatus } }
    | { __typename: 'IdempotencyKeyReusedProblem', code: string, message: string }
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'OfferAlreadyBookedProblem', code: string, message: string }
    | { __typename: 'PriceMismatchProblem', code: string, message: string }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'ValidationProblem', code: string, message: string, issues: Array<{ path: string, message: string }> }
   | null };

export type ExampleRoomEventsSubscriptionVariables = Exact<{
  streamId: string | number;
  afterEventId?: number | null | undefined;
}>;


export type ExampleRoomEventsSubscription = { roomOptions:
    | { eventId: number, eventType: string }
    | { supplierCode: string, eventId: number, eventType: string, options: Array<{ optionId: string }> }
    | { eventId: number, eventType: string }
    | { optionsCount: number, eventId: number, eventType: string }
    | { eventId: number, eventType: string }
   };

export type ExampleBookingEventsSubscriptionVariables = Exact<{
  bookingId: string | number;
  afterSequence?: number | null | undefined;
}>;


export type ExampleBookingEventsSubscription = { bookingUpdated: { type: string, data: unknown } };

export type SearchQueryVariables = Exact<{
  input: SearchInput;
}>;


export type SearchQuery = { search:
    | { __typename: 'NotFoundProblem', code: string, message: string, retryable: boolean, requestId: string }
    | { __typename: 'RefusedProblem', code: string, message: string, retryable: boolean, requestId: string }
    | { __typename: 'Search', totalResults: number, nextCursor: string | null, searchId: string, hotels: Array<{ hotelId: string, hotelName: string, price: { amount: number, currency: string, rateType: RateType } | null }> }
    | { __typename: 'ValidationProblem', code: string, message: string, retryable: boolean, requestId: string, issues: Array<{ path: string, code: string, message: string }> }
   | null };

export type CreateRoomSearchMutationVariables = Exact<{
  input: CreateRoomSearchInput;
}>;


export type CreateRoomSearchMutation = { createRoomSearch:
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'RoomSearch', streamId: string, sseStreamUrl: string }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export type RoomOptionsSubscriptionVariables = Exact<{
  streamId: string | number;
  afterEventId?: number | null | undefined;
}>;


export type RoomOptionsSubscription = { roomOptions:
    | { eventId: number, eventType: string }
    | { supplierCode: string, eventId: number, eventType: string, options: Array<{ optionId: string, bookingToken: string, availableBookingModes: Array<BookingMode>, price: { total: { amountMinor: number, currency: string } } }> }
    | { eventId: number, eventType: string }
    | { reason: StreamDoneReason, optionsCount: number, eventId: number, eventType: string }
    | { eventId: number, eventType: string }
   };

export type PrebookMutationVariables = Exact<{
  input: PrebookInput;
}>;


export type PrebookMutation = { prebook:
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'Prebook', status: PrebookStatus, nextAction: PrebookNextAction, changes: Array<{ path: string, before: unknown, after: unknown, severity: ChangeSeverity }>, offer: { offerId: string, price: { total: { amountMinor: number, currency: string, exponent: number, decimal: string } }, allocations: Array<{ allocationId: string, adults: number, childAges: Array<number> }>, lifecycle: { availableBookingModes: Array<BookingMode>, holdAllowed: boolean, holdDeadline: string | null } } | null }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export type CreateBookingMutationVariables = Exact<{
  input: CreateBookingInput;
}>;


export type CreateBookingMutation = { createBooking:
    | { __typename: 'CreatedBooking', replayed: boolean, booking: { bookingId: string, acceptedOfferId: string, status: BookingStatus, isTerminal: boolean, actionRequired: boolean, processingReason: ProcessingReason | null, availableActions: Array<BookingAction>, holdDeadlineAt: string | null, failure: { code: string, message: string, retryable: boolean, supplierCode: string } | null } }
    | { __typename: 'IdempotencyKeyReusedProblem', code: string, message: string, retryable: boolean, bookingId: string, differingPaths: Array<string> }
    | { __typename: 'NotFoundProblem', code: string, message: string, retryable: boolean }
    | { __typename: 'OfferAlreadyBookedProblem', code: string, message: string, retryable: boolean, bookingId: string }
    | { __typename: 'PriceMismatchProblem', code: string, message: string, retryable: boolean, offerPrice: { amountMinor: number, currency: string }, optionPrice: { amountMinor: number, currency: string } | null }
    | { __typename: 'RefusedProblem', code: string, message: string, retryable: boolean }
    | { __typename: 'ValidationProblem', code: string, message: string, retryable: boolean, issues: Array<{ path: string, code: string, message: string }> }
   | null };

export type BookingQueryVariables = Exact<{
  by: BookingLookup;
}>;


export type BookingQuery = { booking:
    | { __typename: 'Booking', bookingId: string, acceptedOfferId: string, status: BookingStatus, isTerminal: boolean, nextPollAfterMs: number | null, processingReason: ProcessingReason | null, availableActions: Array<BookingAction>, provider: { code: string, bookingId: string | null } }
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export type ConfirmHoldMutationVariables = Exact<{
  input: ConfirmHoldInput;
}>;


export type ConfirmHoldMutation = { confirmHold:
    | { __typename: 'BookingStatusData', bookingId: string, status: BookingStatus, processingReason: ProcessingReason | null }
    | { __typename: 'HoldConfirmationRejectedProblem', code: string, message: string, retryable: boolean, bookingId: string, status: BookingStatus, supplier: string, supplierHttpStatus: number, supplierErrorCode: string | null }
    | { __typename: 'NotFoundProblem', code: string, message: string, retryable: boolean }
    | { __typename: 'RefusedProblem', code: string, message: string, retryable: boolean }
    | { __typename: 'ValidationProblem', code: string, message: string, retryable: boolean }
   | null };

export type QuoteCancellationMutationVariables = Exact<{
  input: QuoteCancellationInput;
}>;


export type QuoteCancellationMutation = { quoteCancellation:
    | { __typename: 'CancellationQuote', quoteId: string, bookingId: string, cancellable: boolean, penaltyStatus: PenaltyStatus, expiresAt: string, penalty: { amountMinor: number, currency: string } | null }
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export type CancelBookingMutationVariables = Exact<{
  input: CancelBookingInput;
}>;


export type CancelBookingMutation = { cancelBooking:
    | { __typename: 'CancellationQuoteInvalidProblem', code: string, message: string, reason: string, replacementQuote: { quoteId: string } | null }
    | { __typename: 'CancelledBooking', replayed: boolean, booking: { bookingId: string, status: BookingStatus, cancellation: { outcome: CancellationOutcome, penaltyStatus: PenaltyStatus } } }
    | { __typename: 'IdempotencyKeyReusedProblem', code: string, message: string }
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export type PenaltiesQueryVariables = Exact<{
  bookingId: string | number;
}>;


export type PenaltiesQuery = { penalties:
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'PenaltyTimeline', bookingId: string, acceptedOfferId: string, status: BookingStatus, asOf: string, cancellable: boolean, total: { amountMinor: number, currency: string }, current: { penaltyStatus: string, basis: string, nights: number | null, percent: number | null, source: string, deadlineSource: string, from: { localDatetime: string, timezone: string, utcDatetime: string }, until: { localDatetime: string, timezone: string, utcDatetime: string } | null, penalty: { amountMinor: number, currency: string } | null } | null, cancellation: { refundability: string, policyStage: PolicyStage, policyText: string, freeCancellationUntil: { localDatetime: string, timezone: string, utcDatetime: string } | null, penalties: Array<{ penaltyStatus: string, basis: string, nights: number | null, percent: number | null, source: string, deadlineSource: string, from: { localDatetime: string, timezone: string, utcDatetime: string }, until: { localDatetime: string, timezone: string, utcDatetime: string } | null, penalty: { amountMinor: number, currency: string } | null }>, noShow: { penaltyStatus: string, basis: string, nights: number | null, percent: number | null, source: string, deadlineSource: string, from: { localDatetime: string, timezone: string, utcDatetime: string }, until: { localDatetime: string, timezone: string, utcDatetime: string } | null, penalty: { amountMinor: number, currency: string } | null } | null } }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export type PenaltyFragment = { penaltyStatus: string, basis: string, nights: number | null, percent: number | null, source: string, deadlineSource: string, from: { localDatetime: string, timezone: string, utcDatetime: string }, until: { localDatetime: string, timezone: string, utcDatetime: string } | null, penalty: { amountMinor: number, currency: string } | null };

export type ReviewBookingMutationVariables = Exact<{
  input: ReviewBookingInput;
}>;


export type ReviewBookingMutation = { reviewBooking:
    | { __typename: 'IdempotencyKeyReusedProblem', code: string, message: string, bookingId: string, differingPaths: Array<string> }
    | { __typename: 'NotFoundProblem', code: string, message: string }
    | { __typename: 'RefusedProblem', code: string, message: string }
    | { __typename: 'ReviewedBooking', replayed: boolean, booking: { bookingId: string, status: BookingStatus } }
    | { __typename: 'ValidationProblem', code: string, message: string }
   | null };

export const PenaltyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Penalty"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CancellationPenalty"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"localDatetime"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"utcDatetime"}}]}},{"kind":"Field","name":{"kind":"Name","value":"until"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"localDatetime"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"utcDatetime"}}]}},{"kind":"Field","name":{"kind":"Name","value":"penaltyStatus"}},{"kind":"Field","name":{"kind":"Name","value":"penalty"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amountMinor"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"basis"}},{"kind":"Field","name":{"kind":"Name","value":"nights"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"deadlineSource"}}]}}]} as unknown as DocumentNode<PenaltyFragment, unknown>;
export const ExampleFindDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ExampleFind"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"q"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"destinations"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"q"},"value":{"kind":"Variable","name":{"kind":"Name","value":"q"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"DestinationList"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"destinations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ExampleFindQuery, ExampleFindQueryVariables>;
export const ExampleRoomsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ExampleRooms"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateRoomSearchInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createRoomSearch"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RoomSearch"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streamId"}},{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingToken"}},{"kind":"Field","name":{"kind":"Name","value":"supplierCode"}},{"kind":"Field","name":{"kind":"Name","value":"board"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ExampleRoomsMutation, ExampleRoomsMutationVariables>;
export const ExampleCheckDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ExampleCheck"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PrebookInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"prebook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Prebook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"offer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"offerId"}},{"kind":"Field","name":{"kind":"Name","value":"price"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"decimal"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"allocations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allocationId"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ExampleCheckMutation, ExampleCheckMutationVariables>;
export const ExampleBookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ExampleBook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateBookingInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createBooking"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreatedBooking"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"booking"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ExampleBookMutation, ExampleBookMutationVariables>;
export const ExampleRoomEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"ExampleRoomEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"streamId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"afterEventId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roomOptions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"streamId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"streamId"}}},{"kind":"Argument","name":{"kind":"Name","value":"afterEventId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"afterEventId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RoomProviderOptions"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"supplierCode"}},{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"optionId"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RoomStreamDone"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"optionsCount"}}]}}]}}]}}]} as unknown as DocumentNode<ExampleRoomEventsSubscription, ExampleRoomEventsSubscriptionVariables>;
export const ExampleBookingEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"ExampleBookingEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookingId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"afterSequence"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingUpdated"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookingId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookingId"}}},{"kind":"Argument","name":{"kind":"Name","value":"afterSequence"},"value":{"kind":"Variable","name":{"kind":"Name","value":"afterSequence"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"data"}}]}}]}}]} as unknown as DocumentNode<ExampleBookingEventsSubscription, ExampleBookingEventsSubscriptionVariables>;
export const SearchDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Search"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SearchInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"search"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Search"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalResults"}},{"kind":"Field","name":{"kind":"Name","value":"nextCursor"}},{"kind":"Field","name":{"kind":"Name","value":"searchId"}},{"kind":"Field","name":{"kind":"Name","value":"hotels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hotelId"}},{"kind":"Field","name":{"kind":"Name","value":"hotelName"}},{"kind":"Field","name":{"kind":"Name","value":"price"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"rateType"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}},{"kind":"Field","name":{"kind":"Name","value":"requestId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]}}]} as unknown as DocumentNode<SearchQuery, SearchQueryVariables>;
export const CreateRoomSearchDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateRoomSearch"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateRoomSearchInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createRoomSearch"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RoomSearch"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"streamId"}},{"kind":"Field","name":{"kind":"Name","value":"sseStreamUrl"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<CreateRoomSearchMutation, CreateRoomSearchMutationVariables>;
export const RoomOptionsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"RoomOptions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"streamId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"afterEventId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"roomOptions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"streamId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"streamId"}}},{"kind":"Argument","name":{"kind":"Name","value":"afterEventId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"afterEventId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"eventType"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RoomProviderOptions"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"supplierCode"}},{"kind":"Field","name":{"kind":"Name","value":"options"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"optionId"}},{"kind":"Field","name":{"kind":"Name","value":"bookingToken"}},{"kind":"Field","name":{"kind":"Name","value":"availableBookingModes"}},{"kind":"Field","name":{"kind":"Name","value":"price"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amountMinor"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"RoomStreamDone"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"optionsCount"}}]}}]}}]}}]} as unknown as DocumentNode<RoomOptionsSubscription, RoomOptionsSubscriptionVariables>;
export const PrebookDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"Prebook"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PrebookInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"prebook"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Prebook"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"nextAction"}},{"kind":"Field","name":{"kind":"Name","value":"changes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"severity"}}]}},{"kind":"Field","name":{"kind":"Name","value":"offer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"offerId"}},{"kind":"Field","name":{"kind":"Name","value":"price"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amountMinor"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"exponent"}},{"kind":"Field","name":{"kind":"Name","value":"decimal"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"allocations"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"allocationId"}},{"kind":"Field","name":{"kind":"Name","value":"adults"}},{"kind":"Field","name":{"kind":"Name","value":"childAges"}}]}},{"kind":"Field","name":{"kind":"Name","value":"lifecycle"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"availableBookingModes"}},{"kind":"Field","name":{"kind":"Name","value":"holdAllowed"}},{"kind":"Field","name":{"kind":"Name","value":"holdDeadline"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<PrebookMutation, PrebookMutationVariables>;
export const CreateBookingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateBooking"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateBookingInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createBooking"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CreatedBooking"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"booking"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"acceptedOfferId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"isTerminal"}},{"kind":"Field","name":{"kind":"Name","value":"actionRequired"}},{"kind":"Field","name":{"kind":"Name","value":"processingReason"}},{"kind":"Field","name":{"kind":"Name","value":"availableActions"}},{"kind":"Field","name":{"kind":"Name","value":"holdDeadlineAt"}},{"kind":"Field","name":{"kind":"Name","value":"failure"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}},{"kind":"Field","name":{"kind":"Name","value":"supplierCode"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ValidationProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"issues"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"IdempotencyKeyReusedProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"differingPaths"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"OfferAlreadyBookedProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PriceMismatchProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"offerPrice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amountMinor"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"optionPrice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amountMinor"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CreateBookingMutation, CreateBookingMutationVariables>;
export const BookingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Booking"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"BookingLookup"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"booking"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Booking"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"acceptedOfferId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"isTerminal"}},{"kind":"Field","name":{"kind":"Name","value":"nextPollAfterMs"}},{"kind":"Field","name":{"kind":"Name","value":"processingReason"}},{"kind":"Field","name":{"kind":"Name","value":"availableActions"}},{"kind":"Field","name":{"kind":"Name","value":"provider"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"bookingId"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<BookingQuery, BookingQueryVariables>;
export const ConfirmHoldDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ConfirmHold"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ConfirmHoldInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"confirmHold"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"BookingStatusData"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"processingReason"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"HoldConfirmationRejectedProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"supplier"}},{"kind":"Field","name":{"kind":"Name","value":"supplierHttpStatus"}},{"kind":"Field","name":{"kind":"Name","value":"supplierErrorCode"}}]}}]}}]}}]} as unknown as DocumentNode<ConfirmHoldMutation, ConfirmHoldMutationVariables>;
export const QuoteCancellationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"QuoteCancellation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"QuoteCancellationInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quoteCancellation"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CancellationQuote"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quoteId"}},{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"cancellable"}},{"kind":"Field","name":{"kind":"Name","value":"penaltyStatus"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"penalty"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amountMinor"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<QuoteCancellationMutation, QuoteCancellationMutationVariables>;
export const CancelBookingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelBooking"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CancelBookingInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cancelBooking"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CancelledBooking"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"booking"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"cancellation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"penaltyStatus"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CancellationQuoteInvalidProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"replacementQuote"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"quoteId"}}]}}]}}]}}]}}]} as unknown as DocumentNode<CancelBookingMutation, CancelBookingMutationVariables>;
export const PenaltiesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Penalties"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"bookingId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"penalties"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"bookingId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"bookingId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"PenaltyTimeline"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"acceptedOfferId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"asOf"}},{"kind":"Field","name":{"kind":"Name","value":"cancellable"}},{"kind":"Field","name":{"kind":"Name","value":"total"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amountMinor"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"current"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Penalty"}}]}},{"kind":"Field","name":{"kind":"Name","value":"cancellation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"refundability"}},{"kind":"Field","name":{"kind":"Name","value":"policyStage"}},{"kind":"Field","name":{"kind":"Name","value":"freeCancellationUntil"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"localDatetime"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"utcDatetime"}}]}},{"kind":"Field","name":{"kind":"Name","value":"policyText"}},{"kind":"Field","name":{"kind":"Name","value":"penalties"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Penalty"}}]}},{"kind":"Field","name":{"kind":"Name","value":"noShow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"Penalty"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"Penalty"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"CancellationPenalty"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"localDatetime"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"utcDatetime"}}]}},{"kind":"Field","name":{"kind":"Name","value":"until"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"localDatetime"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"utcDatetime"}}]}},{"kind":"Field","name":{"kind":"Name","value":"penaltyStatus"}},{"kind":"Field","name":{"kind":"Name","value":"penalty"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"amountMinor"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"basis"}},{"kind":"Field","name":{"kind":"Name","value":"nights"}},{"kind":"Field","name":{"kind":"Name","value":"percent"}},{"kind":"Field","name":{"kind":"Name","value":"source"}},{"kind":"Field","name":{"kind":"Name","value":"deadlineSource"}}]}}]} as unknown as DocumentNode<PenaltiesQuery, PenaltiesQueryVariables>;
export const ReviewBookingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReviewBooking"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ReviewBookingInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reviewBooking"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ReviewedBooking"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"replayed"}},{"kind":"Field","name":{"kind":"Name","value":"booking"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Problem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"IdempotencyKeyReusedProblem"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"bookingId"}},{"kind":"Field","name":{"kind":"Name","value":"differingPaths"}}]}}]}}]}}]} as unknown as DocumentNode<ReviewBookingMutation, ReviewBookingMutationVariables>;