import type { Socket } from 'node:net'
import { Agent, buildConnector } from 'undici'
import type { CheckedAddress } from './guard.ts'

/** How long a connection took to make, ms. */
export type Connected = { readonly connectMs: number; readonly tlsMs: number | null }

/** A pool of connections to one checked address of one origin. */
export type Wire = {
  readonly agent: Agent
  /** A connection that was begun since `at`, and that nobody has asked about yet; null: one was kept. */
  readonly connectedSince: (at: number) => Connected | null
  /** Lets what is under way end. */
  readonly close: () => Promise<void>
  readonly destroy: () => Promise<void>
}

/** Connections that nobody asked about: their requests have failed. */
const MAX_NOTED = 200

export const createWire = (
  { address, family }: CheckedAddress,
  { connections, connectTimeoutMs }: { readonly connections: number; readonly connectTimeoutMs: number },
): Wire => {
  let noted: (Connected & { readonly begunAt: number })[] = []
  const dial = buildConnector({
    timeout: connectTimeoutMs,
    lookup: (_hostname, { all }, done) => (all ? done(null, [{ address, family }]) : done(null, address, family)),
  })
  const agent = new Agent({
    connections,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    connect: (options, callback) => {
      const begunAt = performance.now()
      let connectMs: number | null = null
      // undici's connector answers its socket, though its type does not say so.
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
