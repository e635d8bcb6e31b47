import { request as httpRequest, Agent } from 'node:http'

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
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** How many requests of a list have been sent: the next load goes on behind them. */
const turns = new WeakMap<Shot, number>()

/** Keeps `connections` requests under way for `ms`; fails at the first answer that is not 200. */
export const load = async (shot: Shot, connections: number, ms: number): Promise<LoadResult> => {
  const { port, key = 'hdg_bench_key_of_no_consequence' } = shot
  let turn = turns.get(shot) ?? 0
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const latencies: number[] = []
  let bytes = 0
  const once = (): Promise<void> =>
    new Promise((resolve, reject) => {
      turn += 1
      const body = (typeof shot.body === 'string' ? shot.body : shot.body?.[turn % shot.body.length]) ?? null
      const path = shot.paths?.[turn % shot.paths.length] ?? shot.path
      const startedAt = performance.now()
      const sent = httpRequest(
        {
          agent,
          port,
          host: '127.0.0.1',
          path,
          method: body === null ? 'GET' : 'POST',
          headers: {
            ...(body === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
            'x-api-key': key,
          },
        },
        (answer) => {
          let size = 0
          answer.on('data', (chunk: Buffer) => {
            size += chunk.length
          })
          answer.on('end', () => {
            latencies.push(performance.now() - startedAt)
            bytes = size
            if (answer.statusCode === 200) resolve()
            else reject(new Error(`${path} answered ${answer.statusCode}`))
          })
        },
      )
      sent.once('error', reject)
      sent.end(body ?? undefined)
    })
  const startedAt = performance.now()
  const endsAt = startedAt + ms
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < endsAt) await once()
    }),
  )
  turns.set(shot, turn)
  const seconds = (performance.now() - startedAt) / 1_000
  agent.destroy()
  const sorted = latencies.sort((a, b) => a - b)
  return {
    perSecond: sorted.length / seconds,
    bytes,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
  }
}
