/**
 * A first booking over HTTP: search, stream, prebook, hold, confirm, quote, cancel.
 * `GATEWAY_KEY=… node examples/first-booking.http.ts [http://127.0.0.1:4000]`
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

const url = process.argv[2] ?? 'http://127.0.0.1:4000'
const key = process.env['GATEWAY_KEY'] ?? ''

// oxlint-disable-next-line typescript/no-explicit-any -- an example looks into answers as a partner's first script would
type Json = any

function get(path: string): Promise<Json> {
  return call('GET', path)
}

function post(path: string, body?: object, headers: Record<string, string> = {}): Promise<Json> {
  if (!body) return call('POST', path)
  return call('POST', path, {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

async function call(
  method: string,
  path: string,
  sent: { headers?: Record<string, string>; body?: string } = {},
): Promise<Json> {
  const answer = await fetch(url + path, {
    ...sent,
    method,
    headers: { 'x-api-key': key, ...sent.headers },
  })
  const json = await answer.json()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`)
  return json
}

function dateIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
const stay = { check_in: dateIn(60), check_out: dateIn(63), nationality: 'GB', rooms: [{ adults: 2 }] }

const { data: found } = await get('/destinations/autocomplete?q=Scenario: hold&limit=1')
const hotelId: number = found.destinations[0].id

const { data: search } = await post('/hotels/search', {
  destination: { type: 'hotel', id: hotelId },
  pricing_mode: 'live',
  ...stay,
})
console.log('search:', search.hotels[0].hotel_name, search.hotels[0].price)

const { data: rooms } = await post(`/hotels/${hotelId}/rooms`, { search_id: search.search_id, ...stay })
const stream = await fetch(url + rooms.sse_stream_url, { headers: { 'x-api-key': key } })
const events: Json[] = (await stream.text())
  .split('\n')
  .filter((line) => line.startsWith('data: '))
  .map((line) => JSON.parse(line.slice('data: '.length)))
const options: Json[] = events.flatMap((event) => event.options ?? [])
const option = options.find(({ available_booking_modes }) => available_booking_modes.includes('HOLD'))
console.log('stream:', events.map(({ event_type }) => event_type).join(', '))

const prebook = await post('/hotels/prebook', { booking_token: option.booking_token })
const { offer } = prebook.data
console.log('prebook:', prebook.status, offer.price.total, 'hold until', offer.lifecycle.hold_deadline)

const { data: held } = await post(
  '/hotels/book',
  {
    offer_id: offer.offer_id,
    booking_mode: 'HOLD',
    holder: { given_name: 'Ada', family_name: 'Lovelace', email: 'ada@example.com', phone: '+442071234567' },
    guests: [1, 2].map(() => ({
      allocation_id: offer.allocations[0].allocation_id,
      type: 'ADULT',
      given_name: 'Ada',
      family_name: 'Lovelace',
    })),
  },
  { 'idempotency-key': randomUUID() },
)
console.log('booked:', held.booking_id, held.status)

await post(`/hotels/book/${held.booking_id}/confirm-hold`, { accepted_offer_id: offer.offer_id })
let confirmed: Json
do {
  confirmed = (await get(`/hotels/book/${held.booking_id}`)).data
  await setTimeout(Math.min(confirmed.next_poll_after_ms ?? 0, 500))
} while (confirmed.status === 'PROCESSING')
console.log('confirmed:', confirmed.status, confirmed.provider.booking_id)

const { data: quote } = await post(`/hotels/book/${held.booking_id}/cancellation-quote`)
console.log('quote:', quote.penalty_status, quote.penalty)

const { data: cancelled } = await post(
  `/hotels/book/${held.booking_id}/cancel`,
  { cancellation_quote_id: quote.quote_id },
  { 'idempotency-key': randomUUID() },
)
console.log('cancelled:', cancelled.status, cancelled.cancellation.outcome)
