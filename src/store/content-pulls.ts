import type { Database } from './database.ts'

type Lease = { readonly connectionId: string; readonly leaseId: string }

/** Pulls begin at four in the morning, UTC, the connections spread over two hours: nightly comparisons are over by then. */
const MORNING = `date_trunc('day', gateway_now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
  + interval '28 hours' + make_interval(secs => abs(hashtext(connection_id)) % 7200)`

/**
 * Who pulls the content of a connection, and when it is pulled next. A row is free, or leased until an instant; whoever holds it moves
 * that on, and who is lost leaves it to others when it has come. All times are real ones.
 */
export function createContentPullStore(db: Database) {
  return {
    /** Leases a connection; false when somebody else holds it. */
    take: async ({ connectionId, leaseId }: Lease, leaseMs: number): Promise<boolean> => {
      const count = await db.$executeRaw`
      INSERT INTO content_pulls (connection_id, lease_id, leased_until)
      VALUES (${connectionId}, ${leaseId}, gateway_now() + make_interval(secs => ${leaseMs}::float8 / 1000))
      ON CONFLICT (connection_id) DO UPDATE SET lease_id = EXCLUDED.lease_id, leased_until = EXCLUDED.leased_until
      WHERE content_pulls.lease_id IS NULL OR content_pulls.leased_until <= gateway_now()`
      return count === 1
    },

    /** The connection whose daily pull is due, that nobody holds and that is none of those; null when there is none. */
    due: async (butNot: readonly string[] = []): Promise<string | null> => {
      const [row] = await db.$queryRaw<{ readonly connectionId: string }[]>`
      SELECT connection_id AS "connectionId" FROM content_pulls
      WHERE due_at <= gateway_now() AND (lease_id IS NULL OR leased_until <= gateway_now())
        AND connection_id <> ALL (${[...butNot]}::text[])
        AND EXISTS (SELECT FROM supplier_connections WHERE id = connection_id)
      ORDER BY due_at LIMIT 1`
      return row?.connectionId ?? null
    },

    /** Holds a lease on; false when it is lost. In a transaction it is then held until that ends. */
    hold: async ({ connectionId, leaseId }: Lease, leaseMs: number): Promise<boolean> => {
      const count = await db.$executeRaw`
      UPDATE content_pulls SET leased_until = gateway_now() + make_interval(secs => ${leaseMs}::float8 / 1000)
      WHERE connection_id = ${connectionId} AND lease_id = ${leaseId}`
      return count === 1
    },

    /**
     * Gives a lease back. `next` says when the daily pull is due: in the coming morning, in so many ms, or as it was. A connection of
     * which nothing was ever pulled whole has no daily pull, until it is told MORNING.
     */
    release: async ({ connectionId, leaseId }: Lease, next: 'MORNING' | 'AS_IT_WAS' | number): Promise<void> => {
      if (next === 'MORNING')
        await db.$executeRawUnsafe(
          `UPDATE content_pulls SET lease_id = NULL, leased_until = NULL, due_at = ${MORNING} WHERE connection_id = $1 AND lease_id = $2`,
          connectionId,
          leaseId,
        )
      else
        await db.$executeRaw`
        UPDATE content_pulls SET lease_id = NULL, leased_until = NULL, due_at = CASE
          WHEN due_at IS NULL OR ${next === 'AS_IT_WAS'} THEN due_at
          ELSE gateway_now() + make_interval(secs => ${next === 'AS_IT_WAS' ? 0 : next}::float8 / 1000) END
        WHERE connection_id = ${connectionId} AND lease_id = ${leaseId}`
    },
  }
}
