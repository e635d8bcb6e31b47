import type { DeliveryStatus, WebhookAttemptView } from '../domain/contract/webhook.ts'
import { ID_PREFIXES } from '../domain/ids.ts'
import type { Instant } from '../domain/time.ts'
import type { WebhookAttemptModel } from './client/models.ts'
import { type Database, type Sql, sql } from './database.ts'
import { type DeadFilter, type DeliveryFilter, type ListedDelivery, listDead, listDeliveries } from './delivery-list.ts'
import { toDate, toInstant, toInstantOrNull } from './instants.ts'
import { inWorldsAhead, REAL, type World } from './own-time.ts'

export type DeliveryTrigger = WebhookAttemptView['trigger']

export type WebhookAttempt = Omit<WebhookAttemptView, 'startedAt'> & { readonly startedAt: Instant }

export type WebhookDelivery = {
  readonly deliveryId: string
  readonly organizationId: string
  readonly endpointId: string
  readonly eventId: string
  readonly eventType: string
  readonly bookingId: string | null
  readonly status: DeliveryStatus
  readonly attemptCount: number
  readonly dueAt: Instant | null
  readonly createdAt: Instant
  readonly attempts: readonly WebhookAttempt[]
}

type Row = ListedDelivery & { readonly attempts: readonly WebhookAttemptModel[] }

const WITH_ATTEMPTS = { attempts: { orderBy: { id: 'asc' } } } as const

/** What partners see and request of deliveries. webhook-queue.ts has the relay's part. */
export function createWebhookDeliveryStore(db: Database) {
  return {
    find: async (organizationId: string, environment: string, deliveryId: string): Promise<WebhookDelivery | null> => {
      const row = await db.webhookDelivery.findFirst({
        where: { id: deliveryId, organizationId, endpoint: { environment } },
        include: WITH_ATTEMPTS,
      })
      return row && toDelivery(row)
    },

    /** A page of an organization's deliveries, newest first. */
    list: async (organizationId: string, environment: string, filter: DeliveryFilter): Promise<WebhookDelivery[]> =>
      withAttempts(db, await listDeliveries(db, { organizationId, environment }, filter)),

    /** For operators, who act on behalf of no organization. */
    findAnywhere: async (deliveryId: string): Promise<WebhookDelivery | null> => {
      const row = await db.webhookDelivery.findUnique({ where: { id: deliveryId }, include: WITH_ATTEMPTS })
      return row && toDelivery(row)
    },

    /** Deliveries that failed for good, newest first. */
    dead: async (filter: DeadFilter): Promise<WebhookDelivery[]> => withAttempts(db, await listDead(db, filter)),

    /** Inserts one delivery of one event to one endpoint, as a test event needs it. */
    insert: async (delivery: Omit<WebhookDelivery, 'attempts'> & { eventPosition: bigint; trigger: string }) => {
      const { deliveryId, dueAt, createdAt, ...rest } = delivery
      await db.webhookDelivery.create({
        data: {
          id: deliveryId,
          ...rest,
          dueAt: dueAt === null ? null : toDate(dueAt),
          createdAt: toDate(createdAt),
          updatedAt: toDate(createdAt),
        },
      })
    },

    /** Whose the delivery is, for operators; null when the delivery is unknown. */
    ownersOf: (deliveryId: string): Promise<Pick<WebhookDelivery, 'organizationId' | 'bookingId'> | null> =>
      db.webhookDelivery.findUnique({ where: { id: deliveryId }, select: { organizationId: true, bookingId: true } }),

    /** Sends it once more, now, regardless of its status; false while an attempt is under way, or when its endpoint is disabled or was deleted. */
    resend: async (organizationId: string, deliveryId: string): Promise<boolean> => {
      const count = await db.$executeRaw`
      UPDATE webhook_deliveries
      SET status = 'PENDING', due_at = gateway_now(organization_id), trigger = 'MANUAL', lease_id = NULL, leased_until = NULL,
        updated_at = gateway_now(organization_id)
      WHERE id = ${deliveryId} AND organization_id = ${organizationId}
        AND (leased_until IS NULL OR leased_until < gateway_now(organization_id))
        AND EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.id = endpoint_id AND e.enabled AND e.deleted_at IS NULL)`
      if (count === 1) await db.$executeRaw`SELECT pg_notify('webhook_deliveries', '')`
      return count === 1
    },

    /**
     * Deletes those of the next `limit` deliveries, in the order of their events' ids behind `after` ('' before all), that are finished and older than
     * `olderThanMs`, with their attempts; those of an event together. `last`: what comes behind it is next; null: there are no more. Ids have the
     * time. By their own time old ones would be looked for in the whole table: where rows were deleted lie younger ones.
     */
    deleteEnded: async (
      olderThanMs: number,
      { after, limit }: { readonly after: string; readonly limit: number },
    ): Promise<{ readonly deleted: number; readonly last: string | null }> => {
      const before = ago(REAL, olderThanMs)
      const [row] = await db.$queryRaw<{ deleted: number; last: string | null }[]>`
      WITH page AS MATERIALIZED (
        SELECT id, event_id FROM webhook_deliveries
        WHERE event_id > ${after} AND event_id < gateway_first_id(${ID_PREFIXES.event}, ${before})
        ORDER BY event_id FETCH FIRST (${limit}::int) ROWS WITH TIES
      ), old AS MATERIALIZED (
        SELECT id FROM webhook_deliveries WHERE id = ANY(ARRAY(SELECT id FROM page)) AND ${isEnded(REAL, before)} FOR UPDATE SKIP LOCKED
      ), ${gone}
      SELECT (SELECT count(*)::int FROM deliveries) AS deleted, (SELECT max(event_id) FROM page) AS last`
      return row ?? { deleted: 0, last: null }
    },

    /** The same of organizations that are ahead of real time, at most `limit` of each. Returns how many. */
    deleteEndedAhead: (olderThanMs: number, limit: number): Promise<number> =>
      inWorldsAhead(db, async (world) => {
        const [row] = await db.$queryRaw<{ count: number }[]>`
      WITH old AS MATERIALIZED (
        SELECT id FROM webhook_deliveries WHERE ${isEnded(world, ago(world, olderThanMs))} LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
      ), ${gone}
      SELECT count(*)::int AS count FROM deliveries`
        return row?.count ?? 0
      }),
  }
}

