import { cityRow } from '../../../catalogue/cities.ts'
import { hash32 } from '../../../catalogue/hash.ts'
import { languageOf } from '../../../content/distort/name.ts'
import type { DistortedListing, DistortedRoom } from '../../../content/distorted-listing.ts'
import { dateOf } from '../../../content/life.ts'
import { bedRows, facilityRows, roomFacilityRows } from './facilities.ts'
import { countryCodeOf, destinationOf, terminalOf, zoneOf } from './places.ts'
import { accommodationOf, categoryOf, chainCodeOf, imageTypeOf } from './vocabulary.ts'

type HotelView = Readonly<Record<string, unknown>> & { readonly code: number }

/** A hotel as `GET /hotels` has it. `language` null: the language has no texts, and no second one was asked for. */
export function hotelView(listing: DistortedListing, language: string | null): HotelView {
  const { placeId, key, chain, propertyType, life } = listing
  const named = language ?? 'en'
  const category = categoryOf(listing)
  const images = imagesView(listing)
  const view = {
    code: Number(listing.supplierHotelId),
    name: { content: listing.name(named) },
    ...(language === null ? {} : { description: { content: descriptionOf(listing, language) } }),
    countryCode: countryCodeOf(listing.address.countryCode),
    stateCode: listing.address.stateCode ?? '00',
    destinationCode: destinationOf(placeId),
    zoneCode: zoneOf(key),
    ...coordinatesView(listing),
    ...(category ? { categoryCode: category.code, categoryGroupCode: category.group } : {}),
    ...(chain.kind === 'TOLD' ? { chainCode: chainCodeOf(chain.name) } : {}),
    accommodationTypeCode: accommodationOf(propertyType),
    boardCodes: ['RO', 'BB'],
    segmentCodes: [34, ...(propertyType === 'resort' ? [37] : [])],
    address: addressView(listing),
    ...(listing.address.postcode === null ? {} : { postalCode: listing.address.postcode }),
    city: { content: cityRow(placeId).names[languageOf(named)].toUpperCase() },
    ...(listing.email === null ? {} : { email: listing.email }),
    license: `HT-${String(hash32('license', key) % 1_000_000).padStart(6, '0')}`,
    ...(listing.giata === null ? {} : { giataCode: Number(listing.giata) }),
    phones: phonesView(listing),
    rooms: listing.rooms.map(roomView),
    facilities: facilityRows(listing),
    terminals: terminalOf(placeId) === '' ? [] : [{ terminalCode: terminalOf(placeId), distance: 5 + (key % 40) }],
    interestPoints: [
      { facilityCode: 10, facilityGroupCode: 40, order: 1, poiName: 'Market', distance: String(100 + (key % 3_000)) },
    ],
    images,
    wildcards: wildcardsView(listing, named),
    ...(listing.website === null ? {} : { web: listing.website }),
    lastUpdate: dateOf(life.updatedDay),
    ...(category && category.short !== '' ? { S2C: category.short } : {}),
    ranking: 1_000 - listing.popularity,
    ...issuesView(listing),
  }
  return SPOILT[listing.oddities.form](view)
}

function descriptionOf(listing: DistortedListing, language: string): string {
  const { location, general, rooms, dining } = listing.texts(language)
  return [location, general, rooms, dining].join(' ')
}

/** Coordinates come with more digits than are told. */
const NOISE = 1.3e-13

function coordinatesView({ point }: DistortedListing): object {
  if (point.kind !== 'TOLD') return point.kind === 'NULL' ? { coordinates: { longitude: null, latitude: null } } : {}
  const { latitude, longitude } = point
  const isZero = latitude === 0 && longitude === 0
  return {
    coordinates: isZero ? { longitude: 0, latitude: 0 } : { longitude: longitude + NOISE, latitude: latitude + NOISE },
  }
}

