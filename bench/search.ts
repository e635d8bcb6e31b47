import { type ChildProcess, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { median, pinned, SEARCH_QUERY } from './facade.ts'
import { type LoadResult, load, type Shot } from './load.ts'
import { roll, SIZED_CITIES } from './make-catalogue.ts'
import { API_KEY, query, startScript, stop } from './process.ts'
import {
  type City,
  databaseUrl,
  emptyRedis,
  environment,
  fillPrices,
  type Progress,
  prepareCatalogue,
  SUPPLIERS,
  staysFor,
} from './search-data.ts'
import { filterBodies } from './search-filters.ts'
import { sized } from './size.ts'

const SORTS = ['recommended', 'price_low_to_high', 'price_high_to_low', 'stars', 'distance_from_center'] as const
/** `turn`: no two ask for the same range of prices. */
function filtersFor(turn: number) {
  return [
    {},
    { star_ratings: [4, 5] },
    { min_total_price_usd_cents: 20_000 + turn, max_total_price_usd_cents: 45_000 + turn },
    { facility_ids: [1, 2] },
    { star_ratings: [3, 4, 5], facility_ids: [3], max_total_price_usd_cents: 60_000 + turn },
  ]
}

/** Until the compiler has done with it: a gateway is more code than a bare server, and runs for longer than a bench. */
const WARM_MS = sized(15_000, 100)
const SETTLE_MS = sized(1_000, 0)
const ROUNDS = sized(5, 1)
const ROUND_MS = sized(2_000, 200)
const CONNECTIONS = 8

export type SearchRow = {
  readonly hotels: number
  readonly candidates: number | null
  readonly case: string
  readonly perSecond: number
  readonly ratioToBare: number | null
  readonly p50Ms: number
  readonly p99Ms: number
  readonly kilobytes: number | null
}

// ------------------------------------------------------------------------------------------------ who answers

export type Server = { readonly child: ChildProcess; readonly port: number; readonly readyMs: number }

async function startServer(
  script: string,
  { args, env, ready }: { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv; readonly ready: RegExp },
): Promise<Server> {
  const { child, said, readyMs } = await startScript(script, { args, before: pinned(), env, ready })
  return { child, port: Number(said), readyMs }
}

function memoryMb({ child }: Server): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
}

export async function startGateway(hotels: number): Promise<Server> {
  const server = await startServer('src/main.ts', {
    args: [],
    env: environment(hotels),
    ready: /http:\/\/[\d.]+:(\d+)/,
  })
  const url = databaseUrl(hotels)
  await query(url, 'UPDATE organizations SET rate_limit_factor = 1000000')
  await query(url, 'UPDATE organization_suppliers SET enabled = supplier_code = ANY($1)', [SUPPLIERS])
  await new Promise((resolve) => setTimeout(resolve, 2_500)) // until the process has seen the change
  return server
}

// ------------------------------------------------------------------------------------------------ what is asked

type Answer = { readonly data: { readonly next_cursor: string | null; readonly total_results: number } }

