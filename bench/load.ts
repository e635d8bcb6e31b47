import { connect } from 'node:net'

export type Shot = {
  readonly port: number
  readonly path: string
  /** What is posted, or one of many in turns; null: a GET. */
  readonly body: string | readonly string[] | null
  readonly paths?: readonly string[]
  readonly key?: string
}

export type LoadResult = {
  readonly perSecond: number
  readonly bytes: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** What this process, which made the load, used of processors meanwhile. */
  readonly loadCpuMs: number
  /** Answers with 503, of a load that counts them. */
  readonly refused: number
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** How many requests of a list have been sent: the next load goes on behind them. */
const turns = new WeakMap<Shot, number>()

const READ_BYTES = 64 * 1024
/** A server that is silent for longer has failed: a load ends, whatever becomes of the server. */
const ANSWER_WITHIN_MS = 30_000
const HEAD_END = '\r\n\r\n'
/** Ends a chunked body; JSON, which these are, has none in its middle. */
const LAST_CHUNK = '0\r\n\r\n'

/** Finds where answers end, one after the other; looks at no more of them than that. */
function createAnswerReader(onRefused: (() => void) | null) {
  let head = ''
  let isBody = false
  /** Null: in chunks. */
  let length: number | null = null
  let bytes = 0
  let tail = ''

  /** Where the body begins in what was just read; null while there is none of it. */
  function readHead(text: string): number | null {
    const before = head.length
    head += text
    const end = head.indexOf(HEAD_END)
    if (end < 0) return null
    if (onRefused && head.startsWith('HTTP/1.1 503')) onRefused()
    else if (!head.startsWith('HTTP/1.1 200')) throw new Error(`answered ${head.slice(0, 1_000)}`)
    const told = /\r\ncontent-length: (\d+)/i.exec(head.slice(0, end + 2))?.[1]
    length = told === undefined ? null : Number(told)
    head = ''
    isBody = true
    bytes = 0
    return end + HEAD_END.length - before
  }

  /** The size of the body once the answer is whole; null before. */
  return (buffer: Buffer, size: number): number | null => {
    const from = isBody ? 0 : readHead(buffer.toString('latin1', 0, size))
    if (from === null) return null
    bytes += size - from
    tail = (tail + buffer.toString('latin1', Math.max(from, size - LAST_CHUNK.length), size)).slice(-LAST_CHUNK.length)
    if (length === null ? tail !== LAST_CHUNK : bytes !== length) return null
    isBody = false
    tail = ''
    return bytes
  }
}

type Connection = {
  /** Sends a request; answers the size of the body that comes back. */
  readonly ask: (request: string) => Promise<number>
  readonly end: () => void
}

/**
 * One connection that is kept, asked one request at a time. What comes is read into the same memory again and again: a
 * reader's own garbage would be told as the server's latency.
 */
function open(port: number, onRefused: (() => void) | null): Promise<Connection> {
  return new Promise((resolve, reject) => {
    let answered: (bytes: number) => void = () => undefined
    let failed: (error: Error) => void = reject
    const readAnswer = createAnswerReader(onRefused)
    const buffer = Buffer.allocUnsafeSlow(READ_BYTES)
    function read(size: number): boolean {
      try {
        const bytes = readAnswer(buffer, size)
        if (bytes !== null) answered(bytes)
      } catch (error) {
        failed(error as Error)
      }
      return true
    }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback: read } })
    socket.setTimeout(ANSWER_WITHIN_MS, () => failed(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)))
    socket.on('error', (error) => failed(error))
    socket.on('close', () => failed(new Error('the server closed the connection')))
    function ask(request: string): Promise<number> {
      const asked = Promise.withResolvers<number>()
      answered = asked.resolve
      failed = asked.reject
      socket.write(request)
      return asked.promise
    }
    socket.once('connect', () => resolve({ ask, end: () => socket.destroy() }))
  })
}

/** What a turn of the shot sends. */
function requestOf({ body, path, paths, key = 'hdg_bench_key_of_no_consequence' }: Shot, turn: number): string {
  const text = (typeof body === 'string' ? body : body?.[turn % body.length]) ?? null
  const target = paths?.[turn % paths.length] ?? path
  const head = `${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nx-api-key: ${key}\r\n`
  if (text === null) return `GET ${head}\r\n`
  return `POST ${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}

/** How long a load goes on: until its time is over, or so many requests were sent. */
export type Extent = { readonly ms: number } | { readonly requests: number }

/** Keeps `connections` requests under way for `ms`; fails at the first answer that is not 200. */
export function load(shot: Shot, connections: number, ms: number): Promise<LoadResult> {
  return loadUntil(shot, { connections, extent: { ms } })
}

type LoadOptions = {
  readonly connections: number
  readonly extent: Extent
  /** Whether a 503, which a machine that others use brings about, is counted rather than the end of the load. */
  readonly countsRefused?: boolean
}

/** Fails at the first answer that is not 200, or not 503 where those are counted. */
export async function loadUntil(
  shot: Shot,
  { connections, extent, countsRefused = false }: LoadOptions,
): Promise<LoadResult> {
  let refused = 0
  function countRefused(): void {
    refused += 1
  }
  const first = turns.get(shot) ?? 0
  let turn = first
  const latencies: number[] = []
  let bytes = 0
  const usedBefore = process.cpuUsage()
  const startedAt = performance.now()
  function isOver(): boolean {
    return 'ms' in extent ? performance.now() >= startedAt + extent.ms : turn - first >= extent.requests
  }
  async function keepAsking(): Promise<void> {
    const connection = await open(shot.port, countsRefused ? countRefused : null)
    while (!isOver()) {
      turn += 1
      const request = requestOf(shot, turn)
      const askedAt = performance.now()
      bytes = await connection.ask(request)
      latencies.push(performance.now() - askedAt)
    }
    connection.end()
  }
  await Promise.all(Array.from({ length: connections }, keepAsking))
  turns.set(shot, turn)
  const seconds = (performance.now() - startedAt) / 1_000
  const { user, system } = process.cpuUsage(usedBefore)
  const sorted = latencies.sort((a, b) => a - b)
  return {
    perSecond: sorted.length / seconds,
    bytes,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    loadCpuMs: (user + system) / 1_000,
    refused,
  }
}
