import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Agent, request } from 'undici'
import { createMemoryCache } from '../src/cache/memory.ts'
import { addDays } from '../src/domain/time.ts'
import { type AskDeps, type AskedHotel, askSuppliers } from '../src/operations/prices/ask-suppliers.ts'
import type { PriceQuestion } from '../src/operations/prices/known-price.ts'
import { createPriceMemory } from '../src/operations/prices/price-memory.ts'
import { createClock } from '../src/platform/clock.ts'
import { createLogger } from '../src/platform/logger.ts'
import { pooledRandomBytes } from '../src/platform/random-bytes.ts'
import { createSingleFlight } from '../src/platform/single-flight.ts'
import { sandboxCatalogue } from '../src/sandbox/catalogue/catalogue.ts'
import { SANDBOX_CREDENTIALS } from '../src/sandbox/suppliers/credentials.ts'
import type { EnabledSupplier } from '../src/store/organizations.ts'
import { createSupplierDirectory } from '../src/suppliers/directory.ts'
import { SUPPLIERS } from '../src/suppliers/registry.ts'
import type { SupplierCall, SupplierRequest, SupplierResponse } from '../src/suppliers/supplier-call.ts'
import { createSupplierClient } from '../src/suppliers/supplier-client.ts'
import { sized } from './size.ts'

/** Each search asks for another stay, so that none is answered by a flight or a cache of another. */
const STAYS = sized(24, 2)
const WARM_ROUNDS = sized(8, 1)
const MEASURED = sized(60, 2)

type Question = { readonly question: PriceQuestion; readonly hotels: readonly AskedHotel[] }
type Sent = { readonly code: string; readonly request: SupplierRequest; readonly response: SupplierResponse }

export function startSuppliers(): Promise<{ child: ChildProcess; url: string }> {
  return new Promise((resolve, reject) => {
    const file = join(import.meta.dirname, 'fanout-suppliers.ts')
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.once('exit', (code) => reject(new Error(`the suppliers ended with ${code}`)))
    child.stdout.once('data', (port: Buffer) => resolve({ child, url: `http://127.0.0.1:${Number(port.toString())}` }))
  })
}

const ENABLED: readonly EnabledSupplier[] = SUPPLIERS.map(({ code }) => ({
  supplierCode: code,
  connectionId: `conn_${code}`,
  markets: null,
}))

/** What the fan-out needs of a gateway: everything real but the database, which it does not touch. */
function createDeps(url: string, onSent: (sent: Sent) => void): { deps: AskDeps; close: () => Promise<void> } {
  const clock = createClock()
  const suppliers = createSupplierDirectory({
    registry: SUPPLIERS,
    now: () => clock.now(),
    loadConnection: async (connectionId) => {
      const supplierCode = connectionId.slice('conn_'.length)
      const credentials = Object.entries(SANDBOX_CREDENTIALS).find(([code]) => code === supplierCode)?.[1] ?? {}
      return { connectionId, supplierCode, baseUrl: null, credentials, settings: {} }
    },
    baseUrlOf: async ({ code }) => `${url}/${code.replace('_', '-')}`,
    createLine: (supplier, connectionId) => {
      const line = createSupplierClient(supplier, () => clock.now(), {
        onExchange: () => undefined,
        onRefusal: (operation, kind) => console.error(`${connectionId} ${operation} was not sent: ${kind}`),
        onBreaker: (state) => console.error(`${connectionId} is ${state}`),
      })
      const fetch: typeof line.fetch = async (wanted) => {
        const answer = await line.fetch(wanted)
        if (answer.ok) onSent({ code: supplier.code, request: wanted, response: answer.value })
        return answer
      }
      return { ...line, fetch }
    },
  })
  const metrics = { countDroppedRates: () => undefined, countCacheReads: () => undefined }
  const cache = createMemoryCache({ clock })
  const deps: AskDeps = {
    suppliers,
    clock,
    priceMemory: createPriceMemory({ cache, clock, metrics, randomBytes: pooledRandomBytes() }),
    flights: createSingleFlight(),
    metrics,
    log: createLogger('silent'),
    // A rejection that nobody handles ends the bench, as it should.
    background: {
      follow: (_name, work) => void work,
      ending: new AbortController().signal,
      idle: async () => undefined,
    },
  }
  return { deps, close: suppliers.close }
}

