import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { NOBODYS } from '../support/access-ids.ts'
import { type Asked, askEverything, askOnce, outageFault } from '../support/ask-everything.ts'
import { createSandboxDatabase, query, type TestDatabase } from '../support/database.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import { httpClient, type Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, type Journey, party, scenarioHotel, stay } from '../support/journey.ts'
import { startOwnPostgres } from '../support/own-postgres.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { sandboxBookings } from '../support/sandbox-bookings.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

/**
 * Postgres that says nothing rather than being gone: its processes are stopped, or a partition swallows what is sent. Every
 * connection stays open. FROZEN_SECONDS=60 plays the long form.
 */
const FROZEN_MS = Number(process.env['FROZEN_SECONDS'] ?? 12) * 1_000

/** The contract promises 10 s; half a second is for a busy machine. */
/** Longer than a key is remembered: the later waves are met by the silence while their key is looked up. */
const WAVE_EVERY_MS = 4_000

type World = {
  readonly gateway: GatewayProcess
  readonly database: TestDatabase
  readonly freeze: () => void | Promise<void>
  readonly thaw: () => void | Promise<void>
}

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** One process does everything, its suppliers too, on a cluster whose processes are stopped. */
async function stoppedWorld(): Promise<World> {
  const postgres = await startOwnPostgres()
  closers.push(postgres.stop)
  const { url, freeze, thaw } = postgres
  const gateway = await startGatewayProcess({ databaseUrl: url })
  closers.push(async () => {
    await postgres.thaw()
    await gateway.stop()
  })
  const database = {
    url,
    query: (sql: string, values?: readonly unknown[]) => query(url, sql, values),
    drop: async () => undefined,
  }
  return { gateway, database, freeze, thaw }
}

/** The way to Postgres swallows everything; the suppliers' own process reaches it all the same. */
async function partitionedWorld(): Promise<World> {
  const database = await createSandboxDatabase()
  closers.push(database.drop)
  const suppliers = await startGatewayProcess({ databaseUrl: database.url, env: { ROLES: 'suppliers' } })
  closers.push(suppliers.stop)
  const target = new URL(database.url)
  const proxy = await startTcpProxy(target.hostname, Number(target.port))
  closers.push(proxy.close)
  target.host = `127.0.0.1:${proxy.port}`
  const gateway = await startGatewayProcess({ databaseUrl: target.href, env: { ROLES: 'api,worker,relay' } })
  closers.push(gateway.stop)
  return { gateway, database, freeze: proxy.swallow, thaw: proxy.mend }
}

/** So many offers of a room that can be held. */
async function offersOf({ gateway }: World, count: number): Promise<Json[]> {
  const { body } = await httpClient(gateway).post(`/hotels/${await scenarioHotel(gateway, 'hold')}/rooms`, {
    ...stay(),
    ...party,
    max_wait_ms: 10_000,
  })
  const held = body.data.options.filter(({ available_booking_modes: modes }: Json) => modes.includes('HOLD'))
  async function prebook(): Promise<Json> {
    return (await httpJourney(gateway).prebook(held[0].booking_token)).offer
  }
  return Promise.all(Array.from({ length: count }, prebook))
}

async function booked(journey: Journey, offer: Json, mode: 'INSTANT' | 'HOLD'): Promise<Json> {
  const { booking_id: id } = await journey.book(bookingInput(offer, mode), randomUUID())
  const wanted = mode === 'HOLD' ? 'ON_HOLD' : 'CONFIRMED'
  return until(wanted, async () => {
    const booking = await journey.booking(id)
    return booking.status === wanted ? booking : null
  })
}

/** Asks for health every half second until `over`; what is wrong with the answers. */
async function watchHealth(gateway: GatewayProcess, over: AbortSignal): Promise<string[]> {
  const faults: string[] = []
  while (!over.aborted) {
    const [ready, live] = await Promise.all([
      askOnce(gateway, { what: 'ready', method: 'GET', path: '/health/ready' }),
      askOnce(gateway, { what: 'live', method: 'GET', path: '/health/live' }),
    ])
    if (ready.status !== 503) faults.push(`ready: ${ready.status} after ${ready.ms} ms`)
    if (live.status !== 200) faults.push(`live: ${live.status} after ${live.ms} ms`)
    await pause(500, undefined, { signal: over }).catch(() => undefined)
  }
  return faults
}

type Prepared = {
  readonly offers: readonly Json[]
  readonly held: Json
  readonly confirmed: Json
  readonly quote: Json
  readonly receiver: Receiver
}

