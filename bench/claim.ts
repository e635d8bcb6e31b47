import pg from 'pg'
import { createDatabase, type RootDatabase } from '../src/store/database.ts'
import { countDepth, knownDepth } from '../src/store/webhook-depth.ts'
import { createWebhookQueue, type WebhookQueue } from '../src/store/webhook-queue.ts'
import { dropDatabase, newDatabase } from './big-data.ts'
import { quantile, rounded } from './figures.ts'
import { threadMs } from './process.ts'
import { sized } from './size.ts'

/** `BENCH_ENDPOINTS=200,100000`: how many endpoints there are, the fewest first. */
const ENDPOINTS = process.env['BENCH_ENDPOINTS']?.split(',').map(Number) ?? sized([200, 20_000, 100_000], [20, 200])
const ROUNDS = sized(40, 3)
const WARM = sized(7, 1)
/** Postgres’ own cleaning, which is seldom in step with a bench: what a claim and its release leave is cleared after so many. */
const VACUUM_EVERY = 10
/** Deliveries that are due at sixteen live endpoints, of a dead one, and endpoints that wait for a further attempt, later. */
const DUE = 64
const DEAD = sized(300_000, 1_000)
const LATER = sized(1_000, 10)
/** After an outage of the relays: endpoints that each have something due, longer than anything else. */
const OUTAGE = sized(10_000, 10)

type Progress = (line: string) => void

/** Idle endpoints, twenty an organization; each has had its deliveries. */
const IDLE = `
  WITH endpoints AS (
    INSERT INTO webhook_endpoints (id, organization_id, environment, url, event_types, secrets, created_at, updated_at)
    SELECT 'whe_' || lpad(n::text, 7, '0'), 'org_' || n / 20, 'sandbox', 'http://127.0.0.1:9/', '{booking.*}', '[]', now(), now()
    FROM generate_series(1, $1::int) AS n RETURNING id, organization_id
  )
  INSERT INTO webhook_deliveries (id, organization_id, endpoint_id, event_id, event_type, booking_id, event_position, status,
    created_at, updated_at)
  SELECT 'whd_' || id || step, organization_id, id, 'evt_1', 'booking.updated', 'ubk_' || id || step, 1, 'DELIVERED', now(), now()
  FROM endpoints, generate_series(1, 3) AS step`

/** Of so many deliveries, each of a booking of its own, to so many endpoints from the first one on; due in so many minutes. */
const WAITING = `
  INSERT INTO webhook_deliveries (id, organization_id, endpoint_id, event_id, event_type, booking_id, event_position, status, due_at,
    created_at, updated_at)
  SELECT $1 || n, organization_id, e.id, 'evt_1', 'booking.updated', 'ubk_' || $1 || n, n, 'PENDING',
    now() + make_interval(mins => $5::int) + n * interval '1 ms', now(), now()
  FROM generate_series(1, $2::int) AS n
  JOIN webhook_endpoints e ON e.id = 'whe_' || lpad(($3::int + n % $4::int)::text, 7, '0')`

type World = {
  readonly endpoints: number
  readonly client: pg.Client
  readonly database: RootDatabase
  readonly queue: WebhookQueue
}

