import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpClient } from '../support/http-client.ts'
import {
  bookingInput,
  bookScenario,
  httpJourney,
  londonSearch,
  party,
  prebookRoom,
  scenarioHotel,
  stay,
} from '../support/journey.ts'
import { until } from '../support/until.ts'
import { strangerTo, useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let stranger: HttpClient

useGateway(async (started) => {
  ;({ database, gateway, http } = started)
  stranger = await strangerTo(gateway)
})

describe('the envelope', () => {
  it('[C-001] [C-029] [C-030] [C-116] carries version, success, message and data', async () => {
    const { status, body } = await http.post('/hotels/search', londonSearch({ limit: 2 }))
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['contract_version', 'success', 'message', 'data'])
    expect(body).toMatchObject({ contract_version: '1', success: true })
    expect(body.data.search_info).toMatchObject({
      country_code: 'GB',
      nights: 3,
      total_rooms: 1,
      total_guests: 2,
      place_id: 1842,
      place: 'London',
      price_sort: null,
      hotel_id: null,
    })
    expect(body.data).toMatchObject({ requested_results: 2, returned_results: 2 })
    expect(body.data.total_results).toBeGreaterThan(100)
    const [hotel] = body.data.hotels
    expect(typeof hotel.hotel_id).toBe('string')
    expect(Object.keys(hotel).sort()).toEqual(
      [
        'address availability_band chain city country distance_from_center_km facilities hotel_id hotel_name latitude',
        'longitude lowest_price main_image_url place_hidden price refundable_from stars supplier_prices',
        'typical_price_usd_cents',
        'value_pct vs_typical_pct',
      ]
        .join(' ')
        .split(' '),
    )
  })

  it('[C-002] says success false for a FAILED booking only', async () => {
    const failed = await bookScenario(gateway, httpJourney(gateway), 'refused', 'INSTANT')
    const told = await http.get(`/hotels/book/${failed.booking_id}`)
    expect(told.body).toMatchObject({ success: false, data: { status: 'FAILED' } })
    const held = await bookScenario(gateway, httpJourney(gateway), 'hold-short', 'HOLD')
    const review = await http.get(`/hotels/book/${held.booking_id}`)
    expect(review.body).toMatchObject({ success: true, data: { status: 'AWAITING_REVIEW' } })
  })

  it('[C-003] echoes a usable request id and replaces an unusable one', async () => {
    const echoed = await http.get('/hotels/filters', { 'x-request-id': 'trace-1.a_B' })
    expect(echoed.headers.get('x-request-id')).toBe('trace-1.a_B')
    const replaced = await http.get('/nowhere', { 'x-request-id': 'x'.repeat(200) })
    expect(replaced.headers.get('x-request-id')).toMatch(/^req_/)
    expect(replaced.body.request_id).toBe(replaced.headers.get('x-request-id'))
  })
})

describe('access', () => {
  it.each([
    ['no key', {}],
    ['an unknown key', { 'x-api-key': 'hdg_test_unknown_unknown_unknown' }],
    ['a malformed key', { 'x-api-key': 'x' }],
  ])('[C-004] with %s is a 401 that does not tell which', async (_what, headers) => {
    const answer = await fetch(`${gateway.url}/hotels/filters`, { headers: headers as Record<string, string> })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain('x-api-key')
    expect(await answer.json()).toMatchObject({ code: 'UNAUTHENTICATED', message: 'No valid API key', details: {} })
  })

  it('[C-005] refuses a key of the other environment like an unknown one', async () => {
    await database.query("UPDATE api_keys SET environment = 'production' WHERE organization_id = 'org_sandbox_default'")
    await until('the key to be forgotten', async () => (await stranger.get('/hotels/filters')).status === 401)
    await database.query("UPDATE api_keys SET environment = 'sandbox' WHERE organization_id = 'org_sandbox_default'")
    await until('the key to be known again', async () => (await stranger.get('/hotels/filters')).status === 200)
  })

  it('[C-006] never takes a key from the URL', async () => {
    const answer = await fetch(`${gateway.url}/hotels/filters?x-api-key=${gateway.apiKey}`)
    expect(answer.status).toBe(401)
  })

  it('[C-010] answers another organization’s booking, search, offer and stream exactly as unknown ones', async () => {
    const journey = httpJourney(gateway)
    const found = await journey.search(londonSearch({ limit: 1 }))
    const { offer } = await prebookRoom(journey, await scenarioHotel(gateway, 'hold'))
    const booked = await journey.book(bookingInput(offer, 'INSTANT'), randomUUID())
    const rooms = await http.post(`/hotels/${await scenarioHotel(gateway, 'hold')}/rooms`, { ...stay(), ...party })
    const pairs = [
      [`/hotels/book/${booked.booking_id}`, '/hotels/book/ubk_UNKNOWN'],
      [`/hotels/search/${found.search_id}/prices`, '/hotels/search/srch_UNKNOWN/prices'],
      [rooms.body.data.sse_stream_url, '/hotels/900003/rooms/stream/stream_UNKNOWN'],
    ]
    for (const [theirs = '', unknown = ''] of pairs) {
      const [one, other] = [await stranger.get(theirs), await stranger.get(unknown)]
      expect([one.status, one.body.code, one.body.message]).toEqual([other.status, other.body.code, other.body.message])
      expect(one.status).toBe(404)
    }
    const stolen = await stranger.post('/hotels/book', bookingInput(offer, 'INSTANT'), {
      'idempotency-key': randomUUID(),
    })
    expect(stolen.body.code).toBe('OFFER_NOT_FOUND')
  })

  it('[C-067] keeps idempotency keys apart by organization', async () => {
    const key = randomUUID()
    const { offer } = await prebookRoom(httpJourney(gateway), await scenarioHotel(gateway, 'hold'))
    await http.post('/hotels/book', bookingInput(offer, 'INSTANT'), { 'idempotency-key': key })
    const theirs = await stranger.get('/hotels/book/by-idempotency-key', { 'idempotency-key': key })
    expect(theirs).toMatchObject({ status: 404, body: { code: 'BOOKING_NOT_FOUND' } })
  })
})