async function prepare(world: World): Promise<Prepared> {
  const journey = httpJourney(world.gateway)
  const receiver = await startReceiver()
  closers.push(receiver.close)
  await httpClient(world.gateway).post('/webhooks/endpoints', { url: receiver.url })
  const [first, second, ...offers] = await offersOf(world, 8)
  const held = await booked(journey, first, 'HOLD')
  const confirmed = await booked(journey, second, 'INSTANT')
  const quote = await journey.quote(confirmed.booking_id)
  return { offers, held, confirmed, quote, receiver }
}

/** A booking with its key, so that it can be asked for again. */
type Order = { readonly key: string; readonly input: Json }

function create(gateway: GatewayProcess, { key, input }: Order): Promise<Asked> {
  return askOnce(gateway, {
    what: 'POST /hotels/book',
    method: 'POST',
    path: '/hotels/book',
    body: input,
    headers: { 'idempotency-key': key },
  })
}

/** Everything of both facades at once, with real bookings among it. */
function wave(gateway: GatewayProcess, { held, confirmed, quote }: Prepared, orders: readonly Order[]) {
  const ids = {
    ...NOBODYS,
    bookingId: confirmed.booking_id,
    heldBookingId: held.booking_id,
    acceptedOfferId: held.accepted_offer_id,
    quoteId: quote.quote_id,
  }
  return Promise.all([askEverything(gateway, ids), ...orders.map(async (order) => [await create(gateway, order)])])
}

function slowestOf(asked: readonly Asked[]): string {
  return asked
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 3)
    .map(({ what, ms, status }) => `${what} ${status} ${ms} ms`)
    .join(', ')
}

describe.each([
  ['whose processes are stopped', stoppedWorld],
  ['behind a partition that swallows everything', partitionedWorld],
])('a Postgres %s', (_name, startWorld) => {
  it('[C-144] is told as a 503 in time by every operation, and nothing is lost or done twice when it is back', {
    timeout: 180_000 + 2 * FROZEN_MS,
  }, async () => {
    const world = await startWorld()
    const { gateway, database, freeze, thaw } = world
    const journey = httpJourney(gateway)
    const prepared = await prepare(world)
    const orders = prepared.offers.map((offer) => ({ key: randomUUID(), input: bookingInput(offer, 'INSTANT') }))

    // The key is fresh: the first wave comes past its check, and is met by the silence within each operation.
    await journey.booking(prepared.held.booking_id)
    const early = orders.slice(0, 2).map((order) => create(gateway, order))
    await freeze()
    const over = new AbortController()
    const health = watchHealth(gateway, over.signal)
    const endsAt = performance.now() + FROZEN_MS
    const waves = []
    do {
      waves.push(wave(gateway, prepared, orders.slice(2)))
      await pause(WAVE_EVERY_MS)
    } while (performance.now() < endsAt - WAVE_EVERY_MS)
    const answers = (await Promise.all(waves)).flat(2)
    await pause(Math.max(0, endsAt - performance.now()))
    over.abort()
    const healthFaults = await health
    await thaw()

    console.log(`${answers.length} answers; slowest: ${slowestOf(answers)}`)
    const faults = answers.flatMap((asked) => outageFault(asked) ?? [])
    expect([...new Set(healthFaults), ...faults].slice(0, 20)).toEqual([])
    expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(20)

    await until('ready again', async () => (await httpClient(gateway).get('/health/ready')).status === 200)
    await Promise.all(early)
    const ids = await Promise.all(
      orders.map((order) =>
        until('the booking, by its key', async () => {
          const { status, body } = await create(gateway, order)
          return status === 200 ? (body.data.booking_id as string) : null
        }),
      ),
    )
    expect(new Set(ids).size).toBe(orders.length)
    // A supplier call that was cut off is asked about after 5, 15 and 30 s: on a busy machine it takes all three.
    for (const id of ids)
      await until('CONFIRMED', async () => (await journey.booking(id)).status === 'CONFIRMED', 110_000)

    // The supplier's own books: each of ours once, and nothing else.
    const ours = await database.query('SELECT supplier_reference FROM bookings')
    const theirs = await sandboxBookings(database)
    const references = theirs.map((booking) => booking.affiliate_reference_id)
    expect(new Set(references)).toEqual(new Set(ours.map(({ supplier_reference: reference }) => reference)))
    expect(references).toHaveLength(ours.length)

    // The relay, the listener and the jobs go on.
    for (const id of ids)
      await prepared.receiver.waitFor(({ event }) => event.data.booking_id === id && event.data.status === 'CONFIRMED')
  })
})
