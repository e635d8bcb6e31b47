/** Documents, typed by `npm run generate` (codegen.ts): a field that the schema does not have does not compile. */
import { graphql } from '../../test/graphql/generated/index.ts'

export const FIND = graphql(`
  query ExampleFind($q: String!) {
    destinations(q: $q) {
      __typename
      ... on DestinationList { destinations { id name } }
      ... on Problem { code message }
    }
  }
`)

export const ROOMS = graphql(`
  mutation ExampleRooms($input: CreateRoomSearchInput!) {
    createRoomSearch(input: $input) {
      __typename
      ... on RoomSearch { streamId options { bookingToken supplierCode board { name } } }
      ... on Problem { code message }
    }
  }
`)

export const CHECK = graphql(`
  mutation ExampleCheck($input: PrebookInput!) {
    prebook(input: $input) {
      __typename
      ... on Prebook { status offer { offerId price { total { decimal currency } } allocations { allocationId } } }
      ... on Problem { code message }
    }
  }
`)

export const BOOK = graphql(`
  mutation ExampleBook($input: CreateBookingInput!) {
    createBooking(input: $input) {
      __typename
      ... on CreatedBooking { booking { bookingId status } }
      ... on ValidationProblem { code message issues { path message } }
      ... on Problem { code message }
    }
  }
`)

export const ROOM_EVENTS = graphql(`
  subscription ExampleRoomEvents($streamId: ID!, $afterEventId: Int) {
    roomOptions(streamId: $streamId, afterEventId: $afterEventId) {
      eventId
      eventType
      ... on RoomProviderOptions { supplierCode options { optionId } }
      ... on RoomStreamDone { optionsCount }
    }
  }
`)

export const BOOKING_EVENTS = graphql(`
  subscription ExampleBookingEvents($bookingId: ID!, $afterSequence: Int) {
    bookingUpdated(bookingId: $bookingId, afterSequence: $afterSequence) {
      type
      sequence
      bookingData { status change { cause } }
    }
  }
`)
