import type { BookingStatus } from '../domain/booking.ts'
import type { Instant } from '../domain/time.ts'
import { olderById } from './booking-search.ts'
import { type Database, type Sql, sql } from './database.ts'
import { toDate, toInstantOrNull } from './instants.ts'
import { timeOf } from './own-time.ts'

/** What has waited longest; `ageMs` in the time of its organization. */
export type OldestWaiting = { readonly id: string; readonly since: Date; readonly ageMs: number }

/** Bookings that were made in one minute of a range, by their status of now. */
export type MinuteCount = {
  /** Since the range began; the first is 0. */
  readonly minute: number
  readonly status: BookingStatus
  readonly count: number
}

export type MadeByMinute = {
  readonly counts: readonly MinuteCount[]
  /** Set when more were made than are looked at: those of before this instant are not, or not all, among the counts. */
  readonly countedFrom: Instant | null
}

type Range = { readonly environment: string; readonly from: Instant; readonly until: Instant }

/** So many bookings of a range are counted, the newest of it. */
export const MOST_MADE = 50_000

/** What has to be done before the first sale, in this order; and that sale. */
export const FIRST_STEPS = ['CONNECT', 'TEST', 'IMPORT', 'MATCH', 'KEY', 'SALE'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

type StepRow = { readonly step: FirstStep; readonly at: Date | null; readonly subject: string | null }

/** What the console's first screen shows: each figure is one reading of an index, however much there is. */
export function createHomeFigureStore(db: Database) {
  return { ...oldestWaiting(db), ...bookingFigures(db), ...installation(db) }
}

function oldestWaiting(db: Database) {
  async function oldest(rows: Sql): Promise<OldestWaiting | null> {
    const [row] = await db.$queryRaw<OldestWaiting[]>`
    SELECT id, since, (extract(epoch FROM ${timeOf(sql`found.organization_id`)} - since) * 1000)::float8 AS "ageMs"
    FROM (${rows}) found ORDER BY 3 DESC, id LIMIT 1`
    return row ?? null
  }
  return {
    /** The booking whose supplier call has been open longest, among those of a status; null: none has an open call. */
    oldestPending: (
      status: 'PROCESSING' | 'CANCELLATION_PENDING',
      environment: string,
    ): Promise<OldestWaiting | null> =>
      oldest(sql`
      SELECT id, organization_id, pending_since AS since FROM bookings
      WHERE status IN ('AWAITING_REVIEW', 'PROCESSING', 'ON_HOLD', 'CANCELLATION_PENDING')
        AND status = ${status} AND environment = ${environment} AND pending_since IS NOT NULL`),

    /** The delivery that has waited longest since its event came about; null: none waits. */
    oldestDelivery: (): Promise<OldestWaiting | null> =>
      oldest(sql`
      SELECT d.id, e.organization_id, d.created_at AS since
      FROM webhook_endpoints e CROSS JOIN unnest(ARRAY['PENDING', 'RETRYING']) AS waits(status) CROSS JOIN LATERAL (
        SELECT id, created_at FROM webhook_deliveries d
        WHERE d.endpoint_id = e.id AND d.status = waits.status ORDER BY d.created_at, d.id LIMIT 1
      ) d WHERE e.deleted_at IS NULL`),
  }
}

function bookingFigures(db: Database) {
  return {
    /** The bookings that were made in a range of whole minutes, by minute and status. */
    madeByMinute: async ({ environment, from, until }: Range, most = MOST_MADE): Promise<MadeByMinute> => {
      const range = { after: null, createdFrom: from, createdUntil: until }
      const rows = await db.$queryRaw<{ passed: number; reached: Date | null; counts: MinuteCount[] }[]>`
      WITH passed AS MATERIALIZED (
        SELECT b.status, b.environment, b.created_at FROM bookings b WHERE true ${olderById(range)}
        ORDER BY b.id DESC LIMIT ${most + 1}::int
      ), minutes AS (
        SELECT floor(extract(epoch FROM created_at - ${toDate(from)}::timestamptz) / 60)::int AS minute, status, count(*)::int AS count
        FROM passed
        WHERE environment = ${environment} AND created_at >= ${toDate(from)}::timestamptz AND created_at < ${toDate(until)}::timestamptz
        GROUP BY 1, 2
      )
      SELECT (SELECT count(*)::int FROM passed) AS passed, (SELECT min(created_at) FROM passed) AS reached,
        coalesce((SELECT json_agg(minutes ORDER BY minute, status) FROM minutes), '[]') AS counts`
      const [row] = rows
      const reached = (row?.passed ?? 0) > most ? toInstantOrNull(row?.reached ?? null) : null
      return { counts: row?.counts ?? [], countedFrom: reached !== null && reached > from ? reached : null }
    },
  }
}

function installation(db: Database) {
  return {
    /** What of the way to the first sale is done, in this environment; a step without a row is not. `at` is null where nobody knows. */
    firstSteps: (environment: string): Promise<StepRow[]> => db.$queryRaw<StepRow[]>`
    SELECT * FROM ((SELECT 'CONNECT' AS step, created_at AS at, id AS subject FROM supplier_connections
      WHERE environment = ${environment} ORDER BY created_at, id LIMIT 1)
    UNION ALL
    (SELECT 'TEST', created_at, subject FROM audit_log WHERE action = 'supplier.test'
      AND NOT EXISTS (SELECT FROM jsonb_each_text(details -> 'after') AS checked(name, result) WHERE result = 'FAULT')
      ORDER BY id LIMIT 1)
    UNION ALL
    (SELECT 'IMPORT', (
        SELECT min(ended_at) FROM catalogue_runs WHERE kind IN ('IMPORT', 'PULL') AND ended_at IS NOT NULL
      ), NULL FROM hotels LIMIT 1)
    UNION ALL
    (SELECT 'MATCH', NULL, supplier_code || '/' || supplier_hotel_id FROM supplier_hotels LIMIT 1)
    UNION ALL
    (SELECT 'KEY', created_at, organization_id FROM api_keys
      WHERE environment = ${environment} AND revoked_at IS NULL ORDER BY created_at, id LIMIT 1)
    UNION ALL
    (SELECT 'SALE', first.created_at, first.id FROM organizations o CROSS JOIN LATERAL (
        SELECT id, created_at FROM bookings b WHERE b.organization_id = o.id AND b.environment = ${environment}
        ORDER BY b.created_at, b.id LIMIT 1
      ) first ORDER BY first.created_at, first.id LIMIT 1)) steps`,
  }
}
