/* eslint-disable */
import * as types from './graphql.ts';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query Search($input: SearchInput!) {\n    search(input: $input) {\n      __typename\n      ... on Search {\n        totalResults\n        nextCursor\n        searchId\n        hotels { hotelId hotelName price { amount currency rateType } }\n      }\n      ... on Problem { code message retryable requestId }\n      ... on ValidationProblem { issues { path code message } }\n    }\n  }\n": typeof types.SearchDocument,
    "\n  mutation CreateRoomSearch($input: CreateRoomSearchInput!) {\n    createRoomSearch(input: $input) {\n      __typename\n      ... on RoomSearch { streamId sseStreamUrl }\n      ... on Problem { code message }\n    }\n  }\n": typeof types.CreateRoomSearchDocument,
    "\n  subscription RoomOptions($streamId: ID!, $afterEventId: Int) {\n    roomOptions(streamId: $streamId, afterEventId: $afterEventId) {\n      eventId\n      eventType\n      ... on RoomProviderOptions {\n        supplierCode\n        options { optionId bookingToken availableBookingModes price { total { amountMinor currency } } }\n      }\n      ... on RoomStreamDone { reason optionsCount }\n    }\n  }\n": typeof types.RoomOptionsDocument,
    "\n  mutation Prebook($input: PrebookInput!) {\n    prebook(input: $input) {\n      __typename\n      ... on Prebook {\n        status\n        nextAction\n        changes { path before after severity }\n        offer {\n          offerId\n          price { total { amountMinor currency exponent decimal } }\n          allocations { allocationId adults childAges }\n          lifecycle { availableBookingModes holdAllowed holdDeadline }\n        }\n      }\n      ... on Problem { code message }\n    }\n  }\n": typeof types.PrebookDocument,
    "\n  mutation CreateBooking($input: CreateBookingInput!) {\n    createBooking(input: $input) {\n      __typename\n      ... on CreatedBooking {\n        replayed\n        booking {\n          bookingId\n          acceptedOfferId\n          status\n          isTerminal\n          actionRequired\n          processingReason\n          availableActions\n          holdDeadlineAt\n          failure { code message retryable supplierCode }\n        }\n      }\n      ... on Problem { code message retryable }\n      ... on ValidationProblem { issues { path code message } }\n      ... on IdempotencyKeyReusedProblem { bookingId differingPaths }\n    }\n  }\n": typeof types.CreateBookingDocument,
    "\n  query Booking($by: BookingLookup!) {\n    booking(by: $by) {\n      __typename\n      ... on Booking {\n        bookingId\n        acceptedOfferId\n        status\n        isTerminal\n        nextPollAfterMs\n        processingReason\n        availableActions\n        provider { code bookingId }\n      }\n      ... on Problem { code message }\n    }\n  }\n": typeof types.BookingDocument,
    "\n  mutation ConfirmHold($input: ConfirmHoldInput!) {\n    confirmHold(input: $input) {\n      __typename\n      ... on BookingStatusData { bookingId status processingReason }\n      ... on Problem { code message retryable }\n      ... on HoldConfirmationRejectedProblem {\n        bookingId\n        status\n        supplier\n        supplierHttpStatus\n        supplierErrorCode\n      }\n    }\n  }\n": typeof types.ConfirmHoldDocument,
    "\n  mutation QuoteCancellation($input: QuoteCancellationInput!) {\n    quoteCancellation(input: $input) {\n      __typename\n      ... on CancellationQuote {\n        quoteId\n        bookingId\n        cancellable\n        penaltyStatus\n        expiresAt\n        penalty { amountMinor currency exponent }\n      }\n      ... on Problem { code message }\n    }\n  }\n": typeof types.QuoteCancellationDocument,
    "\n  mutation CancelBooking($input: CancelBookingInput!) {\n    cancelBooking(input: $input) {\n      __typename\n      ... on CancelledBooking { replayed booking { bookingId status cancellation { outcome penaltyStatus } } }\n      ... on Problem { code message }\n      ... on CancellationQuoteInvalidProblem { reason replacementQuote { quoteId } }\n    }\n  }\n": typeof types.CancelBookingDocument,
};
const documents: Documents = {
    "\n  query Search($input: SearchInput!) {\n    search(input: $input) {\n      __typename\n      ... on Search {\n        totalResults\n        nextCursor\n        searchId\n        hotels { hotelId hotelName price { amount currency rateType } }\n      }\n      ... on Problem { code message retryable requestId }\n      ... on ValidationProblem { issues { path code message } }\n    }\n  }\n": types.SearchDocument,
    "\n  mutation CreateRoomSearch($input: CreateRoomSearchInput!) {\n    createRoomSearch(input: $input) {\n      __typename\n      ... on RoomSearch { streamId sseStreamUrl }\n      ... on Problem { code message }\n    }\n  }\n": types.CreateRoomSearchDocument,
    "\n  subscription RoomOptions($streamId: ID!, $afterEventId: Int) {\n    roomOptions(streamId: $streamId, afterEventId: $afterEventId) {\n      eventId\n      eventType\n      ... on RoomProviderOptions {\n        supplierCode\n        options { optionId bookingToken availableBookingModes price { total { amountMinor currency } } }\n      }\n      ... on RoomStreamDone { reason optionsCount }\n    }\n  }\n": types.RoomOptionsDocument,
    "\n  mutation Prebook($input: PrebookInput!) {\n    prebook(input: $input) {\n      __typename\n      ... on Prebook {\n        status\n        nextAction\n        changes { path before after severity }\n        offer {\n          offerId\n          price { total { amountMinor currency exponent decimal } }\n          allocations { allocationId adults childAges }\n          lifecycle { availableBookingModes holdAllowed holdDeadline }\n        }\n      }\n      ... on Problem { code message }\n    }\n  }\n": types.PrebookDocument,
    "\n  mutation CreateBooking($input: CreateBookingInput!) {\n    createBooking(input: $input) {\n      __typename\n      ... on CreatedBooking {\n        replayed\n        booking {\n          bookingId\n          acceptedOfferId\n          status\n          isTerminal\n          actionRequired\n          processingReason\n          availableActions\n          holdDeadlineAt\n          failure { code message retryable supplierCode }\n        }\n      }\n      ... on Problem { code message retryable }\n      ... on ValidationProblem { issues { path code message } }\n      ... on IdempotencyKeyReusedProblem { bookingId differingPaths }\n    }\n  }\n": types.CreateBookingDocument,
    "\n  query Booking($by: BookingLookup!) {\n    booking(by: $by) {\n      __typename\n      ... on Booking {\n        bookingId\n        acceptedOfferId\n        status\n        isTerminal\n        nextPollAfterMs\n        processingReason\n        availableActions\n        provider { code bookingId }\n      }\n      ... on Problem { code message }\n    }\n  }\n": types.BookingDocument,
    "\n  mutation ConfirmHold($input: ConfirmHoldInput!) {\n    confirmHold(input: $input) {\n      __typename\n      ... on BookingStatusData { bookingId status processingReason }\n      ... on Problem { code message retryable }\n      ... on HoldConfirmationRejectedProblem {\n        bookingId\n        status\n        supplier\n        supplierHttpStatus\n        supplierErrorCode\n      }\n    }\n  }\n": types.ConfirmHoldDocument,
    "\n  mutation QuoteCancellation($input: QuoteCancellationInput!) {\n    quoteCancellation(input: $input) {\n      __typename\n      ... on CancellationQuote {\n        quoteId\n        bookingId\n        cancellable\n        penaltyStatus\n        expiresAt\n        penalty { amountMinor currency exponent }\n      }\n      ... on Problem { code message }\n    }\n  }\n": types.QuoteCancellationDocument,
    "\n  mutation CancelBooking($input: CancelBookingInput!) {\n    cancelBooking(input: $input) {\n      __typename\n      ... on CancelledBooking { replayed booking { bookingId status cancellation { outcome penaltyStatus } } }\n      ... on Problem { code message }\n      ... on CancellationQuoteInvalidProblem { reason replacementQuote { quoteId } }\n    }\n  }\n": types.CancelBookingDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Search($input: SearchInput!) {\n    search(input: $input) {\n      __typename\n      ... on Search {\n        totalResults\n        nextCursor\n        searchId\n        hotels { hotelId hotelName price { amount currency rateType } }\n      }\n      ... on Problem { code message retryable requestId }\n      ... on ValidationProblem { issues { path code message } }\n    }\n  }\n"): (typeof documents)["\n  query Search($input: SearchInput!) {\n    search(input: $input) {\n      __typename\n      ... on Search {\n        totalResults\n        nextCursor\n        searchId\n        hotels { hotelId hotelName price { amount currency rateType } }\n      }\n      ... on Problem { code message retryable requestId }\n      ... on ValidationProblem { issues { path code message } }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateRoomSearch($input: CreateRoomSearchInput!) {\n    createRoomSearch(input: $input) {\n      __typename\n      ... on RoomSearch { streamId sseStreamUrl }\n      ... on Problem { code message }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateRoomSearch($input: CreateRoomSearchInput!) {\n    createRoomSearch(input: $input) {\n      __typename\n      ... on RoomSearch { streamId sseStreamUrl }\n      ... on Problem { code message }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription RoomOptions($streamId: ID!, $afterEventId: Int) {\n    roomOptions(streamId: $streamId, afterEventId: $afterEventId) {\n      eventId\n      eventType\n      ... on RoomProviderOptions {\n        supplierCode\n        options { optionId bookingToken availableBookingModes price { total { amountMinor currency } } }\n      }\n      ... on RoomStreamDone { reason optionsCount }\n    }\n  }\n"): (typeof documents)["\n  subscription RoomOptions($streamId: ID!, $afterEventId: Int) {\n    roomOptions(streamId: $streamId, afterEventId: $afterEventId) {\n      eventId\n      eventType\n      ... on RoomProviderOptions {\n        supplierCode\n        options { optionId bookingToken availableBookingModes price { total { amountMinor currency } } }\n      }\n      ... on RoomStreamDone { reason optionsCount }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Prebook($input: PrebookInput!) {\n    prebook(input: $input) {\n      __typename\n      ... on Prebook {\n        status\n        nextAction\n        changes { path before after severity }\n        offer {\n          offerId\n          price { total { amountMinor currency exponent decimal } }\n          allocations { allocationId adults childAges }\n          lifecycle { availableBookingModes holdAllowed holdDeadline }\n        }\n      }\n      ... on Problem { code message }\n    }\n  }\n"): (typeof documents)["\n  mutation Prebook($input: PrebookInput!) {\n    prebook(input: $input) {\n      __typename\n      ... on Prebook {\n        status\n        nextAction\n        changes { path before after severity }\n        offer {\n          offerId\n          price { total { amountMinor currency exponent decimal } }\n          allocations { allocationId adults childAges }\n          lifecycle { availableBookingModes holdAllowed holdDeadline }\n        }\n      }\n      ... on Problem { code message }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateBooking($input: CreateBookingInput!) {\n    createBooking(input: $input) {\n      __typename\n      ... on CreatedBooking {\n        replayed\n        booking {\n          bookingId\n          acceptedOfferId\n          status\n          isTerminal\n          actionRequired\n          processingReason\n          availableActions\n          holdDeadlineAt\n          failure { code message retryable supplierCode }\n        }\n      }\n      ... on Problem { code message retryable }\n      ... on ValidationProblem { issues { path code message } }\n      ... on IdempotencyKeyReusedProblem { bookingId differingPaths }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateBooking($input: CreateBookingInput!) {\n    createBooking(input: $input) {\n      __typename\n      ... on CreatedBooking {\n        replayed\n        booking {\n          bookingId\n          acceptedOfferId\n          status\n          isTerminal\n          actionRequired\n          processingReason\n          availableActions\n          holdDeadlineAt\n          failure { code message retryable supplierCode }\n        }\n      }\n      ... on Problem { code message retryable }\n      ... on ValidationProblem { issues { path code message } }\n      ... on IdempotencyKeyReusedProblem { bookingId differingPaths }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Booking($by: BookingLookup!) {\n    booking(by: $by) {\n      __typename\n      ... on Booking {\n        bookingId\n        acceptedOfferId\n        status\n        isTerminal\n        nextPollAfterMs\n        processingReason\n        availableActions\n        provider { code bookingId }\n      }\n      ... on Problem { code message }\n    }\n  }\n"): (typeof documents)["\n  query Booking($by: BookingLookup!) {\n    booking(by: $by) {\n      __typename\n      ... on Booking {\n        bookingId\n        acceptedOfferId\n        status\n        isTerminal\n        nextPollAfterMs\n        processingReason\n        availableActions\n        provider { code bookingId }\n      }\n      ... on Problem { code message }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ConfirmHold($input: ConfirmHoldInput!) {\n    confirmHold(input: $input) {\n      __typename\n      ... on BookingStatusData { bookingId status processingReason }\n      ... on Problem { code message retryable }\n      ... on HoldConfirmationRejectedProblem {\n        bookingId\n        status\n        supplier\n        supplierHttpStatus\n        supplierErrorCode\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation ConfirmHold($input: ConfirmHoldInput!) {\n    confirmHold(input: $input) {\n      __typename\n      ... on BookingStatusData { bookingId status processingReason }\n      ... on Problem { code message retryable }\n      ... on HoldConfirmationRejectedProblem {\n        bookingId\n        status\n        supplier\n        supplierHttpStatus\n        supplierErrorCode\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation QuoteCancellation($input: QuoteCancellationInput!) {\n    quoteCancellation(input: $input) {\n      __typename\n      ... on CancellationQuote {\n        quoteId\n        bookingId\n        cancellable\n        penaltyStatus\n        expiresAt\n        penalty { amountMinor currency exponent }\n      }\n      ... on Problem { code message }\n    }\n  }\n"): (typeof documents)["\n  mutation QuoteCancellation($input: QuoteCancellationInput!) {\n    quoteCancellation(input: $input) {\n      __typename\n      ... on CancellationQuote {\n        quoteId\n        bookingId\n        cancellable\n        penaltyStatus\n        expiresAt\n        penalty { amountMinor currency exponent }\n      }\n      ... on Problem { code message }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CancelBooking($input: CancelBookingInput!) {\n    cancelBooking(input: $input) {\n      __typename\n      ... on CancelledBooking { replayed booking { bookingId status cancellation { outcome penaltyStatus } } }\n      ... on Problem { code message }\n      ... on CancellationQuoteInvalidProblem { reason replacementQuote { quoteId } }\n    }\n  }\n"): (typeof documents)["\n  mutation CancelBooking($input: CancelBookingInput!) {\n    cancelBooking(input: $input) {\n      __typename\n      ... on CancelledBooking { replayed booking { bookingId status cancellation { outcome penaltyStatus } } }\n      ... on Problem { code message }\n      ... on CancellationQuoteInvalidProblem { reason replacementQuote { quoteId } }\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;