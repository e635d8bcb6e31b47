import { newTimelessId } from '../domain/ids.ts'
import { pooledRandomBytes } from '../platform/random-bytes.ts'
import { type Database, sql } from './database.ts'
import { DEAD_DELIVERY_CASES } from './dead-deliveries.ts'
import {
  CLAIMABLE,
  endpointsWithDue,
  IS_FREE,
  IS_KEPT,
  IS_OPEN,
  IS_WAITING,
  ROOM,
  WITH_OWN_TIME,
} from './due-endpoints.ts'
import { toDate } from './instants.ts'
import { AHEAD, timeOf } from './own-time.ts'
import type { DeliveryTrigger, WebhookAttempt } from './webhook-deliveries.ts'
import { countDepth, type QueueDepth } from './webhook-depth.ts'
import type { StoredSecret } from './webhook-endpoints.ts'

/** A delivery that a worker has leased, with everything that is needed to send it. */
export type ClaimedDelivery = {
  readonly deliveryId: string
  readonly endpointId: string
  readonly organizationId: string
  readonly eventId: string
  readonly attemptCount: number
  readonly trigger: DeliveryTrigger
  readonly url: string
  readonly secrets: readonly StoredSecret[]
  readonly body: string
  /** The request that caused the event. */
  readonly requestId: string | null
  readonly traceparent: string | null
  /** The endpoint has failed or is paused, so that a success must be recorded. */
  readonly isTroubled: boolean
  /** How long this delivery has been due, ms. */
  readonly waitedMs: number
}

/** How an attempt ended, and the next status of its delivery. */
export type Settlement = {
  readonly deliveryId: string
  readonly leaseId: string
  readonly status: 'DELIVERED' | 'RETRYING' | 'FAILED' | 'DISCARDED'
  /** The delay until the next attempt; null when there is none. */
  readonly delayMs: number | null
  readonly attempt: WebhookAttempt
}

export type ClaimOptions = {
  readonly leaseId: string
  readonly leaseMs: number
  readonly limit: number
}

/** For how long an endpoint has only failed, and on how many occasions it was seen failing. */
export type Failing = { readonly failingMs: number; readonly occasions: number }

const randomBytes = pooledRandomBytes()

const OWN_TIME = timeOf(sql`d.organization_id`)

/** More than any number of deliveries: every endpoint is to be found. */
const ALL = 1_000_000_000

