import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { faultyPaths, type HttpClient, type Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, londonSearch, party, prebookRoom, scenarioHotel, stay } from '../support/journey.ts'
import { sandboxBookings } from '../support/sandbox-bookings.ts'
import { strangerTo, useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let stranger: HttpClient

useGateway(async (started) => {
  ;({ database, gateway, http } = started)
  stranger = await strangerTo(gateway)
})

const ERROR_KEYS = ['code', 'details', 'documentation_url', 'message', 'request_id', 'retryable']

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
      expect(Object.keys(answer.body).sort()).toEqual(ERROR_KEYS)
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
    expect(faultyPaths(answer).sort()).toEqual(
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
      expect(faultyPaths(answer).sort()).toEqual([
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
    expect(faultyPaths(await http.post('/hotels/search', londonSearch({ rooms })))).toEqual([
      'rooms[1].adults',
      'rooms[2].child_ages[1]',
      'rooms[2]',
    ])
    expect(
      faultyPaths(
        await http.post('/hotels/search', londonSearch({ rooms: Array.from({ length: 9 }, () => ({ adults: 1 })) })),
      ),
    ).toEqual(['rooms'])
  })

  it('[C-016] takes today at the destination and no day before it', async () => {
    const { check_out } = stay(1)
    const past = await http.post('/hotels/search', londonSearch({ check_in: '2020-01-01', check_out }))
    expect(faultyPaths(past)).toContain('check_in')
    expect(past.body.details.issues[0].code).toBe('IN_THE_PAST')
  })

  it('names an unknown key and the nearest known one', async () => {
    const answer = await http.post('/hotels/search', londonSearch({ star_rating: [4], checkIn: 'x' }))
    expect(answer.body.details.issues).toContainEqual(
      expect.objectContaining({
        path: 'star_rating',
        code: 'UNKNOWN_KEY',
        message: expect.stringContaining('star_ratings'),
      }),
    )
    expect(faultyPaths(answer)).toContain('checkIn')
  })

  it('[C-025] refuses a minimum above the maximum', async () => {
    const answer = await http.post(
      '/hotels/search',
      londonSearch({ min_total_price_usd_cents: 900, max_total_price_usd_cents: 100 }),
    )
    expect(faultyPaths(answer)).toEqual(['min_total_price_usd_cents'])
  })

  it('[C-015] answers an unknown destination, and one of the other type, with 404', async () => {
    for (const destination of [
      { type: 'place', id: 1 },
      { type: 'hotel', id: 2_147_483_000 },
      { type: 'place', id: 900_003 },
    ]) {
      const answer = await http.post('/hotels/search', londonSearch({ destination }))
      expect(answer).toMatchObject({ status: 404, body: { code: 'DESTINATION_NOT_FOUND' } })
    }
  })

  it('[C-064] [C-077] [C-087] writes nothing and sends nothing to a supplier', async () => {
    async function count(): Promise<string> {
      return (await database.query('SELECT count(*) FROM bookings'))[0]?.count
    }
    const { offer } = await prebookRoom(httpJourney(gateway), await scenarioHotel(gateway, 'hold'))
    const before = [await count(), (await sandboxBookings(database)).length]
    const good = bookingInput(offer, 'INSTANT')
    const attempts: [Json, Record<string, string>, string][] = [
      [good, {}, 'IDEMPOTENCY_KEY_REQUIRED'],
      [good, { 'idempotency-key': 'x'.repeat(256) }, 'IDEMPOTENCY_KEY_INVALID'],
      [{ ...good, offer_id: 'off_UNKNOWN' }, { 'idempotency-key': randomUUID() }, 'OFFER_NOT_FOUND'],
      [{ ...good, guests: [...good.guests, good.guests[0]] }, { 'idempotency-key': randomUUID() }, 'VALIDATION_ERROR'],
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
