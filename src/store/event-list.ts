import type { Instant } from '../domain/time.ts'
import { type Database, sql } from './database.ts'
import { toInstant } from './instants.ts'
import { when } from './optional-part.ts'

/** An event as an operator looks through them, of all organizations. */
export type ListedEvent = {
  readonly eventId: string
  readonly organizationId: string
  readonly bookingId: string | null
  readonly type: string
  readonly createdAt: Instant
  readonly requestId: string | null
  /** Of the booking, from 1. */
  readonly sequence: number | null
  /** As it was sent, with what it tells of people. */
  readonly body: string
}

export type EventFilter = {
  readonly organizationId: string | null
  readonly bookingId: string | null
  readonly type: string | null
}

/** `next`: the id after which to go on; null: there are no more. `isCut`: so many were looked at, and there may be others. */
export type EventPage = {
  readonly items: readonly ListedEvent[]
  readonly next: string | null
  readonly isCut: boolean
}

/** Events that a page passes over at most. */
const MOST_PASSED = 20_000

type Row = Omit<ListedEvent, 'createdAt' | 'eventId'> & {
  readonly eventId: string | null
  readonly createdAt: Date
  readonly lastId: string | null
  readonly seen: number
}

export function createEventListStore(db: Database) {
  return {
    /** The newest first, by their ids, which is when they were written. */
    page: async (
      { organizationId, bookingId, type }: EventFilter,
      { after, limit }: { readonly after: string | null; readonly limit: number },
    ): Promise<EventPage> => {
      const rows = await db.$queryRaw<Row[]>`
      WITH seen AS MATERIALIZED (
        SELECT id, organization_id, type FROM booking_events
        WHERE TRUE ${when(after, (id) => sql`AND id < ${id}`)} ${when(bookingId, (id) => sql`AND booking_id = ${id}`)}
        ORDER BY id DESC LIMIT ${MOST_PASSED}::int
      ), found AS (
        SELECT id FROM seen
        WHERE TRUE ${when(organizationId, (id) => sql`AND organization_id = ${id}`)} ${when(type, (name) => sql`AND type = ${name}`)}
        ORDER BY id DESC LIMIT ${limit + 1}::int
      ), passed AS (SELECT min(id) AS "lastId", count(*)::int AS seen FROM seen)
      SELECT passed.*, event.* FROM passed LEFT JOIN (
        SELECT id AS "eventId", organization_id AS "organizationId", booking_id AS "bookingId", type, created_at AS "createdAt",
          request_id AS "requestId", sequence, body
        FROM booking_events WHERE id IN (SELECT id FROM found)
      ) AS event ON TRUE
      ORDER BY event."eventId" DESC`
      const items = rows.flatMap(({ lastId: _last, seen: _seen, eventId, createdAt, ...row }) =>
        eventId === null ? [] : [{ ...row, eventId, createdAt: toInstant(createdAt) }],
      )
      const isMore = items.length > limit
      const isCut = !isMore && rows[0]?.seen === MOST_PASSED
      const shown = items.slice(0, limit)
      const last = isMore ? shown.at(-1)?.eventId : isCut ? rows[0]?.lastId : null
      return { items: shown, next: last ?? null, isCut }
    },
  }
}
