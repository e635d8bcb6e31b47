import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DAY_MS } from '../src/domain/time.ts'
import { deleteExpired } from '../src/operations/operator/delete-expired.ts'
import { addPartitions } from '../src/operations/operator/partitions.ts'
import { deleteOldDeliveries } from '../src/operations/webhooks/delete-old-deliveries.ts'
import { createClock } from '../src/platform/clock.ts'
import { createLogger } from '../src/platform/logger.ts'
import { createDatabase, type RootDatabase } from '../src/store/database.ts'
import { createStore, type Store } from '../src/store/store.ts'
import { dropDatabase, newDatabase } from './big-data.ts'
import { EVENTS, PREBOOKS, writeDay } from './retention-days.ts'
import { sized } from './size.ts'

const NAME = 'hdg_bench_retention'
/** Bookings of thirty days. Their offers and events hold some 17 GB at a million. */
const BOOKINGS = Number(process.env['BENCH_BOOKINGS'] ?? sized(100_000, 300))
/** The term of everything that has one here, in days. */
const TERM_DAYS = Number(process.env['BENCH_TERM_DAYS'] ?? 30)
/** How many days are lived through: nothing goes before the term is over. */
const DAYS = Number(process.env['BENCH_DAYS'] ?? 2 * TERM_DAYS)
const BOOKINGS_A_DAY = Math.round(BOOKINGS / 30)
const TERMS = { offers: TERM_DAYS, quotes: TERM_DAYS, calls: TERM_DAYS, events: TERM_DAYS, audit: null }
/** The night's hour. */
const NIGHT_MS = 3 * 3_600_000

type World = {
  readonly url: string
  readonly client: pg.Client
  readonly store: Store
  /** How long the drops of the last night took, ms, and which they were. */
  readonly drops: number[]
}

/** The store, whose drops are timed. */
function timed(store: Store, drops: number[]): Store {
  const drop: Store['partitions']['drop'] = async (...asked) => {
    const since = performance.now()
    const kept = await store.partitions.drop(...asked)
    drops.push(performance.now() - since)
    return kept
  }
  return { ...store, partitions: { ...store.partitions, drop } }
}

/** Moves this database's time, and answers a clock that has it. */
async function timeIs({ client }: World, at: number) {
  const ms = Math.round(at - Date.now())
  await client.query(`CREATE OR REPLACE FUNCTION gateway_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT now() + interval '${ms} milliseconds' $$`)
  const clock = createClock()
  clock.setSkew(ms)
  return clock
}

const SIZES = `SELECT
  (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('offers') WHERE isleaf)::float8 / 1e6 AS offers,
  (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('booking_events') WHERE isleaf)::float8 / 1e6 AS events,
  (pg_total_relation_size('webhook_deliveries') + pg_total_relation_size('webhook_attempts'))::float8 / 1e6 AS deliveries,
  pg_total_relation_size('bookings')::float8 / 1e6 AS bookings`
const OLDEST = `SELECT extract(epoch FROM gateway_now() - (SELECT min(created_at) FROM offers)) / 86400 AS offer,
  extract(epoch FROM gateway_now() - (SELECT min(created_at) FROM webhook_deliveries)) / 86400 AS delivery`

/** What is written while a job runs: an offer every few milliseconds. Answers the longest that one took, ms. */
async function beside({ url }: World, at: number, job: Promise<unknown>): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let isOver = false
  void job.catch(() => undefined).finally(() => (isOver = true))
  let longest = 0
  try {
    for (let n = 0; !isOver; n++) {
      const since = performance.now()
      await client.query(
        `INSERT INTO offers (id, organization_id, environment, hotel_id, supplier_code, connection_id, terms, supplier_payload, expires_at, created_at)
         VALUES (gateway_first_id('off_', $1) || lpad($2::text, 16, '0'), 'org_1', 'sandbox', 1, 'hotelbeds', 'con_1', '{}', '{}', $1, $1)`,
        [new Date(at), n],
      )
      longest = Math.max(longest, performance.now() - since)
      await sleep(5)
    }
  } finally {
    await client.end()
  }
  return longest
}

