import { firstIdAt } from '../domain/ids.ts'
import type { Instant } from '../domain/time.ts'
import { type Database, type Sql, sql } from './database.ts'
import { toDate, toInstant, toInstantOrNull } from './instants.ts'
import { when } from './optional-part.ts'

/** Why an exchange was kept: all of its kind are, it is a sample, a sample of more for a while, or it went wrong. */
export const KEPT_BECAUSE = ['ALWAYS', 'SHARE', 'RAISED', 'FAILED'] as const
export type KeptBecause = (typeof KEPT_BECAUSE)[number]

/** An exchange in a list, without what was said. Times are ms. */
export type ListedExchange = {
  readonly exchangeId: string
  readonly connectionId: string
  readonly supplierCode: string
  readonly operation: string
  /** The HTTP status, or why none came. */
  readonly outcome: string
  readonly why: KeptBecause
  /** Which share of such exchanges was kept then, 0 to 1. */
  readonly share: number
  readonly requestId: string
  readonly bookingId: string | null
  readonly hotels: readonly string[]
  readonly number: number
  readonly at: Instant
  readonly connectedMs: number | null
  readonly firstByteMs: number | null
  readonly totalMs: number
  readonly requestBytes: number
  readonly answerBytes: number | null
  readonly packedBytes: number | null
  readonly failure: string | null
}

/** An exchange to be kept. `request` and `answer` have neither people nor secrets in them. */
export type NewExchange = ListedExchange & { readonly request: unknown; readonly answer: unknown }

/** Somebody has asked that it stays; null: nobody has. */
type Pin = { readonly pinnedAt: Instant | null; readonly pinnedBy: string | null; readonly pinNote: string | null }

export type FoundExchange = NewExchange & Pin

export type TrafficFilter = {
  readonly connectionId: string | null
  readonly operation: string | null
  /** Exactly, or by its class: `5xx`; `failed`: all but 200 to 399. */
  readonly outcome: string | null
  readonly requestId: string | null
  readonly bookingId: string | null
  readonly pinned: boolean
}

/** `next`: the id after which to go on; null: there are no more. `isCut`: so many were looked at, and there may be others. */
export type TrafficPage = {
  readonly items: readonly (ListedExchange & Pick<Pin, 'pinnedAt'>)[]
  readonly next: string | null
  readonly isCut: boolean
}

/** Of one connection more is kept, until then. */
export type TrafficRaise = {
  readonly connectionId: string
  readonly share: number
  readonly until: Instant
  readonly raisedBy: string
}

/** Exchanges that a page passes over at most. */
const MOST_PASSED = 20_000
/** Pinned exchanges at most: they outlive the term. */
export const MOST_PINNED = 100
/** The lock of whoever counts the pins; any number that nothing else has. */
const PIN_LOCK = 4_711_056

const LISTED = sql.names([
  'id AS "exchangeId"',
  'connection_id AS "connectionId"',
  'supplier_code AS "supplierCode"',
  'operation',
  'outcome',
  'why',
  'share',
  'request_id AS "requestId"',
  'booking_id AS "bookingId"',
  'hotels',
  'number',
  'at',
  'connected_ms AS "connectedMs"',
  'first_byte_ms AS "firstByteMs"',
  'total_ms AS "totalMs"',
  'request_bytes AS "requestBytes"',
  'answer_bytes AS "answerBytes"',
  'packed_bytes AS "packedBytes"',
  'failure',
  'pinned_at AS "pinnedAt"',
])

type ListedRow = Omit<ListedExchange, 'at'> & { readonly at: Date; readonly pinnedAt: Date | null }
type FoundRow = ListedRow & Pick<Pin, 'pinnedBy' | 'pinNote'> & Pick<NewExchange, 'request' | 'answer'>
type RaiseRow = Omit<TrafficRaise, 'until'> & { readonly until: Date }

export function createSupplierTrafficStore(db: Database) {
  return { ...written(db), ...read(db), ...pins(db), ...raises(db) }
}

