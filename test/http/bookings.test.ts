import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { faultyPaths, type HttpClient, type Json } from '../support/http-client.ts'
import { bookingInput, bookScenario, httpJourney, party, prebookRoom, scenarioHotel, stay } from '../support/journey.ts'
import { sandboxBookings } from '../support/sandbox-bookings.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient

useGateway((started) => {
  ;({ database, gateway, http } = started)
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

  it('[C-066] tells two of the client’s own names apart: metadata {fooBar} and {foo_bar} are two requests', async () => {
    const { offer } = await prebookRoom(httpJourney(gateway), await scenarioHotel(gateway, 'hold'))
    const headers = { 'idempotency-key': randomUUID() }
    const input = bookingInput(offer, 'INSTANT')
    const first = await http.post('/hotels/book', { ...input, metadata: { fooBar: 'x' } }, headers)
    expect(first.status).toBe(200)
    const other = await http.post('/hotels/book', { ...input, metadata: { foo_bar: 'x' } }, headers)
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    expect(other.body.details.differing_paths).toEqual(['metadata.fooBar', 'metadata.foo_bar'])
  })

  it('[C-069] [C-101] [C-117] [C-119] shows every field of the status, null where there is nothing', async () => {
    const booked = await bookScenario(gateway, httpJourney(gateway), 'cancel-free', 'INSTANT')
    expect(Object.keys(booked).sort()).toEqual(
      [
        'accepted_offer_id action_required available_actions booking_id cancellation created_at discrepancies failure',
        'hold_deadline_at is_terminal',
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
    // Each answer is the booking's status, and nothing else of what is stored.
    const fields = Object.keys(await journey.booking(held.booking_id)).sort()
    for (const one of all) expect(Object.keys(one).sort()).toEqual(fields)
    const attempts = await database.query(
      "SELECT count(*)::int AS count FROM booking_attempts WHERE booking_id = $1 AND operation = 'CONFIRM_HOLD'",
      [held.booking_id],
    )
    expect(attempts[0].count).toBe(1)
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
    await until('CANCELLED', async () => (await journey.booking(booked.booking_id)).status === 'CANCELLED')
    const { cancellation } = await journey.booking(booked.booking_id)
    expect(cancellation).toMatchObject({ cause: 'CLIENT', penalty_status: 'KNOWN' })
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
    expect(faultyPaths(wrong).sort()).toEqual(['fault', 'operation', 'supplier_code'])
  })

  // Last: it moves the time of everything above.
  it('[C-083] move the clock past a hold’s deadline: it is refused, and settled with what the supplier did', {
    timeout: 180_000,
  }, async () => {
    const journey = httpJourney(gateway)
    const held = await bookScenario(gateway, journey, 'hold-lapses', 'HOLD')
    const review = await bookScenario(gateway, journey, 'hold-short', 'HOLD')
    const moved = await http.post('/sandbox/clock', { advance_seconds: 11 * 86_400 })
    expect(moved.body.data.offset_seconds).toBeGreaterThanOrEqual(11 * 86_400)
    const late = await journey.confirmHold(held.booking_id, held.accepted_offer_id)
    expect(['HOLD_DEADLINE_EXPIRED', 'HOLD_NOT_ALLOWED']).toContain(late.code)
    await until('CANCELLED', async () => (await journey.booking(held.booking_id)).status === 'CANCELLED')
    const expired = await until('FAILED', async () => {
      const booking = await journey.booking(review.booking_id)
      return booking.status === 'FAILED' ? booking : null
    })
    expect(expired.failure.code).toBe('REVIEW_EXPIRED')
  })
})
