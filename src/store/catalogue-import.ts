import type { PageContent } from '../domain/content/page-content.ts'
import type { Instructions } from '../domain/selling.ts'
import type { Instant } from '../domain/time.ts'
import { type Database, type Sql, sql } from './database.ts'
import type { Hotel, HotelDetails, Place, SupplierHotel, SupplierRoom, Term } from './hotels.ts'
import { toDate } from './instants.ts'
import { holdListings } from './listings.ts'
import type { SupplierRoomId } from './service-rooms.ts'

/** Whether it is `ofListings`: it follows what suppliers tell of it. Absent: it is as the operator's file tells it. */
export type ImportedHotel = Hotel & Partial<HotelDetails> & { readonly ofListings?: boolean }

/** Rows of a catalogue. No list contains a key twice. */
export type CatalogueImport = {
  readonly places: readonly Place[]
  readonly terms: readonly Term[]
  readonly hotels: readonly ImportedHotel[]
  /** The operator's own content of hotels in `hotels`; null: it has none. */
  readonly contents: readonly { readonly hotelId: number; readonly own: PageContent | null }[]
  readonly supplierHotels: readonly (SupplierHotel & {
    readonly instructions?: Instructions | null
    /** True: it is searched and held although it is UNVERIFIED. Absent: false. */
    readonly soldUnverified?: boolean
  })[]
  readonly supplierRooms: readonly (SupplierRoom & {
    readonly supplierCode: string
    readonly supplierHotelId: string
  })[]
}

/** A mapping that an import would have changed, and whose word it stays by. */
export type KeptMapping = Pick<SupplierHotel, 'supplierCode' | 'supplierHotelId' | 'hotelId'> & { readonly why: string }

/** A room that an import would have changed, and by whose word it stays as it is. */
export type KeptRoom = SupplierRoomId & { readonly why: string }

type Kept = { readonly kept: readonly KeptMapping[]; readonly keptRooms: readonly KeptRoom[] }

/** How far the import of a file has progressed. */
type ImportMark = { readonly file: string; readonly lines: number; readonly badLines: number }

/** The number of rows per statement. */
const BATCH = 2_000
/** Of contents, each of which may be tens of kilobytes. */
const CONTENT_BATCH = 200

async function inBatches(
  rows: readonly object[],
  write: (batch: string) => Promise<unknown>,
  size = BATCH,
): Promise<void> {
  for (let from = 0; from < rows.length; from += size) await write(JSON.stringify(rows.slice(from, from + size)))
}

/**
 * Postgres parses the rows from JSON, so each batch is one statement, regardless of the number of columns. Rows that are already
 * equal are not written.
 */