describe('versions', () => {
  it('[C-007] [C-008] answer in the operation’s own, and echo it', async () => {
    const one = await http.get('/hotels/filters', { 'x-service-contract-version': '1' })
    expect(one.headers.get('x-service-contract-version')).toBe('1')
    expect(one.body.contract_version).toBe('1')
    const two = await http.post('/hotels/book/ubk_UNKNOWN/cancellation-quote')
    expect(two.headers.get('x-service-contract-version')).toBe('2')
  })

  it.each([
    ['/hotels/search', '2', ['1']],
    ['/hotels/book/ubk_X/confirm-hold', '1', ['2']],
    ['/hotels/book/ubk_X/cancellation-quote', '7', ['2']],
  ])('[C-009] %s refuses version %s, and says which it serves', async (path, version, supported) => {
    const answer = await http.post(path, {}, { 'x-service-contract-version': version })
    expect(answer).toMatchObject({ status: 406, body: { code: 'CONTRACT_VERSION_UNSUPPORTED' } })
    expect(answer.body.details.supported_versions).toEqual(supported)
  })
})

describe('limits', () => {
  it('[C-014] are told with every answer, and end in a 429', async () => {
    const one = await stranger.get('/hotels/filters')
    expect(one.headers.get('ratelimit-policy')).toBe('"static";q=300;w=60')
    expect(one.headers.get('ratelimit')).toMatch(/^"static";r=\d+;t=\d+$/)
    const answers = await Promise.all(
      Array.from({ length: 31 }, () =>
        stranger.post('/hotels/search', londonSearch({ pricing_mode: 'live', max_wait_ms: 0, limit: 1 })),
      ),
    )
    const limited = answers.find(({ status }) => status === 429)
    expect(limited?.body).toMatchObject({ code: 'RATE_LIMITED', retryable: true })
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await stranger.get('/hotels/bookings')).status).toBe(200)
  })
})

describe('lists that change seldom', () => {
  it('[C-013] [C-047] [C-048] [C-049] are localized, cacheable, and answer 304', async () => {
    const german = await http.get('/master-data/nationalities', { language: 'de' })
    expect(german.headers.get('cache-control')).toContain('max-age=2592000')
    expect(german.body.data.nationalities).toContainEqual({ iso_code: 'DE', name: 'Deutschland' })
    const etag = german.headers.get('etag') ?? ''
    const same = await http.get('/master-data/nationalities', { language: 'de', 'if-none-match': etag })
    expect(same.status).toBe(304)
    expect((await http.get('/master-data/nationalities', { 'if-none-match': '*' })).status).toBe(304)
    expect((await http.get('/master-data/nationalities', { 'if-none-match': '"x", "*"' })).status).toBe(200)
    const filters = await http.get('/hotels/filters?language=fr', { language: 'de' })
    expect(filters.body.data.property_types.length).toBeGreaterThan(2)
    const unknown = await http.get('/hotels/filters', { language: 'tlh' })
    expect(unknown.status).toBe(200)
    for (const q of ['lond', 'Lodnon', 'LONDRES', 'ロンドン']) {
      const found = await http.get(`/destinations/autocomplete?q=${encodeURIComponent(q)}`)
      expect(found.body.data.destinations[0]).toMatchObject({ type: 'place', id: 1842, country_code: 'GB' })
      expect(found.headers.get('cache-control')).toContain('max-age=172800')
    }
  })
})
