import pg from 'pg'
import type { Logger } from './logger.ts'
import { patiently } from './patience.ts'
import { BoundedClient, silenceBound } from './postgres-client.ts'

/** One connection that listens to Postgres' notifications for the whole process. */
export type Listener = {
  /**
   * Calls `heard` for each notification on `channel`, and once after every reconnect, because notifications may have been missed.
   * Returns a function that stops listening.
   */
  readonly listen: (channel: string, heard: (payload: string | null) => void) => () => void
  readonly close: () => Promise<void>
}

const RECONNECT_MS = 1_000
/** A listening connection sends nothing, so without pings a broken one would go unnoticed forever. */
const PING_EVERY_MS = 5_000
const ANSWER_WITHIN_MS = 3_000
const IDENTIFIER = /^[a-z_]+$/

/**
 * Connects in the background; listeners may be added at any time. `client` is null while it connects or waits to retry. It does
 * so after every end of a connection: the server closed it, a ping was not answered, or a LISTEN failed.
 */
export function createListener(url: string, log: Logger): Listener {
  const listeners = new Map<string, Set<(payload: string | null) => void>>()
  let client: pg.Client | null = null
  /** The connection that is being made, so that closing ends it, too. */
  let coming: Promise<void> = Promise.resolve()
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const fresh = new BoundedClient({
      connectionString: url,
      application_name: 'hotel-gateway-listener',
      ...silenceBound(patiently(ANSWER_WITHIN_MS)),
    })
    fresh.on('error', () => undefined)
    fresh.on('end', () => lost(fresh))
    fresh.on('notification', ({ channel, payload }) => {
      for (const heard of listeners.get(channel) ?? []) heard(payload ?? null)
    })
    try {
      await fresh.connect()
      if (closed) return await fresh.end()
      // Channels that are added meanwhile are included in this loop, because iterating a map sees entries added during the
      // iteration.
      for (const channel of listeners.keys()) await fresh.query(`LISTEN ${channel}`)
      if (closed) return await fresh.end()
    } catch (error) {
      fresh.end().catch(() => undefined)
      throw error
    }
    client = fresh
    for (const all of listeners.values()) for (const heard of all) heard(null)
    pingLater(fresh)
  }

  function lost(gone: pg.Client): void {
    if (client !== gone || closed) return
    client = null
    log.warn('the listening connection to Postgres is lost')
    again()
  }

  function subscribe(to: pg.Client, channel: string): void {
    to.query(`LISTEN ${channel}`).catch(() => to.end().catch(() => undefined))
  }

  function pingLater(to: pg.Client): void {
    setTimeout(() => {
      if (client !== to || closed) return
      to.query('SELECT 1').then(
        () => pingLater(to),
        () => to.end().catch(() => undefined),
      )
    }, PING_EVERY_MS).unref()
  }

  function again(): void {
    if (closed) return
    clearTimeout(retry)
    retry = setTimeout(tryToConnect, RECONNECT_MS)
  }

  function tryToConnect(): void {
    coming = connect().catch((error: unknown) => {
      log.warn({ err: error }, 'the listening connection to Postgres is down')
      again()
    })
  }

  tryToConnect()

  return {
    listen: (channel, heard) => {
      if (!IDENTIFIER.test(channel)) throw new Error(`not a channel: ${channel}`)
      const all = listeners.get(channel) ?? new Set()
      const first = all.size === 0
      all.add(heard)
      listeners.set(channel, all)
      if (first && client) subscribe(client, channel)
      return () => all.delete(heard)
    },
    close: async () => {
      closed = true
      clearTimeout(retry)
      await coming
      await client?.end().catch(() => undefined)
    },
  }
}
