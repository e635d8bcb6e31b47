import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { toWire } from '../../src/domain/wire.ts'
import { PENALTIES, REVIEW_BOOKING } from '../graphql/documents.ts'
import type { TestDatabase } from '../support/database.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { type GraphqlClient, graphqlClient } from '../support/graphql-journey.ts'
import { type HttpClient, type Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { useGateway } from '../support/use-gateway.ts'

let database: TestDatabase
let gateway: StartedGateway
let http: HttpClient
let graphql: GraphqlClient

useGateway((started) => {
  ;({ database, gateway, http } = started)
  graphql = graphqlClient(gateway)
})

function booked(slug: string, mode: 'INSTANT' | 'HOLD'): Promise<Json> {
  return bookScenario(gateway, httpJourney(gateway), slug, mode)
}

/** HTTP's money has its exponent beside it; GraphQL's has it when asked. */
function withoutExponents(value: Json): Json {
  return JSON.parse(JSON.stringify(value, (key, one: Json) => (key === 'currency_exponent' ? undefined : one)))
}

describe('the timeline of penalties', () => {
  it.each(['cancel-free', 'cancel-penalty', 'cancel-unknown', 'jpy'])(
    '[C-092] of %s is the same on both facades, and the quote is its current window',
    async (slug) => {
      const { booking_id: bookingId } = await booked(slug, 'INSTANT')
      const { status, body } = await http.get(`/hotels/book/${bookingId}/penalties`)
      expect(status).toBe(200)
      const { data, errors } = await graphql(PENALTIES, { bookingId })
      expect(errors).toEqual([])
      const { __typename, ...timeline } = data.penalties as Json
      expect(__typename).toBe('PenaltyTimeline')
      expect({ ...(toWire(timeline) as Json), as_of: '' }).toEqual({ ...withoutExponents(body.data), as_of: '' })

      const { penalties } = body.data.cancellation
      expect(penalties).toContainEqual(body.data.current)
      expect(penalties.at(-1).until).toBeNull()
      const quote = (await http.post(`/hotels/book/${bookingId}/cancellation-quote`)).body.data
      expect(quote.penalty).toEqual(body.data.current.penalty)
      expect(quote.penalty_status).toBe(body.data.current.penalty_status)
      expect(quote.cancellation.penalties).toEqual(penalties)
    },
  )

  it('[C-092] [C-095] is told of bookings that cannot be cancelled, and of nobody else’s', async () => {
    const { booking_id: bookingId } = await booked('cancel-unsupported', 'INSTANT')
    expect((await http.get(`/hotels/book/${bookingId}/penalties`)).body.data).toMatchObject({ cancellable: false })
    const { booking_id: failed } = await booked('refused', 'INSTANT')
    expect((await http.get(`/hotels/book/${failed}/penalties`)).body.data).toMatchObject({
      status: 'FAILED',
      cancellable: false,
    })
    expect(await http.get('/hotels/book/ubk_nobody/penalties')).toMatchObject({ status: 404 })
  })
})

describe('a review with a key', () => {
  it('[C-075] is done once, whichever facade repeats it, and told as it is then', async () => {
    const { booking_id: bookingId, status } = await booked('hold-short', 'HOLD')
    expect(status).toBe('AWAITING_REVIEW')
    const key = randomUUID()
    const path = `/hotels/book/${bookingId}/review`
    const first = await http.post(path, { decision: 'APPROVE' }, { 'idempotency-key': key })
    expect(first.body.data.status).toBe('ON_HOLD')
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    const again = await http.post(path, { decision: 'APPROVE' }, { 'idempotency-key': key })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body.data.status).toBe('ON_HOLD')
    const input = { bookingId, decision: 'APPROVE' as const, idempotencyKey: key }
    expect((await graphql(REVIEW_BOOKING, { input })).data.reviewBooking).toMatchObject({
      __typename: 'ReviewedBooking',
      replayed: true,
      booking: { bookingId, status: 'ON_HOLD' },
    })
    const other = await http.post(path, { decision: 'REJECT' }, { 'idempotency-key': key })
    expect(other).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_KEY_REUSED', details: { differing_paths: ['decision'] } },
    })
    expect(await http.post(path, { decision: 'APPROVE' })).toMatchObject({ status: 409 })
    expect(await http.post(path, { decision: 'APPROVE' }, { 'idempotency-key': ' ' })).toMatchObject({ status: 400 })
    const rows = await database.query('SELECT action FROM audit_log WHERE subject = $1', [bookingId])
    expect(rows).toEqual([{ action: 'booking.review.approve' }])
  })
})
