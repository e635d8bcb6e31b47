import pg from 'pg'
import { patiently } from './patience.ts'

/** The time limit for opening a connection, and for waiting for a free one. */
const CONNECT_WITHIN_MS = 5_000

/** A healthy server cancels a late statement itself. One that has not answered this long after that is frozen or unreachable. */
const SILENT_FOR_MS = 2_000

/**
 * The server ends a session that has a transaction open and has sent nothing for this long, ms: its process is frozen or gone.
 * Such a transaction keeps its locks, and holds back the log of events (`GET /events`).
 */
export const IDLE_IN_TRANSACTION_MS = 10_000

/** TCP keep-alive detects a dead connection, which could otherwise go unnoticed for hours. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * The settings that decide what a statement or a value means. A database, a role or a server may set them differently, so every
 * session sets them itself. Prisma's adapter writes and reads instants without an offset: in a session that is not in UTC it would
 * store every instant shifted.
 */
export const MEANING = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  default_transaction_isolation: 'read committed',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
} as const

/** Settings of the server for one connection. The values are ours, never a client's. */
export type SessionSettings = Readonly<
  Partial<
    Record<'statement_timeout' | 'idle_in_transaction_session_timeout' | 'jit' | keyof typeof MEANING, string | number>
  >
>

/**
 * Options for every connection: how long the server may take to answer a statement, ms, and we to go on with a transaction. `session`:
 * what else its first statement sets; null for a connection on which nothing may be set.
 */
export function silenceBound(statementTimeoutMs: number, session: SessionSettings | null = {}) {
  return {
    ...KEEP_ALIVE,
    connectionTimeoutMillis: patiently(CONNECT_WITHIN_MS),
    query_timeout: statementTimeoutMs + patiently(SILENT_FOR_MS),
    session: session && {
      ...MEANING,
      idle_in_transaction_session_timeout: patiently(IDLE_IN_TRANSACTION_MS),
      ...session,
    },
  }
}

/** The message of `pg` when no answer came within `query_timeout`. */
const NO_ANSWER = 'Query read timeout'

/** The code of a server that no longer accepts writes: another server does, and a new connection may reach it. */
const READ_ONLY = '25006'

function isSpent(error: unknown): boolean {
  return error instanceof Error && (error.message === NO_ANSWER || ('code' in error && error.code === READ_ONLY))
}

type BoundedConfig = pg.ClientConfig & {
  readonly session?: SessionSettings | null
  /** True: a standby is refused. What it shows may be old, and a booking or an offer that it lacks would be a 404. */
  readonly writes?: boolean
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/**
 * A client that closes its connection when an answer does not come in time. `pg` alone would only give up the statement: in a
 * transaction the rollback would then wait behind it, and the connection would return to the pool with an answer outstanding.
 *
 * It sets its session's settings by its first statement. As parameters of the start-up, which `pg` would send, poolers refuse them
 * (PgBouncer: 08P01).
 */
export class BoundedClient extends pg.Client {
  readonly #settings: string
  readonly #writes: boolean

  constructor(config: BoundedConfig = {}) {
    super(config)
    // While the settings are being sent nobody else listens, and an error without a listener would end the process.
    this.on('error', () => undefined)
    this.#settings = Object.entries(config.session ?? {})
      .map(([name, value]) => `SET ${name} = '${value}'`)
      .join('; ')
    this.#writes = config.writes ?? false
    // `query` has a dozen overloads, all of which return a promise or nothing.
    const send = this.query.bind(this) as (...args: unknown[]) => unknown
    // oxlint-disable-next-line func-style -- an arrow function keeps `this` of this client
    const sendBounded = (...args: unknown[]): unknown => {
      const sent = send(...args)
      if (sent instanceof Promise)
        sent.catch((error: unknown) => (isSpent(error) ? this.end() : undefined)).catch(() => undefined)
      return sent
    }
    this.query = sendBounded as pg.Client['query']
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.Client> | void {
    const connected = this.#connectAndBegin()
    if (!callback) return connected
    // Both kinds of callback take both; their types only say which goes with which.
    const answer = callback as (error: Error | null, client?: pg.Client) => void
    connected.then(
      (client) => answer(null, client),
      (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))),
    )
  }

  async #connectAndBegin(): Promise<pg.Client> {
    await super.connect()
    await this.#begin()
    return this
  }

  /** A connection that is not as it has to be is not used: it is closed, and the error is as one of connecting. */
  async #begin(): Promise<void> {
    if (this.#settings === '') return
    try {
      await this.query(this.#settings)
      if (this.#writes) await this.#refuseStandby()
    } catch (error) {
      this.end().catch(() => undefined)
      throw error
    }
  }

  async #refuseStandby(): Promise<void> {
    const { rows } = await this.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby')
    if (rows[0]?.standby) throw Object.assign(new Error('the server is a standby'), { code: READ_ONLY })
  }
}
