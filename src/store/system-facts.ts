import { type Database, type Sql, sql } from './database.ts'
import { when } from './optional-part.ts'
import { AHEAD } from './own-time.ts'
import { type BoundedCount, bounded, MOST_COUNTED } from './webhook-health.ts'

/** Rows that wait are counted up to this many. */
const MOST_WAITING = 10_000

export type PostgresFacts = {
  readonly version: string
  readonly isInRecovery: boolean
  readonly isReadOnly: boolean
  readonly sizeBytes: number
  readonly connections: number
  readonly maxConnections: number
  readonly startedAt: Date
}

/** A standby, as the primary sees it. Null: our role may not see it. */
export type StandbyFacts = {
  readonly name: string | null
  readonly state: string | null
  readonly syncState: string | null
  readonly replayLagMs: number | null
  readonly behindBytes: number | null
}

/** Connections of one kind from one address. */
export type ClientFacts = {
  readonly application: string
  readonly address: string | null
  readonly connections: number
  readonly since: Date
}

export type QueueFacts = {
  readonly queue: string
  readonly waiting: number
  readonly isMore: boolean
  /** For how long the one has been due that is due longest, ms; null: none is. */
  readonly oldestMs: number | null
}

export type JobQueueFacts = {
  readonly queue: string
  readonly cron: string | null
  readonly waiting: number
  readonly running: number
  readonly failed: number
  readonly lastDoneAt: Date | null
  readonly lastFailedAt: Date | null
}

export type FailedJob = {
  readonly id: string
  readonly queue: string
  readonly createdAt: Date
  readonly failedAt: Date | null
  readonly tries: number
  readonly error: string | null
}

/** Jobs of one queue that failed for good with the same error. */
export type FailedJobGroup = {
  readonly queue: string
  /** `unknown` where pg-boss has none. */
  readonly error: string
  readonly count: number
  readonly firstAt: Date | null
  readonly lastAt: Date | null
}

export type MigrationFacts = {
  readonly name: string
  readonly finishedAt: Date | null
  readonly rolledBackAt: Date | null
}

export type PartitionFacts = {
  readonly name: string
  readonly bytes: number
  /** By the statistics of Postgres; null: it was never analysed. */
  readonly rows: number | null
}

/** What Postgres tells of itself and of what waits in it, for people who look after the gateway. */
export function createSystemFactStore(db: Database) {
  return { ...serverFacts(db), ...queueFacts(db), ...jobFacts(db) }
}

function serverFacts(db: Database) {
  return {
    postgres: async (): Promise<PostgresFacts | null> => {
      const [row] = await db.$queryRaw<PostgresFacts[]>`
      SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS "isInRecovery",
        current_setting('transaction_read_only') = 'on' AS "isReadOnly", pg_database_size(current_database())::float8 AS "sizeBytes",
        (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
        current_setting('max_connections')::int AS "maxConnections", pg_postmaster_start_time() AS "startedAt"`
      return row ?? null
    },

    standbys: (): Promise<StandbyFacts[]> => db.$queryRaw<StandbyFacts[]>`
      SELECT application_name AS name, state, sync_state AS "syncState",
        (extract(epoch FROM replay_lag) * 1000)::float8 AS "replayLagMs",
        CASE WHEN pg_is_in_recovery() THEN NULL ELSE pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 END AS "behindBytes"
      FROM pg_stat_replication ORDER BY application_name LIMIT 100`,

    clients: (): Promise<ClientFacts[]> => db.$queryRaw<ClientFacts[]>`
      SELECT coalesce(nullif(application_name, ''), 'unnamed') AS application, host(client_addr) AS address, count(*)::int AS connections,
        min(backend_start) AS since
      FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
      GROUP BY 1, 2 ORDER BY 3 DESC, 1 LIMIT 200`,

    migrations: (): Promise<MigrationFacts[]> => db.$queryRaw<MigrationFacts[]>`
      SELECT migration_name AS name, finished_at AS "finishedAt", rolled_back_at AS "rolledBackAt"
      FROM _prisma_migrations ORDER BY migration_name DESC`,

    partitions: (table: string): Promise<PartitionFacts[]> => db.$queryRaw<PartitionFacts[]>`
      SELECT c.relname::text AS name, pg_total_relation_size(c.oid)::float8 AS bytes,
        CASE WHEN c.reltuples < 0 THEN NULL ELSE c.reltuples::float8 END AS rows
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = ${table}::text::regclass ORDER BY c.relname`,
  }
}

/** An error of pg-boss as groups are made by it. */
const JOB_ERROR = sql`left(coalesce(output ->> 'message', 'unknown'), 1000)`

/** So many jobs are tried again at once. */
export const MOST_RETRIED = 1_000

/** What is due at a table's instants, by real time; what waits in a sandbox world that is ahead is not due by it. */
function due(queue: string, from: Sql) {
  return sql`SELECT ${queue} AS queue, least(count(*), ${MOST_WAITING})::int AS waiting, count(*) > ${MOST_WAITING} AS "isMore",
    (extract(epoch FROM gateway_now() - min(at)) * 1000)::float8 AS "oldestMs"
    FROM (${from} ORDER BY 1 LIMIT ${MOST_WAITING + 1}::int) found`
}