/** The delivery rows as a queue, in which each row is a job. All times are the database's, in the time of the endpoint's organization. */
export function createWebhookQueue(db: Database) {
  return {
    /**
     * Leases due deliveries, for each endpoint as many as it has room for, so that a dead endpoint with a backlog does not block
     * others; an endpoint that only fails gets one at a time. A delivery waits while an older one of the same booking to the same
     * endpoint is unfinished. Subqueries with OFFSET 0 or a lock, and arrays of ids, leave Postgres no way but the index of what is
     * named: it cannot know how few that are, and would read whole tables, or compare each with all others.
     */
    claim: async ({ leaseId, leaseMs, limit }: ClaimOptions): Promise<ClaimedDelivery[]> =>
      db.$queryRaw<ClaimedDelivery[]>`
      WITH RECURSIVE ${endpointsWithDue(limit)}, chosen AS MATERIALIZED (
        SELECT e.id FROM with_due CROSS JOIN LATERAL (
          SELECT * FROM webhook_endpoints WHERE id = with_due.endpoint_id OFFSET 0
        ) e ${WITH_OWN_TIME} CROSS JOIN LATERAL (
          SELECT d.due_at FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND ${CLAIMABLE} ORDER BY d.due_at LIMIT 1
        ) oldest
        WHERE ${IS_OPEN} AND ${ROOM} > 0
        ORDER BY own.now - oldest.due_at DESC LIMIT ${limit}::int
      ), ready AS MATERIALIZED (
        SELECT locked.* FROM chosen CROSS JOIN LATERAL (
          SELECT e.id, ${ROOM} AS room, own.now FROM webhook_endpoints e ${WITH_OWN_TIME}
          WHERE e.id = chosen.id AND ${IS_OPEN}
          FOR NO KEY UPDATE OF e SKIP LOCKED
        ) locked
      ), wanted AS MATERIALIZED (
        SELECT due.id, own.now FROM ready own CROSS JOIN LATERAL (
          SELECT d.id, d.due_at, d.event_position FROM webhook_deliveries d WHERE d.endpoint_id = own.id AND ${CLAIMABLE}
          ORDER BY d.due_at, d.event_position LIMIT greatest(0, own.room)
        ) due
        ORDER BY own.now - due.due_at DESC, due.event_position LIMIT ${limit}::int
      ), locked AS MATERIALIZED (
        SELECT d.*, own.now FROM wanted own CROSS JOIN LATERAL (
          SELECT id, status, due_at, lease_id, leased_until FROM webhook_deliveries WHERE id = own.id FOR UPDATE SKIP LOCKED
        ) d
      ), picked AS MATERIALIZED (
        SELECT d.id FROM locked d CROSS JOIN LATERAL (SELECT d.now) own
        WHERE ${IS_WAITING} AND d.due_at <= own.now AND ${IS_FREE}
      ), claimed AS (
        UPDATE webhook_deliveries d
        SET lease_id = ${leaseId}, leased_until = ${OWN_TIME} + make_interval(secs => ${leaseMs}::float8 / 1000)
        WHERE d.id = ANY(ARRAY(SELECT id FROM picked))
        RETURNING d.*, ${OWN_TIME} AS now
      ), spent AS (
        UPDATE webhook_endpoints e
        SET next_slot_at = greatest(e.next_slot_at, c.now) + make_interval(secs => c.taken / e.max_per_second::float8)
        FROM (SELECT endpoint_id, now, count(*) AS taken FROM claimed GROUP BY endpoint_id, now) c
        WHERE e.id = c.endpoint_id AND e.id = ANY(ARRAY(SELECT endpoint_id FROM claimed)) AND e.max_per_second IS NOT NULL
      )
      SELECT c.id AS "deliveryId", c.endpoint_id AS "endpointId", e.organization_id AS "organizationId", c.event_id AS "eventId",
        c.attempt_count AS "attemptCount", c.trigger, e.url, e.secrets, v.body,
        v.request_id AS "requestId", v.traceparent,
        e.failing_since IS NOT NULL OR e.paused_until IS NOT NULL AS "isTroubled",
        (extract(epoch FROM c.now - c.due_at) * 1000)::float8 AS "waitedMs"
      FROM claimed c CROSS JOIN LATERAL (SELECT * FROM webhook_endpoints WHERE id = c.endpoint_id OFFSET 0) e
        CROSS JOIN LATERAL (SELECT * FROM booking_events WHERE id = c.event_id OFFSET 0) v
      ORDER BY c.due_at, c.event_position`,

    /**
     * Records attempts and moves their deliveries in one statement, each only while this worker still has its lease; returns
     * those that moved. One that fails for good opens a case for its endpoint. When the lease is lost, the delivery does not move, and the attempt is stored with the error
     * `lease-lost`. Younger deliveries of the same booking become due together with the one before them, so that the queue does
     * not check them earlier.
     */
    settle: async (settlements: readonly Settlement[]): Promise<ReadonlySet<string>> => {
      const rows = await db.$queryRaw<{ id: string }[]>`
      WITH told AS MATERIALIZED (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(settlements.map(toRecord))}::jsonb) AS told(
          delivery_id text, lease_id text, status text, delay_ms float8, attempt int, trigger text, started_at timestamptz,
          duration_ms int, dns_ms int, connect_ms int, tls_ms int, first_byte_ms int, response_status int, error text,
          response_body_excerpt text, case_id text)
      ), moved AS (
        UPDATE webhook_deliveries d
        SET status = told.status, attempt_count = d.attempt_count + 1, lease_id = NULL, leased_until = NULL,
          trigger = 'SCHEDULED', updated_at = ${OWN_TIME},
          due_at = ${OWN_TIME} + make_interval(secs => told.delay_ms / 1000)
        FROM told WHERE d.id = told.delivery_id AND d.lease_id = told.lease_id
        RETURNING d.id, d.organization_id, d.endpoint_id, d.event_type, d.booking_id, d.event_position, d.due_at
      ), dead AS (${DEAD_DELIVERY_CASES}), behind AS (
        UPDATE webhook_deliveries younger
        SET due_at = CASE WHEN moved.due_at IS NULL THEN least(younger.due_at, ${timeOf(sql`younger.organization_id`)})
          ELSE greatest(younger.due_at, moved.due_at) END
        FROM moved
        WHERE younger.endpoint_id = moved.endpoint_id AND younger.booking_id = moved.booking_id
          AND younger.event_position > moved.event_position AND younger.status IN ('PENDING', 'RETRYING')
          AND younger.lease_id IS NULL
      ), kept AS (
        INSERT INTO webhook_attempts (delivery_id, attempt, trigger, started_at, duration_ms, dns_ms, connect_ms, tls_ms,
          first_byte_ms, response_status, error, response_body_excerpt)
        SELECT told.delivery_id, told.attempt, told.trigger, told.started_at, told.duration_ms, told.dns_ms,
          told.connect_ms, told.tls_ms, told.first_byte_ms, told.response_status,
          CASE WHEN moved.id IS NULL THEN 'lease-lost' ELSE told.error END, told.response_body_excerpt
        FROM told LEFT JOIN moved ON moved.id = told.delivery_id
        WHERE EXISTS (
          SELECT 1 FROM webhook_deliveries d WHERE d.id = told.delivery_id
        )
      )
      SELECT id FROM moved`
      return new Set(rows.map(({ id }) => id))
    },

    /** Gives up the leases of deliveries that this worker has not begun or will not finish. */
    release: async (leaseIds: readonly string[]): Promise<void> => {
      await db.$executeRaw`
      UPDATE webhook_deliveries SET lease_id = NULL, leased_until = NULL
      WHERE lease_id = ANY(${[...leaseIds]}::text[])`
    },

    /** Milliseconds until a further delivery can be claimed, or less; null when none is waiting. */
    msUntilDue: async (): Promise<number | null> => {
      const rows = await db.$queryRaw<{ ms: number | null }[]>`
      WITH RECURSIVE ${endpointsWithDue(ALL)}, soonest(wait) AS (
        (SELECT d.due_at - gateway_now() FROM webhook_deliveries d CROSS JOIN LATERAL (
          SELECT 1 FROM webhook_endpoints e WHERE e.id = d.endpoint_id AND ${IS_KEPT} OFFSET 0
        ) e
        WHERE ${IS_WAITING} AND d.due_at > gateway_now() AND d.organization_id <> ALL(${AHEAD})
        ORDER BY d.due_at LIMIT 1)
        UNION ALL
        SELECT (
          SELECT d.due_at FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND ${IS_WAITING} AND d.due_at > own.now
          ORDER BY d.due_at LIMIT 1
        ) - own.now FROM webhook_endpoints e ${WITH_OWN_TIME} WHERE e.organization_id = ANY(${AHEAD}) AND ${IS_KEPT}
        UNION ALL
        SELECT greatest(e.paused_until, e.next_slot_at) - own.now FROM with_due CROSS JOIN LATERAL (
          SELECT * FROM webhook_endpoints WHERE id = with_due.endpoint_id OFFSET 0
        ) e ${WITH_OWN_TIME}
        WHERE ${IS_KEPT} AND greatest(e.paused_until, e.next_slot_at) > own.now
        UNION ALL
        SELECT d.leased_until - own.now FROM webhook_deliveries d CROSS JOIN LATERAL (
          SELECT * FROM webhook_endpoints WHERE id = d.endpoint_id OFFSET 0
        ) e ${WITH_OWN_TIME}
        WHERE d.lease_id IS NOT NULL AND ${IS_KEPT}
      )
      SELECT (extract(epoch FROM min(wait)) * 1000)::float8 AS ms FROM soonest`
      return rows[0]?.ms ?? null
    },

    /** After a success an endpoint no longer counts as failing, and is no longer paused. */
    succeeded: async (endpointId: string): Promise<void> => {
      await db.$executeRaw`
      UPDATE webhook_endpoints
      SET failing_since = NULL, failures_counted = 0, failure_counted_at = NULL, paused_until = NULL
      WHERE id = ${endpointId} AND (failing_since IS NOT NULL OR paused_until IS NOT NULL)`
    },

    /**
     * Records that an attempt failed. `pauseMs` stops everything to the endpoint for at least that long. Failures within `apartMs`
     * of the last one that was counted are the same occasion.
     */
    failed: async (
      endpointId: string,
      { pauseMs, apartMs }: { readonly pauseMs: number | null; readonly apartMs: number },
    ): Promise<Failing> => {
      const rows = await db.$queryRaw<Failing[]>`
      WITH failed AS MATERIALIZED (
        SELECT id, failure_counted_at IS NULL
          OR failure_counted_at <= gateway_now(organization_id) - make_interval(secs => ${apartMs}::float8 / 1000) AS is_new
        FROM webhook_endpoints WHERE id = ${endpointId} FOR NO KEY UPDATE
      )
      UPDATE webhook_endpoints e SET failing_since = coalesce(e.failing_since, gateway_now(e.organization_id)),
        failures_counted = e.failures_counted + failed.is_new::int,
        failure_counted_at = CASE WHEN failed.is_new THEN gateway_now(e.organization_id) ELSE e.failure_counted_at END,
        paused_until = CASE WHEN ${pauseMs}::float8 IS NULL THEN e.paused_until
          ELSE greatest(e.paused_until, gateway_now(e.organization_id) + make_interval(secs => ${pauseMs}::float8 / 1000)) END
      FROM failed WHERE e.id = failed.id
      RETURNING (extract(epoch FROM gateway_now(e.organization_id) - e.failing_since) * 1000)::float8 AS "failingMs",
        e.failures_counted AS occasions`
      return rows[0] ?? { failingMs: 0, occasions: 0 }
    },

    /** How many deliveries are unfinished now; it costs as much as they are. Metrics have `knownDepth`. */
    depth: (): Promise<QueueDepth> => countDepth(db),
  }
}

function toRecord({ deliveryId, leaseId, status, delayMs, attempt }: Settlement) {
  return {
    delivery_id: deliveryId,
    lease_id: leaseId,
    status,
    delay_ms: delayMs,
    attempt: attempt.attempt,
    trigger: attempt.trigger,
    started_at: toDate(attempt.startedAt),
    duration_ms: attempt.durationMs,
    dns_ms: attempt.dnsMs,
    connect_ms: attempt.connectMs,
    tls_ms: attempt.tlsMs,
    first_byte_ms: attempt.firstByteMs,
    response_status: attempt.responseStatus,
    error: attempt.error,
    response_body_excerpt: attempt.responseBodyExcerpt,
    case_id: status === 'FAILED' ? newTimelessId('case', randomBytes) : null,
  }
}

export type WebhookQueue = ReturnType<typeof createWebhookQueue>