function questions(count: number): Question[] {
  const { supplierHotels } = sandboxCatalogue({ everySupplierSellsAll: true })
  const byHotel = Map.groupBy(supplierHotels, ({ hotelId }) => hotelId)
  const hotels = [...byHotel]
    .filter(([, listings]) => listings.length === SUPPLIERS.length)
    .slice(0, count)
    .map(([hotelId, suppliers]) => ({ hotelId, suppliers }))
  const today = new Date().toISOString().slice(0, 10)
  return Array.from({ length: STAYS }, (_, index) => {
    const checkInDate = addDays(today, 30 + index)
    const stay = { checkInDate, checkOutDate: addDays(checkInDate, 2) }
    return { question: { stay, occupancy: [{ adults: 2, childAges: [] }], nationality: 'GB' }, hotels }
  })
}

async function search(deps: AskDeps, { question, hotels }: Question): Promise<number> {
  const since = performance.now()
  const providers = await askSuppliers(deps, {
    question,
    hotels,
    suppliers: ENABLED,
    // As a live search asks.
    writesLater: true,
    context: { requestId: 'bench', language: 'en', customerIp: '192.0.2.1', signal: null, timeoutMs: null },
  })
  for (const { supplierCode, outcome } of providers)
    if (outcome !== 'PRICED') throw new Error(`${supplierCode}: ${outcome}`)
  return performance.now() - since
}

function quantile(values: readonly number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
}

/** Runs so many searches, `atOnce` of them together; the time of each. */
async function run(count: number, atOnce: number, one: (index: number) => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let done = 0; done < count; done += atOnce)
    times.push(...(await Promise.all(Array.from({ length: atOnce }, (_, offset) => one(done + offset)))))
  return times
}

