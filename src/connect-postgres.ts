import type { Config } from './config.ts'
import { mostConnections } from './config-database.ts'
import { atMostOnceAMinute } from './platform/at-most-once-a-minute.ts'
import { createListener, type Listener } from './platform/listener.ts'
import type { Logger } from './platform/logger.ts'
import type { Metrics } from './platform/metrics.ts'
import { createPostgresProbe, type PostgresProbe } from './platform/postgres-probe.ts'
import { createDatabase, type PoolCounts, type RootDatabase } from './store/database.ts'
import { checkPrivileges } from './store/database-privileges.ts'
import { checkSession } from './store/database-session.ts'
import { createReplicaReads, type ReadFrom, type ReplicaReads, readPrimary } from './store/replica-reads.ts'
import { type ReplicaWatch, watchReplica } from './store/replica-watch.ts'

/** A statement that takes longer than this is cancelled, ms. */
const STATEMENT_TIMEOUT_MS = 10_000
/** On a replica; the primary must still be able to answer in time. */
const REPLICA_STATEMENT_TIMEOUT_MS = 3_000

const WAITING =
  'commits wait for a standby that does not answer: nothing is booked until one of synchronous_standby_names is back, or nobody is named there'

/** All ways of a process to Postgres but those of pg-boss and of migrations. */
export type Postgres = {
  readonly database: RootDatabase
  readonly listener: Listener
  readonly probe: PostgresProbe
  /** Where lists are read. */
  readonly lists: ReplicaReads
  /** What is wrong with the replica; null: nothing, or there is none. */
  readonly replicaFault: () => string | null
  readonly close: () => Promise<void>
}

type PostgresOptions = {
  readonly config: Pick<Config, 'database' | 'environment' | 'roles'>
  readonly url: string
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'showDatabase'>
}

/** Throws an error that says what to do when statements would have no deadline; closes everything then. */
export async function connectPostgres(options: PostgresOptions): Promise<Postgres> {
  const { config, url, log, metrics } = options
  const { pooler, namesStatements, poolSize, directUrl } = config.database
  const perTransaction = pooler === 'transaction'
  const pools: Record<string, { readonly pool: PoolCounts; readonly max: number }> = {}
  const database = createDatabase({
    url,
    poolSize,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    perTransaction,
    namesStatements,
    onPool: (pool) => {
      pools['main'] = { pool, max: poolSize }
    },
  })
  try {
    await checkPrivileges(database)
    if (perTransaction) await checkSession(database, { statementTimeoutMs: STATEMENT_TIMEOUT_MS, log })
    const replica = await openReplica(options, database, (pool, max) => {
      pools['replica'] = { pool, max }
    })
    log.info(mostConnections(config.database, config.roles), 'connections to Postgres, at most')
    metrics.showDatabase(() => ({ pools, replica: replica?.reading() ?? null }))
    const listener = createListener(directUrl ?? url, log)
    const probe = createPostgresProbe(
      { url, perTransaction },
      {
        onAway: (error) => log.warn({ err: error }, 'Postgres cannot be reached'),
        onWaiting: atMostOnceAMinute(() => log.error(WAITING)),
      },
    )
    return {
      database,
      listener,
      probe,
      lists: replica?.reads ?? readPrimary(database),
      replicaFault: () => replica?.watch.fault() ?? null,
      close: async () => {
        await Promise.all([listener.close(), probe.close(), replica?.close()])
        await database.$disconnect()
      },
    }
  } catch (error) {
    await database.$disconnect()
    throw error
  }
}

async function openReplica(
  { config, log }: PostgresOptions,
  primary: RootDatabase,
  onPool: (pool: PoolCounts, max: number) => void,
) {
  const { replicaUrl, replicaPoolSize, replicaLagMs } = config.database
  if (replicaUrl === null) return null
  const replica = createDatabase({
    url: replicaUrl,
    poolSize: replicaPoolSize,
    statementTimeoutMs: REPLICA_STATEMENT_TIMEOUT_MS,
    applicationName: 'hotel-gateway-replica',
    writes: false,
    onPool: (pool) => onPool(pool, replicaPoolSize),
  })
  const wantsSynchronous = config.environment === 'production'
  const watch: ReplicaWatch = await watchReplica({ primary, replica, maxLagMs: replicaLagMs, wantsSynchronous, log })
  const counts: Record<ReadFrom, number> = { replica: 0, 'primary:behind': 0, 'primary:away': 0, 'primary:left': 0 }
  function count(from: ReadFrom): void {
    counts[from] += 1
  }
  return {
    reads: createReplicaReads({
      primary,
      replica,
      watch,
      count,
      onFailure: atMostOnceAMinute((error: unknown) =>
        log.warn({ err: error }, 'the replica failed at a list, which the primary answered'),
      ),
    }),
    watch,
    reading: () => ({
      isUsed: watch.state() === 'in-use',
      lagSeconds: watch.lagMs() / 1_000,
      reads: counts,
      isSynchronous: watch.isSynchronous(),
    }),
    close: async () => {
      watch.stop()
      await replica.$disconnect()
    },
  }
}
