import type { EventType } from '../domain/event.ts'
import { patternsFor } from '../domain/event.ts'
import type { Instant } from '../domain/time.ts'
import { type Database, isLockTimeout, type Sql, sql } from './database.ts'
import { toDate } from './instants.ts'

/** An event as it is stored. Webhooks send `body` byte for byte. */
export type StoredEvent = {
  readonly id: string
  readonly organizationId: string
  readonly environment: string
  readonly bookingId: string | null
  readonly sequence: number | null
  readonly type: EventType
  readonly body: string
  readonly createdAt: Instant
  /** The request that caused the event. */
  readonly requestId: string | null
  readonly traceparent: string | null
}

/** The seed of the hash that makes an organization's id the key of its log lock. */
const LOG_LOCK = 20_261_120

/** Writers commit within milliseconds. A writer that hangs must not block the readers, nor the writers that wait behind them. */
const WRITERS_MS = 1_000

/**
 * Returns a statement that writes a booking together with its event, and a delivery for each endpoint that subscribes to the
 * event's type; a disabled endpoint gets a SKIPPED delivery, which a recovery can send later. `parts` are the steps before it,
 * each `name AS (…)`; the part named `written` writes the booking and returns its id. When it writes nothing, there is no event.
 * The statement returns the id, or no row.
 *
 * Positions come from a sequence, so a transaction that took an earlier position could commit later, and a reader of the log
 * would miss its event. Writers therefore hold a shared lock on their organization's log from before they take a position until
 * they commit; readers wait for it (`awaitWriters`).
 */
export function withEvent(parts: readonly Sql[], event: StoredEvent): Sql {
  const { id, organizationId, environment, bookingId, sequence, type, body, createdAt, requestId, traceparent } = event
  return sql`
    WITH ${sql.join(parts)}, locked AS MATERIALIZED (
      SELECT pg_advisory_xact_lock_shared(hashtextextended(${organizationId}, ${LOG_LOCK})) FROM written
    ), logged AS (
      INSERT INTO booking_events (id, organization_id, environment, booking_id, sequence, type, body, created_at,
        request_id, traceparent)
      SELECT ${id}, ${organizationId}, ${environment}, ${bookingId}, ${sequence}::int, ${type}, ${body},
        ${toDate(createdAt)}::timestamptz, ${requestId}, ${traceparent}
      FROM locked
      RETURNING position
    ), delivered AS (
      INSERT INTO webhook_deliveries
        (id, organization_id, endpoint_id, event_id, event_type, booking_id, event_position, status, due_at, created_at, updated_at)
      SELECT 'whd_' || replace(gen_random_uuid()::text, '-', ''), organization_id, id, ${id}, ${type},
        ${bookingId}, logged.position, CASE WHEN enabled THEN 'PENDING' ELSE 'SKIPPED' END,
        CASE WHEN enabled THEN greatest(gateway_now(), behind.due_at) END, gateway_now(), gateway_now()
      FROM logged, webhook_endpoints LEFT JOIN LATERAL (
        SELECT max(due_at) AS due_at FROM webhook_deliveries
        WHERE endpoint_id = webhook_endpoints.id AND booking_id = ${bookingId} AND status IN ('PENDING', 'RETRYING')
      ) AS behind ON true
      WHERE organization_id = ${organizationId} AND environment = ${environment} AND deleted_at IS NULL
        AND event_types && ${[...patternsFor(type)]}::text[]
    )
    SELECT id FROM written`
}

export const BOOKING_EVENTS_CHANNEL = 'booking_events'

/** What a subscription reads of an event. */
export type BookingNewsRow = {
  readonly bookingId: string
  readonly sequence: number
  readonly position: bigint
  readonly body: string
}

export function createEventStore(db: Database) {
  return {
    /**
     * Waits until every transaction that has taken a position in the organization's log has ended, and blocks new ones until this
     * transaction ends. Returns false when that takes longer than a second; this transaction is then aborted.
     */
    awaitWriters: async (organizationId: string): Promise<boolean> => {
      await db.$executeRawUnsafe(`SET LOCAL lock_timeout = ${WRITERS_MS}`)
      try {
        await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${organizationId}, ${LOG_LOCK}))`
        return true
      } catch (error) {
        if (isLockTimeout(error)) return false
        throw error
      }
    },

    /** Inserts an event for a single endpoint without creating deliveries for others. Returns its position. */
    insertTest: async (event: StoredEvent): Promise<bigint> => {
      const { position } = await db.bookingEvent.create({
        data: { ...event, createdAt: toDate(event.createdAt) },
        select: { position: true },
      })
      return position
    },

    /** A booking's events, oldest first. */
    ofBooking: (bookingId: string): Promise<{ body: string }[]> =>
      db.bookingEvent.findMany({
        where: { bookingId, sequence: { gt: 0 } },
        orderBy: { sequence: 'asc' },
        select: { body: true },
      }),

    /** Events of many bookings in one statement: for each booking those after a sequence number, oldest first. */
    ofBookings: (
      asked: readonly { readonly bookingId: string; readonly afterSequence: number }[],
    ): Promise<BookingNewsRow[]> =>
      db.$queryRaw<BookingNewsRow[]>`
      SELECT fresh.booking_id AS "bookingId", fresh.sequence, fresh.position, fresh.body
      FROM unnest(${asked.map(({ bookingId }) => bookingId)}::text[], ${asked.map(({ afterSequence }) => afterSequence)}::int[])
        AS asked (booking_id, after_sequence)
      CROSS JOIN LATERAL (
        SELECT booking_id, sequence, position, body FROM booking_events
        WHERE booking_events.booking_id = asked.booking_id AND sequence > after_sequence
      ) AS fresh
      ORDER BY fresh.booking_id, fresh.sequence`,

    /**
     * During the next `forMs`, new events of these organizations are announced on `BOOKING_EVENTS_CHANNEL` with the booking's id.
     */
    follow: async (organizationIds: readonly string[], forMs: number): Promise<void> => {
      await db.$executeRaw`
      INSERT INTO booking_followers (organization_id, followed_until)
      SELECT id, clock_timestamp() + make_interval(secs => ${forMs / 1_000}::float8)
      FROM unnest(${[...organizationIds].sort()}::text[]) AS id
      ON CONFLICT (organization_id) DO UPDATE SET followed_until = excluded.followed_until`
    },

    /** The organization's events after a position, oldest first; with `createdBefore` null, to the end of the log. */
    list: (
      organizationId: string,
      environment: string,
      { afterPosition, createdBefore, limit }: { afterPosition: bigint; createdBefore: Instant | null; limit: number },
    ): Promise<{ position: bigint; body: string }[]> =>
      db.bookingEvent.findMany({
        where: {
          organizationId,
          environment,
          position: { gt: afterPosition },
          bookingId: { not: null },
          ...(createdBefore === null ? {} : { createdAt: { lt: toDate(createdBefore) } }),
        },
        orderBy: { position: 'asc' },
        take: limit,
        select: { position: true, body: true },
      }),
  }
}
