import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../src/platform/migrate.ts'
import { ADMIN_URL, query, urlOf } from './process.ts'

/** The tenant that has half of all bookings, and its endpoints: three that are used, one that has hardly been. */
export const TENANT = 'org_big'
export const BUSY_ENDPOINT = 'whe_big_1'
export const IDLE_ENDPOINT = 'whe_idle'

/** Rows that one statement inserts: its progress is told between them. */
const BATCH = 50_000

const TENANT_OF = `CASE n % 2 WHEN 0 THEN '${TENANT}' ELSE 'org_' || (n / 2) % 50 END`
/** Bookings of two years until now, in the order of their numbers. */
const MADE_AT = `now() - interval '730 days' * (1 - n / $3::int::float8)`
const CHECK_IN_DATE = `to_char(${MADE_AT} + interval '1 day' * (1 + n % 120 * 7919 % 120), 'YYYY-MM-DD')`
/** How many rows there are to one that is rare, where it is to be so many times as often; never all of them. */
function oneIn(rows: number, density: number): number {
  return Math.max(20, Math.floor(rows / density))
}

/** What is rare is old, so that a list which passes over the others passes over nearly all of them. */
function statusOf(density: number): string {
  return `CASE WHEN n < $3::int / 10 AND n % ($3::int / 200) < 2 THEN 'AWAITING_REVIEW'
  WHEN n < $3::int / 10 AND n % ($3::int / 200) < 4 THEN 'PROCESSING' WHEN n % ${oneIn(5_000, density)} IN (4, 5) THEN 'ON_HOLD'
  WHEN n % 20 IN (6, 7) THEN 'FAILED' WHEN n % 20 IN (8, 9, 10) THEN 'CANCELLED' ELSE 'CONFIRMED' END`
}
const TERMS = JSON.stringify({
  supplierHotelId: 'h42',
  stay: { checkInDate: '2030-03-01', checkOutDate: '2030-03-04' },
  nationality: 'GB',
  mappingStatus: 'UNMAPPED',
  allocations: [
    {
      allocationId: 'room_1',
      roomIndex: 0,
      occupancy: { adults: 2, childAges: [] },
      providerRoom: { id: 'r1', name: 'Double room' },
      serviceRoom: null,
    },
  ],
  board: 'ROOM_ONLY',
  price: { total: { amountMinor: 10_000, currency: 'EUR' }, base: null, taxesAndFees: [], nightly: null },
  policy: {
    refundability: 'REFUNDABLE',
    windows: [],
    noShow: null,
    timeZone: 'Europe/London',
    policyText: 'x'.repeat(900),
  },
  guestRequirements: { allGuestsNamed: false, emailRequired: false, phoneRequired: false },
  bookingModes: ['INSTANT'],
  holdDeadlineAt: null,
  roomsLeft: null,
  bookable: true,
})

function bookingsOf(density: number): string {
  return `
  INSERT INTO bookings (id, organization_id, environment, sequence, status, mode, accepted_offer_id, hotel_id, supplier_code,
    connection_id, supplier_reference, hotel_confirmation, needs_operator, client_reference, check_in_date, check_out_date, terms,
    created_at, updated_at)
  SELECT 'ubk_' || lpad(n::text, 9, '0'), ${TENANT_OF}, 'sandbox', 4, ${statusOf(density)}, 'INSTANT', 'off_' || lpad(n::text, 9, '0'), n % 5000,
    'hotelbeds', 'con_' || n % 10, 'ref_' || lpad(n::text, 9, '0'),
    '{"number": null, "status": null, "note": null, "contactPhone": null, "contactName": null}', false,
    CASE WHEN n % 10 < 2 THEN 'standing order' ELSE 'order ' || n END, ${CHECK_IN_DATE}, ${CHECK_IN_DATE}, '${TERMS}',
    ${MADE_AT}, ${MADE_AT}
  FROM generate_series($1::int, $2::int) AS n`
}

const EVENTS = `
  INSERT INTO booking_events (position, xid, id, organization_id, environment, booking_id, sequence, type, body, created_at)
  SELECT n * 4 + step, '0', 'evt_' || lpad((n * 4 + step)::text, 10, '0'), ${TENANT_OF}, 'sandbox', 'ubk_' || lpad(n::text, 9, '0'),
    step, 'booking.updated', '{"data":{"filler":"' || repeat('x', 150) || '"}}', ${MADE_AT}
  FROM generate_series($1::int, $2::int) AS n, generate_series(1, 4) AS step`

/** Rare ones are old here as well. */
function deliveryStatusOf(density: number): string {
  const rare = `n % ${oneIn(4_000, density)}`
  return `CASE WHEN step > 1 OR n > $3::int / 5 THEN 'DELIVERED' WHEN ${rare} IN (4, 5) THEN 'DISCARDED'
  WHEN ${rare} IN (6, 7) THEN 'RETRYING' WHEN ${rare} IN (8, 9) THEN 'PENDING' WHEN n % ${oneIn(400, density)} < 2 THEN 'FAILED'
  WHEN n % ${oneIn(1_000, density)} < 4 THEN 'SKIPPED' ELSE 'DELIVERED' END`
}

