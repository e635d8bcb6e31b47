import type { Point } from '../domain/geo.ts'
import { mergeInstructions } from '../domain/instructions.ts'
import type { HotelVerification, MappingStatus } from '../domain/mapping.ts'
import type { Instructions } from '../domain/selling.ts'
import type { Instant } from '../domain/time.ts'
import type { Prisma } from './client/client.ts'
import type { HotelModel, PlaceModel } from './client/models.ts'
import { type Database, sql } from './database.ts'
import { toDate, toInstant } from './instants.ts'

/** Names by language; `en` is always present. */
export type Names = Readonly<Record<string, string>>

export type Place = {
  readonly placeId: number
  readonly type: string
  readonly parentId: number | null
  readonly countryCode: string
  readonly timeZone: string | null
  readonly latitude: number
  readonly longitude: number
  readonly names: Names
  readonly weight: number
}

export type Hotel = {
  readonly hotelId: number
  readonly placeId: number
  readonly names: Names
  readonly address: string
  readonly latitude: number
  readonly longitude: number
  /** True: address and point are approximate; the place itself may not be shown before it is booked. Absent: it is shown. */
  readonly placeHidden?: boolean
  /** In halves, 0.5 to 5. */
  readonly stars: number | null
  readonly chainId: number | null
  readonly propertyType: string
  readonly facilityIds: readonly number[]
  readonly mainImageUrl: string | null
  readonly timeZone: string | null
  /** An estimate for two adults and one night, in USD cents. It is the sort price until prices are observed. */
  readonly nightlyUsdCents: number
  readonly weight: number
}

/** Where a hotel really is; only vouchers show it where the place is hidden. */
export type ExactPlace = Point & { readonly addressLines: readonly string[] }

/** What only an option, an offer or a voucher shows of a hotel. Lists of hotels never read it. */
export type HotelDetails = {
  readonly addressLines: readonly string[]
  readonly phone: string | null
  readonly instructions: Instructions | null
  /** Null unless the place is hidden. */
  readonly exactPlace: ExactPlace | null
}

/** Those of a hotel, and what one supplier's listing of it tells. */
export type ListedDetails = HotelDetails & { readonly listingInstructions: Instructions | null }

/** A supplier's listing of a hotel. */
export type SupplierHotel = {
  readonly supplierCode: string
  readonly supplierHotelId: string
  readonly hotelId: number
  readonly verification: HotelVerification
  /** Changes with the mapping: what was learned under another version is not of this hotel. Null or absent: as it was imported first. */
  readonly version?: number | null
}

/** How a supplier's room maps to a room of the catalogue. */
export type SupplierRoom = {
  readonly supplierRoomId: string
  readonly mappingStatus: MappingStatus
  readonly roomId: string | null
  readonly names: Names | null
  readonly imageUrls: readonly string[]
}

export type Term = { readonly kind: 'chain' | 'facility' | 'property_type'; readonly id: string; readonly names: Names }

/** The fields of a hotel that searches need, in one row. */
export type SearchRow = Pick<
  Hotel,
  | 'hotelId'
  | 'placeId'
  | 'latitude'
  | 'longitude'
  | 'stars'
  | 'chainId'
  | 'propertyType'
  | 'facilityIds'
  | 'nightlyUsdCents'
  | 'weight'
  | 'names'
> & { readonly supplierCodes: readonly string[] }

/** The fields of a hotel that a list of destinations shows. */
export type HotelLabel = Pick<Hotel, 'hotelId' | 'placeId' | 'latitude' | 'longitude' | 'names'>

/** A change of a hotel, by which those after it are found. */
export type HotelChange = { readonly hotelId: number; readonly changedAt: Instant }
export type ChangedHotel = HotelChange & { readonly supplierCodes: readonly string[] }

/** The key of a supplier's listing. */
export type ListingId = Pick<SupplierHotel, 'supplierCode' | 'supplierHotelId'>

/** The columns are written by the import and the merge alone, from what they have read as these types. */
type DetailsRow = HotelDetails & {
  readonly isListed: boolean
  readonly listed: Instructions | null
  readonly pulled: Instructions | null
}

