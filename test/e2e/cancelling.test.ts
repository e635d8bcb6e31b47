import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import type { HttpAnswer, HttpClient, Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { supplierCalls } from '../support/metrics.ts'
import { until } from '../support/until.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient

useGateway((started) => {
  ;({ database, gateway, http } = started)
})

function booked(slug: string): Promise<Json> {
  return bookScenario(gateway, httpJourney(gateway), slug, 'INSTANT')
}
async function quoted(id: string): Promise<Json> {
  return (await http.post(`/hotels/book/${id}/cancellation-quote`)).body.data
}
function cancel(id: string, quoteId: string, key: string = randomUUID()): Promise<HttpAnswer> {
  return http.post(`/hotels/book/${id}/cancel`, { cancellation_quote_id: quoteId }, { 'idempotency-key': key })
}
function advance(seconds: number): Promise<HttpAnswer> {
  return http.post('/sandbox/clock', { advance_seconds: seconds })
}
function cancelCalls(): Promise<number> {
  return supplierCalls([gateway], 'expedia_rapid', 'cancel')
}

describe('a quote that no longer holds', () => {
  it('[C-089] [C-097] is refused when the penalty has changed, with a fresh one that can be accepted', async () => {
    const { booking_id: id } = await booked('cancel-boundary')
    const free = await quoted(id)
    expect(free).toMatchObject({ penalty_status: 'NO_CHARGE', penalty: { amount_minor: 0 } })
    const boundary = Date.parse(free.expires_at)
    expect(free.cancellation.penalties.map(({ until: end }: Json) => end?.utc_datetime)).toContain(free.expires_at)
    const now = Date.parse((await advance(0)).body.data.now)
    expect(boundary - now).toBeLessThan(125_000)
    await advance(Math.ceil((boundary - now) / 1_000))

    const before = await cancelCalls()
    const { status, body } = await cancel(id, free.quote_id)
    expect(status).toBe(409)
    expect(body).toMatchObject({
      code: 'CANCELLATION_QUOTE_INVALID',
      details: { reason: 'PENALTY_CHANGED', booking_id: id, quoted_penalty: { amount_minor: 0 } },
    })
    const fresh = body.details.replacement_quote
    expect(fresh).toMatchObject({ booking_id: id, penalty_status: 'KNOWN', cancellable: true })
    expect(fresh.penalty.amount_minor).toBeGreaterThan(0)
    expect(await cancelCalls()).toBe(before)

    const accepted = await cancel(id, fresh.quote_id)
    expect(accepted.body.data).toMatchObject({ status: 'CANCELLED', cancellation: { penalty: fresh.penalty } })
    expect(await cancelCalls()).toBe(before + 1)
  })

  it('[C-089] [C-097] is refused five minutes after its issue', async () => {
    const { booking_id: id } = await booked('cancel-free')
    const { quote_id: quoteId, expires_at: expiresAt } = await quoted(id)
    const now = Date.parse((await advance(0)).body.data.now)
    expect(Date.parse(expiresAt) - now).toBeGreaterThan(295_000)
    await advance(301)
    const { body } = await cancel(id, quoteId)
    expect(body.details).toMatchObject({ reason: 'EXPIRED', replacement_quote: { penalty_status: 'NO_CHARGE' } })
    expect((await http.get(`/hotels/book/${id}`)).body.data.status).toBe('CONFIRMED')
  })

  it('[C-097] is refused for another booking, and when nobody issued it', async () => {
    const [one, other] = [await booked('cancel-free'), await booked('cancel-penalty')]
    const quote = await quoted(other.booking_id)
    const wrong = await cancel(one.booking_id, quote.quote_id)
    // What another booking's quote said is not told.
    expect(wrong.body.details).toMatchObject({ reason: 'OTHER_BOOKING', quoted_penalty: null })
    expect((await cancel(one.booking_id, 'cq_nobody')).body.details.reason).toBe('UNKNOWN_QUOTE')
    expect((await http.get(`/hotels/book/${other.booking_id}`)).body.data.status).toBe('CONFIRMED')
  })
})

describe('a booking under whose supplier reference another one lives', () => {
  it('is not cancelled: the supplier would cancel whichever it finds', async () => {
    const [one, twin] = [await booked('cancel-free'), await booked('cancel-free')]
    await database.query(
      'UPDATE bookings SET supplier_booking_id = (SELECT supplier_booking_id FROM bookings WHERE id = $1) WHERE id = $2',
      [twin.booking_id, one.booking_id],
    )
    const { quote_id: quoteId } = await quoted(one.booking_id)
    const before = await cancelCalls()
    const { status, body } = await cancel(one.booking_id, quoteId)
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'PROVIDER_REFERENCE_AMBIGUOUS' })
    expect(await cancelCalls()).toBe(before)
    for (const { booking_id: id } of [one, twin])
      expect((await http.get(`/hotels/book/${id}`)).body.data.status).toBe('CONFIRMED')
  })
})

describe('an accepted cancellation', () => {
  it('[C-096] is told again by its key, as it is then, and the key takes no other quote', async () => {
    const { booking_id: id } = await booked('cancel-timeout')
    const [first, second] = [await quoted(id), await quoted(id)]
    const key = randomUUID()
    const sent = await cancel(id, first.quote_id, key)
    expect(sent.body.data).toMatchObject({ status: 'CANCELLATION_PENDING', cancellation: { outcome: 'PENDING' } })
    const settled = await until('CANCELLED', async () => {
      const { headers, body } = await cancel(id, first.quote_id, key)
      expect(headers.get('idempotent-replayed')).toBe('true')
      return body.data.status === 'CANCELLED' ? body.data : null
    })
    expect(settled.cancellation).toMatchObject({ outcome: 'CANCELLED', cancellation_quote_id: first.quote_id })
    const attempts = await database.query(
      "SELECT id FROM booking_attempts WHERE booking_id = $1 AND operation = 'CANCEL'",
      [id],
    )
    expect(attempts).toHaveLength(1)
    expect((await cancel(id, second.quote_id, key)).body).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
      details: { differing_paths: ['cancellation_quote_id'] },
    })
    // Of a booking that is gone there is nothing to cancel.
    expect(await cancel(id, second.quote_id)).toMatchObject({ status: 409, body: { code: 'VALIDATION_ERROR' } })
  })
})
