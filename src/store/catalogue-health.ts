import type { Instant } from '../domain/time.ts'
import { type Database, sql } from './database.ts'
import { IS_SOLD } from './hotels.ts'
import { toDate, toInstant } from './instants.ts'

/** Listings of one supplier that are alike. */
export type ListingGroup = {
  /** Of the listing; of its hotel where the listing tells none. */
  readonly countryCode: string | null
  /** domain/listing.ts `ListingStatus`; null: it is mapped, and nothing of it is staged. */
  readonly status: string | null
  /** The sum of `LACKS`. */
  readonly lacks: number
  readonly isUnchanged: boolean
  /** Null: it is mapped to no hotel. */
  readonly verification: string | null
  readonly isSold: boolean
  /** operations/mapping/proposal.ts; null: nothing is proposed. */
  readonly outcome: string | null
  readonly why: string | null
  readonly listings: number
}

/** Hotels of one country that as many suppliers sell. */
export type HotelGroup = {
  readonly countryCode: string
  readonly suppliers: number
  /** The supplier, if it is the only one. */
  readonly alone: string | null
  readonly hotels: number
}

/** The bits of `listings.lacks`. */
export const LACKS = { image: 1, point: 2, rooms: 4, phone: 8 } as const

type LastRun = { readonly supplierCode: string; readonly kind: string; readonly endedAt: Instant }

/**
 * Counts over the whole catalogue, slice by slice. Each statement reads indexes alone, and never the content: the migration
 * `catalogue_health` has their columns.
 */
export function createCatalogueHealthStore(db: Database) {
  return {
    ...createCounts(db),

    /** Every supplier that has listings, in the order of the codes; read from code to code, not row by row. */
    supplierCodes: async (): Promise<string[]> => {
      const rows = await db.$queryRaw<{ code: string }[]>`
      WITH RECURSIVE staged AS (
        SELECT min(supplier_code) AS code FROM listings
        UNION ALL SELECT (SELECT min(supplier_code) FROM listings WHERE supplier_code > code) FROM staged WHERE code IS NOT NULL
      ), mapped AS (
        SELECT min(supplier_code) AS code FROM supplier_hotels
        UNION ALL SELECT (SELECT min(supplier_code) FROM supplier_hotels WHERE supplier_code > code) FROM mapped WHERE code IS NOT NULL
      )
      SELECT code FROM (SELECT code FROM staged UNION SELECT code FROM mapped) known WHERE code IS NOT NULL ORDER BY code`
      return rows.map(({ code }) => code)
    },

    /** The newest run of each supplier that was brought to its end, by kind. */
    lastRuns: async (): Promise<LastRun[]> => {
      const rows = await db.$queryRaw<{ supplierCode: string; kind: string; endedAt: Date }[]>`
      SELECT supplier_code AS "supplierCode", kind, max(ended_at) AS "endedAt" FROM catalogue_runs
      WHERE supplier_code IS NOT NULL AND ended_at IS NOT NULL GROUP BY 1, 2`
      return rows.map(({ endedAt, ...run }) => ({ ...run, endedAt: toInstant(endedAt) }))
    },

    /** True for the one process that is to count now: the last count began before `before`. */
    claim: async (before: Instant): Promise<boolean> => {
      const count = await db.$executeRaw`
      INSERT INTO catalogue_health AS kept (id, begun_at) VALUES (1, gateway_now())
      ON CONFLICT (id) DO UPDATE SET begun_at = EXCLUDED.begun_at WHERE kept.begun_at <= ${toDate(before)}::timestamptz`
      return count === 1
    },

    keep: async (gauges: Readonly<Record<string, unknown>>): Promise<void> => {
      await db.$executeRaw`UPDATE catalogue_health SET gauges = ${JSON.stringify(gauges)}::jsonb WHERE id = 1`
    },
  }
}

