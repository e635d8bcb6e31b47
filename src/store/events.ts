import type { EventType } from '../domain/event.ts'
import { patternsFor } from '../domain/event.ts'
import { firstIdAt, timeOfId } from '../domain/ids.ts'
import { DAY_MS, type Instant } from '../domain/time.ts'
import { type Database, type Sql, sql } from './database.ts'
import { toDate } from './instants.ts'
import { when } from './optional-part.ts'

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

/**
 * Returns a statement that writes a booking together with its event, and a delivery for each endpoint that subscribes to the
 * event's type; a disabled endpoint gets a SKIPPED delivery, which a recovery can send later. `parts` are the steps before it,
 * each `name AS (…)`; the part named `written` writes the booking and returns its id. When it writes nothing, there is no event.
 * The statement returns the id, or no row.
 *
 * `xid` is the event's place in the log together with its position (see `list`). An event never has a lower one than the event
 * before it of the same booking: a transaction may have got its number before it waited for another that moved the booking.
 * An event about an endpoint is not delivered to that endpoint, `exceptEndpointId`.
 */
export function withEvent(parts: readonly Sql[], event: StoredEvent, exceptEndpointId: string | null = null): Sql {
  const { id, organizationId, environment, bookingId, sequence, type, body, createdAt, requestId, traceparent } = event
  return sql`
    WITH ${sql.join(parts)}, logged AS (
      INSERT INTO booking_events (id, organization_id, environment, booking_id, sequence, type, body, created_at,
        request_id, traceparent, xid)
      SELECT ${id}, ${organizationId}, ${environment}, ${bookingId}, ${sequence}::int, ${type}, ${body},
        ${toDate(createdAt)}::timestamptz, ${requestId}, ${traceparent}, greatest(pg_current_xact_id(), (
          SELECT xid FROM booking_events WHERE booking_id = ${bookingId} AND id >= ${firstEventOf(bookingId)}
          ORDER BY sequence DESC LIMIT 1
        ))
      FROM written
      RETURNING position
    ), delivered AS (
      INSERT INTO webhook_deliveries
        (id, organization_id, endpoint_id, event_id, event_type, booking_id, event_position, status, due_at, created_at, updated_at)
      SELECT 'whd_' || replace(gen_random_uuid()::text, '-', ''), organization_id, id, ${id}, ${type},
        ${bookingId}, logged.position, CASE WHEN enabled THEN 'PENDING' ELSE 'SKIPPED' END,
        CASE WHEN enabled THEN greatest(own.now, behind.due_at) END, own.now, own.now
      FROM logged, (SELECT gateway_now(${organizationId}) AS now) own, webhook_endpoints LEFT JOIN LATERAL (
        SELECT max(due_at) AS due_at FROM webhook_deliveries
        WHERE endpoint_id = webhook_endpoints.id AND booking_id = ${bookingId} AND status IN ('PENDING', 'RETRYING')
      ) AS behind ON true
      WHERE organization_id = ${organizationId} AND environment = ${environment} AND deleted_at IS NULL
        AND event_types && ${[...patternsFor(type)]}::text[] AND id IS DISTINCT FROM ${exceptEndpointId}
    )
    SELECT id FROM written`
}

/**
 * No event of the booking has a lower id, so partitions of before it was made are not looked into. Ids have the time of the process that
 * made them: a day is more than two may differ.
 */
export function firstEventOf(bookingId: string | null): string {
  const madeAt = bookingId === null ? null : timeOfId(bookingId)
  return madeAt === null ? '' : firstIdAt('event', madeAt - DAY_MS)
}

/** The number of events after a missing position among which the earliest transaction is looked for: more than one can outlive. */
const NEIGHBOURS = 10_000
/** So many of an organization's newest events tell whether it has any after a position at all. */
const NEWEST = 1_000

export const BOOKING_EVENTS_CHANNEL = 'booking_events'

/** What a subscription reads of an event. */
export type BookingNewsRow = {
  readonly bookingId: string
  readonly sequence: number
  readonly position: bigint
  readonly body: string
}

type LogPage = { readonly afterPosition: bigint; readonly limit: number; readonly belowXid?: string | null }

const NOTHING = sql``

/** How many events are looked at for a page of those that requests have led to. */
const LOOKED_AT = 5_000

type LedFilter = {
  /** Only events before this one in the log. */
  readonly before: { readonly xid: string; readonly position: string } | null
  readonly limit: number
}

/** An event with the request that led to it, and its place in the log. */
export type LedEvent = {
  readonly id: string
  readonly bookingId: string | null
  readonly type: string
  readonly createdAt: Date
  readonly requestId: string
  readonly xid: string
  readonly position: string
  readonly body: string
}

/**
 * The lowest transaction number among an organization's events after a position that no event has. Only its own events count: those of others
 * may have lower numbers, as after a restore. Where its next event is further away than the log's order can differ from that of positions, the
 * organization's log is read from its start, if it has one: little precedes a position whose event has expired.
 */
function firstXidAfter(organizationId: string, environment: string, position: bigint): Sql {
  const own = sql`organization_id = ${organizationId} AND environment = ${environment}`
  return sql`(
    WITH next AS MATERIALIZED (
      SELECT xid, organization_id, environment FROM booking_events WHERE position > ${position} ORDER BY position LIMIT ${NEIGHBOURS}::int
    ), newest AS (
      SELECT position FROM booking_events WHERE ${own} ORDER BY xid DESC, position DESC LIMIT ${NEWEST}::int
    )
    SELECT coalesce((SELECT min(xid) FROM next WHERE ${own}), CASE
      WHEN (SELECT count(*) FROM next) = ${NEIGHBOURS}::int AND EXISTS (SELECT FROM newest WHERE position > ${position}) THEN (
        SELECT xid FROM booking_events WHERE ${own} AND position > ${position} ORDER BY xid, position LIMIT 1
      ) END)
  )`
}

