import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type StartedGateway, startGateway } from '../support/gateway.ts'
import { type HttpClient, httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, bookScenario, httpJourney, party, prebookRoom, scenarioHotel, stay } from '../support/journey.ts'
import { sandboxBookings } from '../support/sandbox-bookings.ts'
import { parseSse } from '../support/sse.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
/** Another organization of the same gateway. */
let stranger: HttpClient
let sql: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  gateway = await startGateway({ databaseUrl: database.url })
  http = httpClient(gateway)
  const apiKey = await until('the second key', () => /with default limits: +(\S+)/.exec(gateway.log.join('\n'))?.[1])
  stranger = httpClient({ url: gateway.url, apiKey })
  sql = new pg.Client({ connectionString: database.url })
  await sql.connect()
})

afterAll(async () => {
  await sql?.end()
  await gateway?.stop()
  await database?.drop()
})

const search = (changes: Json = {}): Json => ({
  destination: { type: 'place', id: 1842 },
  ...stay(),
  ...party,
  ...changes,
})
const paths = ({ body }: { body: Json }): string[] => body.details.issues.map(({ path }: Json) => path)

describe('the envelope', () => {
  it('[C-001] [C-029] [C-030] [C-116] carries version, success, message and data', async () => {
    const { status, body } = await http.post('/hotels/search', search({ limit: 2 }))
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
        'longitude main_image_url price stars supplier_prices typical_price_usd_cents value_pct vs_typical_pct',
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
    await sql.query("UPDATE api_keys SET environment = 'production' WHERE organization_id = 'org_sandbox_default'")
    await until('the key to be forgotten', async () => (await stranger.get('/hotels/filters')).status === 401)
    await sql.query("UPDATE api_keys SET environment = 'sandbox' WHERE organization_id = 'org_sandbox_default'")
    await until('the key to be known again', async () => (await stranger.get('/hotels/filters')).status === 200)
  })

  it('[C-006] never takes a key from the URL', async () => {
    const answer = await fetch(`${gateway.url}/hotels/filters?x-api-key=${gateway.apiKey}`)
    expect(answer.status).toBe(401)
  })

  it('[C-010] answers another organization’s booking, search, offer and stream exactly as unknown ones', async () => {
    const journey = httpJourney(gateway)
    const found = await journey.search(search({ limit: 1 }))
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

describe('bad input', () => {
  it.each([
    [
      'malformed JSON',
      'POST',
      '/hotels/search',
      '{"destination":',
      { 'content-type': 'application/json' },
      400,
      'MALFORMED_JSON',
    ],
    [
      'another media type',
      'POST',
      '/hotels/search',
      '<x/>',
      { 'content-type': 'application/xml' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    ['an unknown path', 'GET', '/hotels/nowhere/else', undefined, {}, 404, 'NOT_FOUND'],
    ['another method', 'DELETE', '/hotels/search', undefined, {}, 405, 'METHOD_NOT_ALLOWED'],
    [
      'an oversized body',
      'POST',
      '/hotels/search',
      JSON.stringify({ x: 'x'.repeat(1_100_000) }),
      {},
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['a body that is no object', 'POST', '/hotels/search', '[1]', {}, 400, 'VALIDATION_ERROR'],
    ['a body nested without end', 'POST', '/hotels/search', '['.repeat(400_000), {}, 400, 'MALFORMED_JSON'],
  ] as const)(
    '[C-011] [C-012] %s gets its own structured error',
    async (_what, method, path, body, headers, status, code) => {
      const answer = await http.call(method, path, body, headers)
      expect(answer.status).toBe(status)
      expect(Object.keys(answer.body).sort()).toEqual(['code', 'details', 'message', 'request_id', 'retryable'])
      expect(answer.body.code).toBe(code)
      expect(JSON.stringify(answer.body)).not.toMatch(/at \/|node_modules|prisma|SELECT /i)
    },
  )

  it('[C-011] is RFC 9457 for those who ask for it', async () => {
    const answer = await http.get('/nowhere', { accept: 'application/problem+json' })
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(answer.body).toMatchObject({ status: 404, code: 'NOT_FOUND', title: 'No such path' })
  })

  it('[C-016] [C-017] [C-018] [C-019] [C-020] [C-025] tells every fault at once, each by its path', async () => {
    const answer = await http.post('/hotels/search', {
      destination: { type: 'castle', id: 'x' },
      check_in: '2026-02-30',
      check_out: '2027-03-10T12:00',
      nationality: 'Britain',
      rooms: 'two',
      star_ratings: [6],
      limit: 101,
    })
    expect(answer.status).toBe(400)
    expect(paths(answer).sort()).toEqual(
      [
        'check_in',
        'check_out',
        'destination.id',
        'destination.type',
        'limit',
        'nationality',
        'rooms',
        'star_ratings[0]',
      ].sort(),
    )
  })

  it.each(['/hotels/search', '/hotels/984/rooms'])(
    '%s: what has a wrong shape hides nothing of what is wrong with the rest',
    async (path) => {
      const answer = await http.post(path, {
        ...(path === '/hotels/search' ? { destination: { type: 'place', id: 1842 } } : {}),
        check_in: '2020-01-01',
        check_out: 'some day',
        nationality: 'XX',
        rooms: [{ adults: 2 }, { adults: 0 }],
        language: 5,
        max_wait: 3,
      })
      expect(answer.status).toBe(400)
      expect(paths(answer).sort()).toEqual([
        'check_in',
        'check_out',
        'language',
        'max_wait',
        'nationality',
        'rooms[1].adults',
      ])
    },
  )

  it('[C-018] names the room by its index', async () => {
    const rooms = [{ adults: 2 }, { adults: 0 }, { adults: 4, child_ages: [3, 18] }]
    expect(paths(await http.post('/hotels/search', search({ rooms })))).toEqual([
      'rooms[1].adults',
      'rooms[2].child_ages[1]',
      'rooms[2]',
    ])
    expect(
      paths(await http.post('/hotels/search', search({ rooms: Array.from({ length: 9 }, () => ({ adults: 1 })) }))),
    ).toEqual(['rooms'])
  })

  it('[C-016] takes today at the destination and no day before it', async () => {
    const { check_out } = stay(1)
    const past = await http.post('/hotels/search', search({ check_in: '2020-01-01', check_out }))
    expect(paths(past)).toContain('check_in')
    expect(past.body.details.issues[0].code).toBe('IN_THE_PAST')
  })

  it('names an unknown key and the nearest known one', async () => {
    const answer = await http.post('/hotels/search', search({ star_rating: [4], checkIn: 'x' }))
    expect(answer.body.details.issues).toContainEqual(
      expect.objectContaining({
        path: 'star_rating',
        code: 'UNKNOWN_KEY',
        message: expect.stringContaining('star_ratings'),
      }),
    )
    expect(paths(answer)).toContain('checkIn')
  })

  it('[C-025] refuses a minimum above the maximum', async () => {
    const answer = await http.post(
      '/hotels/search',
      search({ min_total_price_usd_cents: 900, max_total_price_usd_cents: 100 }),
    )
    expect(paths(answer)).toEqual(['min_total_price_usd_cents'])
  })

  it('[C-015] answers an unknown destination, and one of the other type, with 404', async () => {
    for (const destination of [
      { type: 'place', id: 1 },
      { type: 'hotel', id: 2_147_483_000 },
      { type: 'place', id: 900_003 },
    ]) {
      const answer = await http.post('/hotels/search', search({ destination }))
      expect(answer).toMatchObject({ status: 404, body: { code: 'DESTINATION_NOT_FOUND' } })
    }
  })

  it('[C-064] [C-077] [C-087] writes nothing and sends nothing to a supplier', async () => {
    const count = async (): Promise<string> => (await sql.query('SELECT count(*) FROM bookings')).rows[0].count
    const { offer } = await prebookRoom(httpJourney(gateway), await scenarioHotel(gateway, 'hold'))
    const before = [await count(), (await sandboxBookings(database)).length]
    const good = bookingInput(offer, 'INSTANT')
    const attempts: [Json, Record<string, string>, string][] = [
      [good, {}, 'IDEMPOTENCY_KEY_REQUIRED'],
      [good, { 'idempotency-key': 'x'.repeat(256) }, 'IDEMPOTENCY_KEY_INVALID'],
      [{ ...good, offer_id: 'off_UNKNOWN' }, { 'idempotency-key': randomUUID() }, 'OFFER_NOT_FOUND'],
      [{ ...good, guests: good.guests.slice(1) }, { 'idempotency-key': randomUUID() }, 'VALIDATION_ERROR'],
      [
        { ...good, holder: { ...good.holder, email: 'nobody' } },
        { 'idempotency-key': randomUUID() },
        'VALIDATION_ERROR',
      ],
      [
        { ...good, accepted_price: { amount_minor: 1, currency: 'USD' } },
        { 'idempotency-key': randomUUID() },
        'PRICE_MISMATCH',
      ],
    ]
    for (const [body, headers, code] of attempts)
      expect((await http.post('/hotels/book', body, headers)).body.code).toBe(code)
    expect([await count(), (await sandboxBookings(database)).length]).toEqual(before)
  })

  it('[C-062] refuses a forged, foreign or garbled booking token', async () => {
    const rooms = await http.post(`/hotels/${await scenarioHotel(gateway, 'hold')}/rooms`, {
      ...stay(),
      ...party,
      max_wait_ms: 10_000,
    })
    const token: string = rooms.body.data.options[0].booking_token
    const forged = `${token.slice(0, -4)}AAAA`
    for (const bad of [forged, 'bkt_', 'bkt_x', 'nothing'])
      expect((await http.post('/hotels/prebook', { booking_token: bad })).body.code).toBe('BOOKING_TOKEN_EXPIRED')
    expect((await stranger.post('/hotels/prebook', { booking_token: token })).body.code).toBe('BOOKING_TOKEN_EXPIRED')
  })
})

describe('create', () => {
  it('[C-065] [C-066] [C-068] makes one booking of one key, however often and whenever it is sent', async () => {
    const key = randomUUID()
    const { offer } = await prebookRoom(httpJourney(gateway), await scenarioHotel(gateway, 'hold'))
    const input = bookingInput(offer, 'INSTANT')
    const before = (await sandboxBookings(database)).length
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => http.post('/hotels/book', input, { 'idempotency-key': key })),
    )
    expect(new Set(answers.map(({ body }) => body.data.booking_id)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(7)
    expect((await sandboxBookings(database)).length).toBe(before + 1)
    const other = await http.post('/hotels/book', { ...input, client_reference: 'B' }, { 'idempotency-key': key })
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    expect(other.body.details.differing_paths).toEqual(['client_reference'])
    const found = await http.get('/hotels/book/by-idempotency-key', { 'idempotency-key': key })
    expect(found.body.data.booking_id).toBe(answers[0]?.body.data.booking_id)
  })

  it('[C-069] [C-101] [C-117] [C-119] shows every field of the status, null where there is nothing', async () => {
    const booked = await bookScenario(gateway, httpJourney(gateway), 'cancel-free', 'INSTANT')
    expect(Object.keys(booked).sort()).toEqual(
      [
        'accepted_offer_id action_required available_actions booking_id created_at failure hold_deadline_at is_terminal',
        'next_poll_after_ms processing_reason provider review_expires_at status updated_at',
      ]
        .join(' ')
        .split(' '),
    )
    expect(Object.keys(booked.provider)).toHaveLength(8)
    expect(booked).toMatchObject({ is_terminal: true, next_poll_after_ms: null, hold_deadline_at: null })
    expect(booked.booking_id).toMatch(/^ubk_[0-9A-Z]{26}$/)
    expect(booked.accepted_offer_id).toMatch(/^off_[0-9A-Z]{26}$/)
  })

  it('[C-075] reviews a hold that is too short; an approval alone asks the supplier', async () => {
    const before = (await sandboxBookings(database)).length
    const held = await bookScenario(gateway, httpJourney(gateway), 'hold-short', 'HOLD')
    expect(held).toMatchObject({ status: 'AWAITING_REVIEW', processing_reason: 'MANUAL_REVIEW_REQUIRED' })
    expect((await sandboxBookings(database)).length).toBe(before)
    const reviewed = await http.post(`/hotels/book/${held.booking_id}/review`, { decision: 'APPROVE', note: null })
    expect(reviewed.body.data.status).toBe('ON_HOLD')
    const other = await bookScenario(gateway, httpJourney(gateway), 'hold-short', 'HOLD')
    const rejected = await http.post(`/hotels/book/${other.booking_id}/review`, { decision: 'REJECT' })
    expect(rejected.body.data).toMatchObject({ status: 'FAILED', failure: { code: 'REVIEW_REJECTED' } })
  })

  it('[C-061] [C-076] refuses a hold of an offer that allows none', async () => {
    const rooms = await http.post(`/hotels/${await scenarioHotel(gateway, 'unmapped-room')}/rooms`, {
      ...stay(),
      ...party,
      max_wait_ms: 10_000,
    })
    const option = rooms.body.data.options.find(({ available_booking_modes: modes }: Json) => !modes.includes('HOLD'))
    const prebook = await http.post('/hotels/prebook', { booking_token: option.booking_token })
    const { offer } = prebook.body.data
    expect(offer.lifecycle).toMatchObject({
      hold_allowed: false,
      available_booking_modes: ['INSTANT'],
      hold_deadline: null,
    })
    const refused = await http.post('/hotels/book', bookingInput(offer, 'HOLD'), { 'idempotency-key': randomUUID() })
    expect(refused).toMatchObject({ status: 409, body: { code: 'HOLD_NOT_ALLOWED' } })
  })
})

describe('holds', () => {
  it('[C-078] [C-080] [C-082] confirms the right offer, once', async () => {
    const journey = httpJourney(gateway)
    const held = await bookScenario(gateway, journey, 'hold', 'HOLD')
    const path = `/hotels/book/${held.booking_id}/confirm-hold`
    const extra = await http.post(path, { accepted_offer_id: held.accepted_offer_id, note: 'x' })
    expect(extra).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
    const wrong = await http.post(path, { accepted_offer_id: 'off_OTHER' })
    expect(wrong).toMatchObject({ status: 409, body: { code: 'ACCEPTED_OFFER_MISMATCH' } })
    const all = await Promise.all([1, 2, 3].map(() => journey.confirmHold(held.booking_id, held.accepted_offer_id)))
    for (const { status } of all) expect(['PROCESSING', 'CONFIRMED']).toContain(status)
    await until('CONFIRMED', async () => (await journey.booking(held.booking_id)).status === 'CONFIRMED')
    const attempts = await sql.query(
      "SELECT count(*)::int AS count FROM booking_attempts WHERE booking_id = $1 AND operation = 'CONFIRM_HOLD'",
      [held.booking_id],
    )
    expect(attempts.rows[0].count).toBe(1)
    const instant = await bookScenario(gateway, journey, 'cancel-free', 'INSTANT')
    expect((await journey.confirmHold(instant.booking_id, instant.accepted_offer_id)).code).toBe('HOLD_NOT_ALLOWED')
  })

  it('[C-085] refuses a hold of a hotel whose mapping is not verified', async () => {
    const journey = httpJourney(gateway)
    const pending = await bookScenario(gateway, journey, 'mapping-pending', 'HOLD')
    const unverified = await bookScenario(gateway, journey, 'mapping-unverified', 'HOLD')
    expect((await journey.confirmHold(pending.booking_id, pending.accepted_offer_id)).code).toBe(
      'HOTEL_MAPPING_CHECK_PENDING',
    )
    expect((await journey.confirmHold(unverified.booking_id, unverified.accepted_offer_id)).code).toBe(
      'HOTEL_MAPPING_UNVERIFIED',
    )
    expect((await journey.booking(pending.booking_id)).status).toBe('ON_HOLD')
  })
})

describe('cancellation', () => {
  it('[C-088] [C-089] [C-090] [C-092] [C-093] [C-096] [C-097] cancels by an accepted quote, once', async () => {
    const journey = httpJourney(gateway)
    const booked = await bookScenario(gateway, journey, 'cancel-penalty', 'INSTANT')
    const quote = await journey.quote(booked.booking_id)
    const second = await journey.quote(booked.booking_id)
    expect(quote).toMatchObject({ booking_id: booked.booking_id, penalty_status: 'KNOWN', cancellable: true })
    expect(quote.penalty.amount_minor).toBeGreaterThan(0)
    expect(quote.cancellation.policy_stage).toBe('FINAL')
    expect(Date.parse(quote.expires_at) - Date.now()).toBeLessThanOrEqual(300_000)
    const key = randomUUID()
    const cancelled = await journey.cancel(booked.booking_id, quote.quote_id, key)
    expect(['CANCELLED', 'CANCELLATION_PENDING']).toContain(cancelled.status)
    const replay = await http.post(
      `/hotels/book/${booked.booking_id}/cancel`,
      { cancellation_quote_id: quote.quote_id },
      { 'idempotency-key': key },
    )
    expect(replay.headers.get('idempotent-replayed')).toBe('true')
    const again = await journey.cancel(booked.booking_id, second.quote_id, randomUUID())
    expect(again.code).toBe('VALIDATION_ERROR')
  })

  it('[C-090] never shows an unknown penalty as zero', async () => {
    const booked = await bookScenario(gateway, httpJourney(gateway), 'cancel-unknown', 'INSTANT')
    expect(await httpJourney(gateway).quote(booked.booking_id)).toMatchObject({
      penalty_status: 'UNKNOWN',
      penalty: null,
    })
  })

  it('[C-091] quotes in the booking’s currency with its exponent', async () => {
    for (const [slug, currency, exponent] of [
      ['jpy', 'JPY', 0],
      ['kwd', 'KWD', 3],
    ] as const) {
      const booked = await bookScenario(gateway, httpJourney(gateway), slug, 'INSTANT')
      const quote = await httpJourney(gateway).quote(booked.booking_id)
      expect(quote.penalty).toMatchObject({ currency, currency_exponent: exponent })
    }
  })

  it('[C-097] offers a fresh quote with the refusal of a used one, and asks no supplier', async () => {
    const journey = httpJourney(gateway)
    const [one, other] = [
      await bookScenario(gateway, journey, 'cancel-free', 'INSTANT'),
      await bookScenario(gateway, journey, 'cancel-free', 'INSTANT'),
    ]
    const quote = await journey.quote(one.booking_id)
    const wrong = await journey.cancel(other.booking_id, quote.quote_id, randomUUID())
    expect(wrong).toMatchObject({ code: 'CANCELLATION_QUOTE_INVALID', details: { reason: 'OTHER_BOOKING' } })
    expect(wrong.details.replacement_quote.quote_id).toMatch(/^cq_/)
    expect((await journey.booking(other.booking_id)).status).toBe('CONFIRMED')
  })

  it('[C-094] refuses to quote what cannot be cancelled', async () => {
    const failed = await bookScenario(gateway, httpJourney(gateway), 'refused', 'INSTANT')
    const answer = await http.post(`/hotels/book/${failed.booking_id}/cancellation-quote`)
    expect(answer).toMatchObject({ status: 409, body: { code: 'VALIDATION_ERROR' } })
  })
})

describe('search', () => {
  it('[C-021] [C-022] [C-024] walks every hotel once, in every order', { timeout: 60_000 }, async () => {
    for (const sort of [
      'recommended',
      'price_low_to_high',
      'price_high_to_low',
      'stars',
      'distance_from_center',
      'value',
    ]) {
      const ids: string[] = []
      let cursor: string | null = null
      let total = 0
      do {
        const { body }: { body: Json } = await http.post('/hotels/search', search({ sort, limit: 100, cursor }))
        ids.push(...body.data.hotels.map(({ hotel_id }: Json) => hotel_id))
        cursor = body.data.next_cursor
        total = body.data.total_results
      } while (cursor)
      expect(ids).toHaveLength(total)
      expect(new Set(ids).size).toBe(total)
    }
    const page = await http.post('/hotels/search', search({ limit: 2 }))
    const { next_cursor: cursor } = page.body.data
    for (const changed of [{ sort: 'stars' }, { star_ratings: [5] }, { cursor: cursor.replace(/_\d+$/, '_x') }])
      expect(paths(await http.post('/hotels/search', search({ limit: 2, cursor, ...changed })))).toContain('cursor')
  })

  it('[C-023] lets sort win over price_sort, and says so', async () => {
    const answer = await http.post('/hotels/search', search({ sort: 'stars', price_sort: 'low_to_high', limit: 1 }))
    expect(answer.body.data.warnings).toEqual([expect.objectContaining({ code: 'PRICE_SORT_IGNORED' })])
    expect(answer.body.data.search_info.price_sort).toBeNull()
    const alone = await http.post('/hotels/search', search({ price_sort: 'low_to_high', limit: 1 }))
    expect(alone.body.data.search_info.price_sort).toBe('low_to_high')
  })

  it('[C-027] sends only the fields that were asked for', async () => {
    const answer = await http.post('/hotels/search', search({ fields: ['hotel_name', 'nonsense'], limit: 1 }))
    expect(Object.keys(answer.body.data.hotels[0]).sort()).toEqual(['hotel_id', 'hotel_name'])
  })

  it('[C-028] finds a hotel with its neighbours beside it', async () => {
    const answer = await http.post('/hotels/search', search({ destination: { type: 'hotel', id: 717 } }))
    const { hotels, similar_hotels: similar } = answer.body.data
    expect(hotels.map(({ hotel_id }: Json) => hotel_id)).toEqual(['717'])
    expect(similar.length).toBeGreaterThan(0)
    expect(similar.map(({ hotel_id }: Json) => hotel_id)).not.toContain('717')
    const distances = similar.map(({ distance_km }: Json) => distance_km)
    expect(distances).toEqual([...distances].sort((a, b) => a - b))
  })

  it('[C-032] [C-040] [C-041] answers at once, and refreshes behind the answer', async () => {
    const ask = async (): Promise<Json> =>
      (await http.post('/hotels/search', search({ destination: { type: 'place', id: 1843 }, limit: 5 }))).body.data
    const refreshed = (searchId: string): Promise<Json> =>
      until('COMPLETE', async () => {
        const { status, body } = await http.get(`/hotels/search/${searchId}/prices`)
        return status === 200 && body.data.refresh_status === 'COMPLETE' ? body.data : null
      })
    const first = await ask()
    expect(first.refresh_status).toBe('PENDING')
    expect(first.hotels[0].price.rate_type).toBe('estimated')
    const done = await refreshed(first.search_id)
    expect(done.next_poll_after_ms).toBeNull()
    expect(done.hotels.length + done.no_price_hotel_ids.length).toBe(5)
    let again = await ask()
    expect(again.hotels.map(({ price }: Json) => price.rate_type)).toContain('cached')
    // Which hotels are sold out hangs on the date: others take their places, until all of a page have a price.
    for (let page = 0; again.refresh_status !== 'COMPLETE' && page < 10; page += 1) {
      await refreshed(again.search_id)
      again = await ask()
    }
    // Everything is known and fresh: nobody is asked again.
    expect(again.refresh_status).toBe('COMPLETE')
    const polled = await refreshed(again.search_id)
    expect(polled.hotels.map(({ hotel_id: id }: Json) => id)).toEqual(again.hotels.map(({ hotel_id: id }: Json) => id))
    expect(polled.no_price_hotel_ids).toEqual([])
  })

  it('[C-041] [C-118] tells an unknown search from an old one', async () => {
    expect(await http.get('/hotels/search/srch_UNKNOWN/prices')).toMatchObject({
      status: 404,
      body: { code: 'SEARCH_NOT_FOUND' },
    })
  })

  it('polling a search more than once a second is a 429 with Retry-After', async () => {
    const { body } = await http.post('/hotels/search', search({ limit: 1 }))
    const answers = await Promise.all([1, 2, 3].map(() => http.get(`/hotels/search/${body.data.search_id}/prices`)))
    const limited = answers.filter(({ status }) => status === 429)
    expect(limited).toHaveLength(2)
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  })

  it('[C-033] [C-034] live waits for quotes, and no longer than it was told', { timeout: 30_000 }, async () => {
    const live = await http.post('/hotels/search', search({ pricing_mode: 'live', limit: 3 }))
    expect(live.body.data.hotels.every(({ supplier_prices: prices }: Json) => prices.length >= 1)).toBe(true)
    expect(live.body.data.providers.map(({ outcome }: Json) => outcome)).toEqual([
      'PRICED',
      'PRICED',
      'PRICED',
      'PRICED',
    ])
    const startedAt = performance.now()
    const slow = await http.post(
      '/hotels/search',
      search({
        destination: { type: 'hotel', id: Number(await scenarioHotel(gateway, 'slow')) },
        pricing_mode: 'live',
        max_wait_ms: 1_000,
      }),
    )
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(slow.status).toBe(200)
    expect(slow.body.data.providers[0].outcome).toBe('TIMEOUT')
    expect(slow.body.data.hotels).toHaveLength(1)
  })

  it('[C-037] [C-038] [C-039] shows lists in EUR to who wants it, and refuses without a rate', async () => {
    await sql.query("UPDATE organizations SET list_currency = 'EUR' WHERE id = 'org_sandbox_default'")
    const inEur = await until('the override', async () => {
      const { body } = await stranger.post('/hotels/search', search({ limit: 1 }))
      return body.data?.hotels[0].price.currency === 'EUR' ? body.data : null
    })
    expect(inEur.hotels[0].price.amount).toBeGreaterThan(0)
    await sql.query("UPDATE exchange_rates SET active = false WHERE quote = 'EUR'")
    const refused = await until('the missing rate', async () => {
      const answer = await stranger.post('/hotels/search', search({ limit: 1 }))
      return answer.status === 200 ? null : answer
    })
    expect(refused).toMatchObject({ status: 503, body: { code: 'EXCHANGE_RATE_UNAVAILABLE' } })
    expect(refused.headers.get('retry-after')).toBeTruthy()
    await sql.query("UPDATE exchange_rates SET active = true WHERE quote = 'EUR'")
    await sql.query("UPDATE organizations SET list_currency = NULL WHERE id = 'org_sandbox_default'")
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

describe('limits', () => {
  it('[C-014] are told with every answer, and end in a 429', async () => {
    const one = await stranger.get('/hotels/filters')
    expect(one.headers.get('ratelimit-policy')).toBe('"static";q=300;w=60')
    expect(one.headers.get('ratelimit')).toMatch(/^"static";r=\d+;t=\d+$/)
    const answers = await Promise.all(
      Array.from({ length: 31 }, () =>
        stranger.post('/hotels/search', search({ pricing_mode: 'live', max_wait_ms: 0, limit: 1 })),
      ),
    )
    const limited = answers.find(({ status }) => status === 429)
    expect(limited?.body).toMatchObject({ code: 'RATE_LIMITED', retryable: true })
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await stranger.get('/hotels/bookings')).status).toBe(200)
  })
})

describe('the room stream', () => {
  /** Three of four suppliers do not sell a scenario's hotel. */
  const SKIPPED = ['provider_skipped', 'provider_skipped', 'provider_skipped']

  /** The first and the last event, then the suppliers' in any order. */
  const kindsOf = (events: ReturnType<typeof parseSse>): string[] => {
    const kinds = events.map(({ event }) => event)
    return [kinds[0] ?? '', kinds.at(-1) ?? '', ...kinds.slice(1, -1).sort()]
  }

  const rooms = async (slug: string): Promise<Json> => {
    const hotelId = await scenarioHotel(gateway, slug)
    return (await http.post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party })).body.data
  }

  it('[C-051] [C-052] [C-054] [C-058] begins with stream_ready, ends with done, and numbers its events', async () => {
    const created = await rooms('unmapped-room')
    expect(created.stream_id).toMatch(/^stream_/)
    const answer = await http.get(created.sse_stream_url)
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toMatch(/^retry: 2000\n/)
    const events = parseSse(answer.body)
    expect(kindsOf(events)).toEqual(['stream_ready', 'done', 'provider_options', ...SKIPPED])
    expect(events.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6'])
    for (const { data } of events)
      expect(data).toMatchObject({ stream_id: created.stream_id, hotel_id: created.hotel_id })
    const [option] = events.find(({ event }) => event === 'provider_options')?.data.options ?? []
    expect(option).toMatchObject({ mapping_status: 'UNMAPPED', allocations: [{ service_room: null }] })
    expect(option.booking_token).toMatch(/^bkt_/)
  })

  it('[C-055] resumes after the last event that was seen: none lost, none twice', async () => {
    const created = await rooms('hold')
    const whole = parseSse((await http.get(created.sse_stream_url)).body)
    const rest = parseSse((await http.get(created.sse_stream_url, { 'last-event-id': '1' })).body)
    expect(rest).toEqual(whole.slice(1))
  })

  it('[C-057] [C-059] refuses another hotel’s, an unknown one, and one without a key', async () => {
    const created = await rooms('hold')
    const elsewhere = created.sse_stream_url.replace(/hotels\/\d+/, 'hotels/717')
    expect(await http.get(elsewhere)).toMatchObject({ status: 404, body: { code: 'STREAM_NOT_FOUND' } })
    expect((await fetch(gateway.url + created.sse_stream_url)).status).toBe(401)
    expect((await http.get(created.sse_stream_url, { 'last-event-id': 'x' })).status).toBe(400)
    expect((await http.get(created.sse_stream_url, { 'last-event-id': '99' })).status).toBe(400)
  })

  it('[C-052] tells a supplier that fails, and goes on to the end', async () => {
    const events = parseSse((await http.get((await rooms('supplier-error')).sse_stream_url)).body)
    expect(kindsOf(events)).toEqual(['stream_ready', 'done', 'provider_error', ...SKIPPED])
    expect(events.find(({ event }) => event === 'provider_error')?.data.error).toEqual({
      code: 'ERROR',
      retryable: true,
    })
  })
})

describe('the sandbox’s levers', () => {
  it('play a fault beneath the next call only', async () => {
    const fault = { supplier_code: 'expedia_rapid', operation: 'price_check', fault: '500', count: 1 }
    expect((await http.post('/sandbox/faults', fault)).status).toBe(200)
    const hotelId = await scenarioHotel(gateway, 'hold')
    const rooms = await http.post(`/hotels/${hotelId}/rooms`, { ...stay(), ...party, max_wait_ms: 10_000 })
    const token = rooms.body.data.options[0].booking_token
    expect(await http.post('/hotels/prebook', { booking_token: token })).toMatchObject({ status: 503 })
    expect((await http.post('/hotels/prebook', { booking_token: token })).body.status).toBe('AVAILABLE')
    const wrong = await http.post('/sandbox/faults', { operation: 'dance', fault: 'fire' })
    expect(paths(wrong).sort()).toEqual(['fault', 'operation', 'supplier_code'])
  })

  // Last: it moves the time of everything above.
  it('[C-083] move the clock past a hold’s deadline: it is refused, and settled with what the supplier did', {
    timeout: 60_000,
  }, async () => {
    const journey = httpJourney(gateway)
    const held = await bookScenario(gateway, journey, 'hold-lapses', 'HOLD')
    const review = await bookScenario(gateway, journey, 'hold-short', 'HOLD')
    const moved = await http.post('/sandbox/clock', { advance_seconds: 11 * 86_400 })
    expect(moved.body.data.offset_seconds).toBeGreaterThanOrEqual(11 * 86_400)
    const late = await journey.confirmHold(held.booking_id, held.accepted_offer_id)
    expect(['HOLD_DEADLINE_EXPIRED', 'HOLD_NOT_ALLOWED']).toContain(late.code)
    await until('CANCELLED', async () => (await journey.booking(held.booking_id)).status === 'CANCELLED', 30_000)
    const expired = await until('FAILED', async () => {
      const booking = await journey.booking(review.booking_id)
      return booking.status === 'FAILED' ? booking : null
    })
    expect(expired.failure.code).toBe('REVIEW_EXPIRED')
  })
})
