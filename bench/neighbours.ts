import { randomBytes, randomUUID } from 'node:crypto'
import type { Json } from '../test/support/http-client.ts'
import { bookingInput, httpJourney, party, prebookRoom, scenarioHotel, stay } from '../test/support/journey.ts'
import { type LoadResult, load } from './load.ts'
import { LOAD_KINDS, type LoadKind, type LoadOrder } from './neighbours-load.ts'
import type { SubscriptionsOrder } from './neighbours-subscriptions.ts'
import { ADMIN_URL, API_KEY, processorMs, query, type Started, startScript, stop, urlOf } from './process.ts'
import { sized } from './size.ts'

const DATABASE = 'hdg_bench_neighbours'
const RUN_MS = sized(4_000, 300)
const ROUNDS = sized(3, 1)
const BOOKINGS = sized(100, 2)
const SUBSCRIPTIONS = sized(2_000, 20)
/** The seeded organization has twenty times the default limits. */
const FACTORS = process.env['BENCH_FACTORS']?.split(',').map(Number) ?? sized([1, 20], [20])
const SUBSCRIPTIONS_ROW = `${SUBSCRIPTIONS} open subscriptions`
/** Of the default limits: for what is not about them. */
const UNLIMITED = 1_000
/** `BENCH_ROWS='live searches|all together'` measures only these; all by default. */
const WANTED = process.env['BENCH_ROWS']?.split('|') ?? null
/** `BENCH_NODE_FLAGS='--cpu-prof --cpu-prof-dir=.data/prof'` looks into the gateway's processes. */
const GATEWAY_FLAGS = process.env['BENCH_NODE_FLAGS']?.split(' ').filter((flag) => flag !== '') ?? []
const QUIET = 'org_sandbox'
const BUSY = 'org_sandbox_default'
/** Organizations are read again after this. */
const TENANTS_KEPT_MS = 2_500

/** What a busy partner has left behind is over when the gateway uses less than this of a core. */
const IDLE_SHARE = 0.1
const LOOK_FOR_MS = 500
const IDLE_WITHIN_MS = 60_000

type Progress = (line: string) => void
type Gateway = {
  readonly pid: number
  readonly url: string
  readonly port: number
  readonly quietKey: string
  readonly busyKey: string
}

const KEY_OF_BUSY = /with default limits: +(\S+)/

async function startBoth(): Promise<{ gateway: Gateway; processes: Started[] }> {
  await query(ADMIN_URL, `DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`)
  await query(ADMIN_URL, `CREATE DATABASE ${DATABASE}`)
  const env = {
    ...process.env,
    DATABASE_URL: urlOf(DATABASE),
    REDIS_URL: '',
    MASTER_KEY: randomBytes(32).toString('hex'),
    SANDBOX_API_KEY: API_KEY,
    LOG_LEVEL: 'info',
    PORT: '0',
  }
  // Suppliers are others' machines: what they cost is not to be measured here.
  const suppliers = await startScript('src/main.ts', { ready: /"msg":"(ready)"/, env: { ...env, ROLES: 'suppliers' } })
  const started = await startScript('src/main.ts', {
    flags: GATEWAY_FLAGS,
    ready: /(http:\/\/[\d.]+:\d+[\s\S]*with default limits: +\S+)/,
    env: { ...env, ROLES: 'api,worker,relay' },
  })
  const busyKey = KEY_OF_BUSY.exec(started.said)?.[1] ?? ''
  const port = Number(/http:\/\/[\d.]+:(\d+)/.exec(started.said)?.[1])
  return {
    gateway: { pid: started.child.pid ?? 0, url: `http://127.0.0.1:${port}`, port, quietKey: API_KEY, busyKey },
    processes: [started, suppliers],
  }
}

function setFactor(organizationId: string, factor: number): Promise<unknown> {
  return query(urlOf(DATABASE), 'UPDATE organizations SET rate_limit_factor = $1 WHERE id = $2', [
    factor,
    organizationId,
  ])
}

/** Bookings of both, and what the busy one's requests name. */
async function furnish({ url, quietKey, busyKey }: Gateway, progress: Progress) {
  const busy = { url, apiKey: busyKey } as Parameters<typeof httpJourney>[0]
  const quiet = { url, apiKey: quietKey } as Parameters<typeof httpJourney>[0]
  async function book(as: typeof busy): Promise<Json> {
    const journey = httpJourney(as)
    const { offer } = await prebookRoom(journey, await scenarioHotel(as, 'cancel-free'))
    return journey.book(bookingInput(offer, 'INSTANT'), randomUUID())
  }
  const { booking_id: bookingId } = await book(quiet)
  const bookingIds: string[] = []
  for (let count = 1; count <= BOOKINGS; count++) {
    progress(`booking ${count} of ${BOOKINGS}`)
    bookingIds.push(String((await book(busy)).booking_id))
  }
  const hotelId = await scenarioHotel(busy, 'cancel-free')
  const events = await httpJourney(busy).rooms(hotelId, { ...stay(), ...party })
  const bookingToken: string = events.flatMap(({ options = [] }) => options)[0].booking_token
  return { bookingId: String(bookingId), bookingIds, hotelId, bookingToken }
}

/** A partner in a process of its own: a script of this folder, and what it is told to do. */
type Partner = { readonly script: string; readonly order: LoadOrder | SubscriptionsOrder }