function addressView({ address, roughPoint }: DistortedListing): object {
  const { lines, street, number } = address
  if (lines[0] === undefined || roughPoint) return { content: '' }
  return { content: lines[0], street, number }
}

function phonesView({ phone, oddities, key }: DistortedListing): readonly object[] {
  if (phone === null) return []
  return [
    ...(oddities.phone === 'CALL_CENTRE' || key % 3 === 0
      ? [{ phoneNumber: phone, phoneType: 'PHONEBOOKING' }]
      : [{ phoneNumber: phone.replaceAll(' ', ''), phoneType: 'PHONEBOOKING' }]),
    { phoneNumber: phone, phoneType: 'PHONEHOTEL' },
  ]
}

function roomView(room: DistortedRoom): object {
  const [roomType = '', characteristicCode = ''] = room.contentRoomId.split('.')
  const beds = bedRows(room)
  return {
    roomCode: room.contentRoomId,
    isParentRoom: false,
    minPax: 1,
    maxPax: room.maxOccupancy,
    maxAdults: room.maxAdults,
    maxChildren: Math.max(0, room.maxOccupancy - 1),
    minAdults: 1,
    roomType,
    characteristicCode,
    roomFacilities: roomFacilityRows(room),
    ...(beds.length === 0
      ? {}
      : {
          roomStays: [{ stayType: 'BED', order: '1', description: 'Bed room', roomStayFacilities: beds }],
        }),
    PMSRoomCode: 'N/A',
  }
}

/** Half of the rooms have a name of the hotel's own; the others have that of their code. */
function wildcardsView({ rooms, key }: DistortedListing, language: string): readonly object[] {
  return rooms
    .filter(({ contentRoomId }) => hash32('wildcard', key, contentRoomId) % 2 === 0)
    .map((room) => {
      const [roomType = '', characteristicCode = ''] = room.contentRoomId.split('.')
      return {
        roomType,
        roomCode: room.contentRoomId,
        characteristicCode,
        hotelRoomDescription: { content: room.name(language) },
      }
    })
}

function imagesView({ images, rooms }: DistortedListing): readonly object[] {
  return images.map(({ hash, kind, room, isHero }, index) => {
    const [imageTypeCode, letters] = imageTypeOf(kind)
    const name = String(hash % 1_000_000).padStart(6, '0')
    const roomCode = room === null ? undefined : rooms[room]?.contentRoomId
    const [roomType, characteristicCode] = roomCode?.split('.') ?? []
    return {
      imageTypeCode,
      path: `${name.slice(0, 2)}/${name}/${name}a_hb_${letters}_${String(hash % 997).padStart(3, '0')}.jpg`,
      order: index + 1,
      visualOrder: isHero ? 1 : 100 + index,
      ...(roomCode === undefined ? {} : { roomCode, roomType, characteristicCode }),
    }
  })
}

function issuesView({ times, life }: DistortedListing): object {
  if (times.special === null) return {}
  return {
    issues: [
      {
        issueCode: 'KEYCODE',
        issueType: 'RECEPTION',
        dateFrom: dateOf(life.addedDay),
        dateTo: '2049-12-31',
        order: 1,
        alternative: false,
      },
    ],
  }
}

/** Forms that the documentation does not have. */
const SPOILT: Readonly<Record<DistortedListing['oddities']['form'], (view: HotelView) => HotelView>> = {
  AS_IS: (view) => view,
  UNKNOWN_ENUM: (view) => ({ ...view, categoryCode: 'XX9', accommodationTypeCode: 'ZZ' }),
  UNKNOWN_FIELD: (view) => ({ ...view, sustainability: { score: 7, labels: ['green'] } }),
  NUMBER_AS_TEXT: (view) => ({ ...view, ranking: String(view['ranking']), zoneCode: String(view['zoneCode']) }),
  TEXT_AS_NUMBER: (view) => ({ ...view, postalCode: 10_115 }),
  NULL_LIST: (view) => ({ ...view, images: null, facilities: null }),
}
