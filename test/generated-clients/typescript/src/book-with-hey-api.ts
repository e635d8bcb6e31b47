/** A booking's life with the functions and types of @hey-api/openapi-ts. */
import { client } from './hotel-gateway/client.gen.js'
import {
  type CreateBookingRequest,
  cancelBooking,
  createBooking,
  createRoomSearch,
  findDestinations,
  getBooking,
  prebook,
  quoteCancellation,
  searchHotels,
} from './hotel-gateway/index.js'
import { CHECK_IN, CHECK_OUT, HOTEL_NAME, key, needed, settled, url } from './stay.js'

client.setConfig({ baseUrl: url, auth: key, throwOnError: true })

const stay = { check_in: CHECK_IN, check_out: CHECK_OUT, nationality: 'GB', rooms: [{ adults: 2 }] }
/** A refusal is an exception: the body of the problem. */
const throwOnError = true

const found = await findDestinations({ query: { q: HOTEL_NAME, limit: 50 }, throwOnError })
const { id } = needed(
  found.data.data.destinations.find(({ name }) => name === HOTEL_NAME),
  'hotel',
)

const search = await searchHotels({
  body: { ...stay, destination: { type: 'hotel', id }, pricing_mode: 'live' },
  throwOnError,
})
console.log('search:', search.data.data.hotels[0]?.hotel_name)

const rooms = await createRoomSearch({
  path: { hotel_id: id },
  body: { ...stay, search_id: search.data.data.search_id, max_wait_ms: 10_000 },
  throwOnError,
})
const option = needed(rooms.data.data.options[0], 'room')
console.log('room:', option.board.name)

const checked = await prebook({ body: { booking_token: option.booking_token }, throwOnError })
const offer = needed(checked.data.data.offer, 'offer')

const guests = offer.allocations.flatMap(({ allocation_id, adults }) =>
  Array.from({ length: adults }, (): CreateBookingRequest['guests'][number] => ({
    allocation_id,
    type: 'ADULT',
    given_name: 'Ada',
    family_name: 'Lovelace',
  })),
)
const booked = await createBooking({
  headers: { 'Idempotency-Key': `order-${offer.offer_id}` },
  body: {
    offer_id: offer.offer_id,
    booking_mode: 'INSTANT',
    holder: { given_name: 'Ada', family_name: 'Lovelace', email: 'ada@example.com', phone: '+442071234567' },
    guests,
  },
  throwOnError,
})

const path = { booking_id: booked.data.data.booking_id }
const status = await settled(async () => {
  const { data: booking } = (await getBooking({ path, throwOnError })).data
  return { status: booking.status, isTerminal: booking.is_terminal, nextPollAfterMs: booking.next_poll_after_ms ?? 0 }
})
console.log('booked:', status)

const quote = (await quoteCancellation({ path, throwOnError })).data.data
console.log('quote:', quote.penalty_status)

const cancelled = await cancelBooking({
  path,
  headers: { 'Idempotency-Key': `cancel-${path.booking_id}` },
  body: { cancellation_quote_id: quote.quote_id },
  throwOnError,
})
console.log('cancelled:', cancelled.data.data.status)
