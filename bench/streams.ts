import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { median } from './facade.ts'
import { NODE_FLAGS } from './process.ts'
import { sized } from './size.ts'
import type { ClientOrder } from './streams-client.ts'
import { SUBSCRIPTION } from './streams-event.ts'
import type { Memory, ServerOrder } from './streams-orders.ts'

const STREAMS = sized(1_000, 20)
const EVENTS = sized(10, 2)
/** Between two events of all streams: longer than any server takes for one. */
const EVERY_MS = 300
const WARM_STREAMS = sized(100, 5)
const ROUNDS = sized(5, 1)

type Worker<Order> = { readonly ask: <Answer>(order: Order) => Promise<Answer>; readonly stop: () => Promise<void> }

function onCore(core: number): string[] {
  return spawnSync('taskset', ['-c', String(core), 'true']).status === 0 ? ['taskset', '-c', String(core)] : []
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what a server says first is known by who starts it
async function start<Order, First>(
  script: string,
  core: number,
  args: readonly string[] = [],
): Promise<{ readonly worker: Worker<Order>; readonly first: First }> {
  const [command = '', ...rest] = [
    ...onCore(core),
    process.execPath,
    '--expose-gc',
    ...NODE_FLAGS,
    ...(process.env['BENCH_NODE_FLAGS']?.split(' ') ?? []),
    join(import.meta.dirname, script),
    ...args,
  ]
  const child = spawn(command, rest, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  async function answerOf(): Promise<unknown> {
    const [told] = (await once(child, 'message')) as [{ answer?: unknown; error?: string }]
    if (told.error !== undefined) throw new Error(`${script}: ${told.error}`)
    return told.answer
  }
  const first = (await answerOf()) as First
  return {
    first,
    worker: {
      ask: async <Answer>(order: Order) => {
        child.send(order as object)
        return (await answerOf()) as Answer
      },
      stop: () => stop(child),
    },
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

const HEADERS = 'Host: 127.0.0.1\r\nx-api-key: hdg_bench_key_of_no_consequence\r\nAccept: text/event-stream\r\n'

function get(streamId: string): string {
  return `GET /hotels/7/rooms/stream/${streamId} HTTP/1.1\r\n${HEADERS}\r\n`
}

function subscribe(streamId: string): string {
  const body = JSON.stringify({ query: SUBSCRIPTION, variables: { streamId } })
  return `POST /graphql/stream HTTP/1.1\r\n${HEADERS}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
}

type Lane = {
  readonly name: string
  readonly script: string
  readonly args?: readonly string[]
  readonly request: (id: string) => string
}

const LANES: readonly Lane[] = [
  { name: 'bare node:http', script: 'streams-bare.ts', request: get },
  { name: 'HTTP room streams', script: 'streams-server.ts', request: get },
  { name: 'GraphQL subscriptions', script: 'streams-server.ts', request: subscribe },
  { name: 'GraphQL by the reference', script: 'streams-server.ts', args: ['reference'], request: subscribe },
]

type Figures = {
  readonly rssKb: number
  readonly liveKb: number
  readonly cpuUs: number
  readonly p50Ms: number
  readonly p99Ms: number
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

type Pair = {
  readonly server: Worker<ServerOrder>
  readonly client: Worker<ClientOrder>
  readonly openAll: (count: number) => Promise<void>
}

/** A server and its readers of their own for each measurement: what an earlier one has left in memory would hide what streams take. */
async function withPair<T>(lane: Lane, work: (pair: Pair) => Promise<T>): Promise<T> {
  const { worker: server, first: port } = await start<ServerOrder, number>(lane.script, 0, lane.args)
  const { worker: client } = await start<ClientOrder, null>('streams-client.ts', 1)
  async function openAll(count: number): Promise<void> {
    const ids = await server.ask<string[]>({ make: count })
    await client.ask({ open: { port, requests: ids.map(lane.request) } })
  }
  try {
    return await work({ server, client, openAll })
  } finally {
    await client.stop()
    await server.stop()
  }
}

type Measured = {
  readonly rssBytes: number
  readonly liveBytes: number
  readonly cpuUs: number
  readonly latencies: readonly number[]
}

/** One process' life: some streams to warm up, then all of them, and all their events. */
function live(lane: Lane): Promise<Measured> {
  return withPair(lane, async ({ server, client, openAll }) => {
    await openAll(WARM_STREAMS)
    await server.ask({ write: { events: EVENTS, everyMs: 30 } })
    await server.ask({ end: true })
    const before = await server.ask<Memory>({ memory: true })
    await openAll(STREAMS)
    await client.ask({ latencies: true })
    const cpuUs = await server.ask<number>({ write: { events: EVENTS, everyMs: EVERY_MS } })
    const latencies = await client.ask<number[]>({ latencies: true })
    if (latencies.length !== STREAMS * EVENTS)
      throw new Error(`${lane.name}: ${latencies.length} events arrived of ${STREAMS * EVENTS}`)
    const after = await server.ask<Memory>({ memory: true })
    return {
      rssBytes: after.rss - before.rss,
      liveBytes: after.live - before.live,
      cpuUs,
      latencies: latencies.toSorted((a, b) => a - b),
    }
  })
}

async function measure(lane: Lane): Promise<Figures> {
  const { rssBytes, liveBytes, cpuUs, latencies } = await live(lane)
  return {
    rssKb: rssBytes / 1_024 / STREAMS,
    liveKb: liveBytes / 1_024 / STREAMS,
    cpuUs: cpuUs / STREAMS / EVENTS,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  }
}

const COLUMNS = ['rssKb', 'liveKb', 'cpuUs', 'p50Ms', 'p99Ms'] as const

export type StreamsRow = Figures & {
  readonly streams: string
  readonly rssRatio: number
  readonly cpuRatio: number
  readonly p99Ratio: number
}

function rounded(value: number): number {
  return Number(value.toFixed(2))
}

/**
 * 1,000 open streams, 10 events each, from a bare server and over both facades, in turns; medians, and ratios to the bare one.
 * `rssKb` and `liveKb`: how much the process has grown by its end, a stream. `cpuUs`: of the server, an event.
 */
export async function benchStreams(progress: (line: string) => void): Promise<readonly StreamsRow[]> {
  const results = new Map<string, Figures[]>(LANES.map(({ name }) => [name, []]))
  for (let round = 1; round <= ROUNDS; round++)
    for (const lane of LANES) {
      progress(`round ${round} of ${ROUNDS}: ${lane.name}`)
      results.get(lane.name)?.push(await measure(lane))
    }
  function middle(figures: readonly Figures[]): Figures {
    return Object.fromEntries(
      COLUMNS.map((name) => [name, rounded(median(figures.map((one) => one[name])))]),
    ) as Figures
  }
  const rows = [...results].map(([streams, figures]) => ({ streams, ...middle(figures) }))
  const [bare] = rows
  return rows.map((row) => ({
    ...row,
    rssRatio: rounded(row.rssKb / (bare?.rssKb ?? 1)),
    cpuRatio: rounded(row.cpuUs / (bare?.cpuUs ?? 1)),
    p99Ratio: rounded(row.p99Ms / (bare?.p99Ms ?? 1)),
  }))
}
