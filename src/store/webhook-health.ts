import type { Instant } from '../domain/time.ts'
import { type Database, type Sql, sql } from './database.ts'
import { toDate, toInstant, toInstantOrNull } from './instants.ts'
import { when } from './optional-part.ts'
import { timeOf } from './own-time.ts'
import { type FailureFilter, groupFailures } from './webhook-failures.ts'

/** The worst first. NO_TRAFFIC: nothing was ever to be sent to it. */
export const ENDPOINT_HEALTHS = ['DISABLED', 'FAILING', 'PAUSED', 'WORKING', 'NO_TRAFFIC'] as const
export type EndpointHealth = (typeof ENDPOINT_HEALTHS)[number]

const TROUBLES = ['DISABLED', 'FAILING', 'PAUSED'] as const

/** Rows are counted up to this many; `isMore`: there are more. */
export const MOST_COUNTED = 10_000
export type BoundedCount = { readonly count: number; readonly isMore: boolean }

/** An endpoint with all that says whether it gets its events. */
export type WatchedEndpoint = {
  readonly endpointId: string
  readonly organizationId: string
  readonly environment: string
  readonly url: string
  readonly description: string | null
  readonly eventTypes: readonly string[]
  readonly enabled: boolean
  readonly disabledReason: string | null
  readonly health: EndpointHealth
  readonly failingSince: Instant | null
  /** On how many occasions it was seen failing since then, twelve hours apart. */
  readonly failuresCounted: number
  readonly pausedUntil: Instant | null
  readonly maxConcurrency: number
  readonly maxPerSecond: number | null
  readonly recoveringSince: Instant | null
  readonly recoveringUntil: Instant | null
  readonly recovered: number
  readonly createdAt: Instant
  readonly waiting: BoundedCount
  readonly dead: BoundedCount
  /** When the event came about that has waited longest. */
  readonly oldestWaitingAt: Instant | null
  /** When the event came about that was delivered last. */
  readonly lastDeliveredAt: Instant | null
}

export type EndpointFilter = {
  readonly organizationId: string | null
  readonly endpointId: string | null
  readonly health: EndpointHealth | null
  /** The last one of the page before. */
  readonly after: { readonly rank: number; readonly endpointId: string } | null
  readonly limit: number
}

type Row = Omit<
  WatchedEndpoint,
  | 'failingSince'
  | 'pausedUntil'
  | 'recoveringSince'
  | 'recoveringUntil'
  | 'createdAt'
  | 'waiting'
  | 'dead'
  | 'oldestWaitingAt'
  | 'lastDeliveredAt'
> & {
  readonly failingSince: Date | null
  readonly pausedUntil: Date | null
  readonly recoveringSince: Date | null
  readonly recoveringUntil: Date | null
  readonly createdAt: Date
  readonly waiting: number
  readonly dead: number
  readonly oldestWaitingAt: Date | null
  readonly lastDeliveredAt: Date | null
}

const RANK = sql`CASE WHEN NOT e.enabled THEN 0 WHEN e.failing_since IS NOT NULL THEN 1
  WHEN e.paused_until > ${timeOf(sql`e.organization_id`)} THEN 2
  WHEN EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.endpoint_id = e.id) THEN 3 ELSE 4 END`

/** Counts an endpoint's deliveries of one status, along the index of lists, and no further than needed. */
function counted(status: string): Sql {
  return sql`(SELECT count(*)::int FROM (
    SELECT 1 FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.status = ${status} LIMIT ${MOST_COUNTED + 1}::int
  ) found)`
}

function newest(status: string): Sql {
  return sql`(SELECT d.created_at FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.status = ${status}
    ORDER BY d.created_at DESC, d.id DESC LIMIT 1)`
}

function oldest(status: string): Sql {
  return sql`(SELECT d.created_at FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.status = ${status}
    ORDER BY d.created_at, d.id LIMIT 1)`
}

/** How endpoints and deliveries are, for people: figures that stay cheap however much waits or has failed. */
export function createWebhookHealthStore(db: Database) {
  return { ...endpointHealth(db), ...deliveryHealth(db) }
}

