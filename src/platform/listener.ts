import pg from 'pg'
import type { Logger } from './logger.ts'

/** One connection that listens to Postgres' notifications for the whole process. */
export type Listener = {
  /**
   * Calls `heard` for each notification on `channel`, and once after every reconnect, since some may have been missed.
   * Answers a stop function.
   */
  readonly listen: (channel: string, heard: (payload: string | null) => void) => () => void
  readonly close: () => Promise<void>
}

const RECONNECT_MS = 1_000
const IDENTIFIER = /^[a-z_]+$/

/** Connects in the background and again whenever the connection is lost; listeners may be added at any time. */
export const createListener = (url: string, log: Logger): Listener => {
  const listeners = new Map<string, Set<(payload: string | null) => void>>()
  let client: pg.Client | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined

  const subscribe = async (to: pg.Client, channel: string): Promise<void> => {
    await to.query(`LISTEN ${channel}`)
  }

  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: 'hotel-gateway-listener',
    })
    fresh.on('error', () => undefined)
    fresh.on('end', () => {
      if (client !== fresh) return
      client = null
      again()
    })
    fresh.on('notification', ({ channel, payload }) => {
      for (const heard of listeners.get(channel) ?? []) heard(payload ?? null)
    })
    await fresh.connect()
    if (closed) return fresh.end()
    client = fresh
    for (const channel of listeners.keys()) await subscribe(fresh, channel)
    for (const all of listeners.values()) for (const heard of all) heard(null)
  }

  const again = (): void => {
    if (closed) return
    retry = setTimeout(() => {
      connect().catch((error: unknown) => {
        log.warn({ err: error }, 'the listening connection to Postgres is down')
        again()
      })
    }, RECONNECT_MS)
  }

  connect().catch(again)

  return {
    listen: (channel, heard) => {
      if (!IDENTIFIER.test(channel)) throw new Error(`not a channel: ${channel}`)
      const all = listeners.get(channel) ?? new Set()
      const first = all.size === 0
      all.add(heard)
      listeners.set(channel, all)
      if (first && client) subscribe(client, channel).catch(() => undefined)
      return () => all.delete(heard)
    },
    close: async () => {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
