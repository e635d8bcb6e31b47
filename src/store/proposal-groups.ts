import type { Listing } from '../domain/listing.ts'
import { type Database, type Sql, sql } from './database.ts'
import type { ListingId } from './hotels.ts'
import type { Facts } from './listings.ts'
import { BEFORE_ALL, type DueCursor, PLACE } from './place-order.ts'

/** A listing that is no hotel of the catalogue. */
export type NewListing = ListingId & {
  readonly listingId: number
  readonly facts: Facts
  readonly cell: number | null
  readonly groupKey: string | null
}

/** Which listings are one new hotel, by the first of them as SUPPLIER/ID, and which other hotel they may be as well. */
export type Grouped = {
  readonly listingId: number
  readonly groupKey: string
  readonly nearGroupKey: string | null
}

const NEW_LISTING = sql`json_build_object('listingId', listings.id, 'supplierCode', supplier_code,
  'supplierHotelId', supplier_hotel_id, 'facts', facts, 'cell', cell, 'groupKey', group_key)`

/** Listings of hotels that the catalogue does not have. */
export function createProposalGroups(db: Database) {
  async function read(query: Sql): Promise<NewListing[]> {
    const rows = await db.$queryRaw<{ rows: string }[]>(query)
    return JSON.parse(rows[0]?.rows ?? '[]') as NewListing[] // the queries build exactly this
  }
  return {
    /** The next of them that belong to no group yet, neighbours together. */
    ungrouped: (after: DueCursor | null, limit: number): Promise<NewListing[]> => {
      const { cell, listingId } = after ?? BEFORE_ALL
      return read(sql`
      SELECT coalesce(json_agg(told ORDER BY place, id), '[]')::text AS rows FROM (
        SELECT ${NEW_LISTING} AS told, ${PLACE} AS place, listings.id
        FROM mapping_proposals JOIN listings ON listings.id = listing_id
        WHERE outcome = 'NEW' AND group_key IS NULL AND (${PLACE}, listings.id) > (${cell}::int, ${listingId}::int)
        ORDER BY ${PLACE}, listings.id LIMIT ${limit}::int) page`)
    },

    /** Those in the cells, and those that have one of the keys; in the order of their ids. */
    newInRegion: (cells: readonly number[], keys: readonly number[]): Promise<NewListing[]> =>
      read(sql`
      SELECT coalesce(json_agg(${NEW_LISTING} ORDER BY listings.id), '[]')::text AS rows
      FROM mapping_proposals JOIN listings ON listings.id = listing_id
      WHERE outcome = 'NEW' AND (cell = ANY (${[...cells]}::int[]) OR keys && ${[...keys]}::int[])`),

    newOfGroups: (groupKeys: readonly string[]): Promise<NewListing[]> =>
      read(sql`
      SELECT coalesce(json_agg(${NEW_LISTING} ORDER BY listings.id), '[]')::text AS rows
      FROM mapping_proposals JOIN listings ON listings.id = listing_id
      WHERE outcome = 'NEW' AND group_key = ANY (${[...groupKeys]}::text[])`),

    setGroups: async (grouped: readonly Grouped[]): Promise<void> => {
      await db.$executeRaw`
      UPDATE mapping_proposals SET group_key = "groupKey", near_group_key = "nearGroupKey"
      FROM jsonb_to_recordset(${JSON.stringify(grouped)}::jsonb) AS row("listingId" int, "groupKey" text, "nearGroupKey" text)
      WHERE listing_id = "listingId" AND outcome = 'NEW'
        AND (group_key, near_group_key) IS DISTINCT FROM ("groupKey", "nearGroupKey")`
    },

    /** The next groups that would be hotels of their own, in the order of their keys. */
    groups: async (afterKey: string, limit: number): Promise<string[]> => {
      const rows = await db.$queryRaw<{ group_key: string }[]>`
      SELECT DISTINCT group_key FROM mapping_proposals
      WHERE outcome = 'NEW' AND group_key > ${afterKey} AND near_group_key IS NULL ORDER BY group_key LIMIT ${limit}::int`
      return rows.map(({ group_key }) => group_key)
    },

    /** Holds the listings of groups until the transaction ends: nobody decides about them meanwhile. */
    holdGroups: async (groupKeys: readonly string[]): Promise<void> => {
      await db.$executeRaw`
      SELECT FROM listings JOIN mapping_proposals ON listing_id = listings.id
      WHERE outcome = 'NEW' AND near_group_key IS NULL AND group_key = ANY (${[...groupKeys]}::text[])
      ORDER BY supplier_code, supplier_hotel_id FOR NO KEY UPDATE OF listings`
    },

    /** What the listings of groups tell, each group's in the order of their names; the groups in the order of their keys. */
    contentOf: async (groupKeys: readonly string[]): Promise<StagedGroup[]> => {
      const rows = await db.$queryRaw<{ members: StagedGroup }[]>`
      SELECT json_agg(json_build_object('listingId', listings.id, 'content', content)
        ORDER BY supplier_code, supplier_hotel_id) AS members
      FROM mapping_proposals JOIN listings ON listings.id = listing_id
      WHERE outcome = 'NEW' AND near_group_key IS NULL AND group_key = ANY (${[...groupKeys]}::text[])
      GROUP BY group_key ORDER BY group_key`
      return rows.map(({ members }) => members)
    },

    /**
     * Groups that waited for one that has become a hotel are taken apart: their listings are judged against it, and grouped anew if they are
     * none. Returns how many listings.
     */
    release: (): Promise<number> => db.$executeRaw`
      WITH released AS (
        UPDATE mapping_proposals waiting SET group_key = NULL, near_group_key = NULL
        WHERE outcome = 'NEW' AND near_group_key IS NOT NULL AND NOT EXISTS (SELECT FROM mapping_proposals there
          WHERE there.outcome = 'NEW' AND there.group_key = waiting.near_group_key)
        RETURNING listing_id)
      UPDATE listings SET due = true WHERE id IN (SELECT listing_id FROM released)`,

    /** Ids that no catalogue file uses. */
    newHotelIds: async (count: number): Promise<number[]> => {
      const rows = await db.$queryRaw<{ id: number }[]>`
      SELECT nextval('created_hotel_ids')::int AS id FROM generate_series(1, ${count}::int)`
      return rows.map(({ id }) => id)
    },
  }
}

/** Staged listings that are one hotel. */
export type StagedGroup = readonly { readonly listingId: number; readonly content: Listing }[]
