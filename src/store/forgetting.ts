import type { BookingStatus } from '../domain/booking.ts'
import type { Instant } from '../domain/time.ts'
import { type Database, type Sql, sql } from './database.ts'
import { toInstant, toInstantOrNull } from './instants.ts'
import { inEachWorld, timeOf, type World } from './own-time.ts'
import { isStayOver, OWN_TIME } from './stay-over.ts'

/** A booking whose personal data was deleted, and its organization. */
export type ForgottenBooking = { readonly bookingId: string; readonly organizationId: string }

type Forgetting = {
  /**
   * True also includes bookings whose stay is still to come. A booking with a supplier call pending or ahead is never included,
   * nor a failed one that is still looked for.
   */
  readonly evenIfToCome: boolean
}

/** The fields of a booking that may contain personal data. */
export type BookingTraces = ForgottenBooking & {
  readonly status: BookingStatus
  readonly checkOutDate: string
  /** A look at the booking is planned or under way. */
  readonly isWatched: boolean
  readonly updatedAt: Instant
  readonly clientReference: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly guestsSealed: Uint8Array | null
}

type TracesRow = Omit<BookingTraces, 'updatedAt'> & { readonly updatedAt: Date }

async function readTraces(rows: PromiseLike<readonly TracesRow[]>): Promise<BookingTraces[]> {
  return (await rows).map((row) => ({ ...row, updatedAt: toInstant(row.updatedAt) }))
}

/** The oldest record of each kind that still contains personal data; null when there is none. */
type OldestKept = {
  /** The check-out date of the oldest booking. */
  readonly guests: string | null
  readonly events: Instant | null
  readonly attempts: Instant | null
}

/** True for an event that contains personal data. The index `booking_events_people_kept_idx` has the same condition. */
const TELLS_OF_PEOPLE = sql`body ~ '"hotel_(confirmation_note|contact_phone|contact_name)":"'`

/** JSON.stringify has written the bodies, so it has escaped every quote inside a value and no value can look like a field. */
const BODY_WITHOUT_PEOPLE = sql`regexp_replace(body,
  '"(hotel_confirmation_note|hotel_contact_phone|hotel_contact_name)":"([^"\\\\]|\\\\.)*"', '"\\1":null', 'g')`

/** Where people of ours have written in their own words why they did something. */
const WORDS = sql`'{note,reason}'::text[]`

/**
 * The entries of the audit log about the bookings of `gone`: of themselves, of their cases, and of what was kept and sent of them. Exchanges
 * and deliveries go before their booking; the entries that name it besides have an index.
 */
const AUDITED_OF_GONE = sql`
  SELECT entry.id FROM audit_log entry JOIN (
    SELECT id AS subject FROM gone
    UNION SELECT found.id FROM cases found JOIN gone ON found.booking_id = gone.id
    UNION SELECT found.id FROM supplier_exchanges found JOIN gone ON found.booking_id = gone.id
    UNION SELECT found.id FROM gone
      JOIN webhook_endpoints endpoint ON endpoint.organization_id = gone.organization_id
      JOIN webhook_deliveries found ON found.endpoint_id = endpoint.id AND found.booking_id = gone.id
  ) about USING (subject)
  UNION SELECT entry.id FROM audit_log entry JOIN gone ON entry.details->>'bookingId' = gone.id`

/**
 * A trigger forbids changes of the audit log. This setting lifts the ban for the current transaction, to delete personal data.
 */
function setAuditRetention(db: Database, value: 'on' | 'off') {
  return db.$executeRaw`SELECT set_config('gateway.audit_retention', ${value}, true)`
}

function ago({ now }: World, days: number): Sql {
  return sql`(${now} - make_interval(days => ${days}::int))`
}

