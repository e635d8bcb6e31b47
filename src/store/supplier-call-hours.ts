import { HOUR_MS, type Instant } from '../domain/time.ts'
import { type Database, sql } from './database.ts'
import { toInstant } from './instants.ts'
import { when } from './optional-part.ts'

/** Up to how many milliseconds the calls of each part of `within` took; the last part has the longer ones. */
export const BOUNDS_MS = [50, 100, 250, 500, 1_000, 2_000, 5_000, 10_000, 20_000] as const

/** How calls ended since the last time they were stored. */
export type EndedCalls = {
  readonly connectionId: string
  readonly operation: string
  readonly outcome: string
  readonly calls: number
  readonly totalMs: number
  /** By BOUNDS_MS; empty for calls that were not sent. */
  readonly within: readonly number[]
}

/** The calls of one hour, operation and outcome. */
export type CallHour = Omit<EndedCalls, 'connectionId'> & { readonly hour: Instant }

/** The last call of an operation that was answered with a status of 200 to 299. */
export type LastCall = { readonly operation: string; readonly lastGoodAt: Instant | null; readonly lastAt: Instant }

/** What the last hours of a connection are judged by. */
export type RecentCalls = EndedCalls

/** Hours are kept a little longer than anybody looks back. */
const KEPT_DAYS = 32

type HourRow = Omit<CallHour, 'hour'> & { readonly hour: Date }

export function createSupplierCallHourStore(db: Database) {
  return {
    /** Adds to the counts of this hour. Each connection, operation and outcome may be there once. */
    add: async (ended: readonly EndedCalls[]): Promise<void> => {
      if (ended.length === 0) return
      await db.$executeRaw`
      WITH told AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(ended)}::jsonb)
          AS fresh("connectionId" text, operation text, outcome text, calls bigint, "totalMs" float8, within bigint[])
      ), now AS (SELECT gateway_now() AS at), old AS (
        DELETE FROM supplier_call_hours kept USING now
        WHERE connection_id IN (SELECT "connectionId" FROM told) AND kept.hour < now.at - make_interval(days => ${KEPT_DAYS}::int)
      )
      INSERT INTO supplier_call_hours AS kept (connection_id, hour, operation, outcome, calls, total_ms, within, last_at)
      SELECT "connectionId", date_trunc('hour', now.at, 'UTC'), operation, outcome, calls, "totalMs", within, now.at
      FROM told, now ORDER BY 1, 2, 3, 4
      ON CONFLICT (connection_id, hour, operation, outcome) DO UPDATE SET
        calls = kept.calls + EXCLUDED.calls, total_ms = kept.total_ms + EXCLUDED.total_ms, last_at = EXCLUDED.last_at,
        within = ARRAY(SELECT coalesce(a, 0) + coalesce(b, 0)
          FROM unnest(kept.within, EXCLUDED.within) WITH ORDINALITY AS pair(a, b, place) ORDER BY place)`
    },

    /** The calls of a connection by hour, operation and outcome, the newest hour first. */
    ofConnection: async (
      connectionId: string,
      { since, operation }: { readonly since: Instant; readonly operation: string | null },
    ): Promise<CallHour[]> => {
      const rows = await db.$queryRaw<HourRow[]>`
      SELECT hour, operation, outcome, calls::float8 AS calls, total_ms AS "totalMs", within::float8[] AS within
      FROM supplier_call_hours
      WHERE connection_id = ${connectionId} AND hour >= date_trunc('hour', ${new Date(since)}::timestamptz, 'UTC')
        ${when(operation, (value) => sql`AND operation = ${value}`)}
      ORDER BY hour DESC, operation, outcome LIMIT 50000`
      return rows.map(({ hour, ...row }) => ({ ...row, hour: toInstant(hour) }))
    },

    /** When each operation was last called, and last answered well. */
    lastOf: async (connectionId: string): Promise<LastCall[]> => {
      const rows = await db.$queryRaw<{ operation: string; lastGoodAt: Date | null; lastAt: Date }[]>`
      SELECT operation, max(last_at) FILTER (WHERE outcome LIKE '2__') AS "lastGoodAt", max(last_at) AS "lastAt"
      FROM supplier_call_hours WHERE connection_id = ${connectionId} AND outcome NOT LIKE 'not sent: %'
      GROUP BY operation ORDER BY operation`
      return rows.map(({ operation, lastGoodAt, lastAt }) => ({
        operation,
        lastGoodAt: lastGoodAt && toInstant(lastGoodAt),
        lastAt: toInstant(lastAt),
      }))
    },

    /** The calls of these connections in this hour and the one before, as they are stored. */
    recent: (connectionIds: readonly string[], now: Instant): Promise<RecentCalls[]> =>
      db.$queryRaw<RecentCalls[]>`
      SELECT connection_id AS "connectionId", operation, outcome, calls::float8 AS calls, total_ms AS "totalMs",
        within::float8[] AS within
      FROM supplier_call_hours
      WHERE connection_id = ANY(${[...connectionIds]}::text[])
        AND hour >= date_trunc('hour', ${new Date(now - HOUR_MS)}::timestamptz, 'UTC')`,
  }
}