export function createHotelStore(db: Database) {
  return {
    places: async (): Promise<Place[]> => (await db.place.findMany()).map(toPlace),

    find: async (hotelId: number): Promise<Hotel | null> => {
      const row = await db.hotel.findUnique({ where: { id: hotelId }, omit: DETAILS })
      return row && toHotel(row)
    },

    /**
     * The details of a hotel as one listing sells it; null for an unknown hotel. What the row does not tell is as on its page: a voucher
     * must not lack the telephone that a page has. Content is only opened where that is so, since it may be long.
     */
    details: async (hotelId: number, { supplierCode, supplierHotelId }: ListingId): Promise<ListedDetails | null> => {
      const rows = await db.$queryRaw<DetailsRow[]>`
      SELECT h.instructions, h.exact_place AS "exactPlace", coalesce(h.phone, c.own->>'phone', c.merged->>'phone') AS phone,
        CASE WHEN cardinality(h.address_lines) > 0 OR h.address <> '' THEN to_jsonb(h.address_lines)
          ELSE coalesce(nullif(c.own->'addressLines', '[]'), c.merged->'addressLines', '[]') END AS "addressLines",
        s.hotel_id IS NOT NULL AS "isListed", s.instructions AS listed, c.instructions->${supplierCode}::text AS pulled
      FROM hotels h LEFT JOIN hotel_contents c ON c.hotel_id = h.id
      LEFT JOIN supplier_hotels s ON (s.supplier_code, s.supplier_hotel_id, s.hotel_id)
        = (${supplierCode}::text, ${supplierHotelId}::text, h.id)
      WHERE h.id = ${hotelId}::int`
      const [row] = rows
      if (!row) return null
      const { isListed, listed, pulled, ...details } = row
      // A hotel's content may still have what a listing told that was taken from it.
      return { ...details, listingInstructions: isListed ? mergeInstructions(listed, pulled) : null }
    },

    /** When a hotel left the catalogue; null for an id that it never had. */
    leftAt: async (hotelId: number): Promise<Instant | null> => {
      const row = await db.formerHotel.findUnique({ where: { id: hotelId } })
      return row && toInstant(row.leftAt)
    },

    /** When each of the hotels left the catalogue; without those that it never had. */
    leftAtOf: async (hotelIds: readonly number[]): Promise<ReadonlyMap<number, Instant>> => {
      const rows = await db.formerHotel.findMany({ where: { id: { in: [...hotelIds] } } })
      return new Map(rows.map(({ id, leftAt }) => [id, toInstant(leftAt)]))
    },

    /** Returns those of the hotels that exist, with their listings, in no particular order. */
    findMany: async (hotelIds: readonly number[]): Promise<(Hotel & { readonly suppliers: SupplierHotel[] })[]> => {
      const rows = await db.hotel.findMany({
        where: { id: { in: [...hotelIds] } },
        include: { suppliers: { where: SOLD, select: SUPPLIER_HOTEL } },
        omit: DETAILS,
      })
      return rows.map(({ suppliers, ...row }) => ({ ...toHotel(row), suppliers: suppliers.map(toSupplierHotel) }))
    },

    /** Returns the labels of those hotels that exist, in no particular order. */
    labels: async (hotelIds: readonly number[]): Promise<HotelLabel[]> => {
      const rows = await db.$queryRaw<{ rows: string }[]>`
      SELECT coalesce(json_agg(json_build_object(
        'hotelId', id, 'placeId', place_id, 'latitude', latitude, 'longitude', longitude, 'names', names)), '[]')::text AS rows
      FROM hotels WHERE id = ANY(${[...hotelIds]}::int[])`
      return JSON.parse(rows[0]?.rows ?? '[]') as HotelLabel[] // the query builds exactly this
    },

    /**
     * The next `limit` hotels in id order. Postgres builds the JSON, which takes a fifth of the time when a million rows are
     * read.
     */
    searchRows: async (afterId: number, limit: number): Promise<SearchRow[]> => {
      const rows = await db.$queryRaw<{ rows: string }[]>`
      SELECT coalesce(json_agg(json_build_object(
        'hotelId', id, 'placeId', place_id, 'latitude', latitude, 'longitude', longitude, 'stars', stars,
        'chainId', chain_id, 'propertyType', property_type, 'facilityIds', facility_ids,
        'nightlyUsdCents', nightly_usd_cents, 'weight', weight, 'names', names,
        'supplierCodes', ARRAY(SELECT DISTINCT supplier_code FROM supplier_hotels WHERE hotel_id = page.id AND ${IS_SOLD})
      ) ORDER BY id), '[]')::text AS rows
      FROM (SELECT * FROM hotels WHERE id > ${afterId} ORDER BY id LIMIT ${limit}) page`
      return JSON.parse(rows[0]?.rows ?? '[]') as SearchRow[] // the query builds exactly this
    },

    /**
     * The next hotels that changed or left after those that were `seen`, with the suppliers that sell them; at most `limit`, earliest
     * change first.
     */
    changedSince: async (seen: HotelChange, limit: number): Promise<ChangedHotel[]> => {
      const since = sql`(${toDate(seen.changedAt)}::timestamptz, ${seen.hotelId}::int)`
      const rows = await db.$queryRaw<{ hotel_id: number; codes: string[]; changed_at: Date }[]>`
      SELECT id AS hotel_id, changed_at,
             ARRAY(SELECT DISTINCT supplier_code FROM supplier_hotels WHERE hotel_id = changed.id AND ${IS_SOLD}) AS codes
      FROM ((SELECT id, updated_at AS changed_at FROM hotels WHERE (updated_at, id) > ${since} ORDER BY updated_at, id LIMIT ${limit}::int)
            UNION ALL
            (SELECT id, left_at FROM former_hotels WHERE (left_at, id) > ${since}
               AND NOT EXISTS (SELECT FROM hotels WHERE hotels.id = former_hotels.id) ORDER BY left_at, id LIMIT ${limit}::int)) changed
      ORDER BY changed_at, id LIMIT ${limit}::int`
      return rows.map(({ hotel_id, codes, changed_at }) => ({
        hotelId: hotel_id,
        supplierCodes: codes,
        changedAt: toInstant(changed_at),
      }))
    },

    /** The listings that a hotel is sold from. */
    suppliersOf: async (hotelId: number): Promise<SupplierHotel[]> =>
      (await db.supplierHotel.findMany({ where: { hotelId, ...SOLD }, select: SUPPLIER_HOTEL })).map(toSupplierHotel),

    /** Any hotel that the supplier lists, the same one each time; null when it lists none. */
    anyListing: (supplierCode: string): Promise<{ readonly supplierHotelId: string } | null> =>
      db.supplierHotel.findFirst({
        where: { supplierCode },
        orderBy: [{ hotelId: 'desc' }, { supplierHotelId: 'asc' }],
        select: { supplierHotelId: true },
      }),

    /** Whichever hotel it is mapped to, whether it is sold or not; null for a listing that is mapped to none. */
    listing: async ({ supplierCode, supplierHotelId }: ListingId): Promise<SupplierHotel | null> => {
      const row = await db.supplierHotel.findUnique({
        where: { supplierCode_supplierHotelId: { supplierCode, supplierHotelId } },
        select: SUPPLIER_HOTEL,
      })
      return row && toSupplierHotel(row)
    },

    rooms: async (supplierCode: string, supplierHotelId: string): Promise<SupplierRoom[]> => {
      const rows = await db.supplierRoom.findMany({ where: { supplierCode, supplierHotelId } })
      return rows.map((row) => ({
        ...row,
        mappingStatus: row.mappingStatus as MappingStatus,
        names: row.names as Names | null,
      }))
    },

    terms: async (): Promise<Term[]> =>
      (await db.catalogueTerm.findMany({ orderBy: [{ kind: 'asc' }, { id: 'asc' }] })).map((row) => ({
        kind: row.kind as Term['kind'],
        id: row.id,
        names: row.names as Names,
      })),

    countHotels: (): Promise<number> => db.hotel.count(),
  }
}

