import type { DisabledReason } from '../domain/event.ts'
import type { Instant } from '../domain/time.ts'
import { type Database, sql } from './database.ts'
import { type StoredEvent, withEvent } from './events.ts'
import { toDate, toInstantOrNull } from './instants.ts'
import { timeOf } from './own-time.ts'

/** What an event about an endpoint says of it. */
type EnabledEndpoint = {
  readonly organizationId: string
  readonly environment: string
  readonly url: string
  readonly failingSince: Instant | null
}

/** Deliveries `d` that end with their endpoint, `asked`. */
const LEFT = sql`d.endpoint_id = asked.id AND (
  d.status IN ('PENDING', 'RETRYING') OR d.status = 'SKIPPED' AND is_deleted)`

/** Those of them that can be ended now. What is under way to a disabled endpoint may still be delivered, until its lease is over. */
const TO_BE_ENDED = sql`${LEFT} AND (is_deleted OR d.lease_id IS NULL OR d.leased_until < now)`

/** A transaction that wrote an event for the endpoint before it ended has been committed or ended after so many seconds. */
const OPEN_TRANSACTIONS_S = 15

type Period = { readonly since: Instant; readonly until: Instant }

/**
 * What concerns all deliveries of an endpoint. An endpoint may have hundreds of thousands, so what is to be done is written down in
 * its own row (`closing`, `recovering_…`) and carried out in batches, by whoever comes first; what a process that died has left,
 * workers finish.
 */
export function createWebhookBatchStore(db: Database) {
  return {
    ...closingOf(db),
    ...recoveryOf(db),

    /** Endpoints whose deliveries are to be ended or sent again, and are not yet. */
    unfinished: async (): Promise<{ endpointId: string; isClosing: boolean }[]> =>
      db.$queryRaw<{ endpointId: string; isClosing: boolean }[]>`
      SELECT id AS "endpointId", closing AS "isClosing" FROM webhook_endpoints
      WHERE (closing OR recovering_until IS NOT NULL AND enabled AND deleted_at IS NULL)
      ORDER BY updated_at LIMIT 100`,
  }
}

function closingOf(db: Database) {
  return {
    /** The endpoint while it is enabled, else null. */
    findEnabled: async (endpointId: string): Promise<EnabledEndpoint | null> => {
      const row = await db.webhookEndpoint.findFirst({
        where: { id: endpointId, enabled: true, deletedAt: null },
        select: { organizationId: true, environment: true, url: true, failingSince: true },
      })
      return row && { ...row, failingSince: toInstantOrNull(row.failingSince) }
    },

    /**
     * Disables an endpoint and writes the event that says so, with a delivery for each of the organization's other endpoints that
     * subscribes to it. Returns false when it was disabled or deleted before. `closeBatch` skips what waits for it.
     */
    disable: async (endpointId: string, reason: DisabledReason, event: StoredEvent): Promise<boolean> => {
      const written = sql`written AS (
        UPDATE webhook_endpoints SET enabled = false, disabled_reason = ${reason}, updated_at = gateway_now(organization_id),
          closing = true, recovering_until = NULL
        WHERE id = ${endpointId} AND enabled AND deleted_at IS NULL RETURNING id
      )`
      const rows = await db.$queryRaw<unknown[]>(withEvent([written], event, endpointId))
      return rows.length === 1
    },

    /**
     * Ends at most `limit` of the waiting deliveries of an endpoint that was disabled (SKIPPED: they can be recovered) or deleted
     * (DISCARDED), leaving those that a relay is writing to the next batch. Returns how many. `closing` ends when none is left or
     * under way, and none can come any more from a transaction that was open when the endpoint ended.
     */
    closeBatch: async (endpointId: string, limit: number): Promise<number> => {
      const [row] = await db.$queryRaw<{ count: number }[]>`
      WITH asked AS MATERIALIZED (
        SELECT id, deleted_at IS NOT NULL AS is_deleted, coalesce(deleted_at, updated_at) AS ended_at,
          gateway_now(organization_id) AS now
        FROM webhook_endpoints
        WHERE id = ${endpointId} AND closing FOR NO KEY UPDATE
      ), waiting AS MATERIALIZED (
        SELECT d.id FROM webhook_deliveries d, asked WHERE ${TO_BE_ENDED} LIMIT ${limit}::int FOR UPDATE OF d SKIP LOCKED
      ), ended AS (
        UPDATE webhook_deliveries d
        SET status = CASE WHEN is_deleted THEN 'DISCARDED' ELSE 'SKIPPED' END, due_at = NULL, lease_id = NULL,
          leased_until = NULL, updated_at = ${timeOf(sql`d.organization_id`)}
        FROM waiting, asked WHERE d.id = waiting.id
      ), closed AS (
        UPDATE webhook_endpoints e SET closing = false FROM asked
        WHERE e.id = asked.id AND ended_at < now - make_interval(secs => ${OPEN_TRANSACTIONS_S})
          AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE ${LEFT} AND d.id NOT IN (SELECT id FROM waiting))
      )
      SELECT count(*)::int AS count FROM waiting`
      return row?.count ?? 0
    },
  }
}

