import pg from 'pg'
import { createShares, type Shares } from './shares.ts'

type PostgresPoolOptions = {
  readonly url: string
  /** Most connections. */
  readonly size: number
  readonly applicationName: string
  /** A statement that takes longer is cancelled by the server, ms. */
  readonly statementTimeoutMs: number
  /** More of the server's own settings, as `psql` takes them in `PGOPTIONS`. */
  readonly serverOptions?: string
  /** For whom a connection is asked for that is to have no more than a share of them at once; null: no bound. */
  readonly owner?: () => string | null
}

/** A connection is made, and a busy pool gives one, within this. */
const CONNECT_WITHIN_MS = 5_000

/** A server that runs cancels a late statement itself. One that does not answer even then is frozen, or out of reach. */
const SILENT_FOR_MS = 2_000

/** While every connection is in use and none has been given back or opened for so long, one more would wait in vain. */
const STUCK_AFTER_MS = 2_000

/** Waiting for a connection costs memory; a pool that is that far behind does not catch up before they give up. */
const WAITING_PER_CONNECTION = 100

/**
 * Of the connections, those that one owner may use at once. Half of them keep the server and the event loop busy; with all of them,
 * one partner's lists made another's status of a booking wait for seconds.
 */
function shareOf(size: number): number {
  return Math.max(1, Math.floor(size / 2))
}

/** How long an owner waits in its own line, ms: behind its own work only, which goes on, so longer than for the pool. */
const OWN_LINE_WITHIN_MS = 15_000

/** What keeps a connection from being believed in for hours after the other side has gone. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** For every connection of ours: how long the server may be silent after a statement was sent, ms. */
export function silenceBound(statementTimeoutMs: number) {
  return {
    ...KEEP_ALIVE,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    query_timeout: statementTimeoutMs + SILENT_FOR_MS,
  }
}

/** `pg`'s own words for an answer that did not come within `query_timeout`. */
const NO_ANSWER = 'Query read timeout'

/** The server takes no writes any more: another one does, and a new connection may find it. */
const READ_ONLY = '25006'

function isSpent(error: unknown): boolean {
  return error instanceof Error && (error.message === NO_ANSWER || ('code' in error && error.code === READ_ONLY))
}

/**
 * A connection that is closed when it has not answered in time. `pg` gives only the statement up: in a transaction the
 * rollback would then wait behind it, and the connection would go back to the pool with an answer to come.
 */
export class BoundedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // `query` has a dozen overloads, all of which answer a promise or nothing.
    const send = this.query.bind(this) as (...args: unknown[]) => unknown
    // oxlint-disable-next-line func-style -- an arrow has this client's `this`
    const sendBounded = (...args: unknown[]): unknown => {
      const sent = send(...args)
      if (sent instanceof Promise)
        sent.catch((error: unknown) => (isSpent(error) ? this.end() : undefined)).catch(() => undefined)
      return sent
    }
    this.query = sendBounded as pg.Client['query']
  }
}

type Checkout = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void

/** A pool that refuses immediately what would only wait in vain. */
class BoundedPool extends pg.Pool {
  /** When somebody last got a connection, began to open one, or gave one back. */
  #movedAt = performance.now()
  readonly #owner: () => string | null
  readonly #shares: Shares
  /** Whose share a connection that is in use is of. */
  readonly #owners = new WeakMap<pg.PoolClient, string>()

  constructor(config: pg.PoolConfig & { readonly max: number }, owner: () => string | null) {
    super(config)
    this.#owner = owner
    this.#shares = createShares({
      share: shareOf(config.max),
      maxWaiting: config.max * WAITING_PER_CONNECTION,
      waitMs: OWN_LINE_WITHIN_MS,
    })
    this.on('acquire', () => this.#move())
    this.on('release', (error, client) => {
      if (!error) this.#move()
      const releasedBy = this.#owners.get(client)
      this.#owners.delete(client)
      // Once the connection is idle: the next one would open another.
      if (releasedBy !== undefined) queueMicrotask(() => this.#shares.leave(releasedBy))
    })
    // An idle connection that breaks is replaced when the next one is needed.
    this.on('error', () => undefined)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Checkout): void
  override connect(callback?: Checkout): Promise<pg.PoolClient> | void {
    if (callback) return this.#checkOut(callback)
    return new Promise((resolve, reject) =>
      this.#checkOut((error, client) => (client ? resolve(client) : reject(error ?? new Error('no connection')))),
    )
  }

  #checkOut(callback: Checkout): void {
    function refuse(refusal: Error): void {
      return callback(refusal, undefined, () => undefined)
    }
    const owner = this.#owner()
    if (owner === null) return this.#connectNow(callback)
    const start = (): void =>
      this.#connectNow((error, client, done) => {
        if (client) this.#owners.set(client, owner)
        else this.#shares.leave(owner)
        callback(error, client, done)
      })
    if (!this.#shares.enter(owner, { start, giveUp: () => refuse(tooMany('many')) })) refuse(tooMany('too many'))
  }

  #connectNow(callback: Checkout): void {
    const refusal = this.#refusal()
    if (refusal) callback(refusal, undefined, () => undefined)
    else super.connect(callback)
  }

  #move(): void {
    this.#movedAt = performance.now()
  }

  #refusal(): Error | null {
    const waiting = this.waitingCount
    // Who comes while a connection is idle counts as waiting, too, but only for this turn of the event loop.
    if (this.idleCount > 0) return null
    if (this.totalCount < this.options.max) this.#move()
    const isStuck = waiting > 0 && performance.now() - this.#movedAt > STUCK_AFTER_MS
    if (!isStuck && waiting < this.options.max * WAITING_PER_CONNECTION) return null
    return tooMany(String(waiting))
  }
}

/** Counts as Postgres being away: the client should try again. */
function tooMany(waiting: string): Error {
  return Object.assign(new Error(`${waiting} wait for a connection to Postgres already`), { code: 'ETIMEDOUT' })
}

/** Opens lazily: nothing connects before the first query. */
export function createPostgresPool(options: PostgresPoolOptions): pg.Pool {
  return new BoundedPool(
    {
      connectionString: options.url,
      max: options.size,
      application_name: options.applicationName,
      statement_timeout: options.statementTimeoutMs,
      ...(options.serverOptions === undefined ? {} : { options: options.serverOptions }),
      ...silenceBound(options.statementTimeoutMs),
      Client: BoundedClient,
    },
    options.owner ?? (() => null),
  )
}
