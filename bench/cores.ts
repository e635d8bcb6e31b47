import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bareLoopsPerSecond } from './bare-loop.ts'
import { median } from './facade.ts'
import { rounded } from './figures.ts'
import { type LoadResult, loadUntil, type Shot } from './load.ts'
import { SIZED_CITIES } from './make-catalogue.ts'
import { processorMs, query, type Started, startScript, stop } from './process.ts'
import { bodiesFor } from './search.ts'
import {
  type City,
  databaseUrl,
  emptyRedis,
  environment,
  fillPrices,
  type Progress,
  prepareCatalogue,
  SUPPLIERS,
} from './search-data.ts'
import { sized } from './size.ts'

/** `BENCH_HOTELS=1000000`: what grows with the catalogue. */
const HOTELS = sized(Number(process.env['BENCH_HOTELS'] ?? 10_000), 1_000)
const CITY: City = sized<City>(SIZED_CITIES[1], SIZED_CITIES[0])
const THREADS = [1, 2, 4] as const
/** For each thread: until the compiler has done with it, a search costs half as much again. Known prices last for a quarter of an hour. */
const WARM_SEARCHES = sized(40_000, 200)
const ROUNDS = sized(5, 1)
/** Some seconds: a round of a second is too short for the processors to show what they give for longer. */
const ROUND_SEARCHES = sized(8_000, 200)
/** Connections are what the system spreads over threads: with a few, one thread may have most of them. */
const CONNECTIONS = sized(64, 16)
/** Before each round: virtual processors that were busy for seconds give less than they did at first. */
const ROUND_REST_MS = sized(1_500, 0)
const BARE_LOOP_MS = sized(2_000, 50)
/** Until garbage is collected and what was freed is given back. */
const REST_MS = sized(20_000, 500)

type CoresRow = {
  readonly case: string
  readonly hotels: number
  readonly startMs: number
  /** After as many searches in each thread, and a rest. */
  readonly pssMb: number | null
  readonly privateMb: number | null
  readonly pssToOne: number | null
  readonly perSecond: number | null
  readonly rateToOne: number | null
  /** Of what bare loops in as many threads made of one's, in the same rounds: 1 is all that the machine had to give. */
  readonly rateToMachine: number | null
  /** What the process used of processors for a search, ms. */
  readonly cpuMs: number | null
  readonly p50Ms: number | null
  readonly p99Ms: number | null
  /** How many processors the process had, and what made the load. */
  readonly processors: number | null
  readonly loadProcessors: number | null
  /** Searches that were answered with 503; none on a quiet machine. */
  readonly refused: number | null
}

const NO_SEARCHES = {
  pssToOne: null,
  perSecond: null,
  rateToOne: null,
  rateToMachine: null,
  cpuMs: null,
  p50Ms: null,
  p99Ms: null,
  processors: null,
  loadProcessors: null,
  refused: null,
} as const

type Memory = { readonly pssMb: number; readonly privateMb: number }

function memoryOf({ child }: Started): Memory {
  const text = readFileSync(`/proc/${child.pid}/smaps_rollup`, 'utf8')
  function megabytes(name: string): number {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1_024
  }
  return {
    pssMb: Math.round(megabytes('Pss')),
    privateMb: Math.round(megabytes('Private_Clean') + megabytes('Private_Dirty')),
  }
}

async function start(env: NodeJS.ProcessEnv): Promise<Started & { readonly port: number }> {
  const started = await startScript('src/main.ts', {
    // As `npm start` has it: what a process keeps of it is of its memory.
    env: {
      ...environment(HOTELS),
      LOG_LEVEL: 'info',
      NODE_COMPILE_CACHE: join(import.meta.dirname, '../.data/compile-cache'),
      MALLOC_MMAP_THRESHOLD_: '131072',
      SANDBOX_CATALOGUE: 'off',
      ...env,
    },
    ready: /"url":(?:null|"http:\/\/[\d.]+:(\d+)").*"msg":"ready"/,
  })
  return { ...started, port: Number(started.said) }
}

type Round = LoadResult & { readonly cpuMs: number }

