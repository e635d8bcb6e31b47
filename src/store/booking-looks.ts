import type { LookKind } from '../domain/booking-look.ts'
import type { Instant } from '../domain/time.ts'
import { type LookChange, lookColumns } from './booking-writes.ts'
import { type Database, type Sql, sql } from './database.ts'
import { toInstant } from './instants.ts'
import { AHEAD } from './own-time.ts'

/** Workers wait on this channel for bookings that are due at once. */
export const BOOKING_LOOKS_CHANNEL = 'booking_looks'

/** A booking that a worker has leased to look at. */
export type ClaimedLook = {
  readonly bookingId: string
  readonly connectionId: string
  readonly kind: LookKind
  /** How many looks there have been since the last move. */
  readonly looks: number
  readonly leaseId: string
  /** How long the look has been due, ms. */
  readonly waitedMs: number
  /** The request that led to the booking's present state. */
  readonly requestId: string | null
  readonly traceparent: string | null
}

type LookClaim = {
  readonly leaseId: string
  readonly leaseMs: number
  readonly limit: number
  /** How many looks this worker may have under way at one connection. */
  readonly perConnection: number
  /** How many it has. */
  readonly underWay: ReadonlyMap<string, number>
}

/** So many of those that have waited longest share a claim fairly; the others wait for the next one. */
const WINDOW = 256

/**
 * The booking rows as a queue, in which each row is its own job. All times are the database's, each booking's in the time of its
 * organization.
 */
export function createBookingLookStore(db: Database) {
  return { ...createLookClaims(db), ...createLookPlans(db), ...createLooksOver(db) }
}

function createLookClaims(db: Database) {
  return {
    /**
     * Leases bookings that are due, by turns of connections and organizations, so that one supplier's backlog does not block
     * others. A leased booking is due again when its lease ends, so that nobody has to be told of a worker that is lost.
     * What is due in real time and what is due in each world that is ahead of it (few, none in production) are found by an index
     * each; `due_at` is in real time, so that they take turns.
     */
    claim: ({ leaseId, leaseMs, limit, perConnection, underWay }: LookClaim): Promise<ClaimedLook[]> => {
      const busy = [...underWay]
      const full = busy.flatMap(([connectionId, count]) => (count >= perConnection ? [connectionId] : []))
      return db.$queryRaw<ClaimedLook[]>`
      WITH due AS MATERIALIZED (
        (SELECT id, connection_id, organization_id, look_at AS due_at, '0'::interval AS ahead FROM bookings
        WHERE look_at <= gateway_now() AND organization_id <> ALL(${AHEAD})
          AND connection_id <> ALL(${full}::text[])
        ORDER BY look_at LIMIT ${WINDOW})
        UNION ALL
        SELECT theirs.id, theirs.connection_id, world.organization_id, theirs.look_at - world.ahead, world.ahead
        FROM (
          SELECT organization_id, make_interval(secs => offset_ms / 1000.0) AS ahead FROM sandbox_clocks
          WHERE offset_ms > 0
        ) world CROSS JOIN LATERAL (
          SELECT id, connection_id, look_at FROM bookings b
          WHERE b.organization_id = world.organization_id AND b.environment = 'sandbox'
            AND b.look_at <= gateway_now() + world.ahead AND b.connection_id <> ALL(${full}::text[])
          ORDER BY b.look_at LIMIT ${WINDOW}
        ) theirs
      ), turns AS (
        SELECT id, connection_id, due_at, ahead,
          row_number() OVER (PARTITION BY connection_id, organization_id ORDER BY due_at) AS turn
        FROM due
      ), places AS (
        SELECT *, row_number() OVER (PARTITION BY connection_id ORDER BY turn, due_at) AS place FROM turns
      ), wanted AS (
        SELECT id, ahead FROM places
        LEFT JOIN unnest(${busy.map(([id]) => id)}::text[], ${busy.map(([, count]) => count)}::int[]) AS busy(connection, count)
          ON busy.connection = connection_id
        WHERE place <= ${perConnection}::int - coalesce(busy.count, 0)
        ORDER BY turn, due_at LIMIT ${limit}::int
      ), picked AS MATERIALIZED (
        SELECT b.id, b.look_at, wanted.ahead FROM bookings b JOIN wanted ON wanted.id = b.id
        WHERE b.look_at <= gateway_now() + wanted.ahead
        FOR NO KEY UPDATE OF b SKIP LOCKED
      ), claimed AS (
      UPDATE bookings b
      SET lease_id = ${leaseId}, look_at = gateway_now() + picked.ahead + make_interval(secs => ${leaseMs}::float8 / 1000)
      FROM picked WHERE b.id = picked.id
      RETURNING b.id, b.connection_id, b.look_kind, b.looks, picked.look_at - picked.ahead AS due_at
      )
      SELECT c.id AS "bookingId", c.connection_id AS "connectionId", c.look_kind AS kind, c.looks, ${leaseId} AS "leaseId",
        (extract(epoch FROM gateway_now() - c.due_at) * 1000)::float8 AS "waitedMs",
        last.request_id AS "requestId", last.traceparent
      FROM claimed c LEFT JOIN LATERAL (
        SELECT request_id, traceparent FROM booking_events WHERE booking_id = c.id ORDER BY sequence DESC LIMIT 1
      ) last ON true`
    },
  }
}

