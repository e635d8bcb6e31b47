/**
 * Records the examples of the OpenAPI document from a real sandbox gateway: every operation once, along one booking's life.
 * Run it when an answer's shape changes: `node scripts/record-examples.ts`, then `npm run generate`.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Exchange } from '../src/http/examples/exchanges.ts'
import type { Route } from '../src/http/routes/route.ts'
import { ROUTES } from '../src/http/routes.ts'
import { startGatewayProcess } from '../test/support/gateway-process.ts'
import { httpClient, type Json } from '../test/support/http-client.ts'
import { bookingInput, httpJourney, prebookRoom, scenarioHotel } from '../test/support/journey.ts'
import { startReceiver } from '../test/support/receiver.ts'
import { until } from '../test/support/until.ts'

const FILE = join(import.meta.dirname, '../src/http/examples/exchanges.json')
const HOOK = 'https://partner.example/hooks'

/** How many items of a list an example shows. */
const SHOWN: Readonly<Record<string, number>> = {
  nationalities: 3,
  chains: 2,
  facilities: 3,
  property_types: 2,
  history: 3,
  available_actions: 6,
  nightly: 30,
  scopes: 10,
  suppliers: 4,
  limits: 3,
  takes: 6,
}
const SHOWN_ELSEWHERE = 2

const stay = { check_in: '2027-03-10', check_out: '2027-03-13', nationality: 'GB' }
const rooms = [{ adults: 2, child_ages: [] }]

/** Cut where an example would be longer than anybody reads; secrets and ports of the recording are replaced. */
function shortened(value: Json, name = ''): Json {
  if (Array.isArray(value)) return value.slice(0, SHOWN[name] ?? SHOWN_ELSEWHERE).map((item: Json) => shortened(item))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, shortened(child, key)]))
  if (typeof value !== 'string') return value
  if (value.startsWith('bkt_')) return value.slice(0, 48)
  if (value.startsWith('whsec_')) return 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw7rTwjUPD8IL='
  if (value.startsWith('hdg_') && value.length > 40) return 'hdg_sandbox_Qm9zIGV4YW1wbGUga2V5IG9mIG5vYm9keSBhdCBhbGw'
  return value.startsWith('http://127.0.0.1') ? HOOK : value
}

function shortStream(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith('data: ') ? `data: ${JSON.stringify(shortened(JSON.parse(line.slice(6))))}` : line))
    .join('\n')
}

type Ask = {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Json
}

/** Formed as those that the gateway makes: the key of tests begins with `hdg_test_`, which no partner's does. */
const apiKey = `hdg_sandbox_${randomBytes(32).toString('base64url')}`

const gateway = { ...(await startGatewayProcess({ databaseUrl: '', env: { SANDBOX_API_KEY: apiKey } })), apiKey }
const receiver = await startReceiver()
const exchanges: Partial<Record<Route['operation'], Exchange>> = {}

/** Sends the request of an operation, keeps it with its answer, and hands out the answer's data. */
async function record(operation: Route['operation'], ask: Ask = {}): Promise<Json> {
  const route = ROUTES.find((one) => one.operation === operation)
  if (!route) throw new Error(`no route ${operation}`)
  const { params = {}, query = {}, headers = {}, body } = ask
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(query).toString()
  const answered = await httpClient(gateway).call(route.method, search ? `${path}?${search}` : path, body, headers)
  if (answered.status >= 300) throw new Error(`${operation}: ${JSON.stringify(answered.body)}`)
  const isStream = route.answer === 'STREAM'
  exchanges[operation] = {
    request: { params, query, headers, ...(body === undefined ? {} : { body: shortened(body) }) },
    answer: isStream ? shortStream(answered.body) : shortened(answered.body),
  }
  return isStream ? null : answered.body.data
}

function booked(bookingId: string, status: string): Promise<Json> {
  return until(`a booking to be ${status}`, async () => {
    const now = await httpJourney(gateway).booking(bookingId)
    return now.status === status ? now : null
  })
}

async function recordSearch(): Promise<void> {
  await record('findDestinations', { query: { q: 'Lond', limit: '2', language: 'en' } })
  await record('listHotelFilters', { query: { language: 'en' } })
  await record('listNationalities', { query: { language: 'en' } })
  const found = await record('searchHotels', {
    body: {
      destination: { type: 'place', id: 1842 },
      ...stay,
      rooms: [{ adults: 2, child_ages: [7] }],
      star_ratings: [4, 5],
      sort: 'price_low_to_high',
      limit: 2,
      pricing_mode: 'instant',
    },
  })
  await record('getHotel', { params: { hotel_id: '565' }, query: { language: 'en' } })
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  await record('pollPrices', {
    params: { search_id: found.search_id },
    query: { refresh_ids: found.hotels.map(({ hotel_id: id }: Json) => id).join(), since: '0' },
  })
}

