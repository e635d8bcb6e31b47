import type { Instant } from '../domain/time.ts'
import { type Database, sql } from './database.ts'
import { IS_SOLD } from './hotels.ts'
import { toDate, toInstant } from './instants.ts'
import { when } from './optional-part.ts'

/** An organization that is linked to a connection. */
export type LinkedOrganization = {
  readonly organizationId: string
  readonly name: string
  readonly enabled: boolean
  readonly isFurther: boolean
}

/** What somebody did to a connection, as the audit log has it. */
export type ConnectionDeed = {
  readonly at: Instant
  readonly actor: string
  readonly reason: string | null
  /** After it: the names of credentials, or what each check found. */
  readonly after: unknown
}

/** A connection as people see it: no credential, sealed or not, and not the path of its notifications, which is a secret too. */
export type WatchedConnectionRow = {
  readonly connectionId: string
  readonly supplierCode: string
  readonly environment: string
  readonly baseUrl: string | null
  readonly settings: Readonly<Record<string, unknown>>
  readonly createdAt: Instant
  readonly organizations: readonly LinkedOrganization[]
  /** Open cases about the connection itself. */
  readonly cases: readonly { readonly caseId: string; readonly kind: string; readonly openedAt: Instant }[]
  /** Who stored its credentials last; null: it was not done by a command, as in the sandbox. */
  readonly connected: ConnectionDeed | null
  readonly tested: ConnectionDeed | null
  /** It was called within the days that counts are kept for. */
  readonly isCalled: boolean
}

type Filter = {
  readonly connectionId: string | null
  readonly organizationId: string | null
  readonly supplierCode: string | null
  readonly after: string | null
  readonly limit: number
}

type DeedRow = Omit<ConnectionDeed, 'at'> & { readonly at: string }
type Row = Omit<WatchedConnectionRow, 'createdAt' | 'cases' | 'connected' | 'tested'> & {
  readonly createdAt: Date
  readonly cases: readonly { readonly caseId: string; readonly kind: string; readonly openedAt: string }[]
  readonly connected: DeedRow | null
  readonly tested: DeedRow | null
}

const LINKS = sql`(
  SELECT organization_id, connection_id, enabled, false AS is_further FROM organization_suppliers
  UNION ALL SELECT organization_id, connection_id, enabled, true FROM further_connections f WHERE NOT EXISTS (
    SELECT 1 FROM organization_suppliers o WHERE o.organization_id = f.organization_id AND o.connection_id = f.connection_id
  )
)`

function deed(action: string) {
  return sql`(SELECT jsonb_build_object('at', created_at, 'actor', actor, 'reason', details ->> 'reason', 'after', details -> 'after')
    FROM audit_log WHERE subject = c.id AND action = ${action} ORDER BY id DESC LIMIT 1)`
}

export function createWatchedConnectionStore(db: Database) {
  return { ...connectionLists(db), ...connectionFigures(db) }
}

function connectionLists(db: Database) {
  return {
    /** A page of connections by their ids. */
    list: async ({
      connectionId,
      organizationId,
      supplierCode,
      after,
      limit,
    }: Filter): Promise<WatchedConnectionRow[]> => {
      const rows = await db.$queryRaw<Row[]>`
      SELECT c.id AS "connectionId", c.supplier_code AS "supplierCode", c.environment, c.base_url AS "baseUrl", c.settings,
        c.created_at AS "createdAt",
        coalesce((SELECT jsonb_agg(jsonb_build_object('organizationId', o.id, 'name', o.name, 'enabled', l.enabled,
            'isFurther', l.is_further) ORDER BY o.id)
          FROM ${LINKS} l JOIN organizations o ON o.id = l.organization_id WHERE l.connection_id = c.id), '[]') AS organizations,
        coalesce((SELECT jsonb_agg(jsonb_build_object('caseId', id, 'kind', kind, 'openedAt', opened_at) ORDER BY opened_at)
          FROM cases WHERE subject = c.id AND closed_at IS NULL), '[]') AS cases,
        ${deed('supplier.connect')} AS connected, ${deed('supplier.test')} AS tested,
        EXISTS (SELECT 1 FROM supplier_call_counts WHERE connection_id = c.id) AS "isCalled"
      FROM supplier_connections c
      WHERE true ${when(connectionId, (value) => sql`AND c.id = ${value}`)}
        ${when(supplierCode, (value) => sql`AND c.supplier_code = ${value}`)}
        ${when(after, (value) => sql`AND c.id > ${value}`)}
        ${when(organizationId, (value) => sql`AND EXISTS (SELECT 1 FROM ${LINKS} l WHERE l.connection_id = c.id AND l.organization_id = ${value})`)}
      ORDER BY c.id LIMIT ${limit}::int`
      return rows.map(toConnection)
    },
  }
}

