import type { CalendarDate } from '../domain/time.ts'
import { type BookingFilter, type BookingSummary, NOT_IN_SUMMARY } from './booking.ts'
import type { BookingModel, BookingOrderByWithRelationInput } from './client/models.ts'
import { type Database, sql } from './database.ts'
import { toDate } from './instants.ts'
import { when } from './optional-part.ts'

/** What a list shows of a booking. */
export type ListedBooking = BookingSummary & {
  readonly checkInDate: CalendarDate
  readonly checkOutDate: CalendarDate
}

export type ListedRow = Omit<BookingModel, keyof typeof NOT_IN_SUMMARY>

/** So many of the newest bookings are looked through for those that arrive from a date on. */
const NEWEST = 1_000

/** Later than every date, so that Postgres takes the range for a narrow one whatever it begins with. */
const LAST_DATE = '9999-12-31'

/**
 * A page of the organization's bookings, newest first. Each filter has an index in that order, but for `checkInFrom`: a range cannot
 * have one. Its bookings are nearly always among the newest, and few where they are not.
 */
export async function listRows(
  db: Database,
  { organizationId, environment }: Pick<BookingSummary, 'organizationId' | 'environment'>,
  filter: BookingFilter,
): Promise<ListedRow[]> {
  const { checkInFrom, clientReference } = filter
  const orderBy: BookingOrderByWithRelationInput[] = [{ createdAt: 'desc' }, { id: 'desc' }]
  if (checkInFrom !== null && clientReference === null) {
    const ids = await arrivingIds(db, { organizationId, environment, filter, checkInFrom })
    return ids.length === 0 ? [] : db.booking.findMany({ where: { id: { in: ids } }, orderBy, omit: NOT_IN_SUMMARY })
  }
  return db.booking.findMany({
    where: {
      organizationId,
      environment,
      ...(filter.status ? { status: filter.status } : {}),
      ...(checkInFrom ? { checkInDate: { gte: checkInFrom } } : {}),
      ...(filter.createdFromAt === null ? {} : { createdAt: { gte: toDate(filter.createdFromAt) } }),
      ...(clientReference ? { clientReference } : {}),
      ...(filter.before ? { AND: olderThan(filter.before) } : {}),
    },
    orderBy,
    omit: NOT_IN_SUMMARY,
    take: filter.limit,
  })
}

/** The first condition says nothing new: an index can begin at it, and not at an OR, before which it would read the pages before. */
function olderThan({ createdAt, bookingId }: NonNullable<BookingFilter['before']>) {
  const at = toDate(createdAt)
  return [{ createdAt: { lte: at } }, { OR: [{ createdAt: { lt: at } }, { createdAt: at, id: { lt: bookingId } }] }]
}

type Arriving = {
  readonly organizationId: string
  readonly environment: string
  readonly filter: BookingFilter
  readonly checkInFrom: CalendarDate
}

/**
 * The newest that arrive from a date on: of the newest bookings, if there are enough among those, or no others; otherwise of all that
 * arrive from then on, which are then few, by their own index. Each part is a subquery that Postgres does not take apart: it would
 * guess how many arrive, and read all bookings of the organization where it guesses wrong.
 */
async function arrivingIds(
  db: Database,
  { organizationId, environment, filter, checkInFrom }: Arriving,
): Promise<string[]> {
  const { status, createdFromAt, before, limit } = filter
  const wanted = sql`organization_id = ${organizationId} AND environment = ${environment}
    ${when(status, (value) => sql`AND status = ${value}`)}
    ${when(createdFromAt, (value) => sql`AND created_at >= ${toDate(value)}::timestamptz`)}
    ${when(before, (last) => sql`AND (created_at, id) < (${toDate(last.createdAt)}::timestamptz, ${last.bookingId})`)}`
  const rows = await db.$queryRaw<{ id: string }[]>`
  WITH recent AS MATERIALIZED (
    SELECT id, created_at FROM (
      SELECT id, created_at, check_in_date FROM bookings WHERE ${wanted} ORDER BY created_at DESC, id DESC LIMIT ${NEWEST}
    ) newest
    WHERE check_in_date >= ${checkInFrom} ORDER BY created_at DESC, id DESC LIMIT ${limit}::int
  ), further AS MATERIALIZED (
    SELECT (SELECT count(*) FROM recent) < ${limit}::int AND (SELECT count(*) FROM (
      SELECT 1 FROM bookings WHERE ${wanted} ORDER BY created_at DESC, id DESC LIMIT ${NEWEST}
    ) newest) = ${NEWEST} AS is_asked
  )
  SELECT id FROM (
    SELECT id, created_at FROM recent WHERE NOT (SELECT is_asked FROM further)
    UNION ALL
    SELECT id, created_at FROM (
      SELECT id, created_at FROM bookings
      WHERE check_in_date >= ${checkInFrom} AND check_in_date <= ${LAST_DATE} AND ${wanted} OFFSET 0
    ) arriving WHERE (SELECT is_asked FROM further)
  ) found
  ORDER BY created_at DESC, id DESC LIMIT ${limit}::int`
  return rows.map(({ id }) => id)
}
