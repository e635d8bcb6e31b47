import type { Instant } from '../domain/time.ts'
import { type Database, sql } from './database.ts'
import type { HotelChange, Names } from './hotels.ts'
import { toDate, toInstant } from './instants.ts'
import type { Facts } from './listings.ts'

/** A hotel as the catalogue describes it, and when it changed. */
export type DescribedHotel = {
  readonly hotelId: number
  readonly names: Names
  readonly address: string
  readonly addressLines: readonly string[]
  readonly phone: string | null
  readonly latitude: number
  readonly longitude: number
  readonly stars: number | null
  readonly chainId: number | null
  readonly propertyType: string
  readonly placeId: number
  readonly changedAt: Instant
}

/** What the judge reads of a hotel. The hash is in hexadecimal digits. */
export type HotelRecord = {
  readonly hotelId: number
  readonly facts: Facts
  readonly factsHash: string
  readonly cell: number | null
  readonly keys: readonly number[]
}

export type KnownHotel = { readonly hotelId: number; readonly facts: Facts }

/** A key that more hotels have tells nothing. */
const MAX_BY_KEY = 30

const DESCRIBED = sql`json_build_object('hotelId', id, 'names', names, 'address', address, 'addressLines', coalesce(
    nullif(exact_place->'addressLines', '[]'), to_jsonb(address_lines)), 'phone', phone,
  'latitude', coalesce((exact_place->>'latitude')::float8, latitude),
  'longitude', coalesce((exact_place->>'longitude')::float8, longitude),
  'stars', stars, 'chainId', chain_id, 'propertyType', property_type, 'placeId', place_id,
  'changedAt', floor(extract(epoch FROM updated_at) * 1000)::bigint)`

