import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { drawn } from '../support/draw.ts'
import { skewedBy } from '../support/frozen.ts'
import { type GatewayProcess } from '../support/gateway-process.ts'
import type { Json } from '../support/http-client.ts'
import { bookingInput, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { until } from '../support/until.ts'
import { type FrozenWorld, useFrozenWorld } from '../support/use-frozen-world.ts'

let world: FrozenWorld
let worker: GatewayProcess | undefined

/** The workers of this file are others: each with a clock of its own. */
useFrozenWorld(
  (created) => {
    world = created
  },
  { roles: 'api,relay,suppliers' },
)

afterEach(() => worker?.kill('SIGKILL'))

/** So many that some of them expire just before a worker looks, whatever its beat. */
const REVIEWS = 12
/** Two seconds before the first of them expires. */
const AHEAD_S = 2

async function bookReviewed(): Promise<Json> {
  const { offer } = await prebookRoom(world.journey, await scenarioHotel(world.steady, 'hold-short'))
  return world.journey.book(bookingInput(offer, 'HOLD'), randomUUID())
}

async function statesOf(bookings: readonly Json[]): Promise<Json[]> {
  return Promise.all(bookings.map(({ booking_id: id }) => world.journey.booking(id)))
}

async function secondsUntil(timestamp: string): Promise<number> {
  const { body } = await world.http.post('/sandbox/clock', { advance_seconds: 0 })
  return (Date.parse(timestamp) - Date.parse(body.data.now)) / 1_000
}

/** Lets reviews expire in real time, in the order in which they were booked, and then moves the clock past whatever the worker's own says. */
async function letExpire(bookings: readonly Json[], skewMs: number): Promise<Json[]> {
  const expiries: string[] = bookings.map(({ review_expires_at: at }) => at)
  await world.advance(Math.floor((await secondsUntil(expiries.at(0) ?? '')) - AHEAD_S))
  const early = (await statesOf(bookings)).filter(({ status }) => status !== 'AWAITING_REVIEW')
  expect(early).toEqual([])
  await pause(((await secondsUntil(expiries.at(-1) ?? '')) + 2) * 1_000)
  await world.advance(60 + Math.ceil(Math.abs(skewMs) / 1_000))
  await until('every review to expire', async () =>
    (await statesOf(bookings)).every(({ status }) => status === 'FAILED'),
  )
  return statesOf(bookings)
}

const SKEWS: readonly (readonly [title: string, skewMs: number])[] = [
  ['B1 a worker 120 s behind', -120_000],
  ['B1 a worker 0.3 s behind', -300],
  ['B1 a worker 0.3 s ahead', 300],
  ['B1 a worker 120 s ahead', 120_000],
]

for (const [title, skewMs] of drawn(SKEWS, ([name]) => name))
  it(`[C-112] ${title}: every review expires, none too early`, async () => {
    const bookings: Json[] = []
    for (let count = 0; count < REVIEWS; count++) bookings.push(await bookReviewed())
    worker = await world.join({ ROLES: 'worker', ...skewedBy(skewMs) })
    const states = await letExpire(bookings, skewMs)
    expect(states.map(({ status, failure }) => `${status} ${failure?.code}`)).toEqual(
      bookings.map(() => 'FAILED REVIEW_EXPIRED'),
    )
  })
