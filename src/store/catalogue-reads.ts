import type { HotelVerification } from '../domain/mapping.ts'
import { type Database, sql } from './database.ts'
import type { ListingId } from './hotels.ts'
import type { Facts } from './listings.ts'

/** A staged listing as operators look at it. */
export type SeenListing = ListingId & {
  /** ACTIVE, CLOSED, NOT_ON_SALE or GONE; null: it is mapped, and nothing of it is staged. */
  readonly status: string | null
  readonly facts: Facts | null
  readonly images: number
  readonly website: string | null
  /** The names of its rooms, English first. */
  readonly rooms: readonly string[]
  /** When what is told of it last changed; milliseconds. */
  readonly changedAt: number | null
  /** Null: mapped to no hotel. */
  readonly hotelId: number | null
  readonly verification: HotelVerification | null
  readonly decidedBy: string | null
  readonly onSale: boolean | null
}

/** A hotel of the catalogue as operators look at it. */
export type SeenHotel = {
  readonly hotelId: number
  readonly placeId: number
  readonly names: Readonly<Record<string, string>>
  readonly address: string
  readonly phone: string | null
  readonly latitude: number
  readonly longitude: number
  readonly stars: number | null
  readonly propertyType: string
  readonly weight: number
  /** True: it follows what its suppliers tell. */
  readonly ofListings: boolean
  readonly changedAt: number
  /** As the judge read it last; null: not yet. */
  readonly facts: Facts | null
  readonly images: number
  /** From which listing each part of its page comes: `FieldSource`. */
  readonly sources: readonly Readonly<Record<string, unknown>>[]
}

const LISTING = sql`'status', listing.status, 'facts', listing.facts, 'images', coalesce(jsonb_array_length(listing.content->'images'), 0),
  'website', listing.content->>'website',
  'rooms', (SELECT coalesce(json_agg(coalesce(room->'names'->>'en', (SELECT value FROM jsonb_each_text(room->'names') LIMIT 1), room->>'key')), '[]')
    FROM jsonb_array_elements(coalesce(listing.content->'rooms', '[]')) room),
  'changedAt', floor(extract(epoch FROM listing.changed_at) * 1000)::bigint,
  'hotelId', mapped.hotel_id, 'verification', mapped.verification, 'decidedBy', mapped.decided_by, 'onSale', mapped.on_sale`

/** A connection whose content is pulled, and how far that is. Times are milliseconds. */
export type SeenPull = {
  readonly connectionId: string
  readonly supplierCode: string
  readonly name: string
  readonly environment: string
  /** When the daily pull is due; null: none was ever complete. */
  readonly dueAt: number | null
  readonly isUnderWay: boolean
  /** The last reading of each language and kind, the newest first. */
  readonly passes: readonly SeenPass[]
}

export type SeenPass = {
  readonly passId: number
  readonly kind: string
  readonly language: string
  readonly since: string | null
  /** store/content-passes.ts `PassState` */
  readonly state: string
  readonly startedAt: number
  readonly endedAt: number | null
  readonly counts: Readonly<Record<string, unknown>>
}

/** What screens show of the catalogue. */
export function createCatalogueReadStore(db: Database) {
  return {
    /** Every connection, whether anything of it was pulled or not. */
    pulls: async (): Promise<SeenPull[]> => {
      const rows = await db.$queryRaw<{ told: string }[]>`
      SELECT json_build_object('connectionId', connection.id, 'supplierCode', connection.supplier_code, 'name', connection.name,
        'environment', connection.environment, 'dueAt', floor(extract(epoch FROM due_at) * 1000)::bigint,
        'isUnderWay', coalesce(lease_id IS NOT NULL AND leased_until > gateway_now(), false),
        'passes', (SELECT coalesce(json_agg(json_build_object('passId', id, 'kind', kind, 'language', language, 'since', since,
            'state', state, 'startedAt', floor(extract(epoch FROM started_at) * 1000)::bigint,
            'endedAt', floor(extract(epoch FROM ended_at) * 1000)::bigint, 'counts', counts) ORDER BY id DESC), '[]')
          FROM (SELECT DISTINCT ON (language, kind) * FROM content_passes
            WHERE connection_id = connection.id AND state <> 'DRY_RUN' ORDER BY language, kind, id DESC) pass))::text AS told
      FROM supplier_connections connection LEFT JOIN content_pulls pull ON pull.connection_id = connection.id
      ORDER BY connection.supplier_code, connection.id`
      return rows.map(({ told }) => JSON.parse(told) as SeenPull) // the query builds exactly this
    },

    /** Null: neither staged, nor mapped now or ever. */
    listing: async ({ supplierCode, supplierHotelId }: ListingId): Promise<SeenListing | null> => {
      const rows = await db.$queryRaw<{ told: string }[]>`
      SELECT json_build_object('supplierCode', asked.code, 'supplierHotelId', asked.id, ${LISTING})::text AS told
      FROM (SELECT ${supplierCode}::text AS code, ${supplierHotelId}::text AS id) asked
      LEFT JOIN listings listing ON (listing.supplier_code, listing.supplier_hotel_id) = (asked.code, asked.id)
      LEFT JOIN supplier_hotels mapped ON (mapped.supplier_code, mapped.supplier_hotel_id) = (asked.code, asked.id)
      WHERE listing.id IS NOT NULL OR mapped.hotel_id IS NOT NULL OR EXISTS (SELECT FROM mapping_versions said
        WHERE (said.supplier_code, said.supplier_hotel_id) = (asked.code, asked.id))`
      return rows[0] ? (JSON.parse(rows[0].told) as SeenListing) : null // the query builds exactly this
    },

    /** The listings that are mapped to a hotel, by supplier. */
    listingsOf: async (hotelId: number): Promise<SeenListing[]> => {
      const rows = await db.$queryRaw<{ told: string }[]>`
      SELECT json_build_object('supplierCode', mapped.supplier_code, 'supplierHotelId', mapped.supplier_hotel_id, ${LISTING})::text AS told
      FROM supplier_hotels mapped
      LEFT JOIN listings listing
        ON (listing.supplier_code, listing.supplier_hotel_id) = (mapped.supplier_code, mapped.supplier_hotel_id)
      WHERE mapped.hotel_id = ${hotelId}::int ORDER BY mapped.supplier_code, mapped.supplier_hotel_id`
      return rows.map(({ told }) => JSON.parse(told) as SeenListing) // the query builds exactly this
    },

    hotels: async (hotelIds: readonly number[]): Promise<ReadonlyMap<number, SeenHotel>> => {
      const rows = await db.$queryRaw<{ told: string }[]>`
      SELECT json_build_object('hotelId', hotels.id, 'placeId', place_id, 'names', names, 'address', address, 'phone', phone,
        'latitude', latitude, 'longitude', longitude, 'stars', stars, 'propertyType', property_type, 'weight', weight,
        'ofListings', of_listings, 'changedAt', floor(extract(epoch FROM updated_at) * 1000)::bigint, 'facts', known.facts,
        'images', coalesce(jsonb_array_length(coalesce(nullif(content.own->'images', '[]'), content.merged->'images')), 0),
        'sources', coalesce(content.merged->'sources', '[]'))::text AS told
      FROM hotels
      LEFT JOIN hotel_facts known ON known.hotel_id = hotels.id
      LEFT JOIN hotel_contents content ON content.hotel_id = hotels.id
      WHERE hotels.id = ANY (${[...hotelIds]}::int[])`
      const told = rows.map((row) => JSON.parse(row.told) as SeenHotel) // the query builds exactly this
      return new Map(told.map((hotel) => [hotel.hotelId, hotel]))
    },
  }
}