function createLookPlans(db: Database) {
  return {
    /** The time of an organization by the database, by which looks decide. */
    now: async (organizationId: string): Promise<Instant> => {
      const [row] = await db.$queryRaw<{ now: Date }[]>`SELECT gateway_now(${organizationId}) AS now`
      if (!row) throw new Error('Postgres told no time')
      return toInstant(row.now)
    },

    /** True while a look at the booking is planned or under way. */
    isPlanned: async (bookingId: string): Promise<boolean> =>
      (await db.booking.count({ where: { id: bookingId, lookAt: { not: null } } })) === 1,

    /** Plans the next look of a booking that this lease looked at and did not change. False when the lease is lost. */
    lookAgain: async (
      { bookingId, leaseId }: Pick<ClaimedLook, 'bookingId' | 'leaseId'>,
      look: LookChange,
    ): Promise<boolean> => {
      const count = await db.$executeRaw`
      UPDATE bookings SET ${assignments(lookColumns(look))} WHERE id = ${bookingId} AND lease_id = ${leaseId}`
      return count === 1
    },

    /** Gives back what a worker has leased and will not look at any more: it is due for the others. */
    giveBack: async (leased: readonly Pick<ClaimedLook, 'bookingId' | 'leaseId'>[]): Promise<void> => {
      const bookingIds = leased.map(({ bookingId }) => bookingId)
      const leaseIds = leased.map(({ leaseId }) => leaseId)
      await db.$executeRaw`
      UPDATE bookings b SET look_at = gateway_now(b.organization_id), lease_id = NULL
      FROM unnest(${bookingIds}::text[], ${leaseIds}::text[]) AS leased(booking_id, lease_id)
      WHERE b.id = leased.booking_id AND b.lease_id = leased.lease_id`
    },

    /**
     * Has a booking looked at in `afterMs`, whatever its state; a look that is under way is followed by another. It is for what a
     * booking's own state cannot tell, such as a call without an answer. A cancelled booking stays at rest.
     */
    lookSoon: async (bookingId: string, afterMs: number): Promise<void> => {
      await db.$executeRaw`
      UPDATE bookings SET look_at = gateway_now(organization_id) + make_interval(secs => ${afterMs}::float8 / 1000), looks = 0,
        look_kind = ${KIND_BY_STATUS},
        lease_id = NULL
      WHERE id = ${bookingId} AND status <> 'CANCELLED'`
      if (afterMs === 0) await db.$executeRaw`SELECT pg_notify(${BOOKING_LOOKS_CHANNEL}, '')`
    },

    /**
     * Has a booking looked at in `afterMs` at the latest: an earlier plan stands. It is for hints, which come as often as their senders
     * like.
     */
    lookWithin: async (bookingId: string, afterMs: number): Promise<void> => {
      await db.$executeRaw`
      UPDATE bookings SET look_at = gateway_now(organization_id) + make_interval(secs => ${afterMs}::float8 / 1000),
        look_kind = ${KIND_BY_STATUS}, lease_id = NULL
      WHERE id = ${bookingId} AND status <> 'CANCELLED'
        AND (look_at IS NULL OR look_at > gateway_now(organization_id) + make_interval(secs => ${afterMs}::float8 / 1000))`
    },
  }
}

/** Those that wait for anything have an index together. */
const WAITS_FOR_SUPPLIER = sql`status IN ('AWAITING_REVIEW', 'PROCESSING', 'ON_HOLD', 'CANCELLATION_PENDING')
  AND status IN ('PROCESSING', 'CANCELLATION_PENDING')`

type LooksAtOnce = { readonly limit: number; readonly perSecond: number }

function createLooksOver(db: Database) {
  return {
    /**
     * Has the bookings looked at that wait for the supplier of a connection, those that have waited longest first: `limit` of them at
     * most, so many a second. Returns whose they are.
     */
    lookSoonOver: (connectionId: string, { limit, perSecond }: LooksAtOnce): Promise<{ bookingId: string }[]> =>
      db.$queryRaw<{ bookingId: string }[]>`
      WITH picked AS MATERIALIZED (
        SELECT id, pending_since FROM bookings
        WHERE ${WAITS_FOR_SUPPLIER} AND connection_id = ${connectionId}
        ORDER BY pending_since, id LIMIT ${limit}::int FOR NO KEY UPDATE
      ), places AS (SELECT id, row_number() OVER (ORDER BY pending_since, id) - 1 AS place FROM picked)
      UPDATE bookings b
      SET look_at = gateway_now(organization_id) + make_interval(secs => places.place::float8 / ${perSecond}::float8), looks = 0,
        look_kind = ${KIND_BY_STATUS}, lease_id = NULL
      FROM places WHERE b.id = places.id
      RETURNING b.id AS "bookingId"`,

    /** How many bookings wait for the supplier of a connection, up to `limit`. */
    waitingOver: async (connectionId: string, limit: number): Promise<number> => {
      const [row] = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM (
        SELECT FROM bookings
        WHERE ${WAITS_FOR_SUPPLIER} AND connection_id = ${connectionId}
        LIMIT ${limit}::int
      ) waiting`
      return row?.count ?? 0
    },
  }
}

/** What a look at a booking is for when nothing but its status tells. */
const KIND_BY_STATUS = sql`CASE status WHEN 'AWAITING_REVIEW' THEN 'REVIEW' WHEN 'ON_HOLD' THEN 'HOLD'
  WHEN 'CONFIRMED' THEN 'STANDING' WHEN 'FAILED' THEN 'AFTERMATH' ELSE 'CALL' END`

function assignments(columns: Readonly<Record<string, unknown>>): Sql {
  return sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.names([name])} = ${value}`))
}

export type BookingLookStore = ReturnType<typeof createBookingLookStore>
