import { ID_PREFIXES } from '../domain/ids.ts'
import { type Database, type Sql, sql } from './database.ts'
import { inEachWorld, REAL, type World } from './own-time.ts'

/** The time so many days ago, by the database. */
function daysAgo(days: number, now: Sql = sql`gateway_now()`): Sql {
  return sql`(${now} - make_interval(days => ${days}::int))`
}

/**
 * A booking, `b`, from which nothing can come any more: it has ended, or its guests left, so many days ago; no operator has to look
 * at it, its supplier is not asked any more whether it appears after it had failed, and it was not written since.
 */
function isLongOver(days: number, { now }: World): Sql {
  return sql`(b.status = 'CANCELLED' OR b.status = 'FAILED' AND b.look_at IS NULL OR b.status = 'CONFIRMED'
      AND b.check_out_date < to_char(${daysAgo(days, now)} AT TIME ZONE 'UTC', 'YYYY-MM-DD'))
    AND NOT b.needs_operator AND b.updated_at < ${daysAgo(days, now)}`
}

/**
 * The beginning of the day or month, in UTC, in which it was so many days ago. What is kept in partitions goes by the partition, and what
 * partitions leave over not before: the job would delete row by row in the days before a drop what the drop takes in a moment.
 */
function startOfAgo(unit: 'day' | 'month', days: number, now: Sql): Sql {
  return sql`(date_trunc(${sql.names([`'${unit}'`])}, ${daysAgo(days, now)} AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')`
}

/** An offer `e` that had not expired by then. */
export function offerIsNeeded(before: Date): Sql {
  return sql`e.expires_at >= ${before}::timestamptz`
}

/** An event `e` that is younger, that is being delivered, or whose booking is not long over. */
export function eventIsNeeded(days: number, before: Date): Sql {
  return sql`(e.created_at >= ${before}::timestamptz
    OR EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = e.id)
    OR EXISTS (SELECT 1 FROM bookings b WHERE b.id = e.booking_id AND (${isLongOver(days, REAL)}) IS NOT TRUE))`
}

/** An exchange with a supplier, `e`, that somebody has pinned. */
export const exchangeIsNeeded: Sql = sql`e.pinned_at IS NOT NULL`

/** Test events are kept for as long as deliveries, days. */
const TEST_EVENTS_DAYS = 30

/**
 * Deletes rows that are older than a term in their organization's time, at most `limit` in a statement, which returns how many it
 * deleted. Rows that somebody else is writing are left to the next statement. Those of bookings go in no order, because most of the
 * oldest stay.
 */
export function createRetentionStore(db: Database) {
  return { ...rowsOfOffers(db), ...rowsOfBookings(db) }
}

function rowsOfOffers(db: Database) {
  return {
    /** Offers that expired before the day of so long ago. A booking has the terms of its offer itself. */
    offers: (days: number, limit: number): Promise<number> =>
      inEachWorld(
        db,
        (world) => db.$executeRaw`
    DELETE FROM offers WHERE id IN (
      SELECT id FROM offers WHERE expires_at < ${startOfAgo('day', days, world.now)} ${world.only(sql`organization_id`)}
      ORDER BY expires_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
    )`,
      ),

    /** Cancellation quotes that expired so long ago and were not accepted. */
    quotes: (days: number, limit: number): Promise<number> =>
      inEachWorld(
        db,
        (world) => db.$executeRaw`
    DELETE FROM cancellation_quotes WHERE id IN (
      SELECT id FROM cancellation_quotes q
      WHERE expires_at < ${daysAgo(days, world.now)} ${world.only(sql`organization_id`)} AND used_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM cancellations c WHERE c.quote_id = q.id)
      ORDER BY expires_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
    )`,
      ),

    /** Idempotency keys a day after they expired: those of cancellations and reviews. A creation's has no expiry. */
    keys: (limit: number): Promise<number> =>
      inEachWorld(
        db,
        (world) => db.$executeRaw`
    DELETE FROM idempotency_keys WHERE (organization_id, environment, operation, key) IN (
      SELECT organization_id, environment, operation, key FROM idempotency_keys
      WHERE expires_at < ${daysAgo(1, world.now)} ${world.only(sql`organization_id`)}
      ORDER BY expires_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
    )`,
      ),
  }
}

