import type { Listing, ListingStatus } from '../domain/listing.ts'
import type { Database } from './database.ts'
import type { ListingId } from './hotels.ts'

/** Facts as the judge reads them; only it and those who call it know what is in them. */
export type Facts = Readonly<Record<string, unknown>>

/** A listing to be staged. Hashes are in hexadecimal digits. */
export type StagedListing = {
  readonly supplierCode: string
  readonly supplierHotelId: string
  readonly status: ListingStatus
  readonly content: Listing
  readonly contentHash: string
  /** Base64. */
  readonly raw: string | null
  /** Of what a pull has read, by language; empty for a line of ours. */
  readonly sourceHashes: Readonly<Record<string, string>>
  readonly facts: Facts
  readonly factsHash: string
  readonly cell: number | null
  readonly keys: readonly number[]
}

/** LINE: a line of ours, beside which nothing of a pull stays. PULL: what is not told of `raw` and `sourceHashes` stays. */
export type ListingOrigin = 'LINE' | 'PULL'

/** A supplier's point, in degrees, at which listings of many addresses stand. */
export type RepeatedPoint = { readonly supplierCode: string; readonly latitude: number; readonly longitude: number }

/** To how many decimals points are the same, and how many addresses are many. */
type Repeated = { readonly decimals: number; readonly addresses: number }

type Brought = {
  readonly runId: number
  readonly origin: ListingOrigin
  /** Whose pull brings them, for those that are new; null: they came as lines, or are known already. */
  readonly connectionId: string | null
}

/** The number of rows a statement: a listing with images and rooms may have 20 KB. */
const BATCH = 250

/** Hotels as suppliers' content describes them. What is sold is in `supplier_hotels`. */
export function createListingStore(db: Database) {
  return {
    /** Inserts or updates listings, those of a supplier in one call once only; returns how many rows were written. */
    stage: async (listings: readonly StagedListing[], brought: Brought): Promise<number> => {
      let changed = 0
      for (let from = 0; from < listings.length; from += BATCH) {
        const rows = JSON.stringify(listings.slice(from, from + BATCH))
        changed += await stage(db, rows, brought)
      }
      return changed
    },

    hold: (listings: readonly ListingId[]): Promise<void> => holdListings(db, listings),

    /** Null for a listing that is not staged. */
    factsOf: async ({ supplierCode, supplierHotelId }: ListingId): Promise<Facts | null> => {
      const row = await db.listing.findUnique({
        where: { supplierCode_supplierHotelId: { supplierCode, supplierHotelId } },
        select: { facts: true },
      })
      return row && (row.facts as Facts)
    },

    has: async ({ supplierCode, supplierHotelId }: ListingId): Promise<boolean> =>
      (await db.listing.count({ where: { supplierCode, supplierHotelId } })) > 0,

    idOf: async ({ supplierCode, supplierHotelId }: ListingId): Promise<number | null> =>
      (await db.listing.findFirst({ where: { supplierCode, supplierHotelId }, select: { id: true } }))?.id ?? null,

    /** Where in the cells a supplier has put listings of many addresses. */
    repeatedPoints: (
      cells: readonly number[],
      { decimals, addresses }: Repeated,
    ): Promise<RepeatedPoint[]> => db.$queryRaw<RepeatedPoint[]>`
      SELECT supplier_code AS "supplierCode", latitude::float8, longitude::float8
      FROM (SELECT supplier_code, facts->'addressLines' AS address,
              round((facts->>'latitude')::numeric, ${decimals}::int) AS latitude,
              round((facts->>'longitude')::numeric, ${decimals}::int) AS longitude
            FROM listings WHERE cell = ANY (${[...cells]}::int[]) AND status IN ('ACTIVE', 'NOT_ON_SALE')) told
      GROUP BY supplier_code, latitude, longitude HAVING count(DISTINCT address) >= ${addresses}::int`,

    /** What the judge has read of the listings when it judged them last. */
    judgedFacts: async (listingIds: readonly number[]): Promise<ReadonlyMap<number, Facts>> => {
      const rows = await db.listing.findMany({
        where: { id: { in: [...listingIds] } },
        select: { id: true, judgedFacts: true },
      })
      return new Map(rows.flatMap(({ id, judgedFacts }) => (judgedFacts ? [[id, judgedFacts as Facts]] : [])))
    },

    /** What the judge reads of the listings. */
    facts: async (listingIds: readonly number[]): Promise<ReadonlyMap<number, Facts>> => {
      const rows = await db.listing.findMany({
        where: { id: { in: [...listingIds] } },
        select: { id: true, facts: true },
      })
      return new Map(rows.map(({ id, facts }) => [id, facts as Facts]))
    },
  }
}

