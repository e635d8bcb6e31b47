import type { Socket } from 'node:net'
import { Agent, buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici'
import type { CheckedAddress } from './guard.ts'

/** How long it took to establish a connection, ms. */
type Connected = { readonly connectMs: number; readonly tlsMs: number | null }

/** A pool of connections to the checked addresses of one origin. */
export type Wire = {
  readonly agent: Dispatcher
  /** Returns the timings of a new connection since `at` that were not returned before; null: the connection was reused. */
  readonly connectedSince: (at: number) => Connected | null
  /** Closes the pool after the requests under way. */
  readonly close: () => Promise<void>
  readonly destroy: () => Promise<void>
}

/** The most timings that are stored for requests that failed before they read them. */
const MAX_NOTED = 200

type WireLimits = { readonly connections: number; readonly connectTimeoutMs: number }

export function createWire(addresses: readonly CheckedAddress[], { connections, connectTimeoutMs }: WireLimits): Wire {
  const inTurn = rotating(addresses)
  let noted: (Connected & { readonly begunAt: number })[] = []
  const dial = buildConnector({
    timeout: connectTimeoutMs,
    lookup: (_hostname, { all }, done) => {
      const [first, ...others] = inTurn()
      if (!first) done(new Error('no address'), '')
      else if (all) done(null, [first, ...others])
      else done(null, first.address, first.family)
    },
  })
  const agent = new Agent({
    connections,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    connect: (options, callback) => {
      const begunAt = performance.now()
      let connectMs: number | null = null
      // undici's connector returns its socket, though its type does not say so.
      const socket = dial(options, (...outcome) => {
        const wholeMs = Math.round(performance.now() - begunAt)
        if (outcome[0] === null) {
          const tlsMs = options.protocol === 'https:' && connectMs !== null ? wholeMs - connectMs : null
          noted = [...noted.slice(-MAX_NOTED), { begunAt, connectMs: connectMs ?? wholeMs, tlsMs }]
        }
        callback(...outcome)
      }) as unknown as Socket | undefined
      socket?.once('connect', () => {
        connectMs = Math.round(performance.now() - begunAt)
      })
    },
  })
  return {
    agent,
    connectedSince: (at) => {
      const index = noted.findIndex(({ begunAt }) => begunAt >= at)
      if (index < 0) return null
      const [found] = noted.splice(index, 1)
      return found ?? null
    },
    close: () => agent.close().catch(() => undefined),
    destroy: () => agent.destroy(),
  }
}

/**
 * A wire through a proxy. The proxy dials, so connect times are unknown here. https uses a tunnel (CONNECT); http is forwarded.
 */
export function createProxyWire(uri: string, { connections, connectTimeoutMs }: WireLimits): Wire {
  const agent = new ProxyAgent({
    uri,
    connections,
    connectTimeout: connectTimeoutMs,
    keepAliveTimeout: 10_000,
    // A proxy that accepts a CONNECT and never answers would otherwise block its socket for minutes.
    clientFactory: (origin, options) =>
      new Pool(origin, { ...options, connections, headersTimeout: 2 * connectTimeoutMs }),
  })
  return {
    agent,
    connectedSince: () => null,
    close: () => agent.close().catch(() => undefined),
    destroy: () => agent.destroy(),
  }
}

/**
 * IPv4 comes first, because more networks support it. Within a family each dial begins with the next address, which spreads the
 * load as DNS intends.
 */
function rotating(addresses: readonly CheckedAddress[]): () => readonly CheckedAddress[] {
  let dials = 0
  return () => {
    dials += 1
    return [4, 6].flatMap((family) => {
      const own = addresses.filter((one) => one.family === family)
      const from = dials % Math.max(1, own.length)
      return [...own.slice(from), ...own.slice(0, from)]
    })
  }
}