export function createCatalogueImportStore(db: Database) {
  return {
    /** Returns the mappings of hotels and of rooms that were not written, because a person has decided otherwise. */
    upsert: async (content: CatalogueImport): Promise<Kept> => {
      await holdListings(db, content.supplierHotels)
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
      await writeTerms(db, content.terms)
      await writeHotels(db, content.hotels)
      await writeOwnContents(db, content.contents)
      const kept = await upsertMappings(db, content.supplierHotels)
      return { kept, keptRooms: await upsertRooms(db, content.supplierRooms) }
    },

    /** Writes hotels and the terms that they name; returns those that are new or have changed. */
    writeHotels: async ({ terms, hotels }: Pick<CatalogueImport, 'terms' | 'hotels'>): Promise<number[]> => {
      await writeTerms(db, terms)
      return writeHotels(db, hotels)
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

/** In one order, so that two writers of the same terms do not wait for each other. */
async function writeTerms(db: Database, terms: readonly Term[]): Promise<void> {
  await inBatches(
    terms,
    (rows) => db.$executeRaw`
    INSERT INTO catalogue_terms (kind, id, names)
    SELECT kind, id, names FROM jsonb_to_recordset(${rows}::jsonb) AS row(kind text, id text, names jsonb)
    ORDER BY kind, id
    ON CONFLICT (kind, id) DO UPDATE SET names = EXCLUDED.names WHERE catalogue_terms IS DISTINCT FROM EXCLUDED`,
  )
}

/** Returns the hotels that are new or have changed. */
async function writeHotels(db: Database, hotels: readonly ImportedHotel[]): Promise<number[]> {
  const written: number[] = []
  await inBatches(hotels, async (rows) => {
    const changed = await db.$queryRaw<{ id: number }[]>`
      INSERT INTO hotels (id, place_id, names, address, latitude, longitude, stars, chain_id, property_type, facility_ids,
        main_image_url, time_zone, nightly_usd_cents, weight, address_lines, phone, place_hidden, exact_place, instructions,
        of_listings)
      SELECT "hotelId", "placeId", names, address, latitude, longitude, stars, "chainId", "propertyType", "facilityIds",
        "mainImageUrl", "timeZone", "nightlyUsdCents", weight, coalesce("addressLines", '{}'), phone,
        coalesce("placeHidden", false), nullif("exactPlace", 'null'::jsonb), nullif(instructions, 'null'::jsonb),
        coalesce("ofListings", false)
      FROM jsonb_to_recordset(${rows}::jsonb) AS row("hotelId" int, "placeId" int, names jsonb, address text,
        latitude float8, longitude float8, stars float8, "chainId" int, "propertyType" text, "facilityIds" int[],
        "mainImageUrl" text, "timeZone" text, "nightlyUsdCents" int, weight int, "addressLines" text[], phone text,
        "placeHidden" boolean, "exactPlace" jsonb, instructions jsonb, "ofListings" boolean)
      ON CONFLICT (id) DO UPDATE SET place_id = EXCLUDED.place_id, names = EXCLUDED.names, address = EXCLUDED.address,
        latitude = EXCLUDED.latitude, longitude = EXCLUDED.longitude, stars = EXCLUDED.stars,
        chain_id = EXCLUDED.chain_id, property_type = EXCLUDED.property_type, facility_ids = EXCLUDED.facility_ids,
        main_image_url = EXCLUDED.main_image_url, time_zone = EXCLUDED.time_zone,
        nightly_usd_cents = EXCLUDED.nightly_usd_cents, weight = EXCLUDED.weight,
        address_lines = EXCLUDED.address_lines, phone = EXCLUDED.phone, place_hidden = EXCLUDED.place_hidden,
        exact_place = EXCLUDED.exact_place, instructions = EXCLUDED.instructions,
        of_listings = EXCLUDED.of_listings, updated_at = gateway_now()
      WHERE (hotels.place_id, hotels.names, hotels.address, hotels.latitude, hotels.longitude, hotels.stars,
             hotels.chain_id, hotels.property_type, hotels.facility_ids, hotels.main_image_url, hotels.time_zone,
             hotels.nightly_usd_cents, hotels.weight, hotels.address_lines, hotels.phone, hotels.place_hidden,
             hotels.exact_place, hotels.instructions, hotels.of_listings)
        IS DISTINCT FROM (EXCLUDED.place_id, EXCLUDED.names, EXCLUDED.address, EXCLUDED.latitude, EXCLUDED.longitude,
             EXCLUDED.stars, EXCLUDED.chain_id, EXCLUDED.property_type, EXCLUDED.facility_ids, EXCLUDED.main_image_url,
             EXCLUDED.time_zone, EXCLUDED.nightly_usd_cents, EXCLUDED.weight, EXCLUDED.address_lines, EXCLUDED.phone,
             EXCLUDED.place_hidden, EXCLUDED.exact_place, EXCLUDED.instructions,
             EXCLUDED.of_listings)
      RETURNING id`
    written.push(...changed.map(({ id }) => id))
  })
  return written
}

type MappedListings = CatalogueImport['supplierHotels']

/** A person's word stands against any file: what they accepted, and the pairs that they rejected. */
async function upsertMappings(db: Database, listings: MappedListings): Promise<KeptMapping[]> {
  const kept: KeptMapping[] = []
  await inBatches(listings, async (rows) => {
    kept.push(...(await keptMappings(db, rows)))
    await db.$queryRaw`SELECT set_config('gateway.actor', 'import', true)`
    await db.$executeRaw`
    INSERT INTO supplier_hotels (supplier_code, supplier_hotel_id, hotel_id, verification, instructions, on_sale, sold_unverified)
    SELECT "supplierCode", "supplierHotelId", "hotelId", verification, nullif(instructions, 'null'::jsonb),
      coalesce(listings.status = 'ACTIVE', true), coalesce("soldUnverified", false)
    FROM ${recordsOf(rows)}
    LEFT JOIN listings ON (supplier_code, supplier_hotel_id) = ("supplierCode", "supplierHotelId")
    WHERE NOT EXISTS (SELECT FROM mapping_rejections no WHERE (no.supplier_code, no.supplier_hotel_id, no.hotel_id)
        = ("supplierCode", "supplierHotelId", "hotelId"))
    ON CONFLICT (supplier_code, supplier_hotel_id) DO UPDATE SET
      hotel_id = CASE supplier_hotels.decided_by WHEN 'PERSON' THEN supplier_hotels.hotel_id ELSE EXCLUDED.hotel_id END,
      verification = CASE supplier_hotels.decided_by WHEN 'PERSON' THEN supplier_hotels.verification ELSE EXCLUDED.verification END,
      decided_by = CASE supplier_hotels.decided_by WHEN 'PERSON' THEN 'PERSON' ELSE 'IMPORT' END,
      instructions = EXCLUDED.instructions
    WHERE supplier_hotels.instructions IS DISTINCT FROM EXCLUDED.instructions
      OR (supplier_hotels.decided_by <> 'PERSON' AND (supplier_hotels.hotel_id, supplier_hotels.verification, supplier_hotels.decided_by)
        IS DISTINCT FROM (EXCLUDED.hotel_id, EXCLUDED.verification, 'IMPORT'))`
  })
  return kept
}

/** What a file says comes before what the engine has read from listings, and after a person's word. */
async function upsertRooms(db: Database, rooms: CatalogueImport['supplierRooms']): Promise<KeptRoom[]> {
  const kept: KeptRoom[] = []
  await inBatches(rooms, async (rows) => {
    const records = sql`jsonb_to_recordset(${rows}::jsonb) AS row("supplierCode" text, "supplierHotelId" text,
      "supplierRoomId" text, "mappingStatus" text, "roomId" text, names jsonb, "imageUrls" text[])`
    await db.$executeRaw`
    INSERT INTO supplier_rooms (supplier_code, supplier_hotel_id, supplier_room_id, mapping_status, room_id, names, image_urls,
      decided_by)
    SELECT "supplierCode", "supplierHotelId", "supplierRoomId", "mappingStatus", "roomId",
           nullif(names, 'null'::jsonb), "imageUrls", 'IMPORT'
    FROM ${records}
    ON CONFLICT (supplier_code, supplier_hotel_id, supplier_room_id) DO UPDATE SET
      mapping_status = EXCLUDED.mapping_status, room_id = EXCLUDED.room_id, names = EXCLUDED.names,
      image_urls = EXCLUDED.image_urls, decided_by = EXCLUDED.decided_by
    WHERE supplier_rooms IS DISTINCT FROM EXCLUDED AND supplier_rooms.decided_by <> 'PERSON'`
    kept.push(
      ...(await db.$queryRaw<KeptRoom[]>`
      SELECT "supplierCode", "supplierHotelId", "supplierRoomId",
        coalesce(pin.actor, 'a person') || ' has said ' || coalesce('that it is room ' || pin.room_id, 'that it is a room of its own') AS why
      FROM ${records}
      JOIN supplier_rooms room ON (room.supplier_code, room.supplier_hotel_id, room.supplier_room_id, room.decided_by)
        = ("supplierCode", "supplierHotelId", "supplierRoomId", 'PERSON')
      LEFT JOIN room_pins pin ON (pin.supplier_code, pin.supplier_hotel_id, pin.supplier_room_id)
        = ("supplierCode", "supplierHotelId", "supplierRoomId")
      WHERE (room.mapping_status, room.room_id) IS DISTINCT FROM ("mappingStatus", "roomId")`),
    )
  })
  return kept
}

function recordsOf(rows: string): Sql {
  return sql`jsonb_to_recordset(${rows}::jsonb)
    AS row("supplierCode" text, "supplierHotelId" text, "hotelId" int, verification text, instructions jsonb,
      "soldUnverified" boolean)`
}

function keptMappings(db: Database, rows: string): Promise<KeptMapping[]> {
  return db.$queryRaw<KeptMapping[]>`
  SELECT * FROM (
    SELECT "supplierCode", "supplierHotelId", "hotelId", coalesce(
      (SELECT no.actor || ' has rejected this pair' FROM mapping_rejections no
       WHERE (no.supplier_code, no.supplier_hotel_id, no.hotel_id) = ("supplierCode", "supplierHotelId", "hotelId")),
      (SELECT by.actor || ' has mapped it to hotel ' || mapped.hotel_id || ' as ' || mapped.verification
       FROM supplier_hotels mapped JOIN mapping_versions by ON by.id = mapped.version
       WHERE (mapped.supplier_code, mapped.supplier_hotel_id) = ("supplierCode", "supplierHotelId")
         AND mapped.decided_by = 'PERSON'
         AND (mapped.hotel_id, mapped.verification) IS DISTINCT FROM ("hotelId", row.verification))
      ) AS why
    FROM ${recordsOf(rows)}) told
  WHERE why IS NOT NULL`
}

/**
 * A change of content is a change of its hotel: every process then reads it again. As an array: joined with what a statement returns,
 * Postgres reads all hotels there are.
 */
async function writeOwnContents(db: Database, contents: CatalogueImport['contents']): Promise<void> {
  await inBatches(
    contents.filter(({ own }) => own !== null),
    (rows) => db.$executeRaw`
    WITH changed AS (
      INSERT INTO hotel_contents (hotel_id, own)
      SELECT "hotelId", own FROM jsonb_to_recordset(${rows}::jsonb) AS row("hotelId" int, own jsonb)
      ON CONFLICT (hotel_id) DO UPDATE SET own = EXCLUDED.own WHERE hotel_contents.own IS DISTINCT FROM EXCLUDED.own
      RETURNING hotel_id
    )
    UPDATE hotels SET updated_at = gateway_now() WHERE id = ANY(ARRAY(SELECT hotel_id FROM changed))`,
    CONTENT_BATCH,
  )
  const without = contents.filter(({ own }) => own === null).map(({ hotelId }) => hotelId)
  if (without.length === 0) return
  await db.$executeRaw`
  WITH changed AS (
    UPDATE hotel_contents SET own = NULL WHERE hotel_id = ANY(${without}::int[]) AND own IS NOT NULL RETURNING hotel_id
  )
  UPDATE hotels SET updated_at = gateway_now() WHERE id = ANY(ARRAY(SELECT hotel_id FROM changed))`
}