/** A slice takes about half a second, and several while Postgres has not vacuumed the tables since they were written. */
const SLICE = 250_000

function createCounts(db: Database) {
  /** Postgres takes every listing for a group of its own, and would sort them all. Holds for the transaction. */
  async function hashGroups(): Promise<void> {
    await db.$executeRaw`SELECT set_config('enable_sort', 'off', true), set_config('work_mem', '64MB', true)`
  }
  return {
    /** Where a slice of a supplier's listings ends that begins after a listing; null: it is the last one. */
    listingSliceEnd: async (supplierCode: string, after: string): Promise<string | null> => {
      const rows = await db.$queryRaw<{ id: string }[]>`
      SELECT supplier_hotel_id AS id FROM listings WHERE supplier_code = ${supplierCode} AND supplier_hotel_id > ${after}
      ORDER BY supplier_hotel_id OFFSET ${SLICE}::int LIMIT 1`
      return rows[0]?.id ?? null
    },

    /** Within a transaction: the listings of a slice, `until` included, those that are only mapped among them. */
    listingGroups: async (
      supplierCode: string,
      { after, until, unchangedSince }: ListingSlice & { readonly unchangedSince: Instant },
    ): Promise<ListingGroup[]> => {
      await hashGroups()
      const slice = sql`supplier_code = ${supplierCode} AND supplier_hotel_id > ${after}
        AND (${until}::text IS NULL OR supplier_hotel_id <= ${until})`
      return db.$queryRaw<ListingGroup[]>`
      SELECT coalesce(listed.country_code, CASE WHEN listed.country_code IS NULL THEN
          (SELECT places.country_code FROM hotels JOIN places ON places.id = place_id WHERE hotels.id = mapped.hotel_id) END)
          AS "countryCode",
        status, coalesce(lacks, 0)::int AS lacks, coalesce(changed_at < ${toDate(unchangedSince)}::timestamptz, false) AS "isUnchanged",
        verification, coalesce(${IS_SOLD}, false) AS "isSold", outcome, why, count(*)::int AS listings
      FROM (SELECT * FROM listings WHERE ${slice}) listed
      FULL JOIN (SELECT * FROM supplier_hotels WHERE ${slice}) mapped USING (supplier_hotel_id)
      LEFT JOIN mapping_proposals proposal ON listing_id = listed.id
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`
    },

    hotelSliceEnd: async (after: number): Promise<number | null> => {
      const rows = await db.$queryRaw<{ id: number }[]>`
      SELECT id FROM hotels WHERE id > ${after}::int ORDER BY id OFFSET ${SLICE}::int LIMIT 1`
      return rows[0]?.id ?? null
    },

    /** Within a transaction: how many suppliers sell the hotels of a slice. */
    hotelGroups: async ({ after, until }: HotelSlice): Promise<HotelGroup[]> => {
      await hashGroups()
      return db.$queryRaw<HotelGroup[]>`
      SELECT country_code AS "countryCode", coalesce(suppliers, 0)::int AS suppliers, alone, count(*)::int AS hotels
      FROM hotels JOIN places ON places.id = place_id
      LEFT JOIN (
        SELECT hotel_id, count(DISTINCT supplier_code) AS suppliers,
          CASE count(DISTINCT supplier_code) WHEN 1 THEN min(supplier_code) END AS alone
        FROM supplier_hotels WHERE ${IS_SOLD} AND hotel_id > ${after}::int AND (${until}::int IS NULL OR hotel_id <= ${until}::int)
        GROUP BY hotel_id
      ) sold ON hotel_id = hotels.id
      WHERE hotels.id > ${after}::int AND (${until}::int IS NULL OR hotels.id <= ${until}::int)
      GROUP BY 1, 2, 3`
    },
  }
}

/** Beginning after one and ending with the other; null: with the last of all. */
type ListingSlice = { readonly after: string; readonly until: string | null }
type HotelSlice = { readonly after: number; readonly until: number | null }