function queueFacts(db: Database) {
  return {
    queues: (): Promise<QueueFacts[]> => db.$queryRaw<QueueFacts[]>`
      ${due('webhook deliveries', sql`SELECT due_at AS at FROM webhook_deliveries WHERE status IN ('PENDING', 'RETRYING') AND due_at <= gateway_now()`)}
      UNION ALL ${due('looks at bookings', sql`SELECT look_at AS at FROM bookings WHERE look_at <= gateway_now() AND organization_id <> ALL(${AHEAD})`)}
      UNION ALL ${due('messages of suppliers', sql`SELECT due_at AS at FROM supplier_messages WHERE due_at <= gateway_now()`)}
      UNION ALL ${due('comparisons with suppliers', sql`SELECT due_at AS at FROM supplier_comparisons WHERE due_at <= gateway_now()`)}
      UNION ALL ${due('content pulls', sql`SELECT due_at AS at FROM content_pulls WHERE due_at <= gateway_now()`)}`,
  }
}

/** The periodic jobs, which pg-boss runs; no worker has ever run where its tables are missing. */
function jobFacts(db: Database) {
  return { ...jobReads(db), ...jobRetries(db) }
}

function jobReads(db: Database) {
  return {
    /** Null: no worker has ever run, so that there are no jobs. */
    jobs: async (): Promise<JobQueueFacts[] | null> => {
      if (!(await hasJobs(db))) return null
      return db.$queryRaw<JobQueueFacts[]>`
      SELECT q.name AS queue, (SELECT min(s.cron) FROM pgboss.schedule s WHERE s.name = q.name) AS cron,
        count(j.id) FILTER (WHERE j.state IN ('created', 'retry'))::int AS waiting,
        count(j.id) FILTER (WHERE j.state = 'active')::int AS running,
        count(j.id) FILTER (WHERE j.state = 'failed')::int AS failed,
        max(j.completed_on) FILTER (WHERE j.state = 'completed') AS "lastDoneAt",
        max(j.completed_on) FILTER (WHERE j.state = 'failed') AS "lastFailedAt"
      FROM pgboss.queue q LEFT JOIN pgboss.job j ON j.name = q.name
      WHERE q.name NOT LIKE '\\_\\_pgboss\\_\\_%' GROUP BY q.name ORDER BY q.name`
    },

    failedJobs: async (): Promise<FailedJob[]> => {
      if (!(await hasJobs(db))) return []
      return db.$queryRaw<FailedJob[]>`
      SELECT id::text, name AS queue, created_on AS "createdAt", completed_on AS "failedAt", retry_count + 1 AS tries,
        output ->> 'message' AS error
      FROM pgboss.job WHERE state = 'failed' ORDER BY completed_on DESC LIMIT 100`
    },

    /** How many jobs have failed for good; null: no worker has ever run. */
    countFailedJobs: async (): Promise<BoundedCount | null> => {
      if (!(await hasJobs(db))) return null
      const [row] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM (
        SELECT 1 FROM pgboss.job WHERE state = 'failed' LIMIT ${MOST_COUNTED + 1}::int
      ) found`
      return bounded(row?.count ?? 0)
    },

    /** Failed jobs by what went wrong, the newest first; no more groups than these are looked at by anybody. */
    failedJobGroups: async (): Promise<FailedJobGroup[]> => {
      if (!(await hasJobs(db))) return []
      return db.$queryRaw<FailedJobGroup[]>`
      SELECT name AS queue, ${JOB_ERROR} AS error, count(*)::int AS count, min(completed_on) AS "firstAt", max(completed_on) AS "lastAt"
      FROM pgboss.job WHERE state = 'failed' GROUP BY 1, 2 ORDER BY 5 DESC NULLS LAST, 1, 2 LIMIT 100`
    },
  }
}

function jobRetries(db: Database) {
  return {
    /** Has the failed jobs of a queue tried once more, those with one error or all, the oldest first, so many at most. Returns how many. */
    retryJobs: async (queue: string, error: string | null): Promise<number> => {
      if (!(await hasJobs(db))) return 0
      return db.$executeRaw`
      UPDATE pgboss.job SET state = 'retry', retry_limit = retry_limit + 1, completed_on = NULL
      WHERE state = 'failed' AND id IN (
        SELECT id FROM pgboss.job WHERE state = 'failed' AND name = ${queue} ${when(error, (told) => sql`AND ${JOB_ERROR} = ${told}`)}
        ORDER BY completed_on LIMIT ${MOST_RETRIED}::int)`
    },

    /** Has a failed job tried once more; null: there is none, or it has not failed. As pg-boss itself does it. */
    retryJob: async (id: string): Promise<{ queue: string } | null> => {
      if (!(await hasJobs(db))) return null
      const [row] = await db.$queryRaw<{ queue: string }[]>`
      UPDATE pgboss.job SET state = 'retry', retry_limit = retry_limit + 1, completed_on = NULL WHERE id::text = ${id} AND state = 'failed'
      RETURNING name AS queue`
      return row ?? null
    },
  }
}

async function hasJobs(db: Database): Promise<boolean> {
  const [row] = await db.$queryRaw<{ there: boolean }[]>`SELECT to_regclass('pgboss.job') IS NOT NULL AS there`
  return row?.there ?? false
}