function deliveriesOf(density: number): string {
  const status = deliveryStatusOf(density)
  return `
  INSERT INTO webhook_deliveries (id, organization_id, endpoint_id, event_id, event_type, booking_id, event_position, status,
    attempt_count, due_at, created_at, updated_at)
  SELECT 'whd_' || lpad((n * 4 + step)::text, 10, '0'), ${TENANT_OF},
    CASE WHEN n % 2 = 1 THEN 'whe_' || (n / 2) % 50 WHEN n % ($3::int / 50) = 0 THEN '${IDLE_ENDPOINT}' ELSE 'whe_big_' || n / 2 % 3 END,
    'evt_' || lpad((n * 4 + step)::text, 10, '0'), 'booking.updated', 'ubk_' || lpad(n::text, 9, '0'), n * 4 + step,
    ${status}, 1, CASE WHEN ${status} IN ('PENDING', 'RETRYING') THEN now() + interval '1 day' END,
    ${MADE_AT}, ${MADE_AT}
  FROM generate_series($1::int, $2::int) AS n, generate_series(1, 4) AS step`
}

const ATTEMPTS = `
  INSERT INTO webhook_attempts (delivery_id, attempt, trigger, started_at, duration_ms, response_status)
  SELECT 'whd_' || lpad((n * 4 + step)::text, 10, '0'), 1, 'SCHEDULED', ${MADE_AT}, 20, 200
  FROM generate_series($1::int, $2::int) AS n, generate_series(1, 4) AS step`

const ENDPOINTS = `
  INSERT INTO webhook_endpoints (id, organization_id, environment, url, event_types, secrets, created_at, updated_at)
  SELECT id, organization, 'sandbox', 'http://127.0.0.1:9/', '{booking.*}', '[]', now(), now()
  FROM (SELECT 'whe_' || n AS id, 'org_' || n AS organization FROM generate_series(0, 49) AS n
    UNION ALL SELECT unnest('{whe_big_0,whe_big_1,whe_big_2,${IDLE_ENDPOINT}}'::text[]), '${TENANT}') AS made`

/** One in 25 bookings had a case, and of those one in eighty is open. */
function casesOf(density: number): string {
  const every = Math.max(1, Math.floor(25 / density))
  function few(rows: number): string {
    return `n % ${oneIn(rows, density)}`
  }
  return `
  INSERT INTO cases (id, kind, subject, organization_id, booking_id, at_stake_minor, currency, due_at, detail, opened_at, seen_at,
    taken_by, closed_at, closed_by)
  SELECT 'case_' || lpad(n::text, 9, '0'), CASE WHEN ${few(4_000)} = 0 THEN 'REVIEW' ELSE 'DISCREPANCY' END, 'ubk_' || lpad(n::text, 9, '0'),
    ${TENANT_OF}, 'ubk_' || lpad(n::text, 9, '0'), n, 'EUR', CASE WHEN n % 4 = 0 THEN ${MADE_AT} END, '{}', ${MADE_AT}, ${MADE_AT},
    CASE WHEN ${few(5_000)} = 0 THEN 'operator:ada' ELSE 'operator:bob' END,
    CASE WHEN ${few(2_000)} <> 0 THEN now() END, 'operator:bob'
  FROM generate_series(${every}, $3::int, ${every}) AS n WHERE n BETWEEN $1::int AND $2::int`
}

/** One entry for every ten bookings. */
const AUDIT = `
  INSERT INTO audit_log (organization_id, actor, action, subject, created_at)
  SELECT ${TENANT_OF}, CASE WHEN n = 100 THEN 'operator:ada' ELSE 'key:key_' || n % 50 END,
    CASE WHEN n = 100 THEN 'booking.settle' ELSE 'key.roll' END, 'subject_' || n, ${MADE_AT}
  FROM generate_series(10, $3::int, 10) AS n WHERE n BETWEEN $1::int AND $2::int`

function tablesOf(density: number): readonly (readonly [string, string])[] {
  return [
    ['bookings', bookingsOf(density)],
    ['events', EVENTS],
    ['deliveries', deliveriesOf(density)],
    ['attempts', ATTEMPTS],
    ['cases', casesOf(density)],
    ['audit', AUDIT],
  ]
}

/** How many bookings; and how many times as often what is rare, so that few have pages as long as many. */
type Filling = { readonly bookings: number; readonly density?: number }

/**
 * Fills a migrated database with so many bookings, none or 200 at least, and four events and four deliveries of each, past every trigger and
 * foreign key: half of it belongs to `TENANT`, the rest to fifty others.
 */
export async function fill(
  url: string,
  { bookings, density = 1 }: Filling,
  progress: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("SET session_replication_role = 'replica'")
    await client.query("SET synchronous_commit = 'off'")
    await client.query(ENDPOINTS)
    for (const [name, statement] of tablesOf(density))
      for (let from = 1; from <= bookings; from += BATCH) {
        progress(`${name} of ${from} of ${bookings} bookings`)
        await client.query(statement, [from, Math.min(bookings, from + BATCH - 1), bookings])
      }
    await client.query(
      `UPDATE bookings SET needs_operator = true WHERE id IN (SELECT id FROM bookings ORDER BY id LIMIT 20)`,
    )
    await client.query(`SELECT setval('booking_events_position_seq', (SELECT max(position) FROM booking_events))`)
    progress('vacuuming')
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}

/** Makes a migrated database anew; returns its address. */
export async function newDatabase(name: string): Promise<string> {
  await dropDatabase(name)
  await query(ADMIN_URL, `CREATE DATABASE ${name}`)
  await migrate(urlOf(name), join(import.meta.dirname, '../prisma/migrations'))
  return urlOf(name)
}

export async function dropDatabase(name: string): Promise<void> {
  await query(ADMIN_URL, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
}
