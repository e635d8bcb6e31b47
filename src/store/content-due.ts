import type { Listing } from '../domain/listing.ts'
import { type Database, sql } from './database.ts'

/** A hotel whose staged listings have changed, and the rows that say so. */
export type DueHotel = { readonly hotelId: number; readonly marks: readonly string[] }

/** A staged listing that is certain to be the hotel. */
export type HotelListing = {
  readonly hotelId: number
  readonly listing: Listing
  /** Somebody other than a file has mapped it, and has looked at it since it last changed. */
  readonly isJudged: boolean
}

/**
 * Hotels whose content and rooms are to be merged anew. Triggers add a row for each change of a staged listing or of its mapping; they
 * never change one, so that no writer waits for another.
 */
export function createContentDueStore(db: Database) {
  return {
    /** The next hotels after that one, in the order of their ids, with all rows of each. */
    next: async (afterHotelId: number, limit: number): Promise<DueHotel[]> => {
      const rows = await db.$queryRaw<{ hotelId: number; marks: string[] }[]>`
      SELECT hotel_id AS "hotelId", array_agg(id::text) AS marks FROM content_due WHERE hotel_id > ${afterHotelId}::int
      GROUP BY hotel_id ORDER BY hotel_id LIMIT ${limit}::int`
      return rows
    },

    count: async (): Promise<number> => {
      const rows = await db.$queryRaw<{ hotels: number }[]>`
      SELECT count(DISTINCT hotel_id)::int AS hotels FROM content_due`
      return rows[0]?.hotels ?? 0
    },

    /**
     * Takes hotels for whoever has read them after those rows, until the end of the transaction. A hotel that somebody else is writing is
     * left to a later round; one whose rows somebody else has taken is done already. Returns the others, and forgets hotels that are no more.
     */
    take: async (due: readonly DueHotel[]): Promise<ReadonlySet<number>> => {
      const hotelIds = due.map(({ hotelId }) => hotelId)
      const locked = await db.$queryRaw<{ id: number }[]>`
      SELECT id FROM hotels WHERE id = ANY(${hotelIds}::int[]) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`
      const ours = new Set(locked.map(({ id }) => id))
      const found = await db.$queryRaw<{ hotelId: number; count: number }[]>`
      SELECT hotel_id AS "hotelId", count(*)::int AS count FROM content_due
      WHERE id = ANY(${due.flatMap(({ marks }) => marks)}::bigint[]) GROUP BY hotel_id`
      const counts = new Map(found.map(({ hotelId, count }) => [hotelId, count]))
      // Of one that has lost a row, another one has read more by now: what is left is for the next round.
      const taken = due.filter(({ hotelId, marks }) => ours.has(hotelId) && counts.get(hotelId) === marks.length)
      await db.$executeRaw`
      DELETE FROM content_due WHERE id = ANY(${taken.flatMap(({ marks }) => marks)}::bigint[])`
      await db.$executeRaw`
      DELETE FROM content_due WHERE hotel_id = ANY(${hotelIds}::int[])
        AND NOT EXISTS (SELECT FROM hotels WHERE id = hotel_id)`
      return new Set(taken.map(({ hotelId }) => hotelId))
    },

    /** The staged listings that the hotels are certain to be, in the order of suppliers and their ids. */
    listings: async (hotelIds: readonly number[]): Promise<HotelListing[]> => {
      const rows = await db.$queryRaw<{ hotelId: number; content: string; isJudged: boolean }[]>`
      SELECT hotel_id AS "hotelId", content::text AS content, decided_by <> 'IMPORT' AND NOT due AS "isJudged"
      FROM supplier_hotels JOIN listings USING (supplier_code, supplier_hotel_id)
      WHERE hotel_id = ANY(${[...hotelIds]}::int[]) AND ${IS_CERTAIN}
      ORDER BY hotel_id, supplier_code, supplier_hotel_id`
      // Only `stageListings` writes content, from what it has read as a listing; rows of before may lack what came to it since.
      return rows.map(({ content, ...row }) => ({ ...row, listing: JSON.parse(content) as Listing }))
    },
  }
}

const IS_CERTAIN = sql`verification = 'VERIFIED'`