export async function post(port: number, body: object, key = API_KEY): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}/hotels/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`search answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer // what the contract says of it
}

type Bodies = { readonly http: string[]; readonly graphql: string[]; readonly sql: string[] }

/** Every stay with every order and filter, first and second page: no two are the same. */
export async function bodiesFor(
  { port, key = API_KEY }: { readonly port: number; readonly key?: string },
  url: string,
  city: City,
): Promise<Bodies> {
  const { placeId } = city
  const [centre] = await query(url, 'SELECT latitude, longitude FROM places WHERE id = $1', [placeId])
  const bodies: Bodies = { http: [], graphql: [], sql: [] }
  function add(body: Record<string, unknown>, offset: number): void {
    bodies.http.push(JSON.stringify(body))
    const { destination: _, check_in, check_out, rooms: __, ...rest } = body
    const renamed = Object.entries(rest).map(([name, value]) => [
      name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase()),
      name === 'sort' ? String(value).toUpperCase() : value,
    ])
    const input = {
      destination: { placeId },
      checkIn: check_in,
      checkOut: check_out,
      rooms: [{ adults: 2 }],
      ...Object.fromEntries(renamed),
    }
    bodies.graphql.push(JSON.stringify({ query: SEARCH_QUERY, variables: { input } }))
    bodies.sql.push(JSON.stringify({ ...body, offset, centre }))
  }
  for (const stay of staysFor(city))
    for (const sort of SORTS)
      for (const filter of filtersFor(bodies.http.length)) {
        const body = {
          destination: { type: 'place', id: placeId },
          check_in: stay.checkInDate,
          check_out: stay.checkOutDate,
          nationality: 'GB',
          rooms: [{ adults: 2 }],
          ...filter,
          sort,
          limit: 20,
        }
        add(body, 0)
        const { data } = await post(port, body, key)
        if (data.next_cursor) add({ ...body, cursor: data.next_cursor }, 20)
      }
  function shuffle(list: string[]): string[] {
    return list
      .map((text, index) => [roll(index, 77, 1e9), text] as const)
      .sort(([a], [b]) => a - b)
      .map(([, text]) => text)
  }
  return { http: shuffle(bodies.http), graphql: shuffle(bodies.graphql), sql: shuffle(bodies.sql) }
}

const QUERIES =
  'hot hotel grand gr ba babo lacato,grand hotel ba,resort ca,palace vo,suitse,rezidence,dafaca,hotle,inn la,h,mi,ro'
    .split(/[ ,]/)
    .filter(Boolean)

// ------------------------------------------------------------------------------------------------ the table

async function measure(
  shots: readonly (readonly [string, Shot])[],
  progress: Progress,
): Promise<Map<string, LoadResult[]>> {
  const results = new Map<string, LoadResult[]>(shots.map(([name]) => [name, []]))
  for (const [name, shot] of shots) {
    progress(`warming up ${name}`)
    await load(shot, CONNECTIONS, WARM_MS)
  }
  for (let round = 1; round <= ROUNDS; round++)
    for (const [name, shot] of shots) {
      progress(`round ${round} of ${ROUNDS}: ${name}`)
      // A server that has idled while the others had their turns is measured once it runs again.
      await load(shot, CONNECTIONS, SETTLE_MS)
      results.get(name)?.push(await load(shot, CONNECTIONS, ROUND_MS))
    }
  return results
}

function rowsOf(hotels: number, candidates: number, results: ReadonlyMap<string, LoadResult[]>): SearchRow[] {
  function of(name: string, pick: (run: LoadResult) => number): number {
    return median((results.get(name) ?? []).map(pick))
  }
  const bare = of('bare node:http', (run) => run.perSecond)
  return [...results.keys()].map((name) => ({
    hotels,
    candidates,
    case: name,
    perSecond: Math.round(of(name, (run) => run.perSecond)),
    ratioToBare: bare > 0 ? Number((of(name, (run) => run.perSecond) / bare).toFixed(3)) : null,
    p50Ms: Number(of(name, (run) => run.p50Ms).toFixed(2)),
    p99Ms: Number(of(name, (run) => run.p99Ms).toFixed(2)),
    kilobytes: Number((of(name, (run) => run.bytes) / 1_024).toFixed(1)),
  }))
}

/** One city of one catalogue: both facades, SQL, and a bare server that sends the same bytes. */
async function benchCity(
  { hotels, city, isFull }: { readonly hotels: number; readonly city: City; readonly isFull: boolean },
  gateway: Server,
  progress: Progress,
): Promise<SearchRow[]> {
  await fillPrices({ hotels, city, forSql: isFull }, progress)
  progress('making the requests')
  const bodies = await bodiesFor(gateway, databaseUrl(hotels), city)
  const search = ['HTTP', { port: gateway.port, path: '/hotels/search', body: bodies.http, key: API_KEY }] as const
  if (!isFull) return rowsOf(hotels, city.hotels, await measure([search], progress))
  const sample = await post(gateway.port, JSON.parse(bodies.http[0] ?? '{}'))
  const { circles, hotels: byId } = await filterBodies(databaseUrl(hotels), city, SORTS)
  const env = environment(hotels)
  const ready = /(\d+)/
  const bare = await startServer('bench/search-bare-server.ts', { args: [JSON.stringify(sample)], env, ready })
  const sql = await startServer('bench/search-sql-server.ts', { args: [], env, ready })
  try {
    const results = await measure(
      [
        ['bare node:http', { port: bare.port, path: '/', body: bodies.http }],
        search,
        ['GraphQL', { port: gateway.port, path: '/graphql', body: bodies.graphql, key: API_KEY }],
        ['HTTP, in a circle', { port: gateway.port, path: '/hotels/search', body: circles, key: API_KEY }],
        ['HTTP, 20 hotels by id', { port: gateway.port, path: '/hotels/search', body: byId, key: API_KEY }],
        ['SQL', { port: sql.port, path: '/', body: bodies.sql }],
      ],
      progress,
    )
    return rowsOf(hotels, city.hotels, results)
  } finally {
    await Promise.all([stop(bare), stop(sql)])
  }
}

/** Beginnings of the catalogue's own names, every third with a slip: no two are the same. */
async function textsNobodyAsked(url: string): Promise<string[]> {
  const rows = await query(url, `SELECT names ->> 'en' AS name FROM hotels ORDER BY id LIMIT 200000`)
  const texts = rows.map(({ name }: { name?: string }, index) => {
    const text = (name ?? '').toLowerCase().slice(0, 3 + roll(index, 5, 14))
    const at = 1 + roll(index, 6, Math.max(1, text.length - 1))
    return index % 3 === 0 ? text.slice(0, at) + text.slice(at + 1) : text
  })
  return [...new Set(texts)].filter((text) => text.trim().length > 1)
}

/** Autocomplete as it is asked every day, and as only once. */
export async function autocompleteShots(
  { port }: { readonly port: number },
  url: string,
): Promise<readonly (readonly [string, Shot])[]> {
  function shotOf(texts: readonly string[]): Shot {
    const paths = texts.map((text) => `/destinations/autocomplete?q=${encodeURIComponent(text)}`)
    return { port, path: '', paths, body: null, key: API_KEY }
  }
  return [
    ['autocomplete', shotOf(QUERIES)],
    ['autocomplete, texts nobody asked for before', shotOf(await textsNobodyAsked(url))],
  ]
}

async function benchAutocomplete(hotels: number, gateway: Server, progress: Progress): Promise<SearchRow[]> {
  const cases = await autocompleteShots(gateway, databaseUrl(hotels))
  return rowsOf(hotels, 0, await measure(cases, progress)).map((row) => ({
    ...row,
    candidates: null,
    ratioToBare: null,
  }))
}

/** The load comes from the other core: on the same one it would take the server's turns. */
export function leaveCore(): void {
  if (pinned().length > 0) spawnSync('taskset', ['-a', '-c', '-p', '1', String(process.pid)])
}

/** `npm run bench search`: a million hotels first, then how it grows. The databases are kept for the next time. */
export async function benchSearch(progress: Progress): Promise<readonly object[]> {
  leaveCore()
  const rows: object[] = []
  const sizes = (process.env['BENCH_HOTELS'] ?? sized('1000000,100000,10000', '1000')).split(',').map(Number)
  for (const hotels of sizes) {
    await prepareCatalogue(hotels, progress)
    await emptyRedis()
    const gateway = await startGateway(hotels)
    try {
      const cities = SIZED_CITIES.filter((one) => one.hotels < hotels).toSorted(
        (a, b) => Math.abs(a.hotels - 5_000) - Math.abs(b.hotels - 5_000),
      )
      for (const city of cities) {
        const isFull = city === cities[0] && hotels === sizes[0]
        rows.push(...(await benchCity({ hotels, city, isFull }, gateway, progress)))
      }
      rows.push(...(await benchAutocomplete(hotels, gateway, progress)))
      rows.push({ hotels, case: 'start', readyMs: Math.round(gateway.readyMs), memoryMb: memoryMb(gateway) })
    } finally {
      await stop(gateway)
    }
  }
  return rows
}
