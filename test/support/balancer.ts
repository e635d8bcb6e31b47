import { Agent, request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Balancer = {
  readonly url: string
  /** Requests that each gateway was given, by its URL. */
  readonly given: ReadonlyMap<string, number>
  readonly close: () => Promise<void>
}

const LOOK_EVERY_MS = 100

/** Whether a gateway wants requests, as a balancer finds out. */
async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) })
    await answer.arrayBuffer()
    return answer.status === 200
  } catch {
    return false
  }
}

/**
 * A balancer as they all are: it asks each gateway's readiness, gives requests to the ready ones in turn over connections that it
 * keeps, and tries nothing twice. What goes wrong on the way is a 502.
 */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const given = new Map(targets.map((url) => [url, 0]))
  const over = new AbortController()
  let ready: readonly string[] = targets
  let turn = 0
  async function look(): Promise<void> {
    while (!over.signal.aborted) {
      const found = await Promise.all(targets.map(async (url) => ((await isReady(url)) ? [url] : [])))
      ready = found.flat()
      await pause(LOOK_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined)
    }
  }
  const server = createServer((incoming, outgoing) => {
    turn += 1
    const target = ready[turn % Math.max(1, ready.length)]
    if (target === undefined) return void outgoing.writeHead(502).end('nobody is ready')
    given.set(target, (given.get(target) ?? 0) + 1)
    const { method = 'GET', url = '/', headers } = incoming
    const { hostname, port } = new URL(target)
    // Those of this hop alone stay here.
    const { connection: _, 'keep-alive': __, ...passed } = headers
    const upstream = ask({ agent, hostname, port, method, path: url, headers: passed }, (answer) => {
      const { connection: ___, 'keep-alive': ____, ...told } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, told)
      answer.pipe(outgoing)
    })
    upstream.on('error', (error) => {
      if (!outgoing.headersSent) outgoing.writeHead(502)
      outgoing.end(`${target}: ${error.message}`)
    })
    incoming.pipe(upstream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const looking = look()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    given,
    close: async () => {
      over.abort()
      await looking
      agent.destroy()
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
    },
  }
}