type Server = {
  readonly threads: number
  readonly started: Started
  readonly shot: Shot
  /** A process of its own, asked at the same time; null but for the pair. */
  readonly beside: Server | null
  readonly rounds: Round[]
  /** Loops a second in as many threads, just before each round. */
  readonly bare: number[]
}

async function startServer(threads: number): Promise<Omit<Server, 'shot'> & { readonly port: number }> {
  const started = await start({ WORKERS: String(threads) })
  return { threads, started, port: started.port, beside: null, rounds: [], bare: [] }
}

async function searchOne({ started, shot }: Server, requests: number, connections: number): Promise<Round> {
  const before = processorMs(started.child.pid ?? 0)
  const result = await loadUntil(shot, { connections, extent: { requests }, countsRefused: true })
  return { ...result, cpuMs: processorMs(started.child.pid ?? 0) - before }
}

/** Two processes have half of the connections each, and are asked for half of the searches at the same time. */
async function search(server: Server, requests: number): Promise<Round> {
  const { beside } = server
  if (!beside) return searchOne(server, requests, CONNECTIONS)
  const halves = await Promise.all([server, beside].map((one) => searchOne(one, requests / 2, CONNECTIONS / 2)))
  function sum(pick: (round: Round) => number): number {
    return halves.reduce((all, round) => all + pick(round), 0)
  }
  function most(pick: (round: Round) => number): number {
    return Math.max(...halves.map(pick))
  }
  return {
    // Over the longer time of the two.
    perSecond: 2 * Math.min(...halves.map(({ perSecond }) => perSecond)),
    bytes: sum(({ bytes }) => bytes),
    p50Ms: sum(({ p50Ms }) => p50Ms) / 2,
    p99Ms: most(({ p99Ms }) => p99Ms),
    // One process makes the load of both, and each half counts all of it.
    loadCpuMs: most(({ loadCpuMs }) => loadCpuMs),
    refused: sum(({ refused }) => refused),
    cpuMs: sum(({ cpuMs }) => cpuMs),
  }
}

/** Started one after the other, then side by side over the same prices. */
async function startServers(progress: Progress, running: Started[]): Promise<Server[]> {
  const url = databaseUrl(HOTELS)
  const servers: (Omit<Server, 'shot'> & { readonly port: number })[] = []
  for (const threads of [...THREADS, 1]) {
    progress(`starting ${threads}`)
    const server = await startServer(threads)
    running.push(server.started)
    servers.push(server)
  }
  await query(url, 'UPDATE organizations SET rate_limit_factor = 1000000')
  await query(url, 'UPDATE organization_suppliers SET enabled = supplier_code = ANY($1)', [SUPPLIERS])
  await emptyRedis()
  await fillPrices({ hotels: HOTELS, city: CITY, forSql: false }, progress)
  await pause(2_500) // until the processes have seen the change
  const key = environment(HOTELS)['SANDBOX_API_KEY'] ?? ''
  const ready: Server[] = []
  for (const { port, ...server } of servers) {
    const { http } = await bodiesFor({ port }, url, CITY)
    ready.push({ ...server, shot: { port, path: '/hotels/search', body: http, key } })
  }
  return withPair(ready)
}

/** The last one makes a pair with the first: what two processes make is all that two threads could. */
function withPair([one, ...others]: readonly Server[]): Server[] {
  const other = others.pop()
  return one && other ? [one, ...others, { ...other, threads: 2, beside: one }] : []
}

function nameOf({ threads, beside }: Server): string {
  return beside ? '2 processes' : `${threads} ${threads === 1 ? 'thread' : 'threads'}`
}

/** One round of each, and the next one begins with another: neighbours of the machine come and go. */
async function measureInTurns(servers: readonly Server[], progress: Progress): Promise<void> {
  for (const server of servers) {
    progress(`${nameOf(server)}: warming up`)
    await (server.beside
      ? searchOne(server, WARM_SEARCHES, CONNECTIONS)
      : search(server, WARM_SEARCHES * server.threads))
  }
  // Warming up takes some minutes of their quarter of an hour.
  await fillPrices({ hotels: HOTELS, city: CITY, forSql: false }, progress)
  for (let round = 0; round < ROUNDS; round++)
    for (const index of servers.keys()) {
      const server = servers[(index + round) % servers.length]
      if (!server) continue
      progress(`round ${round + 1} of ${ROUNDS}, ${nameOf(server)}`)
      await pause(ROUND_REST_MS)
      server.bare.push(await bareLoopsPerSecond(server.threads, BARE_LOOP_MS))
      await pause(ROUND_REST_MS)
      server.rounds.push(await search(server, ROUND_SEARCHES))
    }
}

