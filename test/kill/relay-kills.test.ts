import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { drawnCount } from '../support/draw.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, httpJourney } from '../support/journey.ts'
import { optionOf } from '../support/option.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { until } from '../support/until.ts'

/** Gateway and relay are killed at random moments under load, a hundred times in all; the suppliers live. */
const KILLS = { gateway: drawnCount(40), relay: drawnCount(60) } as const
const LONGEST_LIFE_MS = 500
/** What a life grows to at most on a machine where lives are too short to book in. */
const LONGEST_SLOW_LIFE_MS = 6_000
const ENOUGH = drawnCount(50)

let database: TestDatabase
let suppliers: GatewayProcess
let gateway: GatewayProcess
let relay: GatewayProcess
let receiver: Receiver
let token: string
const booked: string[] = []

function startApi(): Promise<GatewayProcess> {
  return startGatewayProcess({ databaseUrl: database.url, env: { ROLES: 'api,worker' } })
}
function startRelay(): Promise<GatewayProcess> {
  return startGatewayProcess({ databaseUrl: database.url, env: { ROLES: 'relay' } })
}

beforeAll(async () => {
  database = await createSandboxDatabase()
  suppliers = await startGatewayProcess({ databaseUrl: database.url, env: { ROLES: 'suppliers' } })
  await database.query('UPDATE organizations SET rate_limit_factor = 100000')
  gateway = await startApi()
  relay = await startRelay()
  receiver = await startReceiver()
  await httpClient(gateway).post('/webhooks/endpoints', { url: receiver.url })
  token = (await optionOf(httpJourney(gateway), database, 'hotelbeds')).booking_token
})

afterAll(async () => {
  for (const one of [gateway, relay, suppliers]) await one?.kill('SIGKILL')
  await receiver?.close()
  await database?.drop()
})

/** Until it is answered, by whichever gateway lives: what was asked with a key is asked with the same key again. */
async function insist<T>(ask: (at: GatewayProcess) => Promise<T>, isOver: () => boolean): Promise<T | null> {
  while (!isOver()) {
    const answer = await ask(gateway).catch(() => null)
    if (answer) return answer
    await pause(50)
  }
  return null
}

/** Books, and cancels every second one. */
async function partner(isOver: () => boolean): Promise<void> {
  for (let count = 0; !isOver(); count++) {
    const offer = await insist(async (at) => (await httpJourney(at).prebook(token)).offer, isOver)
    if (!offer) return
    const key = randomUUID()
    const booking = await insist(async (at) => {
      const answer: Json = await httpJourney(at).book(bookingInput(offer, 'INSTANT'), key)
      return answer.booking_id ? answer : null
    }, isOver)
    if (!booking) return
    booked.push(booking.booking_id)
    if (count % 2 === 0) continue
    const cancelKey = randomUUID()
    const quote = await httpJourney(gateway)
      .quote(booking.booking_id)
      .catch(() => null)
    if (quote?.quote_id)
      await httpJourney(gateway)
        .cancel(booking.booking_id, quote.quote_id, cancelKey)
        .catch(() => null)
  }
}

async function killGateways(): Promise<void> {
  // On a slow machine fewer bookings are made in a life: then lives are longer, and there are more of them.
  let longestMs = LONGEST_LIFE_MS
  for (let kill = 0; kill < KILLS.gateway || (booked.length <= ENOUGH && kill < 3 * KILLS.gateway); kill++) {
    await pause(randomInt(longestMs))
    await gateway.kill('SIGKILL')
    const isBehind = booked.length * KILLS.gateway < ENOUGH * (kill + 1)
    if (isBehind) longestMs = Math.min(Math.ceil(longestMs * 1.15), LONGEST_SLOW_LIFE_MS)
    gateway = await startApi()
  }
}

async function killRelays(): Promise<void> {
  for (let kill = 0; kill < KILLS.relay; kill++) {
    await pause(randomInt(LONGEST_LIFE_MS))
    await relay.kill('SIGKILL')
    relay = await startRelay()
  }
}

/** What is still on its way: deliveries, and jobs of bookings that could run now. */
async function unfinished(): Promise<Json> {
  const [row] = await database.query(
    `SELECT (SELECT count(*)::int FROM webhook_deliveries WHERE status <> 'DELIVERED') AS deliveries,
            (SELECT count(*)::int FROM pgboss.job WHERE start_after <= gateway_now() AND state < 'completed'
               AND data ? 'bookingId') AS jobs,
            (SELECT json_agg(DISTINCT name || ' ' || state) FROM pgboss.job WHERE start_after <= gateway_now()
               AND state < 'completed') AS names`,
  )
  return row
}

describe('random SIGKILLs under load', () => {
  it('[C-105] [C-108] [C-113] no event is lost, none invented, none out of order within a booking', {
    timeout: 1_500_000,
  }, async () => {
    let isOver = false
    const partners = Array.from({ length: 3 }, () => partner(() => isOver))
    await Promise.all([killGateways(), killRelays()])
    // Where the machine is so slow that the lives were too short, partners go on without kills.
    await until('enough bookings', () => booked.length > ENOUGH)
    isOver = true
    await Promise.all(partners)
    // Leases run out, uncertain calls are looked up.
    await httpClient(gateway).post('/sandbox/clock', { advance_seconds: 45 * 60 })
    await until(
      'every booking to be settled',
      async () => {
        const [row] = await database.query(
          'SELECT count(*)::int AS open FROM bookings WHERE pending_operation IS NOT NULL AND NOT needs_operator',
        )
        return row.open === 0
      },
      120_000,
    )
    // The clock has moved: hotels' own numbers come in meanwhile, each with an event.
    let left: Json = null
    const events = await until(
      'every event to be delivered',
      async () => {
        const logged = await database.query('SELECT id, body FROM booking_events ORDER BY position')
        left = await unfinished()
        return left.deliveries + left.jobs === 0 ? logged : null
      },
      180_000,
    ).catch((error: Error) => Promise.reject(new Error(`${error.message}: ${JSON.stringify(left)}`)))
    const arrived = new Map<string, string>()
    for (const { event, body } of receiver.received)
      if (!arrived.has(event.data.event_id)) arrived.set(event.data.event_id, body)
    // One more can have come and arrived since the log was read: what arrived is held against the log of now.
    const now = await database.query('SELECT id, body FROM booking_events ORDER BY position')
    const bodies = new Map(now.map(({ id, body }) => [String(id), body]))
    console.log(
      `${booked.length} bookings, ${events.length} events, ${receiver.received.length} deliveries, ${KILLS.gateway + KILLS.relay} kills`,
    )
    expect(events.filter(({ id }) => !arrived.has(String(id)))).toEqual([])
    expect([...arrived.keys()].filter((id) => !bodies.has(id))).toEqual([])
    for (const [id, body] of arrived) expect(body).toBe(bodies.get(id))
    const inOrder = Map.groupBy(
      [...arrived.values()].map((body) => JSON.parse(body).data),
      ({ booking_id: id }) => id,
    )
    for (const sequence of inOrder.values())
      expect(sequence.map((data) => data.sequence)).toEqual(sequence.map((_, index) => index + 1))
    for (const id of booked) expect(inOrder.has(id)).toBe(true)
  })
})