/**
 * Holds listings until the transaction ends, in one order for everybody: who stages them, decides about them or maps them waits here, so
 * that each sees what the other has written.
 */
export async function holdListings(db: Database, listings: readonly ListingId[]): Promise<void> {
  if (listings.length === 0) return
  const ids = listings.map(({ supplierCode, supplierHotelId }) => ({ supplierCode, supplierHotelId }))
  await db.$executeRaw`
  SELECT FROM listings JOIN jsonb_to_recordset(${JSON.stringify(ids)}::jsonb)
    AS wanted("supplierCode" text, "supplierHotelId" text) ON (supplier_code, supplier_hotel_id) = ("supplierCode", "supplierHotelId")
  ORDER BY supplier_code, supplier_hotel_id FOR NO KEY UPDATE OF listings`
}

/**
 * A listing that is closed, or is not any more, is at once sold no longer, or again. That is a statement of its own: who mapped the listing
 * while the first one waited for it is not seen by that.
 */
async function stage(db: Database, rows: string, { runId, origin, connectionId }: Brought): Promise<number> {
  const isPulled = origin === 'PULL'
  const connectionIds = connectionId === null ? [] : [connectionId]
  const written = await db.$queryRaw<{ id: number }[]>`
    INSERT INTO listings (supplier_code, supplier_hotel_id, status, content, content_hash, raw, source_hashes, facts, facts_hash,
      cell, keys, run_id, connection_ids)
    SELECT "supplierCode", "supplierHotelId", status, content, decode("contentHash", 'hex'), decode(raw, 'base64'), "sourceHashes",
      facts, decode("factsHash", 'hex'), cell, keys, ${runId}::int, ${connectionIds}::text[]
    FROM jsonb_to_recordset(${rows}::jsonb) AS row("supplierCode" text, "supplierHotelId" text, status text, content jsonb,
      "contentHash" text, raw text, "sourceHashes" jsonb, facts jsonb, "factsHash" text, cell int, keys int[])
    ORDER BY "supplierCode", "supplierHotelId"
    ON CONFLICT (supplier_code, supplier_hotel_id) DO UPDATE SET status = EXCLUDED.status, content = EXCLUDED.content,
      content_hash = EXCLUDED.content_hash, facts = EXCLUDED.facts, facts_hash = EXCLUDED.facts_hash, cell = EXCLUDED.cell,
      keys = EXCLUDED.keys, run_id = EXCLUDED.run_id, missed_passes = 0,
      raw = CASE WHEN ${isPulled} THEN coalesce(EXCLUDED.raw, listings.raw) ELSE EXCLUDED.raw END,
      previous_raw = CASE WHEN ${isPulled} AND EXCLUDED.raw IS NULL THEN listings.previous_raw ELSE listings.raw END,
      source_hashes = CASE WHEN ${isPulled} THEN listings.source_hashes || EXCLUDED.source_hashes ELSE '{}' END,
      connection_ids = CASE WHEN ${isPulled} THEN listings.connection_ids ELSE '{}' END,
      due = listings.due OR listings.facts_hash <> EXCLUDED.facts_hash OR listings.status <> EXCLUDED.status,
      changed_at = gateway_now()
    WHERE listings.content_hash <> EXCLUDED.content_hash
    RETURNING id`
  const ids = written.map(({ id }) => id)
  await db.$executeRaw`
  UPDATE supplier_hotels mapped SET on_sale = (status = 'ACTIVE')
  FROM listings WHERE listings.id = ANY (${ids}::int[])
    AND (mapped.supplier_code, mapped.supplier_hotel_id) = (listings.supplier_code, listings.supplier_hotel_id)
    AND on_sale <> (status = 'ACTIVE')`
  return ids.length
}
