import type { EventType } from '../domain/event.ts'
import { patternsFor } from '../domain/event.ts'
import type { Instant } from '../domain/time.ts'
import type { Database } from './database.ts'
import { toDate } from './instants.ts'

/** An event as it is kept: `body` is what webhooks carry, byte for byte. */
export type StoredEvent = {
  readonly id: string
  readonly organizationId: string
  readonly environment: string
  readonly bookingId: string | null
  readonly sequence: number | null
  readonly type: EventType
  readonly body: string
  readonly createdAt: Instant
}

export const createEventStore = (db: Database) => ({
  /**
   * Writes an event, and a delivery for each endpoint that listens to its kind, in the caller's transaction. Endpoints that
   * are disabled get a SKIPPED one, which a recovery can send later.
   *
   * Positions come from a sequence, so a transaction that took an earlier one could commit later, and a reader of the log
   * would step over it. A lock for each organization, kept until the commit, makes its positions commit in order.
   */
  append: async (event: StoredEvent): Promise<void> => {
    await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${event.organizationId}, 20261120))`
    const { position } = await db.bookingEvent.create({
      data: { ...event, createdAt: toDate(event.createdAt) },
      select: { position: true },
    })
    await db.$executeRaw`
      INSERT INTO webhook_deliveries
        (id, organization_id, endpoint_id, event_id, event_type, booking_id, event_position, status, due_at, created_at, updated_at)
      SELECT 'whd_' || replace(gen_random_uuid()::text, '-', ''), organization_id, id, ${event.id}, ${event.type},
        ${event.bookingId}, ${position}, CASE WHEN enabled THEN 'PENDING' ELSE 'SKIPPED' END,
        CASE WHEN enabled THEN gateway_now() END, gateway_now(), gateway_now()
      FROM webhook_endpoints
      WHERE organization_id = ${event.organizationId} AND environment = ${event.environment} AND deleted_at IS NULL
        AND event_types && ${[...patternsFor(event.type)]}::text[]`
  },

  /** Writes an event that is for one endpoint alone, so that no other gets a delivery. Answers its position. */
  insertTest: async (event: StoredEvent): Promise<bigint> => {
    const { position } = await db.bookingEvent.create({
      data: { ...event, createdAt: toDate(event.createdAt) },
      select: { position: true },
    })
    return position
  },

  /** A booking's events after a sequence number, oldest first. */
  ofBooking: (
    bookingId: string,
    afterSequence = 0,
  ): Promise<{ body: string; sequence: number | null; position: bigint }[]> =>
    db.bookingEvent.findMany({
      where: { bookingId, sequence: { gt: afterSequence } },
      orderBy: { sequence: 'asc' },
      select: { body: true, sequence: true, position: true },
    }),

  /** The organization's log after a position, oldest first. */
  list: (
    organizationId: string,
    environment: string,
    afterPosition: bigint,
    limit: number,
  ): Promise<{ position: bigint; body: string }[]> =>
    db.bookingEvent.findMany({
      where: { organizationId, environment, position: { gt: afterPosition }, bookingId: { not: null } },
      orderBy: { position: 'asc' },
      take: limit,
      select: { position: true, body: true },
    }),
})