async function beside<T>({ script, order }: Partner, work: () => Promise<T>): Promise<{ done: T; told: string }> {
  const partner = await startScript(script, { args: [JSON.stringify(order)], env: process.env, ready: /(driving)/ })
  let said = ''
  partner.child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const done = await work()
  await stop(partner)
  const counted = JSON.parse(/\{.*\}/.exec(said)?.[0] ?? '{}') as Record<string, number>
  return {
    done,
    told: Object.entries(counted)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', '),
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
function ratioOf(besideIt: number, alone: number): number {
  return Number((besideIt / alone).toFixed(2))
}

/** Waits until nothing goes on any more: what one partner has asked for is no part of "alone". */
async function idle({ pid }: Gateway): Promise<void> {
  const until = performance.now() + IDLE_WITHIN_MS
  for (let before = processorMs(pid); performance.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_FOR_MS))
    const now = processorMs(pid)
    if (now - before < IDLE_SHARE * LOOK_FOR_MS) return
    before = now
  }
  throw new Error(`the gateway is still busy ${IDLE_WITHIN_MS} ms after its partner has left`)
}

type Comparison = {
  readonly gateway: Gateway
  readonly busyWith: string
  readonly limits: string
  readonly partner: Partner
}

/** What the quiet one reads, alone and beside the partner in turns. */
async function compare(
  { gateway, busyWith, limits, partner }: Comparison,
  read: () => Promise<LoadResult>,
  progress: Progress,
): Promise<object> {
  const alone: LoadResult[] = []
  const besideIt: LoadResult[] = []
  let answered = ''
  for (let round = 1; round <= ROUNDS; round++) {
    progress(`${busyWith}, ${limits} the default limits, round ${round} of ${ROUNDS}`)
    await idle(gateway)
    alone.push(await read())
    const { done, told } = await beside(partner, read)
    besideIt.push(done)
    answered = told
  }
  function p99Of(runs: readonly LoadResult[]): number {
    return median(runs.map(({ p99Ms }) => p99Ms))
  }
  function p50Of(runs: readonly LoadResult[]): number {
    return median(runs.map(({ p50Ms }) => p50Ms))
  }
  return {
    busyWith,
    limits,
    answered,
    aloneP99Ms: Number(p99Of(alone).toFixed(1)),
    besideP99Ms: Number(p99Of(besideIt).toFixed(1)),
    ratio: ratioOf(p99Of(besideIt), p99Of(alone)),
    p50Ratio: ratioOf(p50Of(besideIt), p50Of(alone)),
  }
}

/** The busy one listens to its bookings, the quiet one lists its own. */
async function compareSubscriptions(
  gateway: Gateway,
  bookingIds: readonly string[],
  progress: Progress,
): Promise<object> {
  const { port, quietKey, busyKey } = gateway
  const list = { port, path: '/hotels/bookings', body: null, key: quietKey }
  function read(): Promise<LoadResult> {
    return load(list, 1, RUN_MS)
  }
  await setFactor(BUSY, UNLIMITED)
  await new Promise((resolve) => setTimeout(resolve, TENANTS_KEPT_MS))
  await read()
  const order = { port, key: busyKey, bookingIds, count: SUBSCRIPTIONS }
  const partner = { script: 'bench/neighbours-subscriptions.ts', order }
  return compare({ gateway, busyWith: SUBSCRIPTIONS_ROW, limits: `${UNLIMITED} ×`, partner }, read, progress)
}

/**
 * `npm run bench neighbours`: one partner sends the worst that each class of its limits allows, another reads the status of a
 * booking, one request at a time: its p99 beside the first, against its p99 alone in the same run. At last one partner has
 * 2,000 subscriptions open, and the other lists its bookings.
 */
export async function benchNeighbours(progress: Progress): Promise<readonly object[]> {
  const { gateway, processes } = await startBoth()
  try {
    await setFactor(QUIET, UNLIMITED)
    await setFactor(BUSY, UNLIMITED)
    const { bookingId, bookingIds, ...named } = await furnish(gateway, progress)
    const { port, quietKey, busyKey } = gateway
    const shot = { port, path: `/hotels/book/${bookingId}`, body: null, key: quietKey }
    function read(): Promise<LoadResult> {
      return load(shot, 1, RUN_MS)
    }
    await read()
    const rows: object[] = []
    for (const factor of FACTORS) {
      await setFactor(BUSY, factor)
      await new Promise((resolve) => setTimeout(resolve, TENANTS_KEPT_MS))
      const choices: (readonly [string, readonly LoadKind[]])[] = LOAD_KINDS.map((kind) => [kind, [kind]])
      for (const [busyWith, kinds] of [...choices, ['all together', LOAD_KINDS] as const]) {
        if (WANTED?.includes(busyWith) === false) continue
        const order = { port, key: busyKey, kinds, factor, ...named }
        const partner = { script: 'bench/neighbours-load.ts', order }
        rows.push(await compare({ gateway, busyWith, limits: `${factor} ×`, partner }, read, progress))
      }
    }
    if (WANTED?.includes(SUBSCRIPTIONS_ROW) !== false)
      rows.push(await compareSubscriptions(gateway, bookingIds, progress))
    return rows
  } finally {
    for (const started of processes) await stop(started)
  }
}
