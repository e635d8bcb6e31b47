import type { MergedContent, PageContent } from '../domain/content/page-content.ts'
import type { Instructions } from '../domain/selling.ts'
import type { Database } from './database.ts'
import type { Hotel, Names } from './hotels.ts'

/** All that a page about a hotel is made of, in all languages. Where a hidden place really is is not among it. */
export type PageRow = {
  readonly hotel: Hotel
  /** True: the hotel's row is what its suppliers tell. False: the operator's file has told it. */
  readonly ofListings: boolean
  readonly addressLines: readonly string[]
  readonly phone: string | null
  readonly instructions: Instructions | null
  readonly own: PageContent | null
  readonly merged: MergedContent | null
  readonly suppliers: readonly SupplierTold[]
  readonly rooms: readonly MappedRoom[]
  /** Changes with the hotel and its content. */
  readonly version: string
  /** The characters of all of it as JSON. */
  readonly size: number
}

/** A listing's instructions: those of the catalogue's file, then those of the supplier's own content. */
export type SupplierTold = {
  readonly supplierCode: string
  readonly instructions: Instructions | null
  readonly pulled: Instructions | null
}

/** A supplier's room that is certain to be a room of the catalogue. */
export type MappedRoom = {
  readonly supplierCode: string
  readonly supplierHotelId: string
  readonly supplierRoomId: string
  readonly roomId: string
  readonly names: Names | null
  readonly imageUrls: readonly string[]
}

/** What the suppliers of a hotel tell of it, merged. */
export type MergedRow = {
  readonly hotelId: number
  readonly merged: MergedContent | null
  readonly instructions: Readonly<Record<string, Instructions>>
  /** The version of the cleaning that made it. */
  readonly cleaning: number
}

/** How many contents a statement inserts. Each has kilobytes, and a text of megabytes is copied several times on its way. */
const BATCH = 200

/** The most mapped rooms of a hotel that are read. */
const MAX_ROOMS = 500

export function createHotelContentStore(db: Database) {
  return {
    /** The versions of those hotels that exist. */
    versions: async (hotelIds: readonly number[]): Promise<ReadonlyMap<number, string>> => {
      const rows = await db.$queryRaw<{ id: number; version: string }[]>`
      SELECT id, updated_at::text AS version FROM hotels WHERE id = ANY(${[...hotelIds]}::int[])`
      return new Map(rows.map(({ id, version }) => [id, version]))
    },

    /** Returns those of the hotels that exist, in no particular order. */
    pages: (hotelIds: readonly number[]): Promise<PageRow[]> => readPages(db, hotelIds),

    isEmpty: async (): Promise<boolean> => (await db.hotelContent.findFirst({ select: { hotelId: true } })) === null,

    /** Writes the content of those hotels that exist and have none, before anybody has read it. */
    insertMerged: async (contents: readonly MergedRow[]): Promise<void> => {
      for (let from = 0; from < contents.length; from += BATCH) {
        const rows = JSON.stringify(contents.slice(from, from + BATCH))
        await db.$executeRaw`
        INSERT INTO hotel_contents (hotel_id, merged, instructions, cleaning)
        SELECT "hotelId", merged, row.instructions, cleaning FROM jsonb_to_recordset(${rows}::jsonb)
          AS row("hotelId" int, merged jsonb, instructions jsonb, cleaning int) JOIN hotels ON id = "hotelId"
        ON CONFLICT DO NOTHING`
      }
    },

    /**
     * Writes what suppliers tell of hotels, which must exist; rows that are equal already are not written. Returns the hotels that
     * have changed: every process reads them again.
     */
    writeMerged: async (contents: readonly MergedRow[]): Promise<readonly number[]> => {
      const rows = JSON.stringify(contents)
      const changed = await db.$queryRaw<{ id: number }[]>`
      WITH changed AS (
        INSERT INTO hotel_contents (hotel_id, merged, instructions, cleaning)
        SELECT "hotelId", nullif(merged, 'null'::jsonb), instructions, cleaning
        FROM jsonb_to_recordset(${rows}::jsonb) AS row("hotelId" int, merged jsonb, instructions jsonb, cleaning int)
        ON CONFLICT (hotel_id) DO UPDATE SET merged = EXCLUDED.merged, instructions = EXCLUDED.instructions,
          cleaning = EXCLUDED.cleaning
        WHERE (hotel_contents.merged, hotel_contents.instructions, hotel_contents.cleaning)
          IS DISTINCT FROM (EXCLUDED.merged, EXCLUDED.instructions, EXCLUDED.cleaning)
        RETURNING hotel_id
      )
      UPDATE hotels SET updated_at = gateway_now() WHERE id = ANY(ARRAY(SELECT hotel_id FROM changed)) RETURNING id`
      return changed.map(({ id }) => id)
    },
  }
}

async function readPages(db: Database, hotelIds: readonly number[]): Promise<PageRow[]> {
  const rows = await db.$queryRaw<{ version: string; page: string }[]>`
      SELECT h.updated_at::text AS version, json_build_object(
        'hotel', json_build_object('hotelId', h.id, 'placeId', h.place_id, 'names', h.names, 'address', h.address,
          'latitude', h.latitude, 'longitude', h.longitude, 'placeHidden', h.place_hidden, 'stars', h.stars,
          'chainId', h.chain_id, 'propertyType', h.property_type, 'facilityIds', h.facility_ids,
          'mainImageUrl', h.main_image_url, 'timeZone', h.time_zone, 'nightlyUsdCents', h.nightly_usd_cents,
          'weight', h.weight),
        'ofListings', h.of_listings, 'addressLines', h.address_lines, 'phone', h.phone, 'instructions', h.instructions,
        'own', c.own, 'merged', c.merged,
        'suppliers', (SELECT coalesce(json_agg(json_build_object('supplierCode', s.supplier_code,
            'instructions', s.instructions, 'pulled', c.instructions->s.supplier_code)
            ORDER BY s.supplier_code, s.supplier_hotel_id), '[]')
          FROM supplier_hotels s WHERE s.hotel_id = h.id),
        'rooms', (SELECT coalesce(json_agg(room), '[]') FROM (
          SELECT r.supplier_code AS "supplierCode", r.supplier_hotel_id AS "supplierHotelId",
            r.supplier_room_id AS "supplierRoomId", r.room_id AS "roomId", r.names, r.image_urls AS "imageUrls"
          FROM supplier_hotels s JOIN supplier_rooms r USING (supplier_code, supplier_hotel_id)
          WHERE s.hotel_id = h.id AND r.mapping_status = 'MATCHED' AND r.room_id IS NOT NULL
          ORDER BY r.room_id, r.supplier_code, r.supplier_hotel_id, r.supplier_room_id LIMIT ${MAX_ROOMS}) room)
      )::text AS page
      FROM hotels h LEFT JOIN hotel_contents c ON c.hotel_id = h.id WHERE h.id = ANY(${[...hotelIds]}::int[])`
  // The query builds exactly this; its parts were written as these types.
  return rows.map(({ version, page }) => ({ ...(JSON.parse(page) as PageRow), version, size: page.length }))
}