function toPlace({ id, names, ...rest }: PlaceModel): Place {
  return { ...rest, placeId: id, names: names as Names }
}

/** The columns of `HotelDetails`, which may be long, and whose word the row is. */
const DETAILS = { addressLines: true, phone: true, instructions: true, exactPlace: true, ofListings: true } as const

function toHotel({ id, names, updatedAt: _, ...rest }: Omit<HotelModel, keyof typeof DETAILS>): Hotel {
  return {
    ...rest,
    hotelId: id,
    names: names as Names,
  }
}

/** Which listings are asked: `IS_SOLD` and `SOLD` say the same. */
export const IS_SOLD = sql`on_sale AND (verification <> 'UNVERIFIED' OR sold_unverified)`
const SOLD = {
  onSale: true,
  OR: [{ verification: { not: 'UNVERIFIED' } }, { soldUnverified: true }],
} satisfies Prisma.SupplierHotelWhereInput

const SUPPLIER_HOTEL = {
  supplierCode: true,
  supplierHotelId: true,
  hotelId: true,
  verification: true,
  version: true,
} as const

function toSupplierHotel({ verification, ...row }: SupplierHotelRow): SupplierHotel {
  return { ...row, verification: verification as HotelVerification }
}

type SupplierHotelRow = Omit<Required<SupplierHotel>, 'verification'> & { readonly verification: string }