function listed<Row extends ListedRow>(row: Row) {
  return { ...row, at: toInstant(row.at), pinnedAt: toInstantOrNull(row.pinnedAt) }
}

function isOutcome(outcome: string): Sql {
  if (outcome === 'failed') return sql`AND outcome !~ '^[23]\\d\\d$'`
  return /^\dxx$/.test(outcome) ? sql`AND outcome LIKE ${`${outcome[0]}__`}` : sql`AND outcome = ${outcome}`
}

function written(db: Database) {
  return {
    /** Keeps exchanges, in one statement. */
    add: async (fresh: readonly NewExchange[]): Promise<void> => {
      if (fresh.length === 0) return
      const rows = fresh.map((one) => ({ ...one, at: toDate(one.at).toISOString() }))
      await db.$executeRaw`
      INSERT INTO supplier_exchanges (id, connection_id, supplier_code, operation, outcome, why, share, request_id, booking_id, hotels,
        number, at, connected_ms, first_byte_ms, total_ms, request_bytes, answer_bytes, packed_bytes, failure, request, answer)
      SELECT "exchangeId", "connectionId", "supplierCode", operation, outcome, why, share, "requestId", "bookingId", hotels,
        number, at, "connectedMs", "firstByteMs", "totalMs", "requestBytes", "answerBytes", "packedBytes", failure, request,
        nullif(answer, 'null'::jsonb)
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS fresh("exchangeId" text, "connectionId" text, "supplierCode" text,
        operation text, outcome text, why text, share float8, "requestId" text, "bookingId" text, hotels text[], number int,
        at timestamptz, "connectedMs" float8, "firstByteMs" float8, "totalMs" float8, "requestBytes" int, "answerBytes" int,
        "packedBytes" int, failure text, request jsonb, answer jsonb)`
    },

    /** Deletes those of before that no partition takes with it and nobody has pinned. Returns how many, `limit` at most. */
    deleteOld: (before: Instant, limit: number): Promise<number> =>
      db.$executeRaw`
      DELETE FROM supplier_exchanges WHERE id IN (
        SELECT id FROM supplier_exchanges_default
        WHERE id < ${firstIdAt('exchange', before)} AND pinned_at IS NULL ORDER BY id LIMIT ${limit}::int
      )`,
  }
}

function read(db: Database) {
  return {
    /** The newest first, after the last id of the page before. It passes over 20,000 that the filters leave out, then it stops. */
    page: async (
      { connectionId, operation, outcome, requestId, bookingId, pinned }: TrafficFilter,
      { after, limit }: { readonly after: string | null; readonly limit: number },
    ): Promise<TrafficPage> => {
      const rows = await db.$queryRaw<(ListedRow & { lastId: string | null; seen: number })[]>`
      WITH seen AS MATERIALIZED (
        SELECT id, operation, outcome FROM supplier_exchanges
        WHERE TRUE ${when(after, (id) => sql`AND id < ${id}`)} ${when(connectionId, (id) => sql`AND connection_id = ${id}`)}
          ${when(requestId, (id) => sql`AND request_id = ${id}`)} ${when(bookingId, (id) => sql`AND booking_id = ${id}`)}
          ${pinned ? sql`AND pinned_at IS NOT NULL` : sql``}
        ORDER BY id DESC LIMIT ${MOST_PASSED}::int
      ), found AS (
        SELECT id FROM seen
        WHERE TRUE ${when(operation, (name) => sql`AND operation = ${name}`)} ${when(outcome, isOutcome)}
        ORDER BY id DESC LIMIT ${limit + 1}::int
      ), passed AS (SELECT min(id) AS "lastId", count(*)::int AS seen FROM seen)
      SELECT passed.*, exchange.* FROM passed
      LEFT JOIN (SELECT ${LISTED} FROM supplier_exchanges WHERE id IN (SELECT id FROM found)) AS exchange ON TRUE
      ORDER BY exchange."exchangeId" DESC`
      const items = rows.flatMap(({ lastId: _last, seen: _seen, ...row }) =>
        row.exchangeId === null ? [] : listed(row),
      )
      const isCut = items.length <= limit && rows[0]?.seen === MOST_PASSED
      const shown = items.slice(0, limit)
      const next = items.length > limit ? (shown.at(-1)?.exchangeId ?? null) : isCut ? (rows[0]?.lastId ?? null) : null
      return { items: shown, next, isCut }
    },

    find: async (exchangeId: string): Promise<FoundExchange | null> => {
      const rows = await db.$queryRaw<FoundRow[]>`
      SELECT ${LISTED}, request, answer, pinned_by AS "pinnedBy", pin_note AS "pinNote"
      FROM supplier_exchanges WHERE id = ${exchangeId}`
      return rows[0] ? listed(rows[0]) : null
    },

    /** What all of it takes on disk, bytes. */
    bytes: async (): Promise<number> => {
      const rows = await db.$queryRaw<{ bytes: number }[]>`
      SELECT coalesce(sum(pg_total_relation_size(inhrelid)), 0)::float8 AS bytes FROM pg_inherits
      WHERE inhparent = 'supplier_exchanges'::regclass`
      return rows[0]?.bytes ?? 0
    },
  }
}

