import type { Database } from './database.ts'

/** Calls that were made over a connection since the last time they were stored. */
export type CallCount = { readonly connectionId: string; readonly operation: string; readonly calls: number }

/** Days are kept a little longer than anybody looks back. */
const KEPT_DAYS = 90

export function createSupplierCallCountStore(db: Database) {
  return {
    /** Adds to the counts of today (UTC). Each connection and operation may be there once. */
    add: async (counts: readonly CallCount[]): Promise<void> => {
      if (counts.length === 0) return
      await db.$executeRaw`
      WITH told AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
          AS fresh("connectionId" text, operation text, calls bigint)
      ), today AS (SELECT (gateway_now() AT TIME ZONE 'UTC')::date AS day), old AS (
        DELETE FROM supplier_call_counts USING today
        WHERE connection_id IN (SELECT "connectionId" FROM told) AND supplier_call_counts.day < today.day - ${KEPT_DAYS}::int
      )
      INSERT INTO supplier_call_counts AS kept (connection_id, day, operation, calls)
      SELECT "connectionId", today.day, operation, calls FROM told, today ORDER BY 1, 2, 3
      ON CONFLICT (connection_id, day, operation) DO UPDATE SET calls = kept.calls + EXCLUDED.calls`
    },

    /** The calls of the last days by operation, today's among them. */
    ofConnection: async (connectionId: string, days: number): Promise<Readonly<Record<string, number>>> => {
      const rows = await db.$queryRaw<{ operation: string; calls: number }[]>`
      SELECT operation, sum(calls)::float8 AS calls FROM supplier_call_counts
      WHERE connection_id = ${connectionId} AND day > (gateway_now() AT TIME ZONE 'UTC')::date - ${days}::int
      GROUP BY operation ORDER BY operation`
      return Object.fromEntries(rows.map(({ operation, calls }) => [operation, calls]))
    },
  }
}
