import type { z } from 'zod'
import type { Role } from './config-roles.ts'
import { flag, oneOf, url, wholeNumber } from './config-values.ts'

const postgresUrl = url('postgres:', 'postgresql:').optional()

/** The settings of Postgres; config.ts has the others. */
export const DATABASE_SETTINGS = {
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  DATABASE_REPLICA_URL: postgresUrl,
  DATABASE_REPLICA_LAG_MS: wholeNumber(100, 600_000).default(5_000),
  DATABASE_POOLER: oneOf('none', 'transaction').default('none'),
  DATABASE_STATEMENT_NAMES: flag.optional(),
  DATABASE_POOL_SIZE: wholeNumber(2, 200).optional(),
  DATABASE_REPLICA_POOL_SIZE: wholeNumber(2, 200).default(5),
  DATABASE_WAIT_MS: wholeNumber(0, 3_600_000).default(60_000),
} as const

type Read = z.output<z.ZodObject<typeof DATABASE_SETTINGS>>

export type DatabaseConfig = {
  /** Leads to the server itself, for what holds a connection: migrations, the listener, pg-boss. Null: DATABASE_URL does. */
  readonly directUrl: string | null
  /** A standby from which lists and the log of events are read; null: there is none. */
  readonly replicaUrl: string | null
  /** A replica that is further behind than this is not read from, ms. */
  readonly replicaLagMs: number
  /**
   * What DATABASE_URL leads to: `transaction` is a pooler that gives a connection for one transaction, so that nothing may be set on
   * it. A pooler that gives it for a session is like none.
   */
  readonly pooler: 'none' | 'transaction'
  /** Whether statements get names, by which Postgres parses and plans each only once per connection. */
  readonly namesStatements: boolean
  /** The most connections to DATABASE_URL. */
  readonly poolSize: number
  /** The most connections to the replica. */
  readonly replicaPoolSize: number
}

/**
 * The connections that each role keeps busy. Facades run many short statements at once; looks, claims and settlements are written in
 * batches, so workers and relays need few; the sandbox suppliers write their own records only, and an export does one thing after the
 * other.
 */
const CONNECTIONS_OF: Readonly<Record<Role, number>> = { api: 12, worker: 8, relay: 6, suppliers: 2, export: 2 }

/** A process with every role is seldom busy in all of them. */
const MOST_BY_DEFAULT = 20

export function toDatabaseConfig(read: Read, roles: readonly Role[]): DatabaseConfig {
  const needed = [...new Set(roles)].reduce((sum, role) => sum + CONNECTIONS_OF[role], 0)
  return {
    directUrl: read.DATABASE_DIRECT_URL ?? null,
    replicaUrl: read.DATABASE_REPLICA_URL ?? null,
    replicaLagMs: read.DATABASE_REPLICA_LAG_MS,
    pooler: read.DATABASE_POOLER,
    namesStatements: read.DATABASE_STATEMENT_NAMES ?? read.DATABASE_POOLER === 'none',
    poolSize: read.DATABASE_POOL_SIZE ?? Math.min(MOST_BY_DEFAULT, needed),
    replicaPoolSize: read.DATABASE_REPLICA_POOL_SIZE,
  }
}

/** The connection for readiness, and the listening one. */
const BESIDE_THE_POOL = 1
const LISTENING = 1
/** The pool of pg-boss, and its listening connection. */
const OF_JOBS = 5

/** The most connections that a process opens, by where they lead. */
export function mostConnections(
  { poolSize, replicaUrl, replicaPoolSize }: DatabaseConfig,
  roles: readonly Role[],
): { readonly main: number; readonly direct: number; readonly replica: number } {
  return {
    main: poolSize + BESIDE_THE_POOL,
    direct: LISTENING + (roles.includes('worker') ? OF_JOBS : 0),
    replica: replicaUrl === null ? 0 : replicaPoolSize,
  }
}

/** Settings that make no sense together. */
export function databaseFaults(read: Read): { readonly setting: string; readonly message: string }[] {
  const faults: { setting: string; message: string }[] = []
  if (read.DATABASE_POOLER === 'transaction' && read.DATABASE_DIRECT_URL === undefined)
    faults.push({
      setting: 'DATABASE_DIRECT_URL',
      message:
        'is required with DATABASE_POOLER=transaction: migrations and notifications need a connection of their own',
    })
  const extras = ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const
  if (read.DATABASE_URL === undefined)
    for (const setting of extras)
      if (read[setting] !== undefined) faults.push({ setting, message: 'needs DATABASE_URL' })
  return faults
}
