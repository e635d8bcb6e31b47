import type { ComparisonCounts, ComparisonProgress } from '../domain/comparison.ts'
import type { CalendarDate, Instant } from '../domain/time.ts'
import { type Database, json } from './database.ts'
import { toInstantOrNull } from './instants.ts'

/** A comparison that a worker has leased. */
export type DueComparison = {
  readonly connectionId: string
  readonly leaseId: string
  /** Null: nothing of it is done. */
  readonly progress: ComparisonProgress | null
  /** Up to when the last one that ended has compared; null: none has. */
  readonly finishedAt: Instant | null
}

type DueRow = Omit<DueComparison, 'finishedAt'> & { readonly finishedAt: Date | null }

type Lease = Pick<DueComparison, 'connectionId' | 'leaseId'>

/** Comparisons begin at two at night, UTC, the connections spread over two hours. */
const NIGHT = `date_trunc('day', gateway_now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
  + interval '26 hours' + make_interval(secs => abs(hashtext(connection_id)) % 7200)`

const FINISH = `UPDATE supplier_comparisons SET lease_id = NULL, progress = NULL, summary = $3::jsonb, due_at = ${NIGHT},
  finished_at = least(gateway_now(), ($4::date + interval '1 day' - interval '1 millisecond') AT TIME ZONE 'UTC')
WHERE connection_id = $1 AND lease_id = $2`

/**
 * The nightly comparison of each connection, as a queue in which each row is its own job. A worker that is lost leaves its row to
 * another one when the lease ends, which goes on where it was. All times are real ones.
 */
export function createSupplierComparisonStore(db: Database) {
  return {
    ...createLeases(db),

    /** Plans the first night of connections that have none yet. */
    plan: async (): Promise<void> => {
      await db.$executeRawUnsafe(`INSERT INTO supplier_comparisons (connection_id, due_at)
        SELECT connection_id, ${NIGHT} FROM (SELECT id AS connection_id FROM supplier_connections) known ON CONFLICT DO NOTHING`)
    },

    /**
     * Ends it, and plans the next night, which goes on after `lastDay`: one whose supplier was away for days ends long after the days that
     * it has compared.
     */
    finish: async (
      { connectionId, leaseId }: Lease,
      { summary, lastDay }: { readonly summary: ComparisonCounts; readonly lastDay: CalendarDate },
    ): Promise<void> => {
      await db.$executeRawUnsafe(FINISH, connectionId, leaseId, json(summary), lastDay)
    },
  }
}

/** Who compares a connection holds its row. */
function createLeases(db: Database) {
  return {
    /** Leases one that is due; null when none is. */
    claim: async (leaseId: string, leaseMs: number): Promise<DueComparison | null> => {
      const [row] = await db.$queryRaw<DueRow[]>`
      WITH due AS (
        SELECT connection_id FROM supplier_comparisons WHERE due_at <= gateway_now()
        ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      UPDATE supplier_comparisons c
      SET lease_id = ${leaseId}, due_at = gateway_now() + make_interval(secs => ${leaseMs}::float8 / 1000)
      FROM due WHERE c.connection_id = due.connection_id
      RETURNING c.connection_id AS "connectionId", c.lease_id AS "leaseId", c.progress, c.finished_at AS "finishedAt"`
      return row ? { ...row, finishedAt: toInstantOrNull(row.finishedAt) } : null
    },

    /**
     * Leases that of a connection before its night, for who compares it by hand. Returns in how many ms it would have been due, less
     * than 0 when it is late; null when somebody else holds it.
     */
    take: async ({ connectionId, leaseId }: Lease, leaseMs: number): Promise<number | null> => {
      const [row] = await db.$queryRaw<{ readonly dueInMs: number }[]>`
      WITH free AS (
        SELECT connection_id, extract(epoch FROM due_at - gateway_now())::float8 * 1000 AS due_in_ms FROM supplier_comparisons
        WHERE connection_id = ${connectionId} AND (lease_id IS NULL OR due_at <= gateway_now()) FOR UPDATE
      )
      UPDATE supplier_comparisons c
      SET lease_id = ${leaseId}, due_at = gateway_now() + make_interval(secs => ${leaseMs}::float8 / 1000)
      FROM free WHERE c.connection_id = free.connection_id
      RETURNING free.due_in_ms AS "dueInMs"`
      return row?.dueInMs ?? null
    },

    /** Stores how far it has come, and holds the lease on; null: what is stored of it stays. False when the lease is lost. */
    advance: async (
      { connectionId, leaseId }: Lease,
      progress: ComparisonProgress | null,
      leaseMs: number,
    ): Promise<boolean> => {
      const told = progress && JSON.stringify(progress)
      const count = await db.$executeRaw`
      UPDATE supplier_comparisons SET progress = coalesce(${told}::jsonb, progress),
        due_at = gateway_now() + make_interval(secs => ${leaseMs}::float8 / 1000)
      WHERE connection_id = ${connectionId} AND lease_id = ${leaseId}`
      return count === 1
    },

    /** Gives up for a while what could not go on; what is done stays done. */
    postpone: async ({ connectionId, leaseId }: Lease, afterMs: number): Promise<void> => {
      await db.$executeRaw`
      UPDATE supplier_comparisons
      SET lease_id = NULL, due_at = gateway_now() + make_interval(secs => ${afterMs}::float8 / 1000)
      WHERE connection_id = ${connectionId} AND lease_id = ${leaseId}`
    },
  }
}
