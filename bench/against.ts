import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import type { createRedisCache } from '../src/cache/redis.ts'
import type { writePrices } from '../src/operations/prices/price-cache.ts'
import { createClock } from '../src/platform/clock.ts'
import { createLogger } from '../src/platform/logger.ts'
import { median, pinned } from './facade.ts'
import { type LoadResult, load, type Shot } from './load.ts'
import { SIZED_CITIES } from './make-catalogue.ts'
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
import { autocompleteShots, bodiesFor, leaveCore } from './search.ts'
import { type City, catalogueFile, emptyRedis, type Progress, quotesOf, SUPPLIERS, staysFor } from './search-data.ts'
import { sized } from './size.ts'

const execute = promisify(execFile)
const HERE = join(import.meta.dirname, '..')
/** `BENCH_HOTELS=1000000`: what grows with the catalogue. */
const HOTELS = sized(Number(process.env['BENCH_HOTELS'] ?? 10_000), 1_000)
const CITY: City = sized<City>(SIZED_CITIES[1], SIZED_CITIES[0])

const WARM_MS = sized(15_000, 200)
const SETTLE_MS = sized(300, 0)
const TURNS = sized(24, 2)
const TURN_MS = sized(1_000, 200)
const CONNECTIONS = 8
/** Until a gateway has seen what was changed in its database. */
const SEEN_WITHIN_MS = 2_500

/** `BENCH_NODE_FLAGS='--cpu-prof --cpu-prof-dir=DIR'`: where both spend their time. */
const EXTRA_FLAGS = (process.env['BENCH_NODE_FLAGS'] ?? '').split(' ').filter(Boolean)

/** A working copy of the project, with a database and a Redis of its own. */
type Tree = {
  readonly name: string
  readonly root: string
  readonly databaseUrl: string
  readonly redisUrl: string
}

function treeOf(name: string, root: string, redis: number): Tree {
  return {
    name,
    root,
    databaseUrl: urlOf(`hdg_bench_against_${name}`),
    redisUrl: new URL(`/${redis}`, process.env['REDIS_URL'] || 'redis://127.0.0.1:6379').href,
  }
}

function environmentOf({ databaseUrl, redisUrl }: Tree): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    MASTER_KEY,
    SANDBOX_API_KEY: API_KEY,
    LOG_LEVEL: 'warn',
    ROLES: 'api',
    PORT: '0',
  }
}

/** A module of the tree, wherever that tree keeps it. */
async function moduleOf({ root }: Tree, pattern: string): Promise<unknown> {
  const [path] = globSync(pattern, { cwd: root })
  if (!path) throw new Error(`${root} has no ${pattern}`)
  return import(pathToFileURL(join(root, path)).href)
}

/** How the tree writes prices to the cache. Trees without a price memory wrote them by a function of four parameters. */
async function priceWriterOf(tree: Tree): Promise<typeof writePrices> {
  const { writePrices: write } = (await moduleOf(tree, 'src/operations/**/price-cache.ts')) as {
    writePrices: typeof writePrices & ((...four: readonly unknown[]) => Promise<void>)
  }
  if (globSync('src/operations/prices/price-memory.ts', { cwd: tree.root }).length > 0) return write
  return (deps, { connectionId, question, prices }) => write(deps, connectionId, question, prices)
}

/** `BENCH_KEEP=1`: the databases stay, for the next run of the same size. */
const KEEPS = process.env['BENCH_KEEP'] === '1'

