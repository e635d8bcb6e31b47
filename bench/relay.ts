import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { Agent, request } from 'undici'
import { createSeals } from '../src/operations/operator/key-material/sealed-places.ts'
import { toMasterKeys } from '../src/platform/master-key.ts'
import { migrate } from '../src/platform/migrate.ts'
import { ADMIN_URL, MASTER_KEY, query, type Started, startScript, stop, urlOf } from './process.ts'
import { sized } from './size.ts'

const DATABASE = 'hdg_bench_relay'
const DATABASE_URL = urlOf(DATABASE)
const SECRET = `whsec_${randomBytes(32).toString('base64')}`

const ENDPOINTS = 16
const WARM = sized(3_000, 100)
const DELIVERIES = sized(24_000, 200)
const BARE_IN_FLIGHT = 64
const PER_SECOND = 200
const PACED_SECONDS = sized(10, 1)
const DEAD_ROWS = sized(200_000, 1_000)
const WAITING = sized(10_000, 100)

type Progress = (line: string) => void

/** As long as a booking's event: about 1.4 KB. */
function bodyOf(id: string): string {
  return JSON.stringify({ type: 'booking.updated', data: { event_id: id, filler: 'x'.repeat(1_300) } })
}

function sealed(endpointId: string): string {
  return createSeals(toMasterKeys(Buffer.from(MASTER_KEY, 'hex'), null))
    .webhooks.seal(JSON.stringify({ secret: SECRET, asymmetric: null }), endpointId)
    .toString('base64')
}

/** `failingSince`: an SQL expression; absent: it does not fail. */
type Endpoint = { readonly id: string; readonly url: string; readonly failingSince?: string }

function addEndpoint(client: pg.Client, { id, url, failingSince = '' }: Endpoint): Promise<unknown> {
  return client.query(
    `INSERT INTO webhook_endpoints (id, organization_id, environment, url, event_types, secrets, created_at, updated_at${failingSince && ', failing_since'})
     VALUES ($1, 'org_bench', 'sandbox', $2, '{booking.*}', $3, now(), now()${failingSince && `, ${failingSince}`})`,
    [id, url, JSON.stringify([{ sealed: sealed(id), publicKey: null, expiresAt: null }])],
  )
}

/** `count` events, due in an hour when they wait; `endpoint` and a number below `endpoints` is the id of an endpoint. */
type Deliveries = {
  readonly prefix: string
  readonly count: number
  readonly endpoint: string
  readonly endpoints: number
  readonly wait: boolean
}

/** Events with one delivery each, to the endpoints in turns; as many rows as wanted. */
function addDeliveries(client: pg.Client, { prefix, count, endpoint, endpoints, wait }: Deliveries) {
  return client.query(
    `WITH events AS (
       INSERT INTO booking_events (id, organization_id, environment, type, body, created_at)
       SELECT $1 || n, 'org_bench', 'sandbox', 'booking.updated', replace($2, '#', $1 || n), now()
       FROM generate_series(1, $3::int) AS n RETURNING id, position
     )
     INSERT INTO webhook_deliveries (id, organization_id, endpoint_id, event_id, event_type, booking_id, event_position, status,
       due_at, created_at, updated_at)
     SELECT 'whd_' || id, 'org_bench', $4 || (position % $5::int), id, 'booking.updated', id, position, 'PENDING',
       now() ${wait ? "+ interval '1 hour'" : ''}, now(), now() FROM events`,
    [prefix, bodyOf('#'), count, endpoint, endpoints],
  )
}

function quantile(values: readonly number[], share: number): number {
  return Number(([...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0).toFixed(1))
}

async function heard(port: string): Promise<{ received: number; delays: number[] }> {
  return (await request(`http://127.0.0.1:${port}/`)).body.json() as Promise<{ received: number; delays: number[] }>
}

/** Signs and posts the same bytes, so many at once, and keeps nothing. */
async function bareLoop(port: string): Promise<number> {
  const agent = new Agent({ connections: BARE_IN_FLIGHT, pipelining: 1 })
  let next = 0
  const since = performance.now()
  async function worker(): Promise<void> {
    while (next++ < DELIVERIES) {
      const id = `evt_bare${next}`
      const body = bodyOf(id)
      const at = new Date()
      const signature = new Webhook(SECRET).sign(id, at, body)
      const answer = await request(`http://127.0.0.1:${port}/${next % ENDPOINTS}`, {
        dispatcher: agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
          'webhook-signature': signature,
        },
        body,
      })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: BARE_IN_FLIGHT }, worker))
  const perSecond = DELIVERIES / ((performance.now() - since) / 1_000)
  await agent.close()
  return perSecond
}

