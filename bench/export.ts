import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { jetstream } from '@nats-io/jetstream'
import pg from 'pg'
import { type EventStream, openEventStream } from '../test/support/event-stream.ts'
import { NO_NATS, startNats } from '../test/support/nats-server.ts'
import { dropDatabase, newDatabase } from './big-data.ts'
import { MASTER_KEY, processorMs, query, startScript, stop } from './process.ts'
import { sized } from './size.ts'

const DATABASE = 'hdg_bench_export'
const EVENTS = sized(60_000, 400)
/** As many as an export has under way at once. */
const AT_ONCE = 500
const ROUNDS = sized(7, 2)
const INSERTED = sized(5_000, 100)

type Progress = (line: string) => void

/** As long as a booking's event: about 1.4 KB. */
const BODY = JSON.stringify({ type: 'booking.updated', data: { filler: 'x'.repeat(1_350) } })

/** So many events ($1) of which $2 follow each other that belong to one booking; their ids are those of this kind alone. */
const INSERT = `
  INSERT INTO booking_events (id, organization_id, environment, booking_id, sequence, type, body, created_at)
  SELECT 'evt_' || $2::int || '_' || n, 'org_bench', 'sandbox', 'ubk_' || n / $2::int, n % $2::int, 'booking.updated', $3, now()
  FROM generate_series(1, $1::int) AS n`

/** How one export is measured. */
type Case = { readonly name: string; readonly targetUrl: string; readonly ofABooking: number }

/** Everything at once, by a process that has nothing else to do. */
async function drain(url: string, { name, targetUrl, ofABooking }: Case, bare: number | null) {
  await query(url, 'TRUNCATE booking_events CASCADE')
  await query(url, 'DELETE FROM event_exports')
  const exporter = await startScript('src/main.ts', {
    ready: /"msg":"(ready)"/,
    env: {
      ...process.env,
      DATABASE_URL: url,
      REDIS_URL: '',
      MASTER_KEY,
      LOG_LEVEL: 'info',
      ROLES: 'export',
      PORT: '0',
      EVENT_EXPORT_URL: targetUrl,
    },
  })
  try {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query("SET session_replication_role = 'replica'")
    const before = processorMs(exporter.child.pid ?? 0)
    await client.query(INSERT, [EVENTS, ofABooking, BODY])
    const since = performance.now()
    while ((await exported(client)) < EVENTS) await new Promise((resolve) => setTimeout(resolve, 20))
    const seconds = (performance.now() - since) / 1_000
    await client.end()
    const perSecond = EVENTS / seconds
    return {
      case: name,
      perSecond: Math.round(perSecond),
      ...(bare === null ? {} : { ratio: Number((perSecond / bare).toFixed(2)) }),
      cpuMsA1000: Number((((processorMs(exporter.child.pid ?? 0) - before) / EVENTS) * 1_000).toFixed(1)),
    }
  } finally {
    await stop(exporter)
  }
}

async function exported(client: pg.Client): Promise<number> {
  const { rows } = await client.query('SELECT exported::int FROM event_exports')
  return rows[0]?.exported ?? 0
}

/** Publishes the same bodies, so many at once, and keeps no place. */
async function bareLoop({ connection }: EventStream): Promise<number> {
  const client = jetstream(connection)
  const since = performance.now()
  for (let from = 0; from < EVENTS; from += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, EVENTS - from) }, (_, n) =>
        client.publish(`hotel.events.bare.org_bench.ubk_${from + n}.booking.updated`, BODY, {
          msgID: `bare_${from + n}`,
        }),
      ),
    )
  return EVENTS / ((performance.now() - since) / 1_000)
}

/** To JetStream on a disk, beside a loop that only publishes. */
async function toNats(url: string, progress: Progress): Promise<object[]> {
  const nats = await startNats()
  const stream = await openEventStream(nats.url)
  try {
    await stream.create()
    progress('bare')
    const bare = await bareLoop(stream)
    const rows: object[] = [{ case: 'bare loop: publish', perSecond: Math.round(bare), ratio: 1 }]
    for (const ofABooking of [1, 4]) {
      const name = ofABooking === 1 ? 'NATS, each of another booking' : 'NATS, four of a booking follow each other'
      progress(name)
      await stream.empty()
      rows.push(await drain(url, { name, targetUrl: nats.url, ofABooking }, bare))
    }
    return rows
  } finally {
    await stream.close()
    await nats.stop()
  }
}

type Plan = { readonly Plan: { readonly 'WAL Bytes': number }; readonly 'Execution Time': number }

/** What the index of the export adds to the insertion of an event: log and time of the statement, in turns with and without it. */
async function indexCost(url: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const found = await client.query(`SELECT indexdef FROM pg_indexes WHERE indexname = 'booking_events_export_idx'`)
  const made: string = found.rows[0].indexdef
  const ways = [
    { case: 'insert of an event without the index', change: 'DROP INDEX booking_events_export_idx' },
    { case: 'insert of an event with the index', change: made },
  ].map((way) => ({ ...way, walBytes: [] as number[], us: [] as number[] }))
  await client.query("SET session_replication_role = 'replica'")
  for (let round = 0; round < ROUNDS; round++)
    for (const way of ways) {
      await client.query(way.change)
      await client.query('TRUNCATE booking_events CASCADE')
      const { rows } = await client.query(`EXPLAIN (ANALYZE, WAL, FORMAT JSON) ${INSERT}`, [INSERTED, 1, BODY])
      const [plan] = rows[0]['QUERY PLAN'] as readonly Plan[]
      way.walBytes.push((plan?.Plan['WAL Bytes'] ?? 0) / INSERTED)
      way.us.push(((plan?.['Execution Time'] ?? 0) * 1_000) / INSERTED)
    }
  await client.end()
  return ways.map(({ case: name, walBytes, us }) => ({
    case: name,
    walBytes: Math.round(median(walBytes)),
    us: Number(median(us).toFixed(1)),
  }))
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** `npm run bench export`: how many events a second go to NATS and to a file, and what the log's index costs a booking. */
export async function benchExport(progress: Progress): Promise<readonly object[]> {
  if (NO_NATS) console.warn(NO_NATS)
  const url = await newDatabase(DATABASE)
  const folder = await mkdtemp(join(tmpdir(), 'export-'))
  try {
    const rows = NO_NATS ? [] : await toNats(url, progress)
    progress('a file')
    const targetUrl = pathToFileURL(join(folder, 'events.ndjson')).href
    rows.push(await drain(url, { name: 'a file, synced', targetUrl, ofABooking: 1 }, null))
    progress('the index')
    return [...rows, ...(await indexCost(url))]
  } finally {
    await rm(folder, { recursive: true })
    await dropDatabase(DATABASE)
  }
}
