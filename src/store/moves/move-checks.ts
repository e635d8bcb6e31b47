import { OF_CONNECTIONS } from './moved-tables.ts'
import type { CellSession } from './moving-rows.ts'

/** The migrations that a cell has, by name. */
export async function migrationsOf(session: CellSession): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
  )
  return rows.map(({ name }) => name)
}

/** The hotels that an organization has booked and its cell still has. */
export async function hotelsBooked(session: CellSession, organizationId: string): Promise<number[]> {
  const { rows } = await session.query<{ id: number }>(
    'SELECT id FROM hotels WHERE id IN (SELECT hotel_id FROM bookings WHERE organization_id = $1)',
    [organizationId],
  )
  return rows.map(({ id }) => id)
}

/** Those of some hotels that a cell does not have. */
export async function unknownHotels(session: CellSession, hotelIds: readonly number[]): Promise<number[]> {
  const { rows } = await session.query<{ id: number }>(
    'SELECT id FROM unnest($1::int[]) AS asked(id) WHERE NOT EXISTS (SELECT FROM hotels WHERE hotels.id = asked.id) ORDER BY id',
    [hotelIds],
  )
  return rows.map(({ id }) => id)
}

/** From here on are numbers that a cell's mapping gives to hotels of which no file has told (the sequence `created_hotel_ids`). */
const FIRST_MADE = 1_000_000_000

/** A supplier's listing, and the hotel that it is in some cell. */
export type MappedListing = {
  readonly hotelId: number
  readonly supplierCode: string
  readonly supplierHotelId: string
}

/** The numbers of hotels that a cell has made itself and an organization has booked, also of those that the cell has no more. */
export async function madeBooked(session: CellSession, organizationId: string): Promise<number[]> {
  const { rows } = await session.query<{ id: number }>(
    `SELECT DISTINCT hotel_id AS id FROM bookings WHERE organization_id = $1 AND hotel_id >= ${FIRST_MADE} ORDER BY 1`,
    [organizationId],
  )
  return rows.map(({ id }) => id)
}

/** The listings of some hotels in a cell. */
export async function listingsOf(session: CellSession, hotelIds: readonly number[]): Promise<MappedListing[]> {
  const { rows } = await session.query<MappedListing>(
    `SELECT hotel_id AS "hotelId", supplier_code AS "supplierCode", supplier_hotel_id AS "supplierHotelId"
     FROM supplier_hotels WHERE hotel_id = ANY($1::int[]) ORDER BY 1, 2, 3`,
    [hotelIds],
  )
  return rows
}

/** Those of some hotels of another cell whose number this one has, for none of their listings there: it may be any other hotel. */
export async function otherHotels(
  session: CellSession,
  hotelIds: readonly number[],
  listings: readonly MappedListing[],
): Promise<number[]> {
  const { rows } = await session.query<{ id: number }>(
    `SELECT id FROM hotels WHERE id = ANY($1::int[]) AND NOT EXISTS (
       SELECT FROM jsonb_to_recordset($2::jsonb) AS asked("hotelId" int, "supplierCode" text, "supplierHotelId" text)
         JOIN supplier_hotels known ON known.supplier_code = asked."supplierCode" AND known.supplier_hotel_id = asked."supplierHotelId"
       WHERE asked."hotelId" = hotels.id AND known.hotel_id = hotels.id
     ) ORDER BY 1`,
    [hotelIds, JSON.stringify(listings)],
  )
  return rows.map(({ id }) => id)
}

type PortalUser = {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly subject: string | null
}

/** The users of an organization's portal. */
export async function portalUsersOf(session: CellSession, organizationId: string): Promise<PortalUser[]> {
  const { rows } = await session.query<PortalUser>(
    'SELECT id, name, email, subject FROM console_users WHERE organization_id = $1 ORDER BY id',
    [organizationId],
  )
  return rows
}

/** Those of an organization's users whose name, e-mail within it or subject in portals is another one's in a cell. */
export async function takenUsers(
  session: CellSession,
  organizationId: string,
  users: readonly PortalUser[],
): Promise<string[]> {
  const { rows } = await session.query<{ id: string }>(
    `SELECT asked.id FROM jsonb_to_recordset($1::jsonb) AS asked(id text, name text, email text, subject text)
     WHERE EXISTS (SELECT FROM console_users u WHERE u.id <> asked.id AND (u.name = asked.name
       OR (u.email = asked.email AND u.organization_id = $2)
       OR (u.subject = asked.subject AND u.organization_id IS NOT NULL))) ORDER BY 1`,
    [JSON.stringify(users), organizationId],
  )
  return rows.map(({ id }) => id)
}

export type CellConnection = {
  readonly id: string
  readonly supplierCode: string
  readonly environment: string
  /** Null: the supplier's own. */
  readonly baseUrl: string | null
  /** Sealed under the master key of its cell. */
  readonly credentials: Uint8Array
}

/** The connections that an organization's links, bookings and offers name; with `ids`, those that a cell has of these. */
export async function connectionsOf(
  session: CellSession,
  organizationId: string,
  ids: readonly string[] = [],
): Promise<CellConnection[]> {
  const { rows } = await session.query<CellConnection>(
    `SELECT t.id, t.supplier_code AS "supplierCode", t.environment, t.base_url AS "baseUrl", t.credentials FROM supplier_connections t
     WHERE ${OF_CONNECTIONS} OR t.id = ANY($2::text[]) ORDER BY t.id`,
    [organizationId, ids],
  )
  return rows
}

const CLOCK_LOOKS = 3

/**
 * By how much the target's clock is ahead of the source's, ms; negative when it is behind. The least of a few looks, since what an answer
 * takes on its way counts as well, and is not the same twice.
 */
export async function targetAheadMs(source: CellSession, target: CellSession): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let looks = 0; looks < CLOCK_LOOKS; looks += 1) {
    const beganAt = performance.now()
    const ours = await timeIn(source)
    const theirs = await timeIn(target)
    // Each was asked in the middle of its own half.
    const ahead = theirs - ours - (performance.now() - beganAt) / 2
    if (Math.abs(ahead) < Math.abs(least)) least = ahead
  }
  return least
}

async function timeIn(session: CellSession): Promise<number> {
  const { rows } = await session.query<{ ms: number }>(
    'SELECT (extract(epoch FROM gateway_now()) * 1000)::float8 AS ms',
  )
  if (!rows[0]) throw new Error('Postgres told no time')
  return rows[0].ms
}