/** Only fetches and parses what one search fetches: all of a search at once. */
async function bare(agent: Agent, sent: readonly Sent[]): Promise<number> {
  const since = performance.now()
  await Promise.all(
    sent.map(async ({ request: { url, method, headers, body } }) => {
      const answer = await request(url, { dispatcher: agent, method, headers, body: body ?? null })
      const bytes = Buffer.from(await answer.body.arrayBuffer())
      JSON.parse((answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString())
    }),
  )
  return performance.now() - since
}

export type FanoutRow = {
  readonly case: string
  readonly p50Ms: number
  readonly p99Ms: number
  readonly bareP50Ms: number
  readonly bareP99Ms: number
  readonly calls: number
  readonly expectedCalls: number
  readonly kilobytes: number
  readonly cpuMs: number
  readonly bareCpuMs: number
}

function round(value: number): number {
  return Number(value.toFixed(1))
}

async function callsSoFar(url: string): Promise<number> {
  return Number(await (await fetch(`${url}/calls`)).text())
}

export async function measure(
  url: string,
  { hotels, atOnce }: { readonly hotels: number; readonly atOnce: number },
  progress: (line: string) => void,
): Promise<FanoutRow> {
  const bySearch = new Map<string, Sent[]>()
  function keep(sent: Sent): void {
    const key = JSON.stringify(stayOf(sent))
    bySearch.set(key, [...(bySearch.get(key) ?? []), sent])
  }
  let isRecording = true
  const { deps, close } = createDeps(url, (sent) => isRecording && keep(sent))
  const agent = new Agent({ connections: 64 })
  const asked = questions(hotels)
  function at(index: number): Question {
    return asked[index % asked.length] as Question
  }
  const name = `${hotels} hotels, ${atOnce} at once`
  progress(`${name}: recording`)
  for (const one of asked) await search(deps, one)
  isRecording = false
  const sent = [...bySearch.values()]
  for (let warm = 0; warm < WARM_ROUNDS; warm++)
    await run(STAYS, Math.min(atOnce, STAYS), (index) => search(deps, at(index)))
  progress(`${name}: searching`)
  const count = MEASURED * (atOnce > 1 ? 5 : 1)
  const callsBefore = await callsSoFar(url)
  const cpuBefore = process.cpuUsage()
  const times = await run(count, atOnce, (index) => search(deps, at(index)))
  const cpu = process.cpuUsage(cpuBefore)
  const calls = (await callsSoFar(url)) - callsBefore
  progress(`${name}: bare`)
  function bareOne(index: number): Promise<number> {
    return bare(agent, sent[index % sent.length] ?? [])
  }
  await run(STAYS, Math.min(atOnce, STAYS), bareOne)
  const bareCpuBefore = process.cpuUsage()
  const bareTimes = await run(count, atOnce, bareOne)
  const bareCpu = process.cpuUsage(bareCpuBefore)
  await close()
  await agent.close()
  const bytes = (sent[0] ?? []).reduce((sum, { response }) => sum + JSON.stringify(response.json).length, 0)
  return {
    case: name,
    p50Ms: round(quantile(times, 0.5)),
    p99Ms: round(quantile(times, 0.99)),
    bareP50Ms: round(quantile(bareTimes, 0.5)),
    bareP99Ms: round(quantile(bareTimes, 0.99)),
    calls: calls / count,
    expectedCalls: SUPPLIERS.reduce(
      (sum, { capabilities }) => sum + Math.ceil(hotels / capabilities.hotelsPerSearch),
      0,
    ),
    kilobytes: Math.round(bytes / 1024),
    cpuMs: round((cpu.user + cpu.system) / 1_000 / count),
    bareCpuMs: round((bareCpu.user + bareCpu.system) / 1_000 / count),
  }
}

/** The stay of a supplier's request: what tells one search of this bench from another. */
function stayOf({ request: { url, body } }: Sent): string {
  return /\d{4}-\d\d-\d\d/.exec(body ?? new URL(url).searchParams.get('checkin') ?? '')?.[0] ?? ''
}

type ShareRow = {
  readonly supplier: string
  readonly reading: number
  readonly parsing: number
  readonly mapping: number
}

/** Where a search's CPU goes, by supplier: unpacking, `JSON.parse`, and the adapter's validating and mapping, ms for 100 hotels. */
async function shares(url: string): Promise<ShareRow[]> {
  const sent: Sent[] = []
  const { deps, close } = createDeps(url, (one) => sent.push(one))
  const [asked] = questions(100)
  if (!asked) return []
  await search(deps, asked)
  const rows: ShareRow[] = []
  // One after the other: together they would be counted in each other's time.
  for (const { code } of SUPPLIERS) rows.push(await shareOf(deps, asked, { code, sent }))
  await close()
  return rows
}

const RUNS = sized(200, 2)

function timed(work: () => unknown): number {
  for (let warm = 0; warm < RUNS; warm++) work()
  const since = performance.now()
  for (let count = 0; count < RUNS; count++) work()
  return (performance.now() - since) / RUNS
}

async function shareOf(
  deps: AskDeps,
  { question, hotels }: Question,
  { code, sent }: { readonly code: string; readonly sent: readonly Sent[] },
): Promise<ShareRow> {
  const one = sent.find((candidate) => candidate.code === code)
  if (!one) throw new Error(`${code} was not asked`)
  const text = JSON.stringify(one.response.json)
  const packed = gzipSync(text, { level: 1 })
  const { supplier, call } = await deps.suppliers.open(`conn_${code}`, 'search', {
    requestId: 'bench',
    language: 'en',
    customerIp: '192.0.2.1',
    signal: null,
    timeoutMs: null,
  })
  const replayed: SupplierCall = { ...call, fetch: async () => ({ ok: true, value: one.response }) }
  const supplierHotelIds = hotels.flatMap(({ suppliers }) =>
    suppliers.filter(({ supplierCode }) => supplierCode === code).map(({ supplierHotelId }) => supplierHotelId),
  )
  function map(): Promise<unknown> {
    return supplier.search(replayed, { ...question, supplierHotelIds })
  }
  for (let warm = 0; warm < RUNS; warm++) await map()
  const since = performance.now()
  for (let count = 0; count < RUNS; count++) await map()
  const mapping = (performance.now() - since) / RUNS
  return {
    supplier: code,
    reading: Number(timed(() => gunzipSync(packed).toString()).toFixed(2)),
    parsing: Number(timed(() => JSON.parse(text)).toFixed(2)),
    mapping: Number(mapping.toFixed(2)),
  }
}

/** Live fan-outs over four suppliers that answer after 50 ms; beside each a loop that only fetches and parses the same bodies. */
export async function benchFanout(progress: (line: string) => void): Promise<readonly object[]> {
  const { child, url } = await startSuppliers()
  try {
    const rows = [
      await measure(url, { hotels: 100, atOnce: 1 }, progress),
      await measure(url, { hotels: 100, atOnce: 20 }, progress),
      await measure(url, { hotels: 1_000, atOnce: 1 }, progress),
    ]
    progress('shares')
    return [...rows, ...(await shares(url))]
  } finally {
    child.removeAllListeners('exit')
    child.kill()
  }
}
