import { graphql } from './generated/gql.ts'

export const SEARCH = graphql(`
  query Search($input: SearchInput!) {
    search(input: $input) {
      __typename
      ... on Search {
        totalResults
        nextCursor
        searchId
        hotels { hotelId hotelName price { amount currency rateType } }
      }
      ... on Problem { code message retryable requestId }
      ... on ValidationProblem { issues { path code message } }
    }
  }
`)

export const CREATE_ROOM_SEARCH = graphql(`
  mutation CreateRoomSearch($input: CreateRoomSearchInput!) {
    createRoomSearch(input: $input) {
      __typename
      ... on RoomSearch { streamId sseStreamUrl }
      ... on Problem { code message }
    }
  }
`)

export const ROOM_OPTIONS = graphql(`
  subscription RoomOptions($streamId: ID!, $afterEventId: Int) {
    roomOptions(streamId: $streamId, afterEventId: $afterEventId) {
      eventId
      eventType
      ... on RoomProviderOptions {
        supplierCode
        options { optionId bookingToken availableBookingModes price { total { amountMinor currency } } }
      }
      ... on RoomStreamDone { reason optionsCount }
    }
  }
`)

export const PREBOOK = graphql(`
  mutation Prebook($input: PrebookInput!) {
    prebook(input: $input) {
      __typename
      ... on Prebook {
        status
        nextAction
        changes { path before after severity }
        offer {
          offerId
          price { total { amountMinor currency exponent decimal } }
          allocations { allocationId adults childAges }
          lifecycle { availableBookingModes holdAllowed holdDeadline }
        }
      }
      ... on Problem { code message }
    }
  }
`)

export const CREATE_BOOKING = graphql(`
  mutation CreateBooking($input: CreateBookingInput!) {
    createBooking(input: $input) {
      __typename
      ... on CreatedBooking {
        replayed
        booking {
          bookingId
          acceptedOfferId
          status
          isTerminal
          actionRequired
          processingReason
          availableActions
          holdDeadlineAt
          failure { code message retryable supplierCode }
        }
      }
      ... on Problem { code message retryable }
      ... on ValidationProblem { issues { path code message } }
      ... on IdempotencyKeyReusedProblem { bookingId differingPaths }
      ... on OfferAlreadyBookedProblem { bookingId }
      ... on SupplierTermsNotAcceptedProblem { supplierCode version acceptAt }
      ... on PriceMismatchProblem { offerPrice { amountMinor currency } optionPrice { amountMinor currency } }
    }
  }
`)

export const BOOKING = graphql(`
  query Booking($by: BookingLookup!) {
    booking(by: $by) {
      __typename
      ... on Booking {
        bookingId
        acceptedOfferId
        status
        isTerminal
        nextPollAfterMs
        processingReason
        availableActions
        provider { code bookingId }
      }
      ... on Problem { code message }
    }
  }
`)

export const CONFIRM_HOLD = graphql(`
  mutation ConfirmHold($input: ConfirmHoldInput!) {
    confirmHold(input: $input) {
      __typename
      ... on BookingStatusData { bookingId status processingReason }
      ... on Problem { code message retryable }
      ... on HoldConfirmationRejectedProblem {
        bookingId
        status
        supplier
        supplierHttpStatus
        supplierErrorCode
      }
    }
  }
`)

export const QUOTE_CANCELLATION = graphql(`
  mutation QuoteCancellation($input: QuoteCancellationInput!) {
    quoteCancellation(input: $input) {
      __typename
      ... on CancellationQuote {
        quoteId
        bookingId
        cancellable
        penaltyStatus
        expiresAt
        penalty { amountMinor currency }
      }
      ... on Problem { code message }
    }
  }
`)

export const CANCEL_BOOKING = graphql(`
  mutation CancelBooking($input: CancelBookingInput!) {
    cancelBooking(input: $input) {
      __typename
      ... on CancelledBooking { replayed booking { bookingId status cancellation { outcome penaltyStatus } } }
      ... on Problem { code message }
      ... on CancellationQuoteInvalidProblem { reason replacementQuote { quoteId } }
    }
  }
`)

export const PENALTIES = graphql(`
  query Penalties($bookingId: ID!) {
    penalties(bookingId: $bookingId) {
      __typename
      ... on PenaltyTimeline {
        bookingId
        acceptedOfferId
        status
        asOf
        cancellable
        total { amountMinor currency }
        current { ...Penalty }
        cancellation {
          refundability
          policyStage
          freeCancellationUntil { localDatetime timezone utcDatetime }
          policyText
          penalties { ...Penalty }
          noShow { ...Penalty }
        }
      }
      ... on Problem { code message }
    }
  }
  fragment Penalty on CancellationPenalty {
    from { localDatetime timezone utcDatetime }
    until { localDatetime timezone utcDatetime }
    penaltyStatus
    penalty { amountMinor currency }
    basis
    nights
    percent
    source
    deadlineSource
  }
`)

export const REVIEW_BOOKING = graphql(`
  mutation ReviewBooking($input: ReviewBookingInput!) {
    reviewBooking(input: $input) {
      __typename
      ... on ReviewedBooking { replayed booking { bookingId status } }
      ... on Problem { code message }
      ... on IdempotencyKeyReusedProblem { bookingId differingPaths }
    }
  }
`)
