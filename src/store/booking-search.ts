import type { BookingStatus } from '../domain/booking.ts'
import type { BookingView } from '../domain/booking-views.ts'
import { firstIdAt, ID_PREFIXES } from '../domain/ids.ts'
import type { Money } from '../domain/money.ts'
import { type CalendarDate, DAY_MS, type Instant, MINUTE_MS } from '../domain/time.ts'
import { type BookingSummary, NOT_IN_SUMMARY } from './booking.ts'
import { toSummary } from './bookings.ts'
import { type Database, type Sql, sql } from './database.ts'
import { toDate } from './instants.ts'
import { when } from './optional-part.ts'
import { timeOf } from './own-time.ts'

/** Whose bookings: null: of all organizations. */
export type BookingScope = { readonly organizationId: string | null; readonly environment: string }

/** Where a page ended. */
export type BookingPlace = { readonly createdAt: Instant; readonly bookingId: string }

export type BookingQuery = BookingScope & {
  readonly view: BookingView | null
  /** Empty: all. */
  readonly statuses: readonly BookingStatus[]
  readonly supplierCode: string | null
  readonly connectionId: string | null
  readonly hotelId: number | null
  readonly createdFrom: Instant | null
  readonly createdUntil: Instant | null
  readonly checkInFrom: CalendarDate | null
  readonly checkInUntil: CalendarDate | null
  /** When it was cancelled: those that are CANCELLED alone. */
  readonly cancelledFrom: Instant | null
  readonly cancelledUntil: Instant | null
  readonly after: BookingPlace | null
  readonly limit: number
}

/** A booking as operators list it. */
export type FoundBooking = BookingSummary & {
  readonly checkInDate: CalendarDate
  readonly checkOutDate: CalendarDate
  readonly total: Money
  /** What the supplier charges, as its record says; null while it has not said. */
  readonly charged: Money | null
  /** As it was sold; null in bookings of before. */
  readonly hotelName: string | null
}

/** `lookedUntil`: the search stopped there, because it had passed over too many bookings; null: it went to the end of the page. */
export type BookingSearchPage = {
  readonly bookings: readonly FoundBooking[]
  readonly lookedUntil: BookingPlace | null
}

/** A page passes over so many bookings at most that its filters leave out. */
export const LOOKED_THROUGH = 20_000

/** The bookings that match an operator's query, newest first. */
export async function searchBookings(db: Database, query: BookingQuery): Promise<BookingSearchPage> {
  const { bookingIds, lookedUntil } = await searchIds(db, query)
  return { bookings: await listFound(db, bookingIds), lookedUntil }
}

type FoundIds = { readonly bookingIds: readonly string[] } & Pick<BookingSearchPage, 'lookedUntil'>

type FoundRow = { readonly ids: readonly string[]; readonly lastId: string | null; readonly lastAt: Date | null }

/**
 * The same, ids alone. The last booking that it may pass over is read in the same statement, of the same moment, and only when the page is not
 * full: bookings that are made meanwhile would push it into those that were found, or away from them. `CASE` sees to the latter: a condition
 * of a join is a filter behind the read on Postgres 18.
 */
export async function searchIds(db: Database, query: BookingQuery): Promise<FoundIds> {
  const { rows, order } = rangeOf(query)
  const [found] = await db.$queryRaw<FoundRow[]>`
  WITH found AS MATERIALIZED (
    SELECT b.id FROM (${rows} LIMIT ${LOOKED_THROUGH}::int) b
    WHERE b.environment = ${query.environment} ${filtersOf(query)}
    ORDER BY ${order} LIMIT ${query.limit}::int
  ), last AS MATERIALIZED (
    SELECT id, created_at FROM (${rows} OFFSET ${LOOKED_THROUGH - 1}::int LIMIT 1) b
  ), page AS (
    SELECT (SELECT count(*) FROM found) < ${query.limit}::int AS has_room
  )
  SELECT ARRAY(SELECT id FROM found) AS ids,
    CASE WHEN has_room THEN (SELECT id FROM last) END AS "lastId",
    CASE WHEN has_room THEN (SELECT created_at FROM last) END AS "lastAt"
  FROM page`
  const { ids = [], lastId = null, lastAt = null } = found ?? {}
  const isAtEnd = lastId === null || lastAt === null
  return { bookingIds: ids, lookedUntil: isAtEnd ? null : { bookingId: lastId, createdAt: lastAt.getTime() } }
}

/** Bookings by their ids, in the order of these, without those that do not exist. */
export async function listFound(db: Database, bookingIds: readonly string[]): Promise<FoundBooking[]> {
  if (bookingIds.length === 0) return []
  const ids = [...bookingIds]
  const [rows, sold] = await Promise.all([
    db.booking.findMany({ where: { id: { in: ids } }, omit: NOT_IN_SUMMARY }),
    db.$queryRaw<Sold[]>`
    SELECT id, terms->'price'->'total' AS total, terms->'hotel'->>'name' AS "hotelName", supplier_told->'charged' AS charged
    FROM bookings WHERE id = ANY (${ids}::text[])`,
  ])
  const soldById = new Map(sold.map((one) => [one.id, one]))
  const found = new Map(
    rows.flatMap((row) => {
      const { id: _id, ...of } = soldById.get(row.id) ?? { id: '' }
      if (!('total' in of)) return []
      const { checkInDate, checkOutDate } = row
      return [[row.id, { ...toSummary(row), checkInDate, checkOutDate, ...of }] as const]
    }),
  )
  return ids.flatMap((id) => found.get(id) ?? [])
}