function connectionFigures(db: Database) {
  return {
    /** The bookings of a connection since then, and how the supplier took our orders; `isMore`: only the newest are counted. */
    sold: async (connectionId: string, since: Instant) => {
      const mine = sql`SELECT b.id, b.status FROM bookings b
        WHERE b.connection_id = ${connectionId} AND b.created_at >= ${toDate(since)}::timestamptz
        ORDER BY b.created_at DESC LIMIT ${MOST_BOOKINGS + 1}::int`
      const statuses = await db.$queryRaw<{ status: string; count: number }[]>`
      SELECT status, count(*)::int AS count FROM (${mine}) mine GROUP BY status ORDER BY status`
      const attempts = await db.$queryRaw<
        { operation: string; outcome: string | null; code: string | null; count: number }[]
      >`
      SELECT a.operation, a.outcome, a.supplier_error_code AS code, count(*)::int AS count
      FROM (${mine}) mine JOIN booking_attempts a ON a.booking_id = mine.id
      GROUP BY 1, 2, 3 ORDER BY count DESC, 1, 2, 3 LIMIT 100`
      const bookings = statuses.reduce((sum, { count }) => sum + count, 0)
      return { statuses, attempts, isMore: bookings > MOST_BOOKINGS }
    },

    /** How many listings of a supplier are sold, doubted and of no hotel, as a worker has counted them; null: nobody has. */
    mapping: async (
      supplierCode: string,
    ): Promise<{ countedAt: Instant; states: { state: string; value: number }[] } | null> => {
      const [row] = await db.$queryRaw<{ countedAt: Date; states: { state: string; value: number }[] }[]>`
      SELECT begun_at AS "countedAt", coalesce((
        SELECT jsonb_agg(jsonb_build_object('state', g ->> 'state', 'value', (g ->> 'value')::float8))
        FROM jsonb_array_elements(gauges -> 'catalogueMapped') g WHERE g ->> 'supplier' = ${supplierCode}
      ), '[]') AS states
      FROM catalogue_health WHERE gauges ? 'catalogueMapped'`
      return row ? { countedAt: toInstant(row.countedAt), states: row.states } : null
    },

    /** How many hotels the places have, and of how many of them each supplier has a listing that may be sold; `limit` are looked through. */
    listedIn: async (
      placeIds: readonly number[],
      limit: number,
    ): Promise<{ hotels: number; bySupplier: ReadonlyMap<string, number> }> => {
      const rows = await db.$queryRaw<{ supplierCode: string | null; count: number }[]>`
      WITH there AS MATERIALIZED (SELECT id FROM hotels WHERE place_id = ANY (${[...placeIds]}::int[]) LIMIT ${limit}::int)
      SELECT NULL AS "supplierCode", count(*)::int AS count FROM there
      UNION ALL
      SELECT s.supplier_code, count(DISTINCT s.hotel_id)::int FROM there JOIN supplier_hotels s ON s.hotel_id = there.id
      WHERE ${IS_SOLD} GROUP BY s.supplier_code`
      const counts = new Map(rows.map(({ supplierCode, count }) => [supplierCode ?? '', count]))
      return { hotels: counts.get('') ?? 0, bySupplier: counts }
    },

    /** The nightly comparison with the supplier's books; null: none is planned. */
    comparison: async (
      connectionId: string,
    ): Promise<{ dueAt: Date; finishedAt: Date | null; summary: unknown } | null> => {
      const row = await db.supplierComparison.findUnique({ where: { connectionId } })
      return row && { dueAt: row.dueAt, finishedAt: row.finishedAt, summary: row.summary }
    },
  }
}

const MOST_BOOKINGS = 10_000

function toDeed(row: DeedRow | null): ConnectionDeed | null {
  return row && { ...row, at: Date.parse(row.at) }
}

function toConnection(row: Row): WatchedConnectionRow {
  return {
    ...row,
    createdAt: toInstant(row.createdAt),
    cases: row.cases.map((one) => ({ ...one, openedAt: Date.parse(one.openedAt) })),
    connected: toDeed(row.connected),
    tested: toDeed(row.tested),
  }
}