function ago({ now }: World, ms: number): Sql {
  return sql`(${now} - make_interval(secs => ${ms}::float8 / 1000))`
}

function isEnded({ only }: World, before: Sql): Sql {
  return sql`status IN ('DELIVERED', 'FAILED', 'SKIPPED', 'DISCARDED') AND created_at < ${before} ${only(sql`organization_id`)}`
}

/** Deletes the deliveries of `old` with their attempts: by arrays of ids, which no plan reads whole tables for. */
const gone = sql`attempts AS (DELETE FROM webhook_attempts WHERE delivery_id = ANY(ARRAY(SELECT id FROM old))),
      deliveries AS (DELETE FROM webhook_deliveries WHERE id = ANY(ARRAY(SELECT id FROM old)) RETURNING id)`

async function withAttempts(db: Database, rows: readonly ListedDelivery[]): Promise<WebhookDelivery[]> {
  if (rows.length === 0) return []
  const made = await db.webhookAttempt.findMany({
    where: { deliveryId: { in: rows.map(({ id }) => id) } },
    orderBy: { id: 'asc' },
  })
  const attempts = Map.groupBy(made, ({ deliveryId }) => deliveryId)
  return rows.map((row) => toDelivery({ ...row, attempts: attempts.get(row.id) ?? [] }))
}

/** Only the store writes statuses and triggers, so their types are known. */
function toDelivery(row: Row): WebhookDelivery {
  return {
    deliveryId: row.id,
    organizationId: row.organizationId,
    endpointId: row.endpointId,
    eventId: row.eventId,
    eventType: row.eventType,
    bookingId: row.bookingId,
    status: row.status as DeliveryStatus,
    attemptCount: row.attemptCount,
    dueAt: toInstantOrNull(row.dueAt),
    createdAt: toInstant(row.createdAt),
    attempts: row.attempts.map(({ id: _id, deliveryId: _delivery, trigger, startedAt, ...attempt }) => ({
      ...attempt,
      trigger: trigger as DeliveryTrigger,
      startedAt: toInstant(startedAt),
    })),
  }
}
