import type { Point } from '../domain/geo.ts'
import type { HotelVerification, MappingStatus } from '../domain/mapping.ts'
import type { Instructions } from '../domain/selling.ts'
import type { Instant } from '../domain/time.ts'
import type { HotelModel, PlaceModel } from './client/models.ts'
import type { Database } from './database.ts'
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

/** The key of a supplier's listing. */
export type ListingId = Pick<SupplierHotel, 'supplierCode' | 'supplierHotelId'>

export function createHotelStore(db: Database) {
  return {
    places: async (): Promise<Place[]> => (await db.place.findMany()).map(toPlace),

    find: async (hotelId: number): Promise<Hotel | null> => {
      const row = await db.hotel.findUnique({ where: { id: hotelId }, omit: DETAILS })
      return row && toHotel(row)
    },

    /** The details of a hotel as one listing sells it; null for an unknown hotel. */
    details: async (hotelId: number, listing: ListingId): Promise<ListedDetails | null> => {
      const { supplierCode, supplierHotelId } = listing
      const row = await db.hotel.findUnique({
        where: { id: hotelId },
        select: {
          addressLines: true,
          phone: true,
          instructions: true,
          exactPlace: true,
          suppliers: { where: { supplierCode, supplierHotelId }, select: { instructions: true } },
        },
      })
      if (!row) return null
      const { suppliers, ...details } = row
      // The columns are written by the import alone, from what it has read as these types.
      return { ...details, listingInstructions: suppliers[0]?.instructions ?? null } as ListedDetails
    },

    /** When a hotel left the catalogue; null for an id that it never had. */
    leftAt: async (hotelId: number): Promise<Instant | null> => {
      const row = await db.formerHotel.findUnique({ where: { id: hotelId } })
      return row && toInstant(row.leftAt)
    },

    /** Returns those of the hotels that exist, with their listings, in no particular order. */
    findMany: async (hotelIds: readonly number[]): Promise<(Hotel & { readonly suppliers: SupplierHotel[] })[]> => {
      const rows = await db.hotel.findMany({
        where: { id: { in: [...hotelIds] } },
        include: { suppliers: { omit: { instructions: true } } },
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
        'supplierCodes', ARRAY(SELECT DISTINCT supplier_code FROM supplier_hotels WHERE hotel_id = page.id)
      ) ORDER BY id), '[]')::text AS rows
      FROM (SELECT * FROM hotels WHERE id > ${afterId} ORDER BY id LIMIT ${limit}) page`
      return JSON.parse(rows[0]?.rows ?? '[]') as SearchRow[] // the query builds exactly this
    },

    /** Hotels that changed after `since`, with the suppliers that list them; at most `limit`, earliest change first. */
    changedSince: async (
      since: Instant,
      limit: number,
    ): Promise<
      { readonly hotelId: number; readonly supplierCodes: readonly string[]; readonly changedAt: Instant }[]
    > => {
      const rows = await db.$queryRaw<{ hotel_id: number; codes: string[]; changed_at: Date }[]>`
      SELECT id AS hotel_id, updated_at AS changed_at,
             ARRAY(SELECT DISTINCT supplier_code FROM supplier_hotels WHERE hotel_id = hotels.id) AS codes
      FROM hotels WHERE updated_at > ${toDate(since)} ORDER BY updated_at LIMIT ${limit}`
      return rows.map(({ hotel_id, codes, changed_at }) => ({
        hotelId: hotel_id,
        supplierCodes: codes,
        changedAt: toInstant(changed_at),
      }))
    },

    suppliersOf: async (hotelId: number): Promise<SupplierHotel[]> =>
      (await db.supplierHotel.findMany({ where: { hotelId }, omit: { instructions: true } })).map(toSupplierHotel),

    /** Maps a supplier's listing to a hotel, or moves it to another one. */
    setListing: async ({ supplierCode, supplierHotelId, hotelId, verification }: SupplierHotel): Promise<void> => {
      await db.$executeRaw`
      UPDATE hotels SET updated_at = gateway_now() WHERE id = ${hotelId} OR id =
        (SELECT hotel_id FROM supplier_hotels WHERE supplier_code = ${supplierCode} AND supplier_hotel_id = ${supplierHotelId})`
      await db.$executeRaw`
      INSERT INTO supplier_hotels (supplier_code, supplier_hotel_id, hotel_id, verification)
      VALUES (${supplierCode}, ${supplierHotelId}, ${hotelId}, ${verification})
      ON CONFLICT (supplier_code, supplier_hotel_id)
      DO UPDATE SET hotel_id = EXCLUDED.hotel_id, verification = EXCLUDED.verification`
    },

    /** Any hotel that the supplier lists, the same one each time; null when it lists none. */
    anyListing: (supplierCode: string): Promise<{ readonly supplierHotelId: string } | null> =>
      db.supplierHotel.findFirst({
        where: { supplierCode },
        orderBy: [{ hotelId: 'desc' }, { supplierHotelId: 'asc' }],
        select: { supplierHotelId: true },
      }),

    /** Returns null when the supplier has no such listing. */
    listing: async ({ supplierCode, supplierHotelId }: ListingId): Promise<SupplierHotel | null> => {
      const row = await db.supplierHotel.findUnique({
        where: { supplierCode_supplierHotelId: { supplierCode, supplierHotelId } },
      })
      return row && toSupplierHotel(row)
    },

    /**
     * Returns false when the supplier has no such listing, or when `from` is given and the listing's verification is not `from`.
     */
    setVerification: async (
      { supplierCode, supplierHotelId }: ListingId,
      verification: HotelVerification,
      from?: HotelVerification,
    ): Promise<boolean> => {
      const { count } = await db.supplierHotel.updateMany({
        where: { supplierCode, supplierHotelId, ...(from ? { verification: from } : {}) },
        data: { verification },
      })
      return count === 1
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

/** The columns of `HotelDetails`, which may be long. */
const DETAILS = { addressLines: true, phone: true, instructions: true, exactPlace: true } as const

function toHotel({ id, names, updatedAt: _, ...rest }: Omit<HotelModel, keyof typeof DETAILS>): Hotel {
  return {
    ...rest,
    hotelId: id,
    names: names as Names,
  }
}
function toSupplierHotel(row: {
  supplierCode: string
  supplierHotelId: string
  hotelId: number
  verification: string
}): SupplierHotel {
  return {
    supplierCode: row.supplierCode,
    supplierHotelId: row.supplierHotelId,
    hotelId: row.hotelId,
    verification: row.verification as HotelVerification,
  }
}
