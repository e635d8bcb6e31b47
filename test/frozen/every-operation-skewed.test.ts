import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { SUPPLIERS } from '../../src/suppliers/registry.ts'
import { drawn } from '../support/draw.ts'
import { skewedBy } from '../support/frozen.ts'
import { type StartedGateway } from '../support/gateway.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { type FrozenWorld, useFrozenWorld } from '../support/use-frozen-world.ts'

let world: FrozenWorld

/** The only worker of this file is the process with the wrong clock. */
useFrozenWorld(
  (created) => {
    world = created
  },
  { roles: 'api,relay,suppliers' },
)

function reaches(at: StartedGateway, bookingId: string, status: string): Promise<Json> {
  return until(`a booking to be ${status}`, async () => {
    const now = await httpJourney(at).booking(bookingId)
    return now.status === status && now
  })
}

async function bookAt(at: StartedGateway, offer: Json, mode: 'INSTANT' | 'HOLD'): Promise<string> {
  const answer = await httpJourney(at).book(bookingInput(offer, mode), randomUUID())
  expect(answer).toHaveProperty('booking_id')
  return answer.booking_id
}

/** Books at every supplier, looks, quotes, and cancels: CONFIRMED, then CANCELLED. */
async function bookAndCancel(at: StartedGateway, supplierCode: string): Promise<string> {
  const bookingId = await bookAt(at, await world.offer(supplierCode), 'INSTANT')
  await reaches(at, bookingId, 'CONFIRMED')
  const { quote_id: quoteId } = await httpJourney(at).quote(bookingId)
  const answer = await httpJourney(at).cancel(bookingId, quoteId, randomUUID())
  expect(answer.status).toBe('CANCELLED')
  return bookingId
}

/** CONFIRMED in the end. */
async function holdAndConfirm(at: StartedGateway): Promise<string> {
  const bookingId = await bookAt(at, await world.offer('expedia_rapid'), 'HOLD')
  const held = await reaches(at, bookingId, 'ON_HOLD')
  await httpJourney(at).confirmHold(bookingId, held.accepted_offer_id)
  await reaches(at, bookingId, 'CONFIRMED')
  return bookingId
}

async function review(at: StartedGateway, decision: 'APPROVE' | 'REJECT'): Promise<string> {
  const { offer } = await prebookRoom(world.journey, await scenarioHotel(world.steady, 'hold-short'))
  const bookingId = await bookAt(at, offer, 'HOLD')
  await reaches(at, bookingId, 'AWAITING_REVIEW')
  const { status } = await httpClient(at).post(`/hotels/book/${bookingId}/review`, { decision })
  expect(status).toBe(200)
  await reaches(at, bookingId, decision === 'APPROVE' ? 'ON_HOLD' : 'FAILED')
  return bookingId
}

/** The answer is lost after the supplier has booked; whoever looks next finds it. */
async function bookUnanswered(at: StartedGateway): Promise<string> {
  const offer = await world.offer('hotelbeds')
  await world.spoil({ supplierCode: 'hotelbeds', operation: 'book', fault: 'truncated' })
  return bookAt(at, offer, 'INSTANT')
}

const SKEWS_MS = [-120_000, -300, 300, 120_000]

describe.each(drawn(SKEWS_MS, String))('[C-112] [C-139] a process whose clock is %d ms off', (skewMs) => {
  it('does every operation of a booking: nothing is stuck, nothing is lost, suppliers’ records agree', {
    timeout: 180_000,
  }, async () => {
    const skewed = await world.join({ ROLES: 'api,worker', ...skewedBy(skewMs) })
    const done = [
      await bookUnanswered(skewed),
      await holdAndConfirm(skewed),
      await review(skewed, 'APPROVE'),
      await review(skewed, 'REJECT'),
    ]
    for (const { code } of SUPPLIERS) done.push(await bookAndCancel(skewed, code))
    await world.letSettle(done)
    await skewed.kill('SIGKILL')
    expect(await Promise.all(done.map(world.difference))).toEqual(done.map(() => null))
    const states = await Promise.all(done.map(async (id) => (await world.journey.booking(id)).status))
    expect(states).toEqual(['CONFIRMED', 'CONFIRMED', 'ON_HOLD', 'FAILED', ...SUPPLIERS.map(() => 'CANCELLED')])
  })
})
