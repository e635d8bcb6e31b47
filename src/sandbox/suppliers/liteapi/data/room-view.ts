import { hash32 } from '../../../catalogue/hash.ts'
import type { DistortedListing, DistortedRoom } from '../../../content/distorted-listing.ts'
import { photoUrl } from './hotel-photo.ts'

/** By the catalogue's bed. */
const BEDS: Readonly<Record<string, readonly [type: string, size: string]>> = {
  SINGLE: ['Single bed', '90-130 cm'],
  TWIN: ['Single bed', '90-130 cm'],
  DOUBLE: ['Double bed', '131-150 cm'],
  QUEEN: ['Large bed (King size)', '151-180 cm'],
  KING: ['Extra-large bed (Super-king size)', '181-210 cm'],
  SOFA_BED: ['Sofa bed', 'Variable size'],
}

function bedTypes({ beds, contentRoomId }: DistortedRoom): readonly object[] {
  return beds.map(({ type, count }, index) => {
    const [bedType, bedSize] = BEDS[type] ?? ['Double bed', '131-150 cm']
    return { quantity: count, bedType, bedSize, id: hash32('bed', contentRoomId, index) % 1_000_000 }
  })
}

function amenities({ hasCityView, hasKitchenette, isSmoking, isAccessible }: DistortedRoom): readonly object[] {
  const names = [
    'Air conditioning',
    'Private bathroom',
    ...(hasCityView ? ['City view'] : []),
    ...(hasKitchenette ? ['Kitchenette'] : []),
    ...(isSmoking ? ['Smoking allowed'] : ['Non-smoking']),
    ...(isAccessible ? ['Wheelchair accessible'] : []),
  ]
  return names.map((name, index) => ({ amenitiesId: hash32('amenity', name) % 1_000, name, sort: index + 1 }))
}

export function roomsView(listing: DistortedListing, language: string): readonly object[] {
  return listing.rooms.map((room, index) => ({
    id: Number(room.contentRoomId),
    roomName: room.name(language),
    description: `${room.name(language)} of ${room.squareMetres} square metres.`,
    roomSizeSquare: room.squareMetres,
    roomSizeUnit: 'm2',
    // Another number space than that of the hotels' ids.
    hotelId: String(hash32('hotel-of-rooms', listing.key) % 9_000_000),
    maxAdults: room.maxAdults,
    maxChildren: Math.max(0, room.maxOccupancy - 1),
    maxOccupancy: room.maxOccupancy,
    bedTypes: bedTypes(room),
    roomAmenities: amenities(room),
    photos: listing.images
      .filter((picture) => picture.room === index)
      .map(({ hash, caption }, nth) => ({
        url: photoUrl(hash, 'max500'),
        hd_url: photoUrl(hash, 'max1280'),
        imageDescription: caption(language),
        mainPhoto: nth === 0,
        classOrder: nth,
      })),
  }))
}