type Sold = { readonly id: string } & Pick<FoundBooking, 'total' | 'hotelName' | 'charged'>

type Range = { readonly rows: Sql; readonly order: Sql }

const BY_ID = sql`b.id DESC`
const BY_CREATION = sql`b.created_at DESC, b.id DESC`
const WAITING = sql`b.status IN ('AWAITING_REVIEW', 'PROCESSING', 'ON_HOLD', 'CANCELLATION_PENDING')`
const WAITS: readonly BookingStatus[] = ['AWAITING_REVIEW', 'PROCESSING', 'ON_HOLD', 'CANCELLATION_PENDING']

/** Bookings that wait for something are few, and have an index of their own. */
function isWaiting({ statuses, organizationId }: BookingQuery): boolean {
  return organizationId === null && statuses.length > 0 && statuses.every((one) => WAITS.includes(one))
}

const ARRIVES_WITHIN = sql`interval '3 days'`

/** The bookings among which the others are looked for, in an order that an index has. */
function rangeOf(query: BookingQuery): Range {
  const { view, hotelId, connectionId, organizationId } = query
  const own = view === null ? null : VIEW_RANGES[view]?.(query)
  if (own) return { rows: sql`${own} ${olderById(query)} ORDER BY ${BY_ID}`, order: BY_ID }
  if (isWaiting(query)) return byId(sql`${WAITING} AND b.status = ANY (${[...query.statuses]}::text[])`, query)
  if (hotelId !== null) return byId(sql`b.hotel_id = ${hotelId}::int`, query)
  const arriving = arrivingIn(query)
  if (arriving) return { rows: sql`${arriving} ${olderById(query)} ORDER BY ${BY_ID}`, order: BY_ID }
  if (connectionId !== null) return byCreation(sql`b.connection_id = ${connectionId}`, query)
  if (organizationId !== null) return byCreation(ofOrganization(organizationId, query), query)
  return byId(sql`true`, query)
}

/** Arrivals of more days than these are no narrow question. */
const MOST_DAYS = 31

/** The bookings that arrive on some days, which have an index by organization; null: the days are open, or too many. */
function arrivingIn({ checkInFrom, checkInUntil, organizationId, environment }: BookingQuery): Sql | null {
  if (checkInFrom === null || checkInUntil === null) return null
  if (Date.parse(checkInUntil) - Date.parse(checkInFrom) > MOST_DAYS * DAY_MS) return null
  return sql`SELECT b.* FROM organizations o CROSS JOIN LATERAL (
      SELECT b.* FROM bookings b WHERE b.organization_id = o.id AND b.environment = ${environment}
        AND b.check_in_date BETWEEN ${checkInFrom} AND ${checkInUntil}
    ) b WHERE true ${when(organizationId, (id) => sql`AND o.id = ${id}`)}`
}

function ofOrganization(organizationId: string, { environment, statuses }: BookingQuery): Sql {
  const [status] = statuses.length === 1 ? statuses : []
  return sql`b.organization_id = ${organizationId} AND b.environment = ${environment}
    ${when(status ?? null, (one) => sql`AND b.status = ${one}`)}`
}

function byId(which: Sql, query: BookingQuery): Range {
  return { rows: sql`SELECT b.* FROM bookings b WHERE ${which} ${olderById(query)} ORDER BY ${BY_ID}`, order: BY_ID }
}

function byCreation(which: Sql, { after, createdFrom, createdUntil }: BookingQuery): Range {
  const rows = sql`SELECT b.* FROM bookings b WHERE ${which}
    ${when(createdFrom, (at) => sql`AND b.created_at >= ${toDate(at)}::timestamptz`)}
    ${when(createdUntil, (at) => sql`AND b.created_at < ${toDate(at)}::timestamptz`)}
    ${when(after, (last) => sql`AND (b.created_at, b.id) < (${toDate(last.createdAt)}::timestamptz, ${last.bookingId})`)}
    ORDER BY ${BY_CREATION}`
  return { rows, order: BY_CREATION }
}

/**
 * The lowest id of a booking that was made at a time, or later. Ids are of real time: of the organization of a sandbox that lives furthest
 * ahead, a booking of that time has an id that is older by so much.
 */
function lowestIdAt(at: number): Sql {
  return sql`gateway_first_id(${ID_PREFIXES.booking}, ${toDate(at - MINUTE_MS)}::timestamptz
    - make_interval(secs => coalesce((SELECT max(offset_ms) FROM sandbox_clocks WHERE offset_ms > 0), 0) / 1000.0))`
}

