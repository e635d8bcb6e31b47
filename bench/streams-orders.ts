import { setTimeout as sleep } from 'node:timers/promises'

/** What a server of the streams bench can do. */
export type Streams = {
  readonly port: number
  /** Makes streams to be read, each with its first event; answers their ids. */
  readonly make: (count: number) => Promise<readonly string[]>
  /** Writes the same event to every stream, as when suppliers answer all at once. */
  readonly write: (writtenAtNs: bigint) => Promise<void>
  readonly end: () => Promise<void>
}

export type ServerOrder =
  | { readonly make: number }
  | { readonly write: { readonly events: number; readonly everyMs: number } }
  | { readonly end: true }
  | { readonly memory: true }

export type Memory = { readonly rss: number; readonly live: number }

/** The resident set as it is; then what is live, once everything that nobody holds is gone. Bytes. */
async function readMemory(): Promise<Memory> {
  const rss = process.memoryUsage.rss()
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await sleep(50)
  }
  const { heapUsed, external } = process.memoryUsage()
  return { rss, live: heapUsed + external }
}

/** Does what it is told over IPC; sends its port first. */
export async function serveOrders(streams: Streams): Promise<void> {
  async function obey(order: ServerOrder): Promise<unknown> {
    if ('make' in order) return streams.make(order.make)
    if ('memory' in order) return readMemory()
    if ('end' in order) return streams.end()
    const since = process.cpuUsage()
    for (let event = 0; event < order.write.events; event++) {
      await streams.write(process.hrtime.bigint())
      await sleep(order.write.everyMs)
    }
    const { user, system } = process.cpuUsage(since)
    return user + system
  }
  process.on('message', (order: ServerOrder) => {
    void obey(order).then((answer) => process.send?.({ answer: answer ?? null }))
  })
  process.once('SIGTERM', () => process.exit(0))
  process.send?.({ answer: streams.port })
}
