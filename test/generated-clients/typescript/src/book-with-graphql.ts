/** A booking's life with GraphQL documents that GraphQL Code Generator has typed. */
import { graphql } from './hotel-graphql/gql.js'
import type { GuestInput, TypedDocumentString } from './hotel-graphql/graphql.js'
import { CHECK_IN, CHECK_OUT, HOTEL_NAME, key, needed, settled, url } from './stay.js'

type Answer<Data> = { readonly data?: Data | null; readonly errors?: readonly { readonly message: string }[] }

async function ask<Data, Variables>(document: TypedDocumentString<Data, Variables>, variables: Variables) {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ query: document.toString(), variables }),
  })
  const { data, errors }: Answer<Data> = await answer.json()
  return needed(data, `answer: ${errors?.[0]?.message}`)
}

/** For a result that is a Problem instead: an exception here, where a program would look at its code. */
function refused(result: { readonly __typename?: string; readonly code?: string } | null | undefined): Error {
  return new Error(`${result?.__typename}: ${result?.code}`)
}

const found = await ask(
  graphql(`
    query FindHotel($q: String!) {
      destinations(q: $q, limit: 50) {
        __typename
        ... on DestinationList { destinations { id name } }
        ... on Problem { code }
      }
    }
  `),
  { q: HOTEL_NAME },
)
if (found.destinations?.__typename !== 'DestinationList') throw refused(found.destinations)
const hotelId = needed(
  found.destinations.destinations.find(({ name }) => name === HOTEL_NAME),
  'hotel',
).id
const stay = { checkIn: CHECK_IN, checkOut: CHECK_OUT, nationality: 'GB', rooms: [{ adults: 2 }] }

const { search } = await ask(
  graphql(`
    query SearchHotel($input: SearchInput!) {
      search(input: $input) {
        __typename
        ... on Search { searchId hotels { hotelName } }
        ... on Problem { code }
      }
    }
  `),
  { input: { ...stay, destination: { hotelId }, pricingMode: 'LIVE' } },
)
if (search?.__typename !== 'Search') throw refused(search)
console.log('search:', search.hotels[0]?.hotelName)

const { createRoomSearch } = await ask(
  graphql(`
    mutation FindRooms($input: CreateRoomSearchInput!) {
      createRoomSearch(input: $input) {
        __typename
        ... on RoomSearch { options { bookingToken board { name } } }
        ... on Problem { code }
      }
    }
  `),
  { input: { ...stay, hotelId, searchId: search.searchId, maxWaitMs: 10_000 } },
)
if (createRoomSearch?.__typename !== 'RoomSearch') throw refused(createRoomSearch)
const option = needed(createRoomSearch.options[0], 'room')
console.log('room:', option.board.name)

const { prebook } = await ask(
  graphql(`
    mutation CheckRoom($input: PrebookInput!) {
      prebook(input: $input) {
        __typename
        ... on Prebook { offer { offerId allocations { allocationId adults } } }
        ... on Problem { code }
      }
    }
  `),
  { input: { bookingToken: option.bookingToken } },
)
if (prebook?.__typename !== 'Prebook') throw refused(prebook)
const offer = needed(prebook.offer, 'offer')

const ada = { givenName: 'Ada', familyName: 'Lovelace' }
const guests = offer.allocations.flatMap(({ allocationId, adults }) =>
  Array.from({ length: adults }, (): GuestInput => ({ ...ada, allocationId, type: 'ADULT' })),
)
const { createBooking } = await ask(
  graphql(`
    mutation BookRoom($input: CreateBookingInput!) {
      createBooking(input: $input) {
        __typename
        ... on CreatedBooking { booking { bookingId } }
        ... on Problem { code }
      }
    }
  `),
  {
    input: {
      offerId: offer.offerId,
      bookingMode: 'INSTANT',
      idempotencyKey: `order-${offer.offerId}`,
      holder: { ...ada, email: 'ada@example.com', phone: '+442071234567' },
      guests,
    },
  },
)
if (createBooking?.__typename !== 'CreatedBooking') throw refused(createBooking)
const { bookingId } = createBooking.booking

const status = await settled(async () => {
  const { booking } = await ask(
    graphql(`
      query BookingNow($bookingId: ID!) {
        booking(by: { bookingId: $bookingId }) {
          __typename
          ... on Booking { status isTerminal nextPollAfterMs }
          ... on Problem { code }
        }
      }
    `),
    { bookingId },
  )
  if (booking?.__typename !== 'Booking') throw refused(booking)
  return { ...booking, nextPollAfterMs: booking.nextPollAfterMs ?? 0 }
})
console.log('booked:', status)

const { quoteCancellation: quote } = await ask(
  graphql(`
    mutation QuoteCancellation($bookingId: ID!) {
      quoteCancellation(input: { bookingId: $bookingId }) {
        __typename
        ... on CancellationQuote { quoteId penaltyStatus }
        ... on Problem { code }
      }
    }
  `),
  { bookingId },
)
if (quote?.__typename !== 'CancellationQuote') throw refused(quote)
console.log('quote:', quote.penaltyStatus)

const { cancelBooking } = await ask(
  graphql(`
    mutation CancelBooking($input: CancelBookingInput!) {
      cancelBooking(input: $input) {
        __typename
        ... on CancelledBooking { booking { status } }
        ... on Problem { code }
      }
    }
  `),
  { input: { bookingId, cancellationQuoteId: quote.quoteId, idempotencyKey: `cancel-${bookingId}` } },
)
if (cancelBooking?.__typename !== 'CancelledBooking') throw refused(cancelBooking)
console.log('cancelled:', cancelBooking.booking.status)