/** The catalogue by the tree's own command. */
async function importCatalogue(tree: Tree, progress: Progress): Promise<void> {
  const { name, root, databaseUrl } = tree
  const database = new URL(databaseUrl).pathname.slice(1)
  const file = await catalogueFile(HOTELS, progress)
  progress(`importing ${HOTELS} hotels into ${name}`)
  await query(ADMIN_URL, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
  await query(ADMIN_URL, `CREATE DATABASE ${database}`)
  await execute('npm', ['run', '-s', 'admin', '--', 'catalogue', 'import', file], {
    cwd: root,
    env: environmentOf(tree),
  })
  await query(databaseUrl, 'VACUUM ANALYZE')
}

async function hasCatalogue({ databaseUrl }: Tree): Promise<boolean> {
  const rows = await query(databaseUrl, 'SELECT count(*)::int AS hotels FROM hotels').catch(() => [])
  return rows[0]?.hotels === HOTELS
}

/** Prices by the tree's own cache. */
async function furnish(tree: Tree, progress: Progress): Promise<void> {
  const { name, databaseUrl, redisUrl } = tree
  if (!(KEEPS && (await hasCatalogue(tree)))) await importCatalogue(tree, progress)
  await emptyRedis(redisUrl)

  const { createRedisCache: create } = (await moduleOf(tree, 'src/cache/redis.ts')) as {
    createRedisCache: typeof createRedisCache
  }
  const write = await priceWriterOf(tree)
  const time = createClock({ worlds: true }).of('org_sandbox')
  const cache = create({ url: redisUrl, clock: createClock(), log: createLogger('silent') })
  const rows = await query(databaseUrl, 'SELECT id FROM hotels WHERE place_id = $1 ORDER BY id', [CITY.placeId])
  const ids: number[] = rows.map(({ id }) => id)
  const stays = staysFor(CITY)
  for (const [index, stay] of stays.entries()) {
    progress(`prices of ${ids.length} hotels into ${name}, stay ${index + 1} of ${stays.length}`)
    const question = { stay, occupancy: [{ adults: 2, childAges: [] }], nationality: 'GB', refundableOnly: false, time }
    const fetchedAt = Date.now()
    for (const supplier of SUPPLIERS) {
      const quotes = quotesOf(supplier, ids, index)
      const prices = new Map(quotes.map((quote) => [quote.supplierHotelId, { quote, fetchedAt }]))
      await write({ cache, randomBytes }, { connectionId: `conn_sandbox_${supplier}`, question, prices })
    }
  }
  await cache.close()
}

/** Without one, clients of both trees would try for ever. */
async function redisAnswers(): Promise<void> {
  const url = process.env['REDIS_URL'] || 'redis://127.0.0.1:6379'
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
  redis.on('error', () => undefined)
  const answer = await redis.connect().then(
    () => redis.ping(),
    () => null,
  )
  redis.disconnect()
  if (answer !== 'PONG') throw new Error(`no Redis at ${url}: set REDIS_URL`)
}

type Gateway = { readonly tree: Tree; readonly started: Started; readonly shots: ReadonlyMap<string, Shot> }

async function startGateway(tree: Tree): Promise<Gateway> {
  const { root, databaseUrl } = tree
  const env = environmentOf(tree)
  const ready = /http:\/\/[\d.]+:(\d+)/
  const started = await startScript('src/main.ts', { root, before: pinned(), flags: EXTRA_FLAGS, env, ready })
  await query(databaseUrl, 'UPDATE organizations SET rate_limit_factor = 1000000')
  await query(databaseUrl, 'UPDATE organization_suppliers SET enabled = supplier_code = ANY($1)', [SUPPLIERS])
  await new Promise((seen) => setTimeout(seen, SEEN_WITHIN_MS))
  const port = Number(started.said)
  const bodies = await bodiesFor({ port }, databaseUrl, CITY)
  const shots = new Map<string, Shot>([
    ['HTTP', { port, path: '/hotels/search', body: bodies.http, key: API_KEY }],
    ['GraphQL', { port, path: '/graphql', body: bodies.graphql, key: API_KEY }],
    ...(await autocompleteShots({ port }, databaseUrl)),
  ])
  return { tree, started, shots }
}

type Turn = LoadResult & { readonly processorMs: number }

async function takeTurn({ started }: Gateway, shot: Shot): Promise<Turn> {
  await load(shot, CONNECTIONS, SETTLE_MS)
  const pid = started.child.pid ?? 0
  const before = processorMs(pid)
  const result = await load(shot, CONNECTIONS, TURN_MS)
  return { ...result, processorMs: (processorMs(pid) - before) / ((result.perSecond * TURN_MS) / 1_000) }
}

function memoryMb({ started }: Gateway): number {
  const status = readFileSync(`/proc/${started.child.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
}

function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits))
}
function quartile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0
}

/** One row: medians of both, and what the pairs of neighbouring turns say of each other. */
function rowOf(name: string, ours: readonly Turn[], theirs: readonly Turn[]): object {
  function ratios(pick: (turn: Turn) => number): readonly number[] {
    return ours.map((turn, index) => pick(turn) / pick(theirs[index] ?? turn))
  }
  const rate = ratios(({ perSecond }) => perSecond)
  const cost = ratios((turn) => turn.processorMs)
  function of(turns: readonly Turn[], pick: (turn: Turn) => number): number {
    return median(turns.map(pick))
  }
  return {
    search: name,
    perSecond: Math.round(of(ours, (turn) => turn.perSecond)),
    theirs: Math.round(of(theirs, (turn) => turn.perSecond)),
    ratio: rounded(median(rate), 3),
    quartiles: `${rounded(quartile(rate, 0.25))} to ${rounded(quartile(rate, 0.75))}`,
    processorMs: rounded(of(ours, (turn) => turn.processorMs)),
    theirProcessorMs: rounded(of(theirs, (turn) => turn.processorMs)),
    processorRatio: rounded(median(cost), 3),
    p50Ms: rounded(of(ours, (turn) => turn.p50Ms)),
    theirP50Ms: rounded(of(theirs, (turn) => turn.p50Ms)),
    p99Ms: rounded(of(ours, (turn) => turn.p99Ms)),
    theirP99Ms: rounded(of(theirs, (turn) => turn.p99Ms)),
    kilobytes: rounded(of(ours, (turn) => turn.bytes) / 1_024, 1),
    theirKilobytes: rounded(of(theirs, (turn) => turn.bytes) / 1_024, 1),
  }
}

/**
 * `npm run bench against TREE`: the searches of the search bench, asked of this tree and of another (an installed working
 * copy), both on one core, in turns of a second: A B B A. A machine that is three times as fast a minute later is as fast for
 * both. Without a tree: against itself, which shows what such a comparison cannot see.
 */
export async function benchAgainst(root: string, progress: Progress): Promise<readonly object[]> {
  if (!existsSync(join(root, 'src/main.ts'))) throw new Error(`no tree of this project: ${root}`)
  leaveCore()
  await redisAnswers()
  const trees = [treeOf('ours', HERE, 11), treeOf('theirs', resolve(root), 12)]
  const gateways: Gateway[] = []
  try {
    for (const tree of trees) {
      await furnish(tree, progress)
      progress(`starting ${tree.name}`)
      gateways.push(await startGateway(tree))
    }
    const [ours, theirs] = gateways
    if (!ours || !theirs) throw new Error('two gateways were started')
    const rows: object[] = []
    for (const [name, shot] of ours.shots) {
      function shotOf(gateway: Gateway): Shot {
        return gateway.shots.get(name) ?? shot
      }
      for (const gateway of gateways) {
        progress(`warming up ${gateway.tree.name}, ${name}`)
        await load(shotOf(gateway), CONNECTIONS, WARM_MS)
      }
      const turns = { ours: [] as Turn[], theirs: [] as Turn[] }
      for (let turn = 0; turn < TURNS; turn++) {
        progress(`${name}, turn ${turn + 1} of ${TURNS}`)
        // oxlint-disable-next-line func-style -- what was found above is known to be there in an arrow only
        const takeOurs = async (): Promise<unknown> => turns.ours.push(await takeTurn(ours, shotOf(ours)))
        // oxlint-disable-next-line func-style -- what was found above is known to be there in an arrow only
        const takeTheirs = async (): Promise<unknown> => turns.theirs.push(await takeTurn(theirs, shotOf(theirs)))
        for (const take of turn % 2 === 0 ? [takeOurs, takeTheirs] : [takeTheirs, takeOurs]) await take()
      }
      rows.push(rowOf(name, turns.ours, turns.theirs))
    }
    rows.push({ search: 'memory after it, MB', perSecond: memoryMb(ours), theirs: memoryMb(theirs) })
    return rows
  } finally {
    for (const { started } of gateways) await stop(started)
    for (const { databaseUrl } of KEEPS ? [] : trees)
      await query(ADMIN_URL, `DROP DATABASE IF EXISTS ${new URL(databaseUrl).pathname.slice(1)} WITH (FORCE)`)
  }
}