/** What bare loops in as many threads made of one's. */
function bareRatio({ bare }: Server, one: Server): number {
  return median(bare.map((loops, round) => loops / (one.bare[round] ?? Number.NaN)))
}

function bareRow(server: Server, one: Server): CoresRow {
  return {
    case: `bare loop, ${server.threads}`,
    hotels: 0,
    startMs: 0,
    pssMb: null,
    privateMb: null,
    ...NO_SEARCHES,
    perSecond: Math.round(median(server.bare)),
    rateToOne: rounded(bareRatio(server, one)),
  }
}

function rowOf(server: Server, memory: Memory, one: { readonly server: Server; readonly memory: Memory }): CoresRow {
  const { started, beside, rounds } = server
  function of(pick: (round: Round) => number): number {
    return median(rounds.map(pick))
  }
  function wallMs({ perSecond }: Round): number {
    return (ROUND_SEARCHES / perSecond) * 1_000
  }
  // Of rounds that followed each other: what a neighbour took, it took of both.
  const rates = rounds.map(({ perSecond }, round) => perSecond / (one.server.rounds[round]?.perSecond ?? Number.NaN))
  const machine = bareRatio(server, one.server)
  return {
    case: nameOf(server),
    hotels: HOTELS,
    startMs: Math.round(started.readyMs),
    ...(beside ? { pssMb: null, privateMb: null } : memory),
    pssToOne: beside ? null : rounded(memory.pssMb / one.memory.pssMb),
    perSecond: Math.round(of(({ perSecond }) => perSecond)),
    rateToOne: rounded(median(rates)),
    rateToMachine: rounded(median(rates) / machine),
    cpuMs: rounded(
      of(({ cpuMs }) => cpuMs / ROUND_SEARCHES),
      3,
    ),
    p50Ms: rounded(of(({ p50Ms }) => p50Ms)),
    p99Ms: rounded(of(({ p99Ms }) => p99Ms)),
    processors: rounded(of((round) => round.cpuMs / wallMs(round))),
    loadProcessors: rounded(of((round) => round.loadCpuMs / wallMs(round))),
    refused: rounds.reduce((sum, { refused }) => sum + refused, 0),
  }
}

/** Threads over one catalogue: how many searches they make, and their memory after as many for each thread. */
async function measureThreads(progress: Progress): Promise<CoresRow[]> {
  const running: Started[] = []
  try {
    const servers = await startServers(progress, running)
    await measureInTurns(servers, progress)
    progress('resting')
    await pause(REST_MS)
    const measured = servers.map((server) => ({ server, memory: memoryOf(server.started) }))
    const [one] = measured
    if (!one) return []
    return [
      ...measured.map(({ server, memory }) => rowOf(server, memory, one)),
      ...servers.filter(({ beside }) => !beside).map((server) => bareRow(server, one.server)),
    ]
  } finally {
    for (const started of running) await stop(started)
  }
}

/** What a process holds that serves nobody. */
async function measureRole(roles: string): Promise<CoresRow> {
  const server = await start({ ROLES: roles })
  try {
    await pause(REST_MS)
    const startMs = Math.round(server.readyMs)
    return { case: `${roles} at rest`, hotels: HOTELS, startMs, ...memoryOf(server), ...NO_SEARCHES }
  } finally {
    await stop(server)
  }
}

/** One machine: threads over one catalogue, and the roles that hold none. */
export async function benchCores(progress: Progress): Promise<readonly CoresRow[]> {
  await prepareCatalogue(HOTELS, progress)
  const rows = await measureThreads(progress)
  for (const roles of ['relay', 'worker']) {
    progress(roles)
    rows.push(await measureRole(roles))
  }
  return rows
}
