import type { Instructions } from '../domain/selling.ts'
import type { Instant } from '../domain/time.ts'
import type { Database } from './database.ts'
import type { Hotel, HotelDetails, Place, SupplierHotel, SupplierRoom, Term } from './hotels.ts'
import { toDate } from './instants.ts'

/** Rows of a catalogue. No list contains a key twice. */
export type CatalogueImport = {
  readonly places: readonly Place[]
  readonly terms: readonly Term[]
  readonly hotels: readonly (Hotel & Partial<HotelDetails>)[]
  readonly supplierHotels: readonly (SupplierHotel & { readonly instructions?: Instructions | null })[]
  readonly supplierRooms: readonly (SupplierRoom & {
    readonly supplierCode: string
    readonly supplierHotelId: string
  })[]
}

/** How far the import of a file has progressed. */
type ImportMark = { readonly file: string; readonly lines: number; readonly badLines: number }

/** The number of rows per statement. */
const BATCH = 2_000

async function inBatches(rows: readonly object[], write: (batch: string) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) await write(JSON.stringify(rows.slice(from, from + BATCH)))
}

/**
 * Postgres parses the rows from JSON, so each batch is one statement, regardless of the number of columns. Rows that are already
 * equal are not written.
 */
export function createCatalogueImportStore(db: Database) {
  return {
    upsert: async (content: CatalogueImport): Promise<void> => {
      await inBatches(
        content.places,
        (rows) => db.$executeRaw`
        INSERT INTO places (id, type, parent_id, country_code, time_zone, latitude, longitude, names, weight)
        SELECT "placeId", type, "parentId", "countryCode", "timeZone", latitude, longitude, names, weight
        FROM jsonb_to_recordset(${rows}::jsonb) AS row("placeId" int, type text, "parentId" int, "countryCode" text,
          "timeZone" text, latitude float8, longitude float8, names jsonb, weight int)
        ON CONFLICT (id) DO UPDATE SET type = EXCLUDED.type, parent_id = EXCLUDED.parent_id,
          country_code = EXCLUDED.country_code, time_zone = EXCLUDED.time_zone, latitude = EXCLUDED.latitude,
          longitude = EXCLUDED.longitude, names = EXCLUDED.names, weight = EXCLUDED.weight
        WHERE places IS DISTINCT FROM EXCLUDED`,
      )
      await inBatches(
        content.terms,
        (rows) => db.$executeRaw`
        INSERT INTO catalogue_terms (kind, id, names)
        SELECT kind, id, names FROM jsonb_to_recordset(${rows}::jsonb) AS row(kind text, id text, names jsonb)
        ON CONFLICT (kind, id) DO UPDATE SET names = EXCLUDED.names WHERE catalogue_terms IS DISTINCT FROM EXCLUDED`,
      )
      await inBatches(
        content.hotels,
        (rows) => db.$executeRaw`
        INSERT INTO hotels (id, place_id, names, address, latitude, longitude, stars, chain_id, property_type, facility_ids,
          main_image_url, time_zone, nightly_usd_cents, weight, address_lines, phone, place_hidden, exact_place, instructions)
        SELECT "hotelId", "placeId", names, address, latitude, longitude, stars, "chainId", "propertyType", "facilityIds",
          "mainImageUrl", "timeZone", "nightlyUsdCents", weight, coalesce("addressLines", '{}'), phone,
          coalesce("placeHidden", false), nullif("exactPlace", 'null'::jsonb), nullif(instructions, 'null'::jsonb)
        FROM jsonb_to_recordset(${rows}::jsonb) AS row("hotelId" int, "placeId" int, names jsonb, address text,
          latitude float8, longitude float8, stars int, "chainId" int, "propertyType" text, "facilityIds" int[],
          "mainImageUrl" text, "timeZone" text, "nightlyUsdCents" int, weight int, "addressLines" text[], phone text,
          "placeHidden" boolean, "exactPlace" jsonb, instructions jsonb)
        ON CONFLICT (id) DO UPDATE SET place_id = EXCLUDED.place_id, names = EXCLUDED.names, address = EXCLUDED.address,
          latitude = EXCLUDED.latitude, longitude = EXCLUDED.longitude, stars = EXCLUDED.stars,
          chain_id = EXCLUDED.chain_id, property_type = EXCLUDED.property_type, facility_ids = EXCLUDED.facility_ids,
          main_image_url = EXCLUDED.main_image_url, time_zone = EXCLUDED.time_zone,
          nightly_usd_cents = EXCLUDED.nightly_usd_cents, weight = EXCLUDED.weight,
          address_lines = EXCLUDED.address_lines, phone = EXCLUDED.phone, place_hidden = EXCLUDED.place_hidden,
          exact_place = EXCLUDED.exact_place, instructions = EXCLUDED.instructions, updated_at = gateway_now()
        WHERE (hotels.place_id, hotels.names, hotels.address, hotels.latitude, hotels.longitude, hotels.stars,
               hotels.chain_id, hotels.property_type, hotels.facility_ids, hotels.main_image_url, hotels.time_zone,
               hotels.nightly_usd_cents, hotels.weight, hotels.address_lines, hotels.phone, hotels.place_hidden,
               hotels.exact_place, hotels.instructions)
          IS DISTINCT FROM (EXCLUDED.place_id, EXCLUDED.names, EXCLUDED.address, EXCLUDED.latitude, EXCLUDED.longitude,
               EXCLUDED.stars, EXCLUDED.chain_id, EXCLUDED.property_type, EXCLUDED.facility_ids, EXCLUDED.main_image_url,
               EXCLUDED.time_zone, EXCLUDED.nightly_usd_cents, EXCLUDED.weight, EXCLUDED.address_lines, EXCLUDED.phone,
               EXCLUDED.place_hidden, EXCLUDED.exact_place, EXCLUDED.instructions)`,
      )
      await inBatches(
        content.supplierHotels,
        (rows) => db.$executeRaw`
        WITH changed AS (
          INSERT INTO supplier_hotels (supplier_code, supplier_hotel_id, hotel_id, verification, instructions)
          SELECT "supplierCode", "supplierHotelId", "hotelId", verification, nullif(instructions, 'null'::jsonb)
          FROM jsonb_to_recordset(${rows}::jsonb)
            AS row("supplierCode" text, "supplierHotelId" text, "hotelId" int, verification text, instructions jsonb)
          ON CONFLICT (supplier_code, supplier_hotel_id)
          DO UPDATE SET hotel_id = EXCLUDED.hotel_id, verification = EXCLUDED.verification,
            instructions = EXCLUDED.instructions
          WHERE supplier_hotels IS DISTINCT FROM EXCLUDED
          RETURNING hotel_id
        )
        UPDATE hotels SET updated_at = gateway_now() WHERE id IN (SELECT hotel_id FROM changed)
          AND updated_at < gateway_now()`,
      )
      await inBatches(
        content.supplierRooms,
        (rows) => db.$executeRaw`
        INSERT INTO supplier_rooms (supplier_code, supplier_hotel_id, supplier_room_id, mapping_status, room_id, names, image_urls)
        SELECT "supplierCode", "supplierHotelId", "supplierRoomId", "mappingStatus", "roomId",
               nullif(names, 'null'::jsonb), "imageUrls"
        FROM jsonb_to_recordset(${rows}::jsonb) AS row("supplierCode" text, "supplierHotelId" text, "supplierRoomId" text,
          "mappingStatus" text, "roomId" text, names jsonb, "imageUrls" text[])
        ON CONFLICT (supplier_code, supplier_hotel_id, supplier_room_id) DO UPDATE SET
          mapping_status = EXCLUDED.mapping_status, room_id = EXCLUDED.room_id, names = EXCLUDED.names,
          image_urls = EXCLUDED.image_urls
        WHERE supplier_rooms IS DISTINCT FROM EXCLUDED`,
      )
    },

    /** How far an interrupted import of the file had progressed; null when no import was interrupted. */
    mark: async (file: string): Promise<ImportMark | null> => db.catalogueImport.findUnique({ where: { file } }),

    setMark: async ({ file, lines, badLines }: ImportMark, now: Instant): Promise<void> => {
      const data = { lines, badLines, updatedAt: toDate(now) }
      await db.catalogueImport.upsert({ where: { file }, create: { file, ...data }, update: data })
    },

    removeMark: async (file: string): Promise<void> => {
      await db.catalogueImport.deleteMany({ where: { file } })
    },
  }
}