function recoveryOf(db: Database) {
  return {
    /**
     * Writes down that the failed and skipped deliveries of a period are to be sent again, and returns how many there are. A period
     * that is still being recovered is extended. Nothing is sent again to an endpoint that is disabled.
     */
    beginRecovery: async (organizationId: string, endpointId: string, { since, until }: Period): Promise<number> => {
      const [row] = await db.$queryRaw<{ count: number }[]>`
      WITH asked AS (
        UPDATE webhook_endpoints SET recovering_after = 0,
          recovering_since = least(CASE WHEN recovering_until IS NOT NULL THEN recovering_since END, ${toDate(since)}::timestamptz),
          recovering_until = greatest(recovering_until, ${toDate(until)}::timestamptz),
          recovering_from = CASE WHEN recovering_until IS NULL THEN gateway_now(organization_id) ELSE recovering_from END,
          recovered = CASE WHEN recovering_until IS NULL THEN 0 ELSE recovered END
        WHERE id = ${endpointId} AND organization_id = ${organizationId} AND enabled AND deleted_at IS NULL RETURNING id
      )
      SELECT count(*)::int AS count FROM webhook_deliveries d, asked
      WHERE d.endpoint_id = asked.id AND d.status IN ('FAILED', 'SKIPPED')
        AND d.created_at >= ${toDate(since)}::timestamptz AND d.created_at <= ${toDate(until)}::timestamptz`
      return row?.count ?? 0
    },

    /**
     * Reschedules at most `limit` deliveries of the period that is being recovered, oldest first, 50 a second from when it was asked
     * for, so that fresh events are not delayed. Returns how many; fewer than `limit` were the last ones, or the endpoint was disabled
     * since: what is left of the period waits until it is enabled.
     */
    recoverBatch: async (endpointId: string, limit: number): Promise<number> => {
      const [row] = await db.$queryRaw<{ count: number }[]>`
      WITH asked AS MATERIALIZED (
        SELECT * FROM webhook_endpoints
        WHERE id = ${endpointId} AND recovering_until IS NOT NULL AND NOT closing AND enabled AND deleted_at IS NULL FOR NO KEY UPDATE
      ), due AS MATERIALIZED (
        SELECT d.id, d.event_position, recovering_from,
          recovered + row_number() OVER (ORDER BY d.event_position) - 1 AS place
        FROM asked CROSS JOIN LATERAL (
          SELECT id, event_position FROM webhook_deliveries
          WHERE endpoint_id = asked.id AND status IN ('FAILED', 'SKIPPED') AND event_position > recovering_after
            AND created_at >= recovering_since AND created_at <= recovering_until
          ORDER BY event_position LIMIT ${limit}::int
        ) d
      ), moved AS (
        UPDATE webhook_deliveries d
        SET status = 'PENDING', attempt_count = 0, trigger = 'RECOVERY', updated_at = ${timeOf(sql`d.organization_id`)},
          due_at = greatest(${timeOf(sql`d.organization_id`)}, recovering_from + make_interval(secs => place / 50.0))
        FROM due WHERE d.id = due.id AND d.status IN ('FAILED', 'SKIPPED')
      ), told AS (
        UPDATE webhook_endpoints e SET recovered = e.recovered + batch.count,
          recovering_after = coalesce(batch.last, e.recovering_after),
          recovering_until = CASE WHEN batch.count < ${limit}::int THEN NULL ELSE e.recovering_until END
        FROM asked, (SELECT count(*)::int AS count, max(event_position) AS last FROM due) AS batch WHERE e.id = asked.id
      )
      SELECT count(*)::int AS count FROM due`
      const count = row?.count ?? 0
      if (count > 0) await db.$executeRaw`SELECT pg_notify('webhook_deliveries', '')`
      return count
    },
  }
}

export type WebhookBatches = ReturnType<typeof createWebhookBatchStore>
