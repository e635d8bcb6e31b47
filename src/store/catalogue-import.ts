import { type Database, json } from './database.ts'
import type { Hotel, Place, SupplierHotel, SupplierRoom, Term } from './hotels.ts'

export type CatalogueImport = {
  readonly places: readonly Place[]
  readonly terms: readonly Term[]
  readonly hotels: readonly Hotel[]
  readonly supplierHotels: readonly SupplierHotel[]
  readonly supplierRooms: readonly (SupplierRoom & {
    readonly supplierCode: string
    readonly supplierHotelId: string
  })[]
}

/** Rows a statement: well below the 65,535 parameters that Postgres takes. */
const BATCH = 2_000

const inBatches = async <T>(rows: readonly T[], write: (batch: T[]) => Promise<unknown>): Promise<void> => {
  for (let from = 0; from < rows.length; from += BATCH) await write(rows.slice(from, from + BATCH))
}

/** Writes what is not there yet; rows that exist are left as they are. Call it in a transaction: all or nothing. */
export const importCatalogue = async (db: Database, content: CatalogueImport): Promise<void> => {
  const skipDuplicates = true
  await inBatches(content.places, (batch) =>
    db.place.createMany({
      data: batch.map(({ placeId, names, ...rest }) => ({ id: placeId, names: json(names), ...rest })),
      skipDuplicates,
    }),
  )
  await inBatches(content.terms, (batch) =>
    db.catalogueTerm.createMany({
      data: batch.map(({ names, ...rest }) => ({ names: json(names), ...rest })),
      skipDuplicates,
    }),
  )
  await inBatches(content.hotels, (batch) =>
    db.hotel.createMany({
      data: batch.map(({ hotelId, names, facilityIds, ...rest }) => ({
        id: hotelId,
        names: json(names),
        facilityIds: [...facilityIds],
        ...rest,
      })),
      skipDuplicates,
    }),
  )
  await inBatches(content.supplierHotels, (batch) => db.supplierHotel.createMany({ data: [...batch], skipDuplicates }))
  await inBatches(content.supplierRooms, (batch) =>
    db.supplierRoom.createMany({
      data: batch.map(({ names, imageUrls, ...rest }) => ({
        ...rest,
        ...(names ? { names: json(names) } : {}),
        imageUrls: [...imageUrls],
      })),
      skipDuplicates,
    }),
  )
}