/** Ids from the first on, without the end. */
type IdRange = { readonly firstId: string; readonly endId: string }

const NOTHING = sql``

function notIn(ranges: readonly IdRange[]): Sql {
  return ranges.reduce(
    (others, { firstId, endId }) => sql`${others} AND (e.id < ${firstId} OR e.id >= ${endId})`,
    NOTHING,
  )
}

/**
 * The booking of a row, found by its id for each row that is old enough: a plan may hash all bookings of all time instead, which takes longer
 * than a statement may.
 */
function bookingOf(id: Sql): Sql {
  return sql`(SELECT * FROM bookings WHERE id = ${id} OFFSET 0)`
}

/** Events that were made before a time, by their ids: partitions of later ones are not opened. */
function madeBefore(at: Sql): Sql {
  return sql`AND e.id < gateway_first_id(${ID_PREFIXES.event}, ${at})`
}

function rowsOfBookings(db: Database) {
  return {
    /** The records of supplier calls for bookings that have long been over. */
    calls: (days: number, limit: number): Promise<number> =>
      inEachWorld(
        db,
        (world) => db.$executeRaw`
    DELETE FROM booking_attempts WHERE id IN (
      SELECT a.id FROM booking_attempts a CROSS JOIN LATERAL ${bookingOf(sql`a.booking_id`)} b
      WHERE a.started_at < ${daysAgo(days, world.now)} ${world.only(sql`b.organization_id`)} AND a.outcome IS NOT NULL AND ${isLongOver(days, world)}
      LIMIT ${limit}::int FOR UPDATE OF a SKIP LOCKED
    )`,
      ),

    /**
     * The events, of before the month of so long ago, of bookings that have long been over, and of endpoints; not while a delivery is kept.
     * `waiting`: partitions that will be dropped; only those of organizations that are ahead go from them. What was made after the term
     * is not looked at, whatever Postgres knows of its times: a log of years would take a statement's whole time every night.
     */
    events: (
      days: number,
      { limit, waiting }: { readonly limit: number; readonly waiting: readonly IdRange[] },
    ): Promise<number> =>
      inEachWorld(
        db,
        (world) => db.$executeRaw`
    DELETE FROM booking_events WHERE id IN (
      SELECT e.id FROM booking_events e LEFT JOIN LATERAL ${bookingOf(sql`e.booking_id`)} b ON true
      WHERE e.created_at < ${startOfAgo('month', days, world.now)} ${world.only(sql`e.organization_id`)}
        ${world === REAL ? sql`${madeBefore(startOfAgo('month', days, world.now))} ${notIn(waiting)}` : NOTHING} AND e.type <> 'webhook.test' AND (b.id IS NULL OR ${isLongOver(days, world)})
        AND (SELECT d.id FROM webhook_deliveries d WHERE d.event_id = e.id LIMIT 1) IS NULL
      LIMIT ${limit}::int FOR UPDATE OF e SKIP LOCKED
    )`,
      ),

    /** Test events whose deliveries are gone. */
    testEvents: (limit: number): Promise<number> =>
      inEachWorld(
        db,
        (world) => db.$executeRaw`
    DELETE FROM booking_events WHERE position IN (
      SELECT position FROM booking_events e
      WHERE created_at < ${daysAgo(TEST_EVENTS_DAYS, world.now)} ${world.only(sql`organization_id`)} AND type = 'webhook.test'
        AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.event_id = e.id)
      LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
    )`,
      ),

    /** Entries of the audit log, in the caller's transaction: a trigger refuses that to all that do not say that it is for a term. */
    audit: async (days: number, limit: number): Promise<number> => {
      await db.$executeRaw`SELECT set_config('gateway.audit_retention', 'on', true)`
      const deleted = await db.$executeRaw`
      DELETE FROM audit_log WHERE id IN (
        SELECT id FROM audit_log WHERE created_at < ${daysAgo(days)} ORDER BY created_at LIMIT ${limit}::int
      )`
      await db.$executeRaw`SELECT set_config('gateway.audit_retention', 'off', true)`
      return deleted
    },
  }
}
