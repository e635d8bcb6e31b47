import { randomUUID } from 'node:crypto'
import { createClient } from 'graphql-sse'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type StatementCounter, startStatementCounter } from '../../bench/statement-counter.ts'
import { createSandboxDatabase, type TestDatabase } from '../support/database.ts'
import { type StartedGateway, startGateway } from '../support/gateway.ts'
import type { Json } from '../support/http-client.ts'
import { bookScenario, httpJourney } from '../support/journey.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let counter: StatementCounter
let gateway: StartedGateway

beforeAll(async () => {
  database = await createSandboxDatabase()
  const direct = new URL(database.url)
  const server = { host: direct.hostname, port: Number(direct.port) }
  // The name ends there: neither the listener nor the job queue.
  counter = await startStatementCounter(server, (startup) => startup.includes('application_name\0hotel-gateway\0'))
  direct.port = String(counter.port)
  gateway = await startGateway({ databaseUrl: direct.href, env: { SWEEP_MS: '600000' } })
})

afterAll(async () => {
  await gateway?.stop()
  await counter?.close()
  await database?.drop()
})

const UPDATED =
  'subscription($id: ID!, $after: Int) { bookingUpdated(bookingId: $id, afterSequence: $after) { sequence } }'

type Subscription = { readonly sequences: readonly number[]; readonly close: () => Promise<void> }
const open: Subscription[] = []

function subscribe(id: string, after = 0): Subscription {
  const { url, apiKey } = gateway
  const client = createClient({ url: `${url}/graphql/stream`, headers: { 'x-api-key': apiKey }, retryAttempts: 0 })
  const sequences: number[] = []
  const reading = (async () => {
    const query = { query: UPDATED, variables: { id, after } }
    for await (const { data } of client.iterate<Json>(query)) sequences.push(data.bookingUpdated.sequence)
  })()
  async function close(): Promise<void> {
    client.dispose()
    await reading.catch(() => undefined)
  }
  const one = { sequences, close }
  open.push(one)
  return one
}

afterEach(async () => {
  for (const { close } of open.splice(0)) await close()
})

async function book(): Promise<string> {
  return (await bookScenario(gateway, httpJourney(gateway), 'cancel-free', 'INSTANT')).booking_id
}

async function cancel(id: string): Promise<void> {
  const journey = httpJourney(gateway)
  const quote = await journey.quote(id)
  await journey.cancel(id, quote.quote_id, randomUUID())
}

async function written(id: string): Promise<number[]> {
  const rows = await database.query('SELECT sequence FROM booking_events WHERE booking_id = $1 ORDER BY 1', [id])
  return rows.map(({ sequence }) => sequence)
}

async function hasAll({ sequences }: Subscription, id: string): Promise<boolean> {
  return String(sequences) === String(await written(id))
}

function isCancelled(id: string): Promise<boolean> {
  return until(
    'the cancellation',
    async () =>
      (await database.query(`SELECT 1 FROM booking_events WHERE booking_id = $1 AND type = 'booking.cancelled'`, [id]))
        .length > 0,
  )
}

describe('many subscriptions of a process', () => {
  it('ask Postgres nothing while nothing happens, and together once when something does', async () => {
    const [quiet, moving] = [await book(), await book()]
    const watchers = [quiet, moving].flatMap((id) => Array.from({ length: 100 }, () => subscribe(id)))
    await until('all to have begun', () => watchers.every(({ sequences }) => sequences.length > 0))
    const idleFrom = { count: counter.count(), at: performance.now() }
    await until('three seconds without news', () => performance.now() - idleFrom.at > 3_000)
    // Keys are looked at every two seconds, and jobs come due; a look of each subscription would be 600.
    expect(counter.count() - idleFrom.count).toBeLessThan(60)

    const before = counter.count()
    await cancel(moving)
    await isCancelled(moving)
    for (const watcher of watchers.slice(100)) await until('all events', () => hasAll(watcher, moving))
    expect(counter.count() - before).toBeLessThan(150)
    for (const watcher of watchers.slice(0, 100)) expect(await hasAll(watcher, quiet)).toBe(true)
  })

  it('are told what happened while the listening connection was lost', async () => {
    const id = await book()
    const watcher = subscribe(id)
    await until('the first event', () => watcher.sequences.length > 0)
    await database.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'hotel-gateway-listener' AND datname = current_database()`)
    await cancel(id)
    await isCancelled(id)
    await until('all events', () => hasAll(watcher, id))
    expect(watcher.sequences).toEqual(await written(id))
  })

  it('are told of what no notification told of, within half a minute', async () => {
    const id = await book()
    const watcher = subscribe(id)
    await until('the first event', () => watcher.sequences.length > 0)
    const openedAt = performance.now()
    await until('the look that follows an opening', () => performance.now() - openedAt > 2_000)
    await database.query('ALTER TABLE booking_events DISABLE TRIGGER booking_event_written')
    try {
      await cancel(id)
      await isCancelled(id)
      await until('all events', () => hasAll(watcher, id))
    } finally {
      await database.query('ALTER TABLE booking_events ENABLE TRIGGER booking_event_written')
    }
    expect(watcher.sequences).toEqual(await written(id))
  })
})