/** What the judge reads of the catalogue's hotels, kept beside them by whoever proposes mappings. */
export function createHotelFactsStore(db: Database) {
  return {
    /** The next hotels that changed after those that were `seen`; a hidden place is the exact one. */
    changedHotels: async (seen: HotelChange, limit: number): Promise<DescribedHotel[]> => {
      const rows = await db.$queryRaw<{ rows: string }[]>`
      SELECT coalesce(json_agg(${DESCRIBED} ORDER BY updated_at, id), '[]')::text AS rows
      FROM (SELECT * FROM hotels WHERE (updated_at, id) > (${toDate(seen.changedAt)}::timestamptz, ${seen.hotelId}::int)
            ORDER BY updated_at, id LIMIT ${limit}::int) page`
      return JSON.parse(rows[0]?.rows ?? '[]') as DescribedHotel[] // the query builds exactly this
    },

    /** One hotel, as the catalogue describes it now; null for an unknown one. */
    describedHotel: async (hotelId: number): Promise<DescribedHotel | null> => {
      const rows = await db.$queryRaw<{ told: DescribedHotel }[]>`
      SELECT ${DESCRIBED} AS told FROM hotels WHERE id = ${hotelId}::int`
      return rows[0]?.told ?? null
    },

    /** Those of the hotels that follow their listings, as the catalogue describes them now. */
    madeHotels: async (hotelIds: readonly number[]): Promise<DescribedHotel[]> => {
      const rows = await db.$queryRaw<{ told: DescribedHotel }[]>`
      SELECT ${DESCRIBED} AS told FROM hotels WHERE id = ANY(${[...hotelIds]}::int[]) AND of_listings`
      return rows.map(({ told }) => told)
    },

    /** Writes what is new or different; returns the hotels of those rows. */
    put: async (records: readonly HotelRecord[]): Promise<number[]> => {
      const rows = await db.$queryRaw<{ hotel_id: number }[]>`
      INSERT INTO hotel_facts (hotel_id, facts, facts_hash, cell, keys)
      SELECT "hotelId", facts, decode("factsHash", 'hex'), cell, keys
      FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
        AS row("hotelId" int, facts jsonb, "factsHash" text, cell int, keys int[])
      WHERE EXISTS (SELECT FROM hotels WHERE id = "hotelId")
      ON CONFLICT (hotel_id) DO UPDATE SET facts = EXCLUDED.facts, facts_hash = EXCLUDED.facts_hash, cell = EXCLUDED.cell,
        keys = EXCLUDED.keys
      WHERE hotel_facts.facts_hash <> EXCLUDED.facts_hash
      RETURNING hotel_id`
      return rows.map(({ hotel_id }) => hotel_id)
    },

    /**
     * After many rows were written: Postgres would look for them by reading all, and each look-up of a key would read what the index has not
     * sorted in yet. A role that does not own the table leaves both to autovacuum.
     */
    analyze: async (): Promise<void> => {
      await db.$executeRaw`ANALYZE hotel_facts`
      await db.$executeRaw`
      SELECT gin_clean_pending_list('hotel_facts_keys_idx') FROM pg_class
      WHERE oid = 'hotel_facts'::regclass AND pg_has_role(relowner, 'USAGE')`
    },

    /**
     * The hotels in the cells, and those that have one of the keys in common with few others; in the order of their ids. Postgres expects
     * far more hotels of so many keys than there are, and would read the whole table: OFFSET 0 has it look up each key and hotel by itself.
     */
    inRegion: async (cells: readonly number[], keys: readonly number[]): Promise<KnownHotel[]> => {
      const rows = await db.$queryRaw<{ rows: string }[]>`
      WITH hit AS MATERIALIZED (
        SELECT hotel_id, key FROM unnest(${[...keys]}::int[]) AS key
        CROSS JOIN LATERAL (SELECT hotel_id FROM hotel_facts WHERE keys @> ARRAY[key] OFFSET 0) of_key
      ), found AS (
        SELECT hotel_id FROM hotel_facts WHERE cell = ANY (${[...cells]}::int[])
        UNION
        SELECT hotel_id FROM hit WHERE key IN (SELECT key FROM hit GROUP BY key HAVING count(*) <= ${MAX_BY_KEY}::int)
      )
      SELECT coalesce(json_agg(json_build_object('hotelId', found.hotel_id, 'facts', facts) ORDER BY found.hotel_id), '[]')::text AS rows
      FROM found CROSS JOIN LATERAL (SELECT facts FROM hotel_facts WHERE hotel_id = found.hotel_id OFFSET 0) told`
      return JSON.parse(rows[0]?.rows ?? '[]') as KnownHotel[] // the query builds exactly this
    },

    find: async (hotelIds: readonly number[]): Promise<KnownHotel[]> => {
      const rows = await db.hotelFacts.findMany({
        where: { hotelId: { in: [...hotelIds] } },
        select: { hotelId: true, facts: true },
      })
      return rows.map(({ hotelId, facts }) => ({ hotelId, facts: facts as Facts }))
    },

    /** What the staged listings tell that the hotels are sold from. */
    members: async (hotelIds: readonly number[]): Promise<Member[]> => {
      const rows = await db.$queryRaw<{ rows: string }[]>`
      SELECT coalesce(json_agg(json_build_object('hotelId', hotel_id, 'listingId', listings.id,
        'supplierCode', supplier_code, 'supplierHotelId', supplier_hotel_id, 'decidedBy', decided_by, 'facts', facts)
        ORDER BY supplier_code, supplier_hotel_id), '[]')::text AS rows
      FROM supplier_hotels JOIN listings USING (supplier_code, supplier_hotel_id)
      WHERE hotel_id = ANY (${[...hotelIds]}::int[]) AND verification = 'VERIFIED'`
      return JSON.parse(rows[0]?.rows ?? '[]') as Member[] // the query builds exactly this
    },

    /** Which suppliers the hotels are mapped to, whether a listing of them is staged or not. */
    mappedSuppliers: async (hotelIds: readonly number[]): Promise<{ hotelId: number; supplierCode: string }[]> =>
      db.supplierHotel.findMany({
        where: { hotelId: { in: [...hotelIds] } },
        select: { hotelId: true, supplierCode: true },
      }),

    mark: async (name: string): Promise<Instant | null> => {
      const row = await db.catalogueMark.findUnique({ where: { name } })
      return row && toInstant(row.at)
    },

    setMark: async (name: string, at: Instant): Promise<void> => {
      const data = { at: toDate(at) }
      await db.catalogueMark.upsert({ where: { name }, create: { name, ...data }, update: data })
    },
  }
}

/** A staged listing that a hotel is sold from. */
export type Member = {
  readonly hotelId: number
  readonly listingId: number
  readonly supplierCode: string
  readonly supplierHotelId: string
  readonly decidedBy: string
  readonly facts: Facts
}