async function openWorld(endpoints: number): Promise<World> {
  const url = await newDatabase(`hdg_bench_claim_${endpoints}`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("SET session_replication_role = 'replica'")
  await client.query(
    `INSERT INTO booking_events (position, id, organization_id, environment, type, body, created_at)
     VALUES (1, 'evt_1', 'org_1', 'sandbox', 'booking.updated', '{}', now())`,
  )
  await client.query(IDLE, [endpoints])
  await client.query('VACUUM ANALYZE')
  const database = createDatabase({ url, poolSize: 1, statementTimeoutMs: 60_000 })
  return { endpoints, client, database, queue: createWebhookQueue(database) }
}

async function close({ endpoints, client, database }: World): Promise<void> {
  await client.end()
  await database.$disconnect()
  await dropDatabase(`hdg_bench_claim_${endpoints}`)
}

/** What a world has while it is measured; each step stays for those after it. */
type Step = { readonly name: string; readonly prepare: (world: World) => Promise<unknown> }

const STEPS: readonly Step[] = [
  { name: 'nothing due', prepare: async () => undefined },
  { name: `${DUE} due`, prepare: ({ client }) => client.query(WAITING, ['due', DUE, 1, 16, -1]) },
  {
    name: `and ${LATER} endpoints, or all, that wait for a further attempt`,
    prepare: ({ client, endpoints }) => client.query(WAITING, ['later', Math.min(LATER, endpoints), 1, endpoints, 60]),
  },
  {
    name: `and ${DEAD} due at a dead one`,
    prepare: async ({ client, endpoints }) => {
      await client.query(
        `UPDATE webhook_endpoints SET failing_since = now() WHERE id = 'whe_' || lpad($1::text, 7, '0')`,
        [endpoints],
      )
      await client.query(WAITING, ['dead', DEAD, endpoints, 1, -600])
      await client.query('VACUUM ANALYZE webhook_deliveries')
    },
  },
  {
    name: `and ${OUTAGE} endpoints, or all, with one that is due longest`,
    prepare: ({ client, endpoints }) =>
      client.query(WAITING, ['outage', Math.min(OUTAGE, endpoints), 1, endpoints, -1_200]),
  },
]

type Measured = {
  readonly name: string
  readonly run: (world: World) => Promise<unknown>
  readonly after?: (world: World) => Promise<void>
}

const MEASURED: readonly Measured[] = [
  {
    name: 'claim',
    run: ({ queue }) => queue.claim({ leaseId: 'bench', leaseMs: 60_000, limit: 256 }),
    after: ({ queue }) => queue.release(['bench']),
  },
  { name: 'time until due', run: ({ queue }) => queue.msUntilDue() },
  { name: 'depth, counted', run: ({ database }) => countDepth(database) },
  { name: 'depth, as scraped', run: ({ database }) => knownDepth(database) },
]

/** The process of Postgres that answers: another one after its connection was idle for long. */
async function backendOf({ database }: World): Promise<number> {
  const [own] = await database.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
  return own?.pid ?? 0
}

/** How long each time took, and what Postgres computed on average, ms; the latter says something on a busy machine as well. */
type Times = { readonly ms: number[]; cpuMs: number }

async function timesOf({ run, after }: Measured, worlds: readonly World[]): Promise<Times[]> {
  const times = worlds.map((): Times => ({ ms: [], cpuMs: 0 }))
  for (let round = 0; round < WARM + ROUNDS; round++)
    for (const [at, world] of worlds.entries()) {
      if (after && round % VACUUM_EVERY === 0) await world.client.query('VACUUM webhook_deliveries')
      const backend = await backendOf(world)
      const cpuBefore = threadMs(backend)
      const since = performance.now()
      await run(world)
      const tookMs = performance.now() - since
      const one = times[at]
      if (one && round >= WARM) {
        one.ms.push(tookMs)
        one.cpuMs += (threadMs(backend) - cpuBefore) / ROUNDS
      }
      await after?.(world)
    }
  return times
}

export type ClaimRow = {
  readonly what: string
  readonly case: string
  readonly endpoints: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly cpuMs: number
  readonly ratio: number
}

async function measureStep({ name }: Step, worlds: readonly World[], progress: Progress): Promise<ClaimRow[]> {
  const rows: ClaimRow[] = []
  for (const measured of MEASURED) {
    progress(`${measured.name}: ${name}`)
    const times = await timesOf(measured, worlds)
    const fewest = quantile(times[0]?.ms ?? [], 0.5)
    for (const [at, { endpoints }] of worlds.entries()) {
      const { ms, cpuMs } = times[at] ?? { ms: [], cpuMs: 0 }
      const p50 = quantile(ms, 0.5)
      rows.push({
        what: measured.name,
        case: name,
        endpoints,
        p50Ms: rounded(p50),
        p99Ms: rounded(quantile(ms, 0.99)),
        cpuMs: rounded(cpuMs, 1),
        ratio: rounded(p50 / fewest),
      })
    }
  }
  return rows
}

/** `npm run bench claim`: what a relay asks of Postgres, by how many endpoints there are, nearly all of them idle; in turns. */
export async function benchClaim(progress: Progress): Promise<readonly ClaimRow[]> {
  const worlds: World[] = []
  try {
    for (const endpoints of ENDPOINTS) {
      progress(`${endpoints} endpoints`)
      worlds.push(await openWorld(endpoints))
    }
    const rows: ClaimRow[] = []
    for (const step of STEPS) {
      for (const world of worlds) await step.prepare(world)
      rows.push(...(await measureStep(step, worlds, progress)))
    }
    return rows
  } finally {
    for (const world of worlds) await close(world)
  }
}