function startRelay(): Promise<Started> {
  return startScript('src/main.ts', {
    ready: /"msg":"(ready)"/,
    env: { ...process.env, DATABASE_URL, REDIS_URL: '', MASTER_KEY, LOG_LEVEL: 'info', ROLES: 'relay', PORT: '0' },
  })
}

async function delivered(prefix: string): Promise<number> {
  const [row] = await query(
    DATABASE_URL,
    `SELECT count(*)::int AS done FROM webhook_deliveries d JOIN webhook_attempts a ON a.delivery_id = d.id
     WHERE d.status = 'DELIVERED' AND d.event_id LIKE '${prefix}%'`,
  )
  return row?.['done'] ?? 0
}

/** Everything at once: how many a second are signed, posted and written down. */
async function drain(client: pg.Client, progress: Progress): Promise<number> {
  await addDeliveries(client, {
    prefix: 'evt_drain',
    count: DELIVERIES,
    endpoint: 'whe_',
    endpoints: ENDPOINTS,
    wait: true,
  })
  await client.query('ANALYZE')
  const since = performance.now()
  await client.query("UPDATE webhook_deliveries SET due_at = now() WHERE event_id LIKE 'evt_drain%'")
  await client.query("SELECT pg_notify('webhook_deliveries', '')")
  for (;;) {
    const done = await delivered('evt_drain')
    progress(`${done} of ${DELIVERIES} delivered`)
    if (done >= DELIVERIES) return DELIVERIES / ((performance.now() - since) / 1_000)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** One event at a time, so many a second, each with the moment of its commit in its body. */
async function paced(
  client: pg.Client,
  { port, prefix }: { readonly port: string; readonly prefix: string },
  progress: Progress,
): Promise<number[]> {
  await heard(port)
  const total = PER_SECOND * PACED_SECONDS
  const since = performance.now()
  for (let index = 0; index < total; index++) {
    const dueMs = (index / PER_SECOND) * 1_000 - (performance.now() - since)
    if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs))
    const id = `${prefix}${index}`
    const committedAt = performance.timeOrigin + performance.now()
    await client.query(
      `WITH event AS (
         INSERT INTO booking_events (id, organization_id, environment, type, body, created_at)
         VALUES ($1, 'org_bench', 'sandbox', 'booking.updated', $2, now()) RETURNING id, position
       )
       INSERT INTO webhook_deliveries (id, organization_id, endpoint_id, event_id, event_type, booking_id, event_position,
         status, due_at, created_at, updated_at)
       SELECT 'whd_' || id, 'org_bench', $3, id, 'booking.updated', id, position, 'PENDING', now(), now(), now() FROM event`,
      [id, JSON.stringify({ ...JSON.parse(bodyOf(id)), committed_at: committedAt }), `whe_${index % ENDPOINTS}`],
    )
    if (index % PER_SECOND === 0) progress(`paced: ${index} of ${total}`)
  }
  const delays: number[] = []
  for (let tries = 0; delays.length < total && tries < 100; tries++) {
    delays.push(...(await heard(port)).delays)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  if (delays.length !== total) throw new Error(`${delays.length} of ${total} came`)
  return delays
}

/** The claim's own statement, by a second client, with so many due rows of one dead endpoint in the table. */
async function claimTimes(client: pg.Client, progress: Progress): Promise<number[]> {
  await addEndpoint(client, { id: 'whe_dead0', url: 'http://127.0.0.1:9/', failingSince: "now() - interval '1 hour'" })
  progress(`${DEAD_ROWS} rows of a dead endpoint`)
  await addDeliveries(client, { prefix: 'evt_dead', count: DEAD_ROWS, endpoint: 'whe_dead', endpoints: 1, wait: true })
  await client.query(
    "UPDATE webhook_deliveries SET due_at = now() - interval '1 minute' WHERE event_id LIKE 'evt_dead%'",
  )
  await client.query('VACUUM ANALYZE webhook_deliveries')
  const { createDatabase } = await import('../src/store/database.ts')
  const { createWebhookQueue } = await import('../src/store/webhook-queue.ts')
  const database = createDatabase({ url: DATABASE_URL, poolSize: 1, statementTimeoutMs: 60_000 })
  const queue = createWebhookQueue(database)
  const times: number[] = []
  for (let round = 0; round < 30; round++) {
    const leaseId = `bench${round}`
    const since = performance.now()
    await queue.claim({ leaseId, leaseMs: 1_000, limit: 256 })
    if (round >= 5) times.push(performance.now() - since)
    await queue.release([leaseId])
  }
  await database.$disconnect()
  return times
}

/** `npm run bench relay`: a relay alone in its process, a receiver in another, the real Postgres. */
export async function benchRelay(progress: Progress): Promise<readonly object[]> {
  await query(ADMIN_URL, `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`)
  await query(ADMIN_URL, `CREATE DATABASE ${DATABASE}`)
  await migrate(DATABASE_URL, join(import.meta.dirname, '../prisma/migrations'))
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const receiver = await startScript('bench/relay-receiver.ts', { ready: /(\d+)/, env: process.env })
  for (let index = 0; index < ENDPOINTS; index++)
    await addEndpoint(client, { id: `whe_${index}`, url: `http://127.0.0.1:${receiver.said}/${index}` })
  const relay = await startRelay()
  try {
    progress('warming up')
    await addDeliveries(client, {
      prefix: 'evt_warm',
      count: WARM,
      endpoint: 'whe_',
      endpoints: ENDPOINTS,
      wait: false,
    })
    while ((await delivered('evt_warm')) < WARM) await new Promise((resolve) => setTimeout(resolve, 100))
    const bares: number[] = []
    bares.push(await bareLoop(receiver.said))
    const rate = await drain(client, progress)
    bares.push(await bareLoop(receiver.said))
    const delays = await paced(client, { port: receiver.said, prefix: 'evt_paced' }, progress)
    await addEndpoint(client, { id: 'whe_gone0', url: 'http://127.0.0.1:9/' })
    await addEndpoint(client, { id: 'whe_slow0', url: `http://127.0.0.1:${receiver.said}/slow` })
    await addDeliveries(client, { prefix: 'evt_gone', count: WAITING, endpoint: 'whe_gone', endpoints: 1, wait: false })
    await addDeliveries(client, { prefix: 'evt_slow', count: 200, endpoint: 'whe_slow', endpoints: 1, wait: false })
    const beside = await paced(client, { port: receiver.said, prefix: 'evt_beside' }, progress)
    await stop(relay)
    const claims = await claimTimes(client, progress)
    const bare = bares.reduce((a, b) => a + b) / bares.length
    return [
      { case: 'bare loop: sign and post', perSecond: Math.round(bare), ratio: 1 },
      {
        case: 'relay: claim, sign, post, settle',
        perSecond: Math.round(rate),
        ratio: Number((rate / bare).toFixed(3)),
      },
      { case: `commit to receiver at ${PER_SECOND}/s`, p50Ms: quantile(delays, 0.5), p95Ms: quantile(delays, 0.95) },
      {
        case: `the same beside ${WAITING} to a dead endpoint and a slow one`,
        p50Ms: quantile(beside, 0.5),
        p95Ms: quantile(beside, 0.95),
      },
      { case: `claim beside ${DEAD_ROWS} dead rows`, p50Ms: quantile(claims, 0.5), p95Ms: quantile(claims, 0.95) },
    ]
  } finally {
    if (relay.child.exitCode === null && relay.child.signalCode === null) await stop(relay)
    await stop(receiver)
    await client.end()
  }
}