async function recordBooking(): Promise<void> {
  const hotelId = await scenarioHotel(gateway, 'hold')
  const created = await record('createRoomSearch', { params: { hotel_id: hotelId }, body: { ...stay, rooms } })
  await record('openRoomStream', { params: { hotel_id: hotelId, stream_id: created.stream_id } })
  const collected = await httpClient(gateway).post(`/hotels/${hotelId}/rooms`, { ...stay, rooms, max_wait_ms: 10_000 })
  const [option] = collected.body.data.options
  const { offer } = await record('prebook', { body: { booking_token: option.booking_token, language: 'en' } })
  await record('getOffer', { params: { offer_id: offer.offer_id } })
  const key = { 'idempotency-key': 'order-8812' }
  const input = { ...bookingInput(offer, 'HOLD'), client_reference: 'ORDER-8812', metadata: { channel: 'web' } }
  const { booking_id: bookingId } = await record('createBooking', { headers: key, body: input })
  const params = { booking_id: bookingId }
  await record('findBookingByIdempotencyKey', { headers: key })
  await booked(bookingId, 'ON_HOLD')
  await record('getBooking', { params })
  await record('confirmHold', { params, body: { accepted_offer_id: offer.offer_id } })
  await booked(bookingId, 'CONFIRMED')
  await record('getBookingDetails', { params })
  await record('listBookings', { query: { status: 'CONFIRMED', limit: '2' } })
  await record('getPenalties', { params })
  const quote = await record('quoteCancellation', { params })
  await record('cancelBooking', {
    params,
    headers: { 'idempotency-key': 'order-8812-cancel' },
    body: { cancellation_quote_id: quote.quote_id },
  })
  await record('listEvents', { query: { after: '0', limit: '2' } })
}

async function recordReview(): Promise<void> {
  const journey = httpJourney(gateway)
  const { offer } = await prebookRoom(journey, await scenarioHotel(gateway, 'hold-short'))
  const { booking_id: bookingId } = await journey.book(bookingInput(offer, 'HOLD'), randomUUID())
  await record('reviewBooking', {
    params: { booking_id: bookingId },
    headers: { 'idempotency-key': 'review-8813' },
    body: { decision: 'APPROVE', note: 'the guest called' },
  })
}

async function recordWebhooks(): Promise<void> {
  const { endpoint_id: endpointId } = await record('createWebhookEndpoint', {
    body: { url: receiver.url, description: 'bookings', event_types: ['booking.*'], max_per_second: 50 },
  })
  const params = { endpoint_id: endpointId }
  await record('listWebhookEndpoints')
  await record('getWebhookEndpoint', { params })
  await record('updateWebhookEndpoint', { params, body: { description: 'bookings of the shop', enabled: true } })
  await record('rotateWebhookSecret', { params, body: { grace_period_seconds: 3_600 } })
  const { delivery_id: deliveryId } = await record('testWebhookEndpoint', { params })
  await receiver.waitFor(() => true)
  const delivery = { delivery_id: deliveryId }
  await until('the attempt to be kept', async () => {
    const { body } = await httpClient(gateway).get(`/webhooks/deliveries/${deliveryId}`)
    return body.data.status === 'DELIVERED'
  })
  await record('getWebhookDelivery', { params: delivery })
  await record('listWebhookDeliveries', { query: { endpoint_id: endpointId, limit: '2' } })
  await record('redeliverWebhook', { params: delivery })
  await record('recoverWebhookEndpoint', { params, body: { since: '2026-11-01T00:00:00Z' } })
  await record('deleteWebhookEndpoint', { params })
}

async function recordKeys(): Promise<void> {
  await record('getMe')
  const { terms } = await record('listSupplierTerms')
  const [{ supplier_code: supplierCode, version }] = terms
  await record('acceptSupplierTerms', { params: { supplier_code: supplierCode }, body: { version } })
  const { keys } = await record('listApiKeys')
  const params = { key_id: keys.find((key: Json) => key.is_current).key_id }
  const { key } = await record('rollApiKey', { params, body: { overlap_seconds: 3_600 } })
  const rolled = { key_id: key.key_id }
  await record('updateApiKey', { params: rolled, body: { addresses: ['203.0.113.0/24'] } })
  // The last key that goes on cannot be revoked: this one gets a follower first.
  const followed = await httpClient(gateway).post(`/keys/${key.key_id}/roll`, { overlap_seconds: 3_600 })
  if (followed.status !== 201) throw new Error(JSON.stringify(followed.body))
  await record('revokeApiKey', { params: rolled, body: {} })
}

try {
  await recordSearch()
  await recordBooking()
  await recordReview()
  await recordWebhooks()
  await recordKeys()
  writeFileSync(FILE, `${JSON.stringify(exchanges, null, 2)}\n`)
  console.log(`${Object.keys(exchanges).length} exchanges in ${FILE}`)
} finally {
  await receiver.close()
  await gateway.stop()
}
