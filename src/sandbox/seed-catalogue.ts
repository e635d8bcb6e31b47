import { mergeInstructions } from '../domain/instructions.ts'
import type { Instructions } from '../domain/selling.ts'
import type { CatalogueImport } from '../store/catalogue-import.ts'
import { SUPPLIERS } from '../suppliers/registry.ts'
import type { SandboxCatalogue, SandboxHotel, SandboxSupplierHotel } from './catalogue/catalogue.ts'
import { approximatePoint, halfStars, hotelDetails, listingInstructions } from './catalogue/hotel-details.ts'
import { hotelContent } from './suppliers/ratehawk/content.ts'

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
    hotels: catalogue.hotels.map(hotelRow),
    contents: [],
    supplierHotels: catalogue.supplierHotels.map((listing) => {
      const { supplierCode, supplierHotelId, hotelId, verification } = listing
      // Scenarios are played whatever their mapping is; of other listings the seed verifies each.
      const soldUnverified = verification === 'UNVERIFIED'
      const instructions = instructionsOf(catalogue, listing)
      return { supplierCode, supplierHotelId, hotelId, verification, instructions, soldUnverified }
    }),
    supplierRooms: catalogue.supplierHotels.flatMap(({ supplierCode, supplierHotelId, hotelId }) => {
      const rooms = new Map(catalogue.serviceRooms(hotelId).map((room) => [room.roomId, room]))
      return catalogue.supplierRooms(supplierCode, supplierHotelId).flatMap((sold) => {
        const { contentRoomId, mappingStatus, roomId } = sold
        const room = roomId === null ? undefined : rooms.get(roomId)
        const names = room?.names ?? null
        const row = { supplierCode, supplierHotelId, mappingStatus, roomId, names, imageUrls: room?.imageUrls ?? [] }
        return contentRoomId === null ? [] : [{ ...row, supplierRoomId: contentRoomId }]
      })
    }),
  }
}

/** As the import of a file makes it: a hidden place is shown roughly, and kept for vouchers. */
function hotelRow(hotel: SandboxHotel): CatalogueImport['hotels'][number] {
  const { countryCode: _, currency: __, ...plain } = hotel
  const row = { ...plain, stars: halfStars(hotel) }
  const details = hotelDetails(hotel)
  if (!hotel.placeHidden) return { ...row, ...details, exactPlace: null }
  const { latitude, longitude, address } = hotel
  const exactPlace = { latitude, longitude, addressLines: address.split(', ') }
  return { ...row, ...details, ...approximatePoint(hotel), address: '', exactPlace }
}

function instructionsOf(catalogue: SandboxCatalogue, listing: SandboxSupplierHotel): Instructions | null {
  const hotel = listing.supplierCode === 'ratehawk' ? catalogue.findHotel(listing.hotelId) : null
  const told =
    hotel &&
    SUPPLIERS.find(({ code }) => code === 'ratehawk')?.readInstructions?.(hotelContent(listing.supplierHotelId, hotel))
  return mergeInstructions(told, listingInstructions(listing))
}