export function createEventStore(db: Database) {
  return {
    /** Inserts an event for a single endpoint without creating deliveries for others. Returns its position. */
    insertTest: async (event: StoredEvent): Promise<bigint> => {
      const { position } = await db.bookingEvent.create({
        data: { ...event, createdAt: toDate(event.createdAt) },
        select: { position: true },
      })
      return position
    },

    /** The highest position that was given out, whether or not its event is committed; another one means that something happens. */
    lastPosition: async (): Promise<string> => {
      // A sequence that was never used says the same number as after its first use.
      const [row] = await db.$queryRaw<{ last: string }[]>`
      SELECT (CASE WHEN is_called THEN last_value ELSE 0 END)::text AS last FROM booking_events_position_seq`
      return row?.last ?? '0'
    },

    /**
     * The organization's newest events that requests have led to, the newest first, as far as they are among so many of its events.
     * `booking_events.xid`, since `xid` alone would be the text of the answer.
     */
    led: (
      { organizationId, environment }: Pick<StoredEvent, 'organizationId' | 'environment'>,
      { before, limit }: LedFilter,
    ): Promise<LedEvent[]> => db.$queryRaw<LedEvent[]>`
    SELECT * FROM (
      SELECT id, booking_id AS "bookingId", type, created_at AS "createdAt", request_id AS "requestId", xid::text, position::text, body
      FROM booking_events
      WHERE organization_id = ${organizationId} AND environment = ${environment} AND type <> 'webhook.test' ${when(
        before,
        (last) => sql`AND (xid, position) < (${last.xid}::text::xid8, ${last.position}::text::int8)`,
      )}
      ORDER BY booking_events.xid DESC, booking_events.position DESC LIMIT ${LOOKED_AT}::int
    ) AS newest
    WHERE "requestId" IS NOT NULL LIMIT ${limit}::int`,

    /** A booking's events, oldest first. */
    ofBooking: (bookingId: string): Promise<{ body: string }[]> =>
      db.bookingEvent.findMany({
        where: { bookingId, id: { gte: firstEventOf(bookingId) }, sequence: { gt: 0 } },
        orderBy: { sequence: 'asc' },
        select: { body: true },
      }),

    /** What webhooks sent of an event of the organization, byte for byte; null: it has none of this id, or no longer. */
    bodyOf: async (organizationId: string, id: string): Promise<string | null> =>
      (await db.bookingEvent.findFirst({ where: { id, organizationId }, select: { body: true } }))?.body ?? null,

    /** Events of many bookings in one statement: for each booking those after a sequence number, oldest first. */
    ofBookings: (
      asked: readonly { readonly bookingId: string; readonly afterSequence: number }[],
    ): Promise<BookingNewsRow[]> =>
      db.$queryRaw<BookingNewsRow[]>`
      SELECT fresh.booking_id AS "bookingId", fresh.sequence, fresh.position, fresh.body
      FROM unnest(${asked.map(({ bookingId }) => bookingId)}::text[], ${asked.map(({ afterSequence }) => afterSequence)}::int[],
        ${asked.map(({ bookingId }) => firstEventOf(bookingId))}::text[]) AS asked (booking_id, after_sequence, first_id)
      CROSS JOIN LATERAL (
        SELECT booking_id, sequence, position, body FROM booking_events
        WHERE booking_events.booking_id = asked.booking_id AND id >= first_id AND sequence > after_sequence
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

    /**
     * The organization's events after the one at a position, in the order of the log: by `xid`, then by position. Only events
     * below the number of every transaction that still runs are shown. Whatever is committed later has a higher number than those,
     * so a reader can never be passed, and no writer waits. Positions alone would not do: a sequence gives a lower one to a
     * transaction that began later and ends later.
     * Where no event has the position (it was deleted by its term, or there never was one), the events that follow it by position
     * are shown, perhaps with some that were shown before.
     * `belowXid`: the same bound of the primary, for a standby, which can be ahead of what its primary shows.
     */
    list: (
      organizationId: string,
      environment: string,
      { afterPosition, limit, belowXid = null }: LogPage,
    ): Promise<{ position: bigint; body: string }[]> => db.$queryRaw<{ position: bigint; body: string }[]>`
    WITH reader AS MATERIALIZED (
      SELECT xid, position FROM booking_events
      WHERE position = ${afterPosition} AND organization_id = ${organizationId} AND environment = ${environment}
      UNION ALL
      SELECT CASE WHEN ${afterPosition}::int8 = 0 THEN '0' ELSE ${firstXidAfter(organizationId, environment, afterPosition)} END, 0
      LIMIT 1
    )
    SELECT position, body FROM booking_events
    WHERE organization_id = ${organizationId} AND environment = ${environment} AND type <> 'webhook.test'
      AND (xid, position) > ((SELECT xid FROM reader), (SELECT position FROM reader))
      AND xid < pg_snapshot_xmin(pg_current_snapshot()) ${belowXid === null ? NOTHING : sql`AND xid < ${belowXid}::text::xid8`}
    ORDER BY xid, position LIMIT ${limit}::int`,
  }
}