/** Ids are in the order in which bookings were made. */
export function olderById({
  after,
  createdFrom,
  createdUntil,
}: Pick<BookingQuery, 'after' | 'createdFrom' | 'createdUntil'>): Sql {
  return sql`${when(after, (last) => sql`AND b.id < ${last.bookingId}`)}
    ${when(createdFrom, (at) => sql`AND b.id >= (SELECT ${lowestIdAt(at)})`)}
    ${when(createdUntil, (at) => sql`AND b.id < ${firstIdAt('booking', at + MINUTE_MS)}`)}`
}

/** The views whose bookings an index has together. */
const VIEW_RANGES: Readonly<Partial<Record<BookingView, (query: BookingQuery) => Sql>>> = {
  STUCK: () => sql`SELECT b.* FROM bookings b WHERE ${WAITING} AND b.status IN ('PROCESSING', 'CANCELLATION_PENDING')`,
  AWAITING_REVIEW: () => sql`SELECT b.* FROM bookings b WHERE ${WAITING} AND b.status = 'AWAITING_REVIEW'`,
  NEEDS_OPERATOR: () =>
    sql`SELECT b.* FROM bookings b WHERE (b.status = 'AWAITING_REVIEW' OR b.needs_operator) AND b.needs_operator`,
  HOLD_OVER: () => sql`SELECT b.* FROM bookings b WHERE ${WAITING} AND b.status = 'ON_HOLD'`,
  ARRIVING_UNCONFIRMED: ({ organizationId, environment }) => sql`
    SELECT b.* FROM organizations o CROSS JOIN LATERAL (
      SELECT b.* FROM bookings b WHERE b.organization_id = o.id AND b.environment = ${environment} AND b.status = 'CONFIRMED'
        AND b.check_in_date BETWEEN to_char(gateway_now(o.id) AT TIME ZONE 'UTC', 'YYYY-MM-DD')
          AND to_char((gateway_now(o.id) + ${ARRIVES_WITHIN}) AT TIME ZONE 'UTC', 'YYYY-MM-DD')
    ) b WHERE true ${when(organizationId, (id) => sql`AND o.id = ${id}`)}`,
  DIFFERS: () => sql`
    SELECT b.* FROM cases c JOIN bookings b ON b.id = c.booking_id WHERE c.kind = 'DISCREPANCY' AND c.closed_at IS NULL`,
}

const VIEW_FILTERS: Readonly<Record<BookingView, Sql>> = {
  STUCK: sql`AND b.pending_since < ${timeOf(sql`b.organization_id`)} - interval '10 minutes'`,
  AWAITING_REVIEW: sql``,
  NEEDS_OPERATOR: sql``,
  HOLD_OVER: sql`AND b.hold_deadline_at < ${timeOf(sql`b.organization_id`)}`,
  FAILED_TODAY: sql`AND b.status = 'FAILED'`,
  ARRIVING_UNCONFIRMED: sql`AND b.hotel_confirmation->>'number' IS NULL`,
  DIFFERS: sql``,
  CANCELLED_LATE: sql`AND b.status = 'CANCELLED'
    AND coalesce(b.cancellation->'chargedPenalty'->>'amountMinor', b.cancellation->'penalty'->>'amountMinor', '0')::numeric > 0`,
  FAILED_YET_ACCEPTED: sql`AND b.status = 'FAILED'
    AND EXISTS (SELECT FROM booking_attempts a WHERE a.booking_id = b.id AND a.operation = 'CREATE' AND a.outcome = 'ACCEPTED')`,
}

function filtersOf(query: BookingQuery): Sql {
  const { view, statuses, organizationId, supplierCode, connectionId, hotelId, checkInFrom, checkInUntil } = query
  return sql`${when(view, (one) => VIEW_FILTERS[one])}
    ${statuses.length === 0 ? sql`` : sql`AND b.status = ANY (${[...statuses]}::text[])`}
    ${when(organizationId, (id) => sql`AND b.organization_id = ${id}`)}
    ${when(supplierCode, (code) => sql`AND b.supplier_code = ${code}`)}
    ${when(connectionId, (id) => sql`AND b.connection_id = ${id}`)}
    ${when(hotelId, (id) => sql`AND b.hotel_id = ${id}::int`)}
    ${when(query.createdFrom, (at) => sql`AND b.created_at >= ${toDate(at)}::timestamptz`)}
    ${when(query.createdUntil, (at) => sql`AND b.created_at < ${toDate(at)}::timestamptz`)}
    ${when(checkInFrom, (date) => sql`AND b.check_in_date >= ${date}`)}
    ${when(checkInUntil, (date) => sql`AND b.check_in_date <= ${date}`)}
    ${when(query.cancelledFrom, (at) => sql`AND b.status = 'CANCELLED' AND ${CANCELLED_AT} >= ${at}::float8`)}
    ${when(query.cancelledUntil, (at) => sql`AND b.status = 'CANCELLED' AND ${CANCELLED_AT} < ${at}::float8`)}`
}

/** Since the epoch, ms; where the supplier ended it and did not say when, the time at which we learned of it. */
const CANCELLED_AT = sql`coalesce((b.cancellation->>'cancelledAt')::float8, extract(epoch FROM b.updated_at) * 1000)`
