import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { type EventStream, openEventStream, type StoredEvent } from '../support/event-stream.ts'
import { isFrozen, thaw } from '../support/frozen.ts'
import { type GatewayProcess, startGatewayProcess } from '../support/gateway-process.ts'
import type { Json } from '../support/http-client.ts'
import { bookingInput, httpJourney, prebookRoom, scenarioHotel } from '../support/journey.ts'
import { type NatsServer, NO_NATS, startNats } from '../support/nats-server.ts'
import { until } from '../support/until.ts'

if (NO_NATS) console.warn(NO_NATS)

/** The lease of a process that says nothing any more, and time for the next one to take it up. */
const TAKEN_OVER_WITHIN_MS = 60_000
const POINTS = ['export:published', 'export:advanced'] as const

let database: TestDatabase
let nats: NatsServer
let stream: EventStream
let gateway: GatewayProcess
let hotelId: string
const exporters: GatewayProcess[] = []

beforeAll(async () => {
  if (NO_NATS) return
  database = await createTestDatabase()
  nats = await startNats()
  stream = await openEventStream(nats.url)
  // So short a window that JetStream drops no repetition: the stream has what was sent, and how often.
  await stream.create({ duplicate_window: 100e6 })
  gateway = await startGatewayProcess({ databaseUrl: database.url, env: { ROLES: 'api,worker,suppliers' } })
  await database.query('UPDATE organizations SET rate_limit_factor = 1000')
  hotelId = await scenarioHotel(gateway, 'hold')
})

// What a test that failed has left is in the way of no other.
afterEach(async () => {
  for (const exporter of exporters.splice(0)) await exporter.kill('SIGKILL')
  await database?.query('UPDATE event_exports SET lease_id = NULL')
})

afterAll(async () => {
  await gateway?.stop()
  await stream?.close()
  await nats?.stop()
  await database?.drop()
})

async function startExporter(env: Readonly<Record<string, string>> = {}): Promise<GatewayProcess> {
  const exporter = await startGatewayProcess({
    databaseUrl: database.url,
    env: { ROLES: 'export', EVENT_EXPORT_URL: nats.url, DATABASE_POOL_SIZE: '3', ...env },
  })
  exporters.push(exporter)
  return exporter
}

/** Books as a hold, confirms and cancels: at least four events, of which the last ones come while others are exported. */
async function partner(): Promise<void> {
  const journey = httpJourney(gateway)
  const { offer } = await prebookRoom(journey, hotelId)
  const { booking_id: id } = await journey.book(bookingInput(offer, 'HOLD'), randomUUID())
  async function reaches(status: string): Promise<void> {
    await until(status, async () => (await journey.booking(id)).status === status, 120_000)
  }
  await reaches('ON_HOLD')
  await journey.confirmHold(id, offer.offer_id)
  await reaches('CONFIRMED')
  const { quote_id: quoteId } = await journey.quote(id)
  await journey.cancel(id, quoteId, randomUUID())
  await reaches('CANCELLED')
}

function partners(count: number): Promise<unknown> {
  return Promise.all(Array.from({ length: count }, partner))
}

async function logged(): Promise<Json[]> {
  return database.query(
    `SELECT id, booking_id, body FROM booking_events WHERE type <> 'webhook.test' ORDER BY position`,
  )
}

/** Waits until the stream has each event of the log at least once. */
async function untilAllExported(): Promise<StoredEvent[]> {
  return until(
    'every event to be exported',
    async () => {
      const found = await stream.read()
      const ids = new Set(found.map(({ id }) => id))
      return (await logged()).every(({ id }) => ids.has(id)) && found
    },
    TAKEN_OVER_WITHIN_MS,
  )
}

/** The first time that each event came. */
function firstOf(found: readonly StoredEvent[]): StoredEvent[] {
  const seen = new Set<string>()
  return found.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** How many messages are repetitions. */
async function repeated(): Promise<number> {
  const found = await stream.read()
  return found.length - firstOf(found).length
}

/** Nothing missing, nothing made up, byte for byte, in order for each booking. */
async function expectWhole(found: readonly StoredEvent[]): Promise<void> {
  const rows = await logged()
  const first = firstOf(found)
  expect(Object.fromEntries(first.map(({ id, text }) => [id, text]))).toEqual(
    Object.fromEntries(rows.map(({ id, body }) => [id, body])),
  )
  for (const events of Map.groupBy(first, ({ body }) => body.data.booking_id).values())
    expect(events.map(({ body }) => body.data.sequence)).toEqual(events.map((_, index) => index + 1))
}

async function place(): Promise<Json> {
  const [row] = await database.query('SELECT xid::text::int8 AS xid, position, lease_id FROM event_exports')
  return row
}

async function isLeased(): Promise<boolean> {
  return Boolean((await place())?.lease_id)
}

describe.skipIf(NO_NATS)('an exporter that dies or freezes while a partner books', () => {
  it.each(POINTS)(
    '[21] killed at %s: the next one goes on, nothing is missing and each booking keeps its order',
    {
      timeout: 180_000,
    },
    async (point) => {
      const before = await repeated()
      const doomed = await startExporter({ KILL_POINT: point })
      await until('the lease', isLeased)
      const next = await startExporter()
      await partners(2)
      expect(await doomed.ended).toBe('SIGKILL')
      await partners(2)
      await expectWhole(await untilAllExported())
      // What was exported and not yet written down comes again, and nothing else does.
      expect((await repeated()) > before).toBe(point === 'export:published')
      await next.stop()
    },
  )

  it.each(POINTS)(
    '[21] frozen at %s, and woken when another one has exported: it puts nothing back',
    {
      timeout: 240_000,
    },
    async (point) => {
      const frozen = await startExporter({ KILL_POINT: point, KILL_POINT_SIGNAL: 'SIGSTOP', WATCHDOG_MS: '0' })
      await until('the lease', isLeased)
      const next = await startExporter()
      await partners(2)
      await until('it to freeze', () => isFrozen(frozen.pid))
      await partners(1)
      await expectWhole(await untilAllExported())
      const reached = await place()
      thaw(frozen.pid)
      await partners(1)
      await expectWhole(await untilAllExported())
      // The other one holds the lease still, and the place has gone on.
      const later = await place()
      expect([later.lease_id, later.xid > reached.xid]).toEqual([reached.lease_id, true])
      await next.stop()
      // The one that was frozen exports again.
      await partners(1)
      await expectWhole(await untilAllExported())
      await frozen.stop()
    },
  )
})
