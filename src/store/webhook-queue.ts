import type { Database } from './database.ts'
import type { StoredSecret } from './webhook-endpoints.ts'

/** A delivery that a worker holds under its lease, with what it takes to send it. */
export type ClaimedDelivery = {
  readonly deliveryId: string
  readonly endpointId: string
  readonly eventId: string
  readonly attemptCount: number
  readonly trigger: string
  readonly url: string
  readonly secrets: readonly StoredSecret[]
  readonly body: string
  /** By the database's clock. */
  readonly claimedAt: Date
}

export type Settlement = {
  readonly deliveryId: string
  readonly leaseId: string
  readonly status: 'DELIVERED' | 'RETRYING' | 'FAILED' | 'DISCARDED'
  /** Until the next attempt; null when there is none. */
  readonly delayMs: number | null
  readonly attempt: {
    readonly attempt: number
    readonly trigger: string
    readonly startedAt: Date
    readonly durationMs: number
    readonly responseStatus: number | null
    readonly error: string | null
    readonly responseBodyExcerpt: string | null
  }
}

export type ClaimOptions = {
  readonly leaseId: string
  readonly leaseMs: number
  readonly limit: number
  /** The most of one endpoint that may be under way at once, in all workers. */
  readonly perEndpoint: number
}

/** The delivery rows as a queue: the row is the job. All times are the database's. */
export const createWebhookQueue = (db: Database) => ({
  /**
   * Takes due deliveries under a lease, a few of each endpoint, so that a dead one with a backlog starves nobody. An older
   * delivery of the same booking to the same endpoint that is still on its way holds back the younger.
   */
  claim: async ({ leaseId, leaseMs, limit, perEndpoint }: ClaimOptions): Promise<ClaimedDelivery[]> =>
    db.$queryRaw<ClaimedDelivery[]>`
      WITH picked AS MATERIALIZED (
        SELECT due.id FROM webhook_endpoints e
        CROSS JOIN LATERAL (
          SELECT d.id FROM webhook_deliveries d
          WHERE d.endpoint_id = e.id AND d.status IN ('PENDING', 'RETRYING') AND d.due_at <= gateway_now()
            AND (d.leased_until IS NULL OR d.leased_until < gateway_now())
            AND NOT EXISTS (
              SELECT 1 FROM webhook_deliveries older
              WHERE older.endpoint_id = d.endpoint_id AND older.booking_id = d.booking_id
                AND older.event_position < d.event_position AND older.status IN ('PENDING', 'RETRYING')
            )
          ORDER BY d.due_at
          LIMIT greatest(0, ${perEndpoint}::int - (
            SELECT count(*) FROM webhook_deliveries busy
            WHERE busy.endpoint_id = e.id AND busy.status IN ('PENDING', 'RETRYING') AND busy.leased_until >= gateway_now()
          ))
          FOR UPDATE SKIP LOCKED
        ) due
        WHERE e.enabled AND e.deleted_at IS NULL AND (e.paused_until IS NULL OR e.paused_until <= gateway_now())
        LIMIT ${limit}::int
      ), claimed AS (
        UPDATE webhook_deliveries d
        SET lease_id = ${leaseId}, leased_until = gateway_now() + make_interval(secs => ${leaseMs}::float8 / 1000)
        FROM picked WHERE d.id = picked.id
        RETURNING d.*
      )
      SELECT c.id AS "deliveryId", c.endpoint_id AS "endpointId", c.event_id AS "eventId",
        c.attempt_count AS "attemptCount", c.trigger, e.url, e.secrets, v.body, gateway_now() AS "claimedAt"
      FROM claimed c JOIN webhook_endpoints e ON e.id = c.endpoint_id JOIN booking_events v ON v.id = c.event_id
      ORDER BY c.due_at`,

  /**
   * Ends an attempt and moves its delivery, in one statement, while the lease is still this worker's. False when it is not:
   * then nothing moves, and the attempt is kept with the error `lease-lost`.
   */
  settle: async ({ deliveryId, leaseId, status, delayMs, attempt }: Settlement): Promise<boolean> => {
    const rows = await db.$queryRaw<{ moved: boolean }[]>`
      WITH moved AS (
        UPDATE webhook_deliveries
        SET status = ${status}, attempt_count = attempt_count + 1, lease_id = NULL, leased_until = NULL,
          trigger = 'SCHEDULED', updated_at = gateway_now(),
          due_at = gateway_now() + make_interval(secs => ${delayMs}::float8 / 1000)
        WHERE id = ${deliveryId} AND lease_id = ${leaseId}
        RETURNING id
      ), kept AS (
        INSERT INTO webhook_attempts
          (delivery_id, attempt, trigger, started_at, duration_ms, response_status, error, response_body_excerpt)
        SELECT ${deliveryId}, ${attempt.attempt}::int, ${attempt.trigger}, ${attempt.startedAt}::timestamptz,
          ${attempt.durationMs}::int, ${attempt.responseStatus}::int,
          CASE WHEN EXISTS (SELECT 1 FROM moved) THEN ${attempt.error}::text ELSE 'lease-lost' END,
          ${attempt.responseBodyExcerpt}::text
        RETURNING id
      )
      SELECT EXISTS (SELECT 1 FROM moved) AS moved FROM kept`
    return rows[0]?.moved ?? false
  },

  /** Gives back what this worker holds and has not begun, or will not end. */
  release: async (leaseId: string): Promise<void> => {
    await db.$executeRaw`
      UPDATE webhook_deliveries SET lease_id = NULL, leased_until = NULL WHERE lease_id = ${leaseId}`
  },

  /** Milliseconds until the next delivery can be claimed; null when none is waiting. */
  msUntilDue: async (): Promise<number | null> => {
    const rows = await db.$queryRaw<{ ms: number | null }[]>`
      SELECT (extract(epoch FROM min(greatest(d.due_at, d.leased_until, e.paused_until)) - gateway_now()) * 1000)::float8 AS ms
      FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
      WHERE d.status IN ('PENDING', 'RETRYING') AND e.enabled AND e.deleted_at IS NULL`
    return rows[0]?.ms ?? null
  },

  /** A success ends an endpoint's bad time. */
  succeeded: async (endpointId: string): Promise<void> => {
    await db.$executeRaw`
      UPDATE webhook_endpoints SET failing_since = NULL, paused_until = NULL
      WHERE id = ${endpointId} AND (failing_since IS NOT NULL OR paused_until IS NOT NULL)`
  },

  /** Notes a failure; `pauseMs` stops everything to the endpoint for that long. Answers how long it has only failed, ms. */
  failed: async (endpointId: string, pauseMs: number | null): Promise<number> => {
    const rows = await db.$queryRaw<{ ms: number }[]>`
      UPDATE webhook_endpoints SET failing_since = coalesce(failing_since, gateway_now()),
        paused_until = CASE WHEN ${pauseMs}::float8 IS NULL THEN paused_until
          ELSE gateway_now() + make_interval(secs => ${pauseMs}::float8 / 1000) END
      WHERE id = ${endpointId}
      RETURNING (extract(epoch FROM gateway_now() - failing_since) * 1000)::float8 AS ms`
    return rows[0]?.ms ?? 0
  },

  /** Takes an endpoint out of use; what waits for it is SKIPPED, and can be recovered. */
  disable: async (endpointId: string, reason: string): Promise<void> => {
    await db.$executeRaw`
      WITH disabled AS (
        UPDATE webhook_endpoints SET enabled = false, disabled_reason = ${reason}, updated_at = gateway_now()
        WHERE id = ${endpointId} RETURNING id
      )
      UPDATE webhook_deliveries SET status = 'SKIPPED', due_at = NULL, updated_at = gateway_now()
      WHERE endpoint_id IN (SELECT id FROM disabled) AND status IN ('PENDING', 'RETRYING') AND lease_id IS NULL`
  },
})

export type WebhookQueue = ReturnType<typeof createWebhookQueue>
