import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { addDays } from '../src/domain/time.ts'
import { bookingOf, bookingToken, type Client, clientOf, type Json, run } from './booking-load.ts'
import { ACTIONS, type Cost, type Costs, needsOf, SIZES } from './cost-model.ts'
import {
  ADMIN_URL,
  API_KEY,
  MASTER_KEY,
  processorMs,
  query,
  type Started,
  startScript,
  stop,
  urlOf,
} from './process.ts'
import { REDIS_URL } from './search-data.ts'
import { sized } from './size.ts'

const DATABASE = 'hdg_bench_cost'
const DATABASE_URL = urlOf(DATABASE)
const COUNT = {
  search: sized(2_000, 20),
  autocomplete: sized(2_000, 20),
  'rooms and prebook': sized(300, 5),
  booking: sized(500, 10),
} as const
/** Endpoints that want every event. */
const ENDPOINTS = 2
/** Until relays and workers have done what a request left to them. */
const AFTERWARDS_MS = sized(5_000, 500)

type Progress = (line: string) => void
type Role = 'api' | 'relay' | 'worker' | 'suppliers'
type Processes = Readonly<Record<Role, Started>>

function start(roles: Role): Promise<Started> {
  return startScript('src/main.ts', {
    ready: /"url":(?:null|"http:\/\/[\d.]+:(\d+)").*"msg":"ready"/,
    env: {
      ...process.env,
      DATABASE_URL,
      REDIS_URL,
      MASTER_KEY,
      SANDBOX_API_KEY: API_KEY,
      LOG_LEVEL: 'info',
      ROLES: roles,
      PORT: '0',
    },
  })
}

/** What everybody has used so far. Postgres: the backends of this database, not its writers and its log; 0 where it is on another machine. */
async function used({ api, relay, worker }: Processes, redis: Redis): Promise<Cost> {
  const [size] = await query(
    DATABASE_URL,
    "SELECT pg_database_size(current_database())::float AS bytes, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float AS wal",
  )
  const backends = await query(
    DATABASE_URL,
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'hotel-gateway%'",
  )
  const info = await redis.info('cpu')
  const [user, system] = ['used_cpu_user', 'used_cpu_sys'].map((name) =>
    Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1] ?? 0),
  )
  return {
    api: processorMs(api.child.pid ?? 0),
    relay: processorMs(relay.child.pid ?? 0),
    worker: processorMs(worker.child.pid ?? 0),
    postgres: backends.reduce((sum, { pid }) => sum + backendMs(Number(pid)), 0),
    redis: ((user ?? 0) + (system ?? 0)) * 1_000,
    databaseBytes: Number(size?.['bytes']),
    walBytes: Number(size?.['wal']),
  }
}

function backendMs(pid: number): number {
  try {
    return processorMs(pid)
  } catch {
    return 0
  }
}

/** What each of `count` cost, without what everybody does when nothing is asked. */
function difference(before: Cost, after: Cost, count: number): Cost {
  function each(part: keyof Cost): number {
    return Math.max(0, after[part] - before[part]) / count
  }
  return {
    api: each('api'),
    relay: each('relay'),
    worker: each('worker'),
    postgres: each('postgres'),
    redis: each('redis'),
    databaseBytes: each('databaseBytes'),
    walBytes: each('walBytes'),
  }
}

/** The work behind each action; bookings take the offers that were made before. */
function worksOf(call: Client, offers: Json[]): Readonly<Record<(typeof ACTIONS)[number], () => Promise<unknown>>> {
  const today = new Date().toISOString().slice(0, 10)
  const stay = {
    check_in: addDays(today, 60),
    check_out: addDays(today, 63),
    nationality: 'GB',
    rooms: [{ adults: 2 }],
  }
  return {
    search: () =>
      call('POST', '/hotels/search', { body: { destination: { type: 'place', id: 1842 }, ...stay, limit: 30 } }),
    autocomplete: () => call('GET', '/destinations/autocomplete?q=Lond&limit=10'),
    'rooms and prebook': async () => {
      const token = await bookingToken(call)
      offers.push((await call('POST', '/hotels/prebook', { body: { booking_token: token } })).data.offer)
    },
    booking: () => call('POST', '/hotels/book', { body: bookingOf(offers.pop()), key: randomUUID() }),
  }
}

/** A partner's receivers, which take everything. */
async function startReceivers(call: Client): Promise<{ readonly close: () => void }> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  for (let index = 0; index < ENDPOINTS; index++)
    await call('POST', '/webhooks/endpoints', { body: { url: `http://127.0.0.1:${port}/${index}` } })
  return { close: () => void server.close() }
}

async function measure(processes: Processes, progress: Progress): Promise<Costs> {
  const call = clientOf(processes.api.said)
  const redis = new Redis(REDIS_URL)
  const receivers = await startReceivers(call)
  const offers: Json[] = []
  const works = worksOf(call, offers)
  const costs: Partial<Record<(typeof ACTIONS)[number], Cost>> = {}
  try {
    const token = await bookingToken(call)
    for (const action of ACTIONS) {
      // As many bookings as are made need an offer, which is counted elsewhere.
      if (action === 'booking')
        while (offers.length < COUNT.booking + sized(100, 3))
          offers.push((await call('POST', '/hotels/prebook', { body: { booking_token: token } })).data.offer)
      progress(`${action}: warming up`)
      await run(
        Array.from({ length: sized(100, 3) }, (_, index) => index),
        () => works[action](),
      )
      await pause(AFTERWARDS_MS)
      const before = await used(processes, redis)
      progress(action)
      await run(
        Array.from({ length: COUNT[action] }, (_, index) => index),
        () => works[action](),
      )
      await pause(AFTERWARDS_MS)
      costs[action] = difference(before, await used(processes, redis), COUNT[action])
    }
    return costs as Costs
  } finally {
    receivers.close()
    redis.disconnect()
  }
}

function rounded(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, number]) => [name, Number(value.toPrecision(3))]),
  )
}

/**
 * `npm run bench cost`: the cost model of docs/scaling.md. What a search, an autocomplete, rooms with a prebook, and a booking with its
 * webhooks cost api, relay, worker, Postgres and Redis, each in a process of its own; then what three sizes of load need.
 */
export async function benchCost(progress: Progress): Promise<readonly object[]> {
  await query(ADMIN_URL, `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`)
  await query(ADMIN_URL, `CREATE DATABASE ${DATABASE}`)
  const suppliers = await start('suppliers')
  const processes = { suppliers, api: await start('api'), relay: await start('relay'), worker: await start('worker') }
  try {
    await query(DATABASE_URL, 'UPDATE organizations SET rate_limit_factor = 1000000')
    await pause(2_500) // until the process has seen the change
    const costs = await measure(processes, progress)
    return [
      ...ACTIONS.map((action) => ({ case: `${action}: ms, bytes`, ...rounded(costs[action]) })),
      ...Object.entries(SIZES).map(([size, rates]) => ({
        case: `${size}: cores, GB a day, MB a second`,
        ...rounded(needsOf(costs, rates)),
      })),
    ]
  } finally {
    for (const started of Object.values(processes)) await stop(started)
    await query(ADMIN_URL, `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`)
  }
}
