import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Agent, request } from 'undici'
import { SUPPLIERS } from '../src/suppliers/registry.ts'
import { createDeps, type Question, questions, type Sent, STAYS, search } from './fanout-set-up.ts'
import { shares } from './fanout-shares.ts'
import { quantile } from './figures.ts'
import { sized } from './size.ts'

const WARM_ROUNDS = sized(8, 1)
const MEASURED = sized(60, 2)

/** The suppliers, with so many rates a hotel; 0: as many as they send. */
export function startSuppliers(rates = 0): Promise<{ child: ChildProcess; url: string }> {
  return new Promise((resolve, reject) => {
    const file = join(import.meta.dirname, 'fanout-suppliers.ts')
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, String(rates)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.once('exit', (code) => reject(new Error(`the suppliers ended with ${code}`)))
    child.stdout.once('data', (port: Buffer) => resolve({ child, url: `http://127.0.0.1:${Number(port.toString())}` }))
  })
}

/** Runs so many searches, `atOnce` of them together; the time of each. */
async function run(count: number, atOnce: number, one: (index: number) => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let done = 0; done < count; done += atOnce)
    times.push(...(await Promise.all(Array.from({ length: atOnce }, (_, offset) => one(done + offset)))))
  return times
}

type Call = Pick<Sent, 'request'> & { readonly bytes: number }

/** Only fetches and parses what one search fetches: all of a search at once. */
async function bare(agent: Agent, sent: readonly Call[]): Promise<number> {
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
  { hotels, atOnce, rates }: { readonly hotels: number; readonly atOnce: number; readonly rates?: number },
  progress: (line: string) => void,
): Promise<FanoutRow> {
  // The answers themselves are not kept: hundreds of megabytes that live on make every collection of garbage dearer.
  const bySearch = new Map<string, Call[]>()
  function keep(sent: Sent): void {
    const key = stayOf(sent)
    const call = { request: sent.request, bytes: JSON.stringify(sent.response.json).length }
    bySearch.set(key, [...(bySearch.get(key) ?? []), call])
  }
  let isRecording = true
  const { deps, close } = createDeps(url, (sent) => isRecording && keep(sent))
  const agent = new Agent({ connections: 64 })
  const asked = questions(hotels)
  function at(index: number): Question {
    return asked[index % asked.length] as Question
  }
  const name = `${hotels} hotels${rates ? ` of ${rates} rates` : ''}, ${atOnce} at once`
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
  const bytes = (sent[0] ?? []).reduce((sum, call) => sum + call.bytes, 0)
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

async function withSuppliers<T>(rates: number, work: (url: string) => Promise<T>): Promise<T> {
  const { child, url } = await startSuppliers(rates)
  try {
    return await work(url)
  } finally {
    child.removeAllListeners('exit')
    child.kill()
  }
}

/** Live fan-outs over four suppliers that answer after 50 ms; beside each a loop that only fetches and parses the same bodies. */
export async function benchFanout(progress: (line: string) => void): Promise<readonly object[]> {
  const one = { hotels: 100, atOnce: 1 }
  const many = { hotels: 100, atOnce: 20 }
  const twoRates = await withSuppliers(2, async (url) => [
    await measure(url, { ...one, rates: 2 }, progress),
    await measure(url, { ...many, rates: 2 }, progress),
  ])
  const asAsked = await withSuppliers(0, async (url) => {
    const rows = [
      await measure(url, one, progress),
      await measure(url, many, progress),
      await measure(url, { hotels: 1_000, atOnce: 1 }, progress),
    ]
    progress('shares')
    return [...rows, ...(await shares(url))]
  })
  return [...twoRates, ...asAsked]
}
