import type { CatalogueImport } from '../store/catalogue-import.ts'
import type { SandboxCatalogue } from './catalogue/catalogue.ts'

/** The sandbox's catalogue as rows to import. */
export function catalogueRows(catalogue: SandboxCatalogue): CatalogueImport {
  return {
    places: catalogue.places.map(
      ({ placeId, type, parentId, countryCode, timeZone, latitude, longitude, names, weight }) => ({
        placeId,
        type,
        parentId,
        countryCode,
        timeZone,
        latitude,
        longitude,
        names,
        weight,
      }),
    ),
    terms: [
      ...catalogue.chains.map(({ id, names }) => ({ kind: 'chain' as const, id: String(id), names })),
      ...catalogue.facilities.map(({ id, names }) => ({ kind: 'facility' as const, id: String(id), names })),
      ...catalogue.propertyTypes.map(({ id, names }) => ({ kind: 'property_type' as const, id, names })),
    ],
    hotels: catalogue.hotels.map(({ countryCode: _, currency: __, ...hotel }) => hotel),
    supplierHotels: catalogue.supplierHotels.map(({ supplierCode, supplierHotelId, hotelId, verification }) => ({
      supplierCode,
      supplierHotelId,
      hotelId,
      verification,
    })),
    supplierRooms: catalogue.supplierHotels.flatMap(({ supplierCode, supplierHotelId, hotelId }) => {
      const rooms = new Map(catalogue.serviceRooms(hotelId).map((room) => [room.roomId, room]))
      return catalogue.supplierRooms(supplierCode, supplierHotelId).map(({ roomCode, mappingStatus, roomId }) => {
        const room = roomId === null ? undefined : rooms.get(roomId)
        return {
          supplierCode,
          supplierHotelId,
          supplierRoomId: roomCode,
          mappingStatus,
          roomId,
          names: room?.names ?? null,
          imageUrls: room?.imageUrls ?? [],
        }
      })
    }),
  }
}