/** The night's job, as `roles/work.ts` runs it, with a writer beside it. */
async function night(world: World, at: number): Promise<object> {
  const clock = await timeIs(world, at)
  world.drops.length = 0
  const deps = { store: timed(world.store, world.drops), clock, log: createLogger('silent') }
  const since = performance.now()
  let deliveriesMs = 0
  async function job() {
    await addPartitions(deps)
    const deletedAt = performance.now()
    const deliveries = await deleteOldDeliveries(deps)
    deliveriesMs = performance.now() - deletedAt
    const { offers, events } = await deleteExpired(deps, TERMS)
    return { deliveries, oneByOne: offers + events }
  }
  const work = job()
  const longest = await beside(world, at, work)
  const { deliveries, oneByOne } = await work
  const nightMs = performance.now() - since
  // What autovacuum does in the course of a day: the space of what was deleted is used again.
  await world.client.query('VACUUM webhook_deliveries, webhook_attempts')
  return {
    nightS: round(nightMs / 1_000, 1),
    dropped: world.drops.length,
    dropMs: Math.round(Math.max(0, ...world.drops)),
    writerMs: Math.round(longest),
    deliveries,
    // Each has an attempt, which goes with it.
    rowsPerSecond: deliveries === 0 ? null : Math.round((2 * deliveries) / (deliveriesMs / 1_000)),
    oneByOne,
  }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

async function sizes({ client }: World): Promise<Readonly<Record<'termMb' | 'eventsMb' | 'bookingsMb', number>>> {
  const [row] = (await client.query(SIZES)).rows
  return {
    termMb: Math.round(row.offers + row.deliveries),
    eventsMb: Math.round(row.events),
    bookingsMb: Math.round(row.bookings),
  }
}

/** A day: its rows come, and the night after it what is over goes. Days go from the past to now. */
async function live(world: World, day: number, from: number): Promise<object> {
  const since = performance.now()
  await writeDay(world.client, new Date(from), BOOKINGS_A_DAY)
  const writtenS = round((performance.now() - since) / 1_000, 1)
  const done = await night(world, from + DAY_MS + NIGHT_MS)
  const [oldest] = (await world.client.query(OLDEST)).rows
  return {
    day,
    ...(await sizes(world)),
    writtenS,
    ...done,
    oldestOffer: round(Number(oldest.offer), 1),
    oldestDelivery: round(Number(oldest.delivery), 1),
  }
}

/**
 * Whether the disk stays as it is from the term on, how old rows become, what a night takes and how long it
 * keeps a writer. `termMb`: offers, deliveries and attempts. Events go by the month: the last row is the night two months later.
 */
export async function benchRetention(progress: (line: string) => void): Promise<readonly object[]> {
  const url = await newDatabase(NAME)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("SET synchronous_commit = 'off'")
  const database: RootDatabase = createDatabase({ url, poolSize: 4, statementTimeoutMs: 10_000 })
  const world: World = { url, client, store: createStore(database), drops: [] }
  const rows: object[] = []
  try {
    const today = Date.now() - (Date.now() % DAY_MS)
    const first = today - DAYS * DAY_MS
    await addPartitions({ store: world.store, clock: await timeIs(world, first), log: createLogger('silent') })
    for (let day = 1; day <= DAYS; day++) {
      progress(`day ${day} of ${DAYS}`)
      const row = await live(world, day, first + (day - 1) * DAY_MS)
      rows.push(row)
      // A long run that is ended before its end has told the days that it saw.
      progress(JSON.stringify(row))
    }
    const done = await night(world, today + 2 * 31 * DAY_MS)
    rows.push({ day: 'two months later', ...(await sizes(world)), ...done })
    const bookings = DAYS * BOOKINGS_A_DAY
    rows.push({
      day: `${bookings} bookings, ${bookings * PREBOOKS} offers, ${bookings * EVENTS} events and deliveries in all`,
    })
  } finally {
    await client.end()
    await database.$disconnect()
    await dropDatabase(NAME)
  }
  return rows
}
