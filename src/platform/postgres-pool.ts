import pg from 'pg'
import { patiently } from './patience.ts'
import { BoundedClient, type SessionSettings, silenceBound } from './postgres-client.ts'
import { createShares, type Shares } from './shares.ts'

type PostgresPoolOptions = {
  readonly url: string
  /** The most connections of the pool. */
  readonly size: number
  readonly applicationName: string
  /** The server cancels a statement that takes longer, ms. */
  readonly statementTimeoutMs: number
  /** More settings of each connection. */
  readonly session?: SessionSettings
  /**
   * True when `url` leads to a pooler that gives a connection for one transaction: nothing is set on it, because the next transaction may
   * run on another, and another client's on this one. The server has to bound its statements then.
   */
  readonly perTransaction?: boolean
  /** True: connections to a standby are refused, unless a pooler is between. */
  readonly writes?: boolean
  /**
   * The owner of the work that asks for a connection; each owner may use only a share of the pool at a time. Null: no such limit.
   */
  readonly owner?: () => string | null
}

/** When all connections are in use and none was returned or opened for this long, a further request would wait in vain. */
const STUCK_AFTER_MS = 2_000

/**
 * The most waiting requests per connection. Waiting costs memory, and a pool with more waiting would not serve them before they
 * time out.
 */
const WAITING_PER_CONNECTION = 100

/**
 * How many connections one owner may use at the same time. Half of them are enough to keep the server and the event loop busy;
 * when one partner's lists used all of them, another partner's booking status waited for seconds.
 */
function shareOf(size: number): number {
  return Math.max(1, Math.floor(size / 2))
}

/**
 * How long a request waits for its owner's share, ms. It only waits for the owner's own work, which makes progress, so the limit
 * is longer than for the pool.
 */
const OWN_LINE_WITHIN_MS = 15_000

type Checkout = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void

/** A pool that immediately refuses requests that would only wait in vain. */
class BoundedPool extends pg.Pool {
  /** When a connection was last handed out, opened or returned. */
  #movedAt = performance.now()
  readonly #owner: () => string | null
  readonly #shares: Shares
  /** The owner of each connection that is in use. */
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
      // This runs once the connection is idle: otherwise the next request would open another one.
      if (releasedBy !== undefined) queueMicrotask(() => this.#shares.leave(releasedBy))
    })
    // A broken idle connection is replaced when the next one is needed.
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
    // A request that comes while a connection is idle counts as waiting too, but only during this iteration of the event loop.
    if (this.idleCount > 0) return null
    if (this.totalCount < this.options.max) this.#move()
    const isStuck = waiting > 0 && performance.now() - this.#movedAt > patiently(STUCK_AFTER_MS)
    if (!isStuck && waiting < this.options.max * WAITING_PER_CONNECTION) return null
    return tooMany(String(waiting))
  }
}

/** The error counts as an outage of Postgres, so that clients retry. */
function tooMany(waiting: string): Error {
  return Object.assign(new Error(`${waiting} wait for a connection to Postgres already`), { code: 'ETIMEDOUT' })
}

function sessionOf({ perTransaction, session, statementTimeoutMs }: PostgresPoolOptions): SessionSettings | null {
  return perTransaction ? null : { ...session, statement_timeout: statementTimeoutMs }
}

/** Creates a pool. It opens connections lazily: none before the first query. */
export function createPostgresPool(options: PostgresPoolOptions): pg.Pool {
  return new BoundedPool(
    {
      connectionString: options.url,
      max: options.size,
      application_name: options.applicationName,
      ...silenceBound(options.statementTimeoutMs, sessionOf(options)),
      writes: options.writes ?? false,
      Client: BoundedClient,
    } as pg.PoolConfig & { readonly max: number },
    options.owner ?? (() => null),
  )
}