/** Deletes personal data and keeps the records of what happened. domain/personal-data.ts lists the columns. */
export function createForgettingStore(db: Database) {
  return {
    /**
     * Deletes the personal data of these bookings from all tables in one statement, inside the caller's transaction. Bookings
     * that still need their guests are left unchanged. Returns the bookings that were processed; processing one again is
     * harmless.
     */
    forget: async (bookingIds: readonly string[], { evenIfToCome }: Forgetting): Promise<ForgottenBooking[]> => {
      const over = isStayOver(OWN_TIME)
      await setAuditRetention(db, 'on')
      const forgotten = await db.$queryRaw<ForgottenBooking[]>`
      WITH gone AS (
        UPDATE bookings SET guests_sealed = NULL, client_reference = NULL, metadata = '{}',
          hotel_confirmation = hotel_confirmation || '{"note": null, "contactPhone": null, "contactName": null}',
          supplier_told = supplier_told - '{hotelContact, essentials, instructions, messages, remarks}'::text[],
          supplier_payload = CASE WHEN ${over} THEN '{}'::jsonb ELSE supplier_payload END,
          version = version + 1, updated_at = ${timeOf(sql`bookings.organization_id`)}
        WHERE id = ANY (${[...bookingIds]}::text[])
          AND (${over} OR (${evenIfToCome}::boolean AND status IN ('CONFIRMED', 'ON_HOLD', 'CANCELLATION_PENDING')))
        RETURNING id, organization_id, updated_at AS now, accepted_offer_id, connection_id, supplier_reference, supplier_booking_id,
          ${over} AS is_over
      ), events AS (
        UPDATE booking_events SET body = ${BODY_WITHOUT_PEOPLE}
        FROM gone WHERE booking_id = gone.id AND ${TELLS_OF_PEOPLE}
      ), attempts AS (
        UPDATE booking_attempts SET detail = NULL FROM gone WHERE booking_id = gone.id AND detail IS NOT NULL
      ), keys AS (
        DELETE FROM idempotency_keys USING gone WHERE booking_id = gone.id
      ), offers AS (
        UPDATE offers SET expires_at = gone.now
        FROM gone WHERE offers.id = accepted_offer_id AND expires_at > gone.now
      ), answers AS (
        UPDATE webhook_attempts SET response_body_excerpt = NULL
        FROM gone
        JOIN webhook_endpoints endpoint ON endpoint.organization_id = gone.organization_id
        JOIN webhook_deliveries delivery ON delivery.endpoint_id = endpoint.id AND delivery.booking_id = gone.id
        WHERE delivery_id = delivery.id AND response_body_excerpt IS NOT NULL
      ), reasons AS (
        UPDATE audit_log SET details = details - ${WORDS} WHERE id IN (${AUDITED_OF_GONE}) AND jsonb_exists_any(details, ${WORDS})
      ), proposals AS (
        UPDATE console_proposals SET arguments = arguments - ${WORDS}, reason = '', note = NULL FROM gone WHERE subject = gone.id
      ), cases AS (
        UPDATE cases SET note = NULL FROM gone WHERE booking_id = gone.id AND note IS NOT NULL
      ), messages AS (
        UPDATE supplier_messages message SET email = NULL, text = NULL, due_at = NULL
        FROM gone
        WHERE message.due_at IS NOT NULL AND message.connection_id = gone.connection_id
          AND (message.supplier_reference = gone.supplier_reference OR message.supplier_booking_id = gone.supplier_booking_id)
      ), traffic AS (
        DELETE FROM supplier_exchanges exchange USING gone WHERE exchange.booking_id = gone.id
      ), books AS (
        DELETE FROM sandbox_records WHERE (supplier_code, kind, key) IN (
          SELECT supplier_code, kind, key
          FROM sandbox_records, regexp_matches(body::text, '\\m[A-Z0-9]{20}\\M', 'g') AS reference
          JOIN gone ON gone.is_over AND gone.supplier_reference = reference[1]
        )
      )
      SELECT id AS "bookingId", organization_id AS "organizationId" FROM gone`
      await setAuditRetention(db, 'off')
      return forgotten
    },

    /** Bookings that still have guests, in id order, after the last id that was read ('' starts at the first). */
    traces: ({
      organizationId,
      after,
      limit,
    }: {
      readonly organizationId: string | null
      readonly after: string
      readonly limit: number
    }): Promise<BookingTraces[]> =>
      readTraces(db.$queryRaw<TracesRow[]>`
    SELECT id AS "bookingId", organization_id AS "organizationId", status, check_out_date AS "checkOutDate",
      look_at IS NOT NULL AS "isWatched", updated_at AS "updatedAt", client_reference AS "clientReference", metadata, guests_sealed AS "guestsSealed"
    FROM bookings
    WHERE guests_sealed IS NOT NULL AND id > ${after}
      AND (${organizationId}::text IS NULL OR organization_id = ${organizationId})
    ORDER BY id LIMIT ${limit}::int`),

    /**
     * Ids of bookings that are over, whose check-out was more than `days` ago and whose guests are still stored; oldest first.
     */
    dueGuests: async (days: number, limit: number): Promise<string[]> => {
      const due = new Set<string>()
      await inEachWorld(db, async (world) => {
        const rows = await db.$queryRaw<{ id: string }[]>`
        SELECT id FROM bookings
        WHERE guests_sealed IS NOT NULL AND check_out_date < to_char(${ago(world, days)} AT TIME ZONE 'UTC', 'YYYY-MM-DD')
          AND ${isStayOver(OWN_TIME)} ${world.only(sql`organization_id`)}
        ORDER BY check_out_date LIMIT ${limit}::int`
        for (const { id } of rows) due.add(id)
        return rows.length
      })
      return [...due]
    },

    /** Deletes personal data from the bodies of events older than `days`. Returns how many it changed, at most `limit` a world. */
    forgetEvents: (days: number, limit: number): Promise<number> =>
      inEachWorld(
        db,
        (world) => db.$executeRaw`
      UPDATE booking_events SET body = ${BODY_WITHOUT_PEOPLE}
      WHERE position IN (
        SELECT position FROM booking_events
        WHERE ${TELLS_OF_PEOPLE} AND created_at < ${ago(world, days)} ${world.only(sql`organization_id`)}
        ORDER BY created_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
      )`,
      ),

    /** Deletes the suppliers' messages about calls made `days` ago. Returns how many it changed, at most `limit` a world. */
    forgetAttempts: (days: number, limit: number): Promise<number> =>
      inEachWorld(
        db,
        (world) => db.$executeRaw`
      UPDATE booking_attempts SET detail = NULL
      WHERE id IN (
        SELECT id FROM booking_attempts
        WHERE detail IS NOT NULL AND started_at < ${ago(world, days)}
          ${world.only(sql`(SELECT b.organization_id FROM bookings b WHERE b.id = booking_id)`)}
        ORDER BY started_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
      )`,
      ),

    oldestKept: async (): Promise<OldestKept> => {
      const [row] = await db.$queryRaw<{ guests: string | null; events: Date | null; attempts: Date | null }[]>`
      SELECT (SELECT min(check_out_date) FROM bookings WHERE guests_sealed IS NOT NULL) AS guests,
        (SELECT min(created_at) FROM booking_events WHERE ${TELLS_OF_PEOPLE}) AS events,
        (SELECT min(started_at) FROM booking_attempts WHERE detail IS NOT NULL) AS attempts`
      return {
        guests: row?.guests ?? null,
        events: toInstantOrNull(row?.events ?? null),
        attempts: toInstantOrNull(row?.attempts ?? null),
      }
    },
  }
}
