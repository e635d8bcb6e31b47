/** A booking's life with openapi-fetch and the types of openapi-typescript. */
import createClient from 'openapi-fetch'
import type { components, paths } from './hotel-gateway.js'
import { CHECK_IN, CHECK_OUT, HOTEL_NAME, key, needed, settled, url } from './stay.js'

type Guest = components['schemas']['CreateBookingRequest']['guests'][number]

const hotels = createClient<paths>({ baseUrl: url, headers: { 'x-api-key': key } })

/** The answer without its envelope. A refusal is an exception here, with the code that its type knows. */
function dataOf<Data>(answer: { data?: { data: Data }; error?: { code: string; message: string } }): Data {
  if (answer.error) throw new Error(`${answer.error.code}: ${answer.error.message}`)
  return needed(answer.data, 'answer').data
}

const stay = { check_in: CHECK_IN, check_out: CHECK_OUT, nationality: 'GB', rooms: [{ adults: 2 }] }

const { destinations } = dataOf(
  await hotels.GET('/destinations/autocomplete', { params: { query: { q: HOTEL_NAME, limit: 50 } } }),
)
const { id } = needed(
  destinations.find(({ name }) => name === HOTEL_NAME),
  'hotel',
)

const search = dataOf(
  await hotels.POST('/hotels/search', {
    body: { ...stay, destination: { type: 'hotel', id }, pricing_mode: 'live' },
  }),
)
console.log('search:', search.hotels[0]?.hotel_name)

const { options } = dataOf(
  await hotels.POST('/hotels/{hotel_id}/rooms', {
    params: { path: { hotel_id: id } },
    body: { ...stay, search_id: search.search_id, max_wait_ms: 10_000 },
  }),
)
const option = needed(options[0], 'room')
console.log('room:', option.board.name)

const prebook = dataOf(await hotels.POST('/hotels/prebook', { body: { booking_token: option.booking_token } }))
const offer = needed(prebook.offer, 'offer')

const guests = offer.allocations.flatMap(({ allocation_id, adults }) =>
  Array.from(
    { length: adults },
    (): Guest => ({ allocation_id, type: 'ADULT', given_name: 'Ada', family_name: 'Lovelace' }),
  ),
)
const { booking_id } = dataOf(
  await hotels.POST('/hotels/book', {
    params: { header: { 'Idempotency-Key': `order-${offer.offer_id}` } },
    body: {
      offer_id: offer.offer_id,
      booking_mode: 'INSTANT',
      holder: { given_name: 'Ada', family_name: 'Lovelace', email: 'ada@example.com', phone: '+442071234567' },
      guests,
    },
  }),
)

const params = { path: { booking_id } }
const status = await settled(async () => {
  const booking = dataOf(await hotels.GET('/hotels/book/{booking_id}', { params }))
  return { status: booking.status, isTerminal: booking.is_terminal, nextPollAfterMs: booking.next_poll_after_ms ?? 0 }
})
console.log('booked:', status)

const quote = dataOf(await hotels.POST('/hotels/book/{booking_id}/cancellation-quote', { params }))
console.log('quote:', quote.penalty_status)

const cancelled = dataOf(
  await hotels.POST('/hotels/book/{booking_id}/cancel', {
    params: { ...params, header: { 'Idempotency-Key': `cancel-${booking_id}` } },
    body: { cancellation_quote_id: quote.quote_id },
  }),
)
console.log('cancelled:', cancelled.status)