function pins(db: Database) {
  return {
    /** Pins an exchange, in the caller's transaction: FULL when 100 are. Pinning one again changes its note. */
    pin: async (
      exchangeId: string,
      { by, note, now }: { readonly by: string; readonly note: string | null; readonly now: Instant },
    ): Promise<'PINNED' | 'FULL'> => {
      await db.$executeRaw`SELECT pg_advisory_xact_lock(${PIN_LOCK}::bigint)`
      const changed = await db.$executeRaw`
      UPDATE supplier_exchanges SET pinned_at = coalesce(pinned_at, ${toDate(now)}::timestamptz), pinned_by = ${by}, pin_note = ${note}
      WHERE id = ${exchangeId} AND (pinned_at IS NOT NULL
        OR (SELECT count(*) FROM supplier_exchanges WHERE pinned_at IS NOT NULL) < ${MOST_PINNED}::int)`
      return changed === 1 ? 'PINNED' : 'FULL'
    },

    unpin: async (exchangeId: string): Promise<void> => {
      await db.$executeRaw`
      UPDATE supplier_exchanges SET pinned_at = NULL, pinned_by = NULL, pin_note = NULL WHERE id = ${exchangeId}`
    },

    countPins: async (): Promise<number> => {
      const rows = await db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM supplier_exchanges WHERE pinned_at IS NOT NULL`
      return rows[0]?.count ?? 0
    },
  }
}

function raises(db: Database) {
  return {
    /** Sets the share of a connection until then; those of others that have ended go. */
    raise: async ({ connectionId, share, until, raisedBy }: TrafficRaise, now: Instant): Promise<void> => {
      await db.$executeRaw`DELETE FROM traffic_raises WHERE until <= ${toDate(now)}::timestamptz`
      await db.$executeRaw`
      INSERT INTO traffic_raises (connection_id, share, until, raised_by)
      VALUES (${connectionId}, ${share}::float8, ${toDate(until)}::timestamptz, ${raisedBy})
      ON CONFLICT (connection_id) DO UPDATE
      SET share = EXCLUDED.share, until = EXCLUDED.until, raised_by = EXCLUDED.raised_by`
    },

    endRaise: async (connectionId: string): Promise<void> => {
      await db.$executeRaw`DELETE FROM traffic_raises WHERE connection_id = ${connectionId}`
    },

    /** Those that have not ended. */
    raises: async (now: Instant): Promise<TrafficRaise[]> => {
      const rows = await db.$queryRaw<RaiseRow[]>`
      SELECT connection_id AS "connectionId", share, until, raised_by AS "raisedBy" FROM traffic_raises
      WHERE until > ${toDate(now)}::timestamptz ORDER BY connection_id`
      return rows.map((row) => ({ ...row, until: toInstant(row.until) }))
    },
  }
}