function endpointHealth(db: Database) {
  return {
    /** A page of endpoints, the worst first. Endpoints are few; what is counted is counted for the page alone. */
    endpoints: async ({
      organizationId,
      endpointId,
      health,
      after,
      limit,
    }: EndpointFilter): Promise<WatchedEndpoint[]> => {
      const rank = health === null ? null : ENDPOINT_HEALTHS.indexOf(health)
      const rows = await db.$queryRaw<(Row & { rank: number })[]>`
      WITH e AS MATERIALIZED (
        SELECT * FROM (
          SELECT e.*, ${RANK} AS rank FROM webhook_endpoints e WHERE e.deleted_at IS NULL
            ${when(organizationId, (value) => sql`AND e.organization_id = ${value}`)}
            ${when(endpointId, (value) => sql`AND e.id = ${value}`)}
        ) e
        WHERE true ${when(rank, (value) => sql`AND e.rank = ${value}::int`)}
          ${when(after, (last) => sql`AND (e.rank, e.id) > (${last.rank}::int, ${last.endpointId})`)}
        ORDER BY e.rank, e.id LIMIT ${limit}::int
      )
      SELECT e.id AS "endpointId", e.organization_id AS "organizationId", e.environment, e.url, e.description,
        e.event_types AS "eventTypes", e.enabled, e.disabled_reason AS "disabledReason", e.rank, e.failing_since AS "failingSince",
        e.failures_counted AS "failuresCounted", e.paused_until AS "pausedUntil", e.max_concurrency AS "maxConcurrency",
        e.max_per_second AS "maxPerSecond", e.recovering_since AS "recoveringSince", e.recovering_until AS "recoveringUntil",
        e.recovered, e.created_at AS "createdAt", ${counted('PENDING')} + ${counted('RETRYING')} AS waiting,
        ${counted('FAILED')} AS dead, least(${oldest('PENDING')}, ${oldest('RETRYING')}) AS "oldestWaitingAt",
        ${newest('DELIVERED')} AS "lastDeliveredAt"
      FROM e ORDER BY e.rank, e.id`
      return rows.map(toWatched)
    },

    /** How many endpoints are in each of the states that a person looks at; endpoints are few. */
    troubledEndpoints: async (): Promise<{ health: EndpointHealth; count: number }[]> => {
      const rows = await db.$queryRaw<{ rank: number; count: number }[]>`
      SELECT rank, count(*)::int AS count FROM (
        SELECT ${RANK} AS rank FROM webhook_endpoints e WHERE e.deleted_at IS NULL
          AND (NOT e.enabled OR e.failing_since IS NOT NULL OR e.paused_until IS NOT NULL)
      ) e WHERE rank < ${rankOf('WORKING')}::int GROUP BY rank`
      return TROUBLES.map((health) => ({
        health,
        count: rows.find(({ rank }) => rank === rankOf(health))?.count ?? 0,
      }))
    },

    /** Since when a pause is one that a person asked for: it ends exactly when the log says; null: the receiver asked for it. */
    pauseOf: async (
      endpointId: string,
      pausedUntil: Instant,
    ): Promise<{ actor: string; reason: string | null } | null> => {
      const [row] = await db.$queryRaw<{ actor: string; reason: string | null }[]>`
      SELECT actor, details ->> 'reason' AS reason FROM (
        SELECT * FROM audit_log WHERE subject = ${endpointId} AND action = 'webhook.pause' ORDER BY id DESC LIMIT 1
      ) last
      WHERE (details -> 'after' ->> 'pausedUntil')::timestamptz = ${toDate(pausedUntil)}::timestamptz`
      return row ?? null
    },
  }
}

function deliveryHealth(db: Database) {
  return {
    /** An endpoint's deliveries of the last hours by status, by when their events came about. */
    countsOf: async (endpointId: string, hours: number): Promise<({ status: string } & BoundedCount)[]> => {
      const rows = await db.$queryRaw<{ status: string; count: number }[]>`
      SELECT wanted.status, (SELECT count(*)::int FROM (
        SELECT 1 FROM webhook_deliveries d
        WHERE d.endpoint_id = e.id AND d.status = wanted.status
          AND d.created_at > ${timeOf(sql`e.organization_id`)} - make_interval(hours => ${hours}::int)
        LIMIT ${MOST_COUNTED + 1}::int
      ) found) AS count
      FROM webhook_endpoints e,
        unnest(ARRAY['DELIVERED', 'PENDING', 'RETRYING', 'FAILED', 'SKIPPED', 'DISCARDED']) WITH ORDINALITY AS wanted(status, place)
      WHERE e.id = ${endpointId} ORDER BY wanted.place`
      return rows.map(({ status, count }) => ({ status, ...bounded(count) }))
    },

    failures: (filter: FailureFilter) => groupFailures(db, filter),

    /** The event of a delivery as it is stored: its body is what was signed and sent; null: it is no longer kept. */
    eventOf: async (
      deliveryId: string,
    ): Promise<{ body: string; requestId: string | null; traceparent: string | null } | null> => {
      const [row] = await db.$queryRaw<{ body: string; requestId: string | null; traceparent: string | null }[]>`
      SELECT v.body, v.request_id AS "requestId", v.traceparent FROM webhook_deliveries d
      JOIN booking_events v ON v.id = d.event_id WHERE d.id = ${deliveryId}`
      return row ?? null
    },
  }
}

export function rankOf(health: EndpointHealth): number {
  return ENDPOINT_HEALTHS.indexOf(health)
}

export function bounded(count: number): BoundedCount {
  return { count: Math.min(count, MOST_COUNTED), isMore: count > MOST_COUNTED }
}

function toWatched({ rank, waiting, dead, ...row }: Row & { readonly rank: number }): WatchedEndpoint {
  return {
    ...row,
    health: ENDPOINT_HEALTHS[rank] ?? 'NO_TRAFFIC',
    failingSince: toInstantOrNull(row.failingSince),
    pausedUntil: toInstantOrNull(row.pausedUntil),
    recoveringSince: toInstantOrNull(row.recoveringSince),
    recoveringUntil: toInstantOrNull(row.recoveringUntil),
    createdAt: toInstant(row.createdAt),
    waiting: bounded(waiting),
    dead: bounded(dead),
    oldestWaitingAt: toInstantOrNull(row.oldestWaitingAt),
    lastDeliveredAt: toInstantOrNull(row.lastDeliveredAt),
  }
}
