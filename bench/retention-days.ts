import { randomBytes } from 'node:crypto'
import type pg from 'pg'

/** Prebooks of a booking, and events of it, each with one delivery and one attempt: the cost model's (docs/scaling.md). */
export const PREBOOKS = 5
export const EVENTS = 4

/**
 * Bytes of texts that nobody can compress, so that rows are as large as those of a gateway: an offer 2.0 kB, a booking 2.2, an event 1.3.
 * Shorter ones than 2 kB stay in the table itself.
 */
const SIZES = { offer: 1_650, booking: 1_700, event: 1_050 }
const FILLER = randomBytes(12_000).toString('base64')

/** A thousand moments of a day, with what ids of them begin with. */
const MOMENTS = `moments AS MATERIALIZED (
  SELECT m, at, right(gateway_first_id('', at), 10) AS time
  FROM (SELECT m, $1::timestamptz + m * interval '86 seconds' AS at FROM generate_series(0, 999) AS m) AS known
)`
/** What makes the `n`th of the day different: 16 characters of ids' own alphabet. */
function rest(of: string): string {
  return `upper(right(md5($1::text || ${of}), 16))`
}
/** What is not the same in any two rows that stand beside each other. */
function filler(bytes: number): string {
  return `jsonb_build_object('filler', substr($3, 1 + n * 7 % 14000, ${bytes}))`
}

const OFFERS = `WITH ${MOMENTS}
  INSERT INTO offers (id, organization_id, environment, hotel_id, supplier_code, connection_id, terms, supplier_payload, expires_at, created_at)
  SELECT 'off_' || time || ${rest('n')}, 'org_' || n % 50, 'sandbox', n % 5000, 'hotelbeds', 'con_1', ${filler(SIZES.offer)}, '{}',
    at + interval '15 minutes', at
  FROM generate_series(1, $2::int) AS n JOIN moments ON m = n % 1000`

/** Of two thousand bookings one waits for an operator: what belongs to it stays. */
const BOOKINGS = `WITH ${MOMENTS}
  INSERT INTO bookings (id, organization_id, environment, sequence, status, mode, accepted_offer_id, hotel_id, supplier_code,
    connection_id, supplier_reference, hotel_confirmation, needs_operator, check_in_date, check_out_date, terms, created_at, updated_at)
  SELECT 'ubk_' || time || ${rest('n')}, 'org_' || n % 50, 'sandbox', ${EVENTS}, CASE WHEN n % 10 < 3 THEN 'CANCELLED' ELSE 'CONFIRMED' END,
    'INSTANT', 'off_' || time || ${rest('n')}, n % 5000, 'hotelbeds', 'con_1', ${rest("n || 'r'")}, '{}', n % 2000 = 0,
    to_char(at, 'YYYY-MM-DD'), to_char(at + interval '1 day', 'YYYY-MM-DD'), ${filler(SIZES.booking)}, at, at
  FROM generate_series(1, $2::int) AS n JOIN moments ON m = n % 1000`

const LOG = `WITH ${MOMENTS}
  INSERT INTO booking_events (id, organization_id, environment, booking_id, sequence, type, body, created_at)
  SELECT 'evt_' || time || ${rest("n || 'e' || step")}, 'org_' || n % 50, 'sandbox', 'ubk_' || time || ${rest('n')}, step, 'booking.updated',
    ${filler(SIZES.event)}::text, at
  FROM generate_series(1, $2::int) AS n JOIN moments ON m = n % 1000, generate_series(1, ${EVENTS}) AS step`

const DELIVERIES = `WITH ${MOMENTS}
  INSERT INTO webhook_deliveries (id, organization_id, endpoint_id, event_id, event_type, booking_id, event_position, status,
    attempt_count, created_at, updated_at)
  SELECT 'whd_' || md5($1::text || n || step), 'org_' || n % 50, 'whe_' || n % 50, 'evt_' || time || ${rest("n || 'e' || step")},
    'booking.updated', 'ubk_' || time || ${rest('n')}, n * 4 + step, 'DELIVERED', 1, at, at
  FROM generate_series(1, $2::int) AS n JOIN moments ON m = n % 1000, generate_series(1, ${EVENTS}) AS step`

const ATTEMPTS = `WITH ${MOMENTS}
  INSERT INTO webhook_attempts (delivery_id, attempt, trigger, started_at, duration_ms, response_status)
  SELECT 'whd_' || md5($1::text || n || step), 1, 'SCHEDULED', at, 20, 200
  FROM generate_series(1, $2::int) AS n JOIN moments ON m = n % 1000, generate_series(1, ${EVENTS}) AS step`

/** Writes the rows of a day of so many bookings, past triggers and foreign keys. */
export async function writeDay(client: pg.Client, from: Date, bookings: number): Promise<void> {
  await client.query("SET session_replication_role = 'replica'")
  await client.query(OFFERS, [from, bookings * PREBOOKS, FILLER])
  await client.query(BOOKINGS, [from, bookings, FILLER])
  await client.query(LOG, [from, bookings, FILLER])
  for (const statement of [DELIVERIES, ATTEMPTS]) await client.query(statement, [from, bookings])
  await client.query("SET session_replication_role = 'origin'")
}
