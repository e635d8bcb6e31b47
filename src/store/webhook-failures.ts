import type { Instant } from '../domain/time.ts'
import { type Database, sql } from './database.ts'
import { toInstant } from './instants.ts'
import { when } from './optional-part.ts'
import { timeOf } from './own-time.ts'

/** Deliveries that failed for one cause: what their last attempt was answered, or why it got no answer. */
export type FailureGroup = {
  /** `HTTP 500`, or the error of the attempt. */
  readonly cause: string
  readonly status: 'FAILED' | 'RETRYING'
  readonly deliveries: number
  readonly organizations: number
  /** Their last attempts. */
  readonly firstAt: Instant
  readonly lastAt: Instant
  /** Those with the most, five at most. */
  readonly endpoints: readonly { readonly endpointId: string; readonly url: string; readonly deliveries: number }[]
  /** The newest of them, to look at. */
  readonly exampleId: string
}

export type FailureFilter = {
  readonly organizationId: string | null
  readonly endpointId: string | null
  readonly hours: number
}

/** Of each endpoint and status the newest so many are grouped: `isMore` says that there were more. */
export const MOST_GROUPED = 1_000
const MOST_ENDPOINTS = 2_000

/** Groups what failed for good, or is tried again, by its last attempt. */
export async function groupFailures(
  db: Database,
  { organizationId, endpointId, hours }: FailureFilter,
): Promise<{ readonly groups: FailureGroup[]; readonly isMore: boolean }> {
  const rows = await db.$queryRaw<
    (Omit<FailureGroup, 'firstAt' | 'lastAt'> & { firstAt: Date; lastAt: Date; isMore: boolean })[]
  >`
  WITH e AS MATERIALIZED (
    SELECT e.id, e.url, e.organization_id, ${timeOf(sql`e.organization_id`)} - make_interval(hours => ${hours}::int) AS since
    FROM webhook_endpoints e
    WHERE e.deleted_at IS NULL ${when(organizationId, (value) => sql`AND e.organization_id = ${value}`)}
      ${when(endpointId, (value) => sql`AND e.id = ${value}`)}
    ORDER BY e.failing_since NULLS LAST, e.id LIMIT ${MOST_ENDPOINTS}::int
  ), late AS MATERIALIZED (
    SELECT d.*, e.url, e.organization_id, d.place > ${MOST_GROUPED}::int AS "isMore"
    FROM e CROSS JOIN unnest(ARRAY['FAILED', 'RETRYING']) AS wanted(status) CROSS JOIN LATERAL (
      SELECT d.id, d.endpoint_id, d.status, row_number() OVER (ORDER BY d.created_at DESC, d.id DESC) AS place
      FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.status = wanted.status AND d.created_at > e.since
      ORDER BY d.created_at DESC, d.id DESC LIMIT ${MOST_GROUPED + 1}::int
    ) d
  ), told AS MATERIALIZED (
    SELECT late.*, coalesce('HTTP ' || last.response_status, last.error, 'unknown') AS cause, last.started_at
    FROM late CROSS JOIN LATERAL (
      SELECT a.response_status, a.error, a.started_at FROM webhook_attempts a WHERE a.delivery_id = late.id ORDER BY a.id DESC LIMIT 1
    ) last
    WHERE NOT late."isMore"
  ), ends AS (
    SELECT cause, status, endpoint_id, url, count(*) AS deliveries,
      row_number() OVER (PARTITION BY cause, status ORDER BY count(*) DESC, endpoint_id) AS place
    FROM told GROUP BY cause, status, endpoint_id, url
  )
  SELECT cause, status, count(*)::int AS deliveries, count(DISTINCT organization_id)::int AS organizations,
    min(started_at) AS "firstAt", max(started_at) AS "lastAt", (array_agg(id ORDER BY started_at DESC))[1] AS "exampleId",
    (SELECT jsonb_agg(jsonb_build_object('endpointId', endpoint_id, 'url', url, 'deliveries', deliveries) ORDER BY place)
     FROM ends WHERE ends.cause = told.cause AND ends.status = told.status AND place <= 5) AS endpoints,
    EXISTS (SELECT 1 FROM late WHERE "isMore") AS "isMore"
  FROM told GROUP BY cause, status ORDER BY deliveries DESC, cause, status LIMIT 200`
  return {
    groups: rows.map(({ isMore: _, firstAt, lastAt, ...row }) => ({
      ...row,
      firstAt: toInstant(firstAt),
      lastAt: toInstant(lastAt),
    })),
    isMore: rows[0]?.isMore ?? false,
  }
}
