import type { HotelVerification, MappingStatus } from '../domain/mapping.ts'
import type { HotelModel, PlaceModel } from './client/models.ts'
import type { Database } from './database.ts'

/** Names by language; `en` is always there. */
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
  readonly stars: number | null
  readonly chainId: number | null
  readonly propertyType: string
  readonly facilityIds: readonly number[]
  readonly mainImageUrl: string | null
  readonly timeZone: string | null
  /** Estimate for two adults, one night, USD cents: the sort price until prices are observed. */
  readonly nightlyUsdCents: number
  readonly weight: number
}

/** A supplier's listing of a hotel. */
export type SupplierHotel = {
  readonly supplierCode: string
  readonly supplierHotelId: string
  readonly hotelId: number
  readonly verification: HotelVerification
}

/** How a supplier's room maps to the catalogue's. */
export type SupplierRoom = {
  readonly supplierRoomId: string
  readonly mappingStatus: MappingStatus
  readonly roomId: string | null
  readonly names: Names | null
  readonly imageUrls: readonly string[]
}

export type Term = { readonly kind: 'chain' | 'facility' | 'property_type'; readonly id: string; readonly names: Names }

export const createHotelStore = (db: Database) => ({
  places: async (): Promise<Place[]> => (await db.place.findMany()).map(toPlace),

  find: async (hotelId: number): Promise<Hotel | null> => {
    const row = await db.hotel.findUnique({ where: { id: hotelId } })
    return row && toHotel(row)
  },

  /** The hotels that exist of `hotelIds`, in no order. */
  findMany: async (hotelIds: readonly number[]): Promise<Hotel[]> =>
    (await db.hotel.findMany({ where: { id: { in: [...hotelIds] } } })).map(toHotel),

  /** Every hotel of the places, with its listings; in id order. */
  inPlaces: async (
    placeIds: readonly number[],
  ): Promise<(Hotel & { readonly suppliers: readonly SupplierHotel[] })[]> => {
    const rows = await db.hotel.findMany({
      where: { placeId: { in: [...placeIds] } },
      include: { suppliers: true },
      orderBy: { id: 'asc' },
    })
    return rows.map(({ suppliers, ...row }) => ({ ...toHotel(row), suppliers: suppliers.map(toSupplierHotel) }))
  },

  all: async (): Promise<Hotel[]> => (await db.hotel.findMany({ orderBy: { id: 'asc' } })).map(toHotel),

  suppliersOf: async (hotelId: number): Promise<SupplierHotel[]> =>
    (await db.supplierHotel.findMany({ where: { hotelId } })).map(toSupplierHotel),

  /** Says that a supplier's listing is of a hotel, or that it is of another one than was thought. */
  setListing: async ({ supplierCode, supplierHotelId, hotelId, verification }: SupplierHotel): Promise<void> => {
    await db.supplierHotel.upsert({
      where: { supplierCode_supplierHotelId: { supplierCode, supplierHotelId } },
      create: { supplierCode, supplierHotelId, hotelId, verification },
      update: { hotelId, verification },
    })
  },

  /** False when the supplier has no such listing. */
  setVerification: async (
    { supplierCode, supplierHotelId }: Pick<SupplierHotel, 'supplierCode' | 'supplierHotelId'>,
    verification: HotelVerification,
  ): Promise<boolean> => {
    const { count } = await db.supplierHotel.updateMany({
      where: { supplierCode, supplierHotelId },
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
})

const toPlace = ({ id, names, ...rest }: PlaceModel): Place => ({ ...rest, placeId: id, names: names as Names })
const toHotel = ({ id, names, ...rest }: HotelModel): Hotel => ({ ...rest, hotelId: id, names: names as Names })
const toSupplierHotel = (row: {
  supplierCode: string
  supplierHotelId: string
  hotelId: number
  verification: string
}): SupplierHotel => ({
  supplierCode: row.supplierCode,
  supplierHotelId: row.supplierHotelId,
  hotelId: row.hotelId,
  verification: row.verification as HotelVerification,
})
