import { CLEANING_VERSION } from '../../domain/content/clean-text.ts'
import type {
  FieldSource,
  MergedContent,
  PageContent,
  PageImage,
  PagePolicies,
  PageRoom,
} from '../../domain/content/page-content.ts'
import type { MergedRow } from '../../store/hotel-contents.ts'
import { SCENARIO_PLACE_ID } from './cities.ts'
import { between, chance, hash32, pick } from './hash.ts'
import { imageUrl } from './hotels.ts'
import { GENERAL, HEADLINE, LOCATION, NO_PETS, PARKING, PETS_WELCOME, PICTURES } from './page-texts.ts'
import { ROOM_KINDS } from './room-kinds.ts'
import {
  type LocalizedNames,
  SANDBOX_LANGUAGES,
  SANDBOX_SUPPLIERS,
  type SandboxCatalogue,
  type SandboxHotel,
  type SandboxLanguage,
  type SandboxServiceRoom,
  type SandboxSupplierCode,
} from './types.ts'

/** The place whose hotels, with those of the scenarios, are described in full: seeding all three thousand would delay the first start. */
const DESCRIBED_PLACE_ID = 1842

function isDescribed({ placeId }: SandboxHotel): boolean {
  return placeId === DESCRIBED_PLACE_ID || placeId === SCENARIO_PLACE_ID
}

/** The content of every hotel as if its suppliers' listings had been merged; a merge of what they really send replaces it. */
export function pageContents(catalogue: SandboxCatalogue): MergedRow[] {
  const sellers = Map.groupBy(catalogue.supplierHotels, ({ hotelId }) => hotelId)
  const types = new Map(catalogue.propertyTypes.map(({ id, names }) => [id, names]))
  const cities = new Map(catalogue.places.map(({ placeId, names }) => [placeId, names]))
  return catalogue.hotels.map((hotel) => ({
    hotelId: hotel.hotelId,
    merged: contentOf(hotel, {
      suppliers: SANDBOX_SUPPLIERS.filter((code) =>
        sellers.get(hotel.hotelId)?.some(({ supplierCode }) => supplierCode === code),
      ),
      rooms: isDescribed(hotel) ? catalogue.serviceRooms(hotel.hotelId) : [],
      type: types.get(hotel.propertyType),
      city: cities.get(hotel.placeId),
    }),
    instructions: {},
    cleaning: CLEANING_VERSION,
  }))
}

type Around = {
  readonly suppliers: readonly SandboxSupplierCode[]
  readonly rooms: readonly SandboxServiceRoom[]
  readonly type: LocalizedNames | undefined
  readonly city: LocalizedNames | undefined
}

function contentOf(hotel: SandboxHotel, around: Around): MergedContent {
  const { hotelId, countryCode } = hotel
  const hash = hash32('page', hotelId)
  const languages = languagesOf(hotelId)
  const [first = 'expedia_rapid'] = around.suppliers
  return {
    addressLines: [],
    phone: null,
    postcode: postcodeOf(countryCode, hash),
    descriptions: descriptionsOf(hotel, around, languages),
    images: imagesOf(hotel),
    facilities: [
      { facilityId: 1, name: null, isFree: true, note: null },
      { facilityId: 9, name: null, isFree: chance(hash, 400), note: null },
    ],
    policies: (isDescribed(hotel) ? around.suppliers : []).map((supplierCode) => policiesOf(hotelId, supplierCode)),
    checkInAllDay: hotel.facilityIds.includes(11),
    checkInMinAge: chance(hash >>> 8, 600) ? 18 : null,
    rooms: around.rooms.map((room) => roomOf(hotelId, room)),
    sources: sourcesOf(hotel, first, languages),
  }
}

function sourcesOf(hotel: SandboxHotel, supplierCode: string, languages: readonly SandboxLanguage[]): FieldSource[] {
  const parts = [
    'facilities' as const,
    'check_in' as const,
    ...(hotel.mainImageUrl === null ? [] : (['images'] as const)),
    ...(isDescribed(hotel) ? (['rooms'] as const) : []),
  ]
  return [
    ...parts.map((field) => ({ field, language: null, supplierCode })),
    ...languages.map((language) => ({ field: 'descriptions' as const, language, supplierCode })),
  ]
}

/** English always; one hotel in five lacks one of the others, so that the fallback can be seen. */
function languagesOf(hotelId: number): readonly SandboxLanguage[] {
  const hash = hash32('languages', hotelId)
  const missing = chance(hash, 200) ? pick(hash >>> 8, SANDBOX_LANGUAGES.slice(1)) : null
  return SANDBOX_LANGUAGES.filter((language) => language !== missing)
}

function descriptionsOf(
  hotel: SandboxHotel,
  { rooms, type, city }: Around,
  languages: readonly SandboxLanguage[],
): PageContent['descriptions'] {
  const minutes = String(between(hash32('station', hotel.hotelId), 2, 18))
  return Object.fromEntries(
    languages.map((language) => {
      const values: Readonly<Record<string, string | undefined>> = {
        name: hotel.names[language],
        type: type?.[language],
        city: city?.[language],
        rooms: String(rooms.length),
        minutes,
      }
      function told(template: LocalizedNames): string {
        return template[language].replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
      }
      return [
        language,
        isDescribed(hotel)
          ? [
              { kind: 'headline' as const, text: told(HEADLINE) },
              { kind: 'general' as const, text: told(GENERAL) },
              { kind: 'location' as const, text: told(LOCATION) },
            ]
          : [{ kind: 'general' as const, text: told(LOCATION) }],
      ]
    }),
  )
}

const WIDTHS = [1000, 350] as const

/** Three to seven pictures, elsewhere two; the first is the one that lists show. */
function imagesOf(hotel: SandboxHotel): PageImage[] {
  const { hotelId, mainImageUrl } = hotel
  if (mainImageUrl === null) return []
  const count = isDescribed(hotel) ? between(hash32('pictures', hotelId), 3, PICTURES.length) : 2
  return PICTURES.slice(0, count).map(([category, captions], index) => {
    const url = index === 0 ? mainImageUrl : imageUrl('hotels', hash32('picture', hotelId, category))
    return {
      sizes: WIDTHS.map((width) => ({ width, url: width === WIDTHS[0] ? url : url.replace('.jpg', `-${width}.jpg`) })),
      captions,
      category,
      isMain: index === 0,
    }
  })
}

function policiesOf(hotelId: number, supplierCode: SandboxSupplierCode): PagePolicies {
  const hash = hash32('policies', hotelId, supplierCode)
  const pets = chance(hash, 500) ? PETS_WELCOME : NO_PETS
  return {
    supplierCode,
    texts: Object.fromEntries(
      SANDBOX_LANGUAGES.map((language) => [
        language,
        [
          { kind: 'pets' as const, text: pets[language] },
          ...(chance(hash >>> 8, 300) ? [{ kind: 'parking' as const, text: PARKING[language] }] : []),
        ],
      ]),
    ),
  }
}

const AMENITIES = ['Kettle', 'Safe', 'Hair dryer', 'Desk', 'Blackout curtains', 'Iron'] as const

function roomOf(hotelId: number, { roomId, kind, names, imageUrls }: SandboxServiceRoom): PageRoom {
  const hash = hash32('page-room', hotelId, kind)
  const { beds = [], maxOccupancy = 2 } = ROOM_KINDS.find((one) => one.kind === kind) ?? {}
  return {
    roomId,
    source: null,
    names,
    descriptions: {},
    bedChoices: [beds],
    maxOccupancy,
    maxAdults: Math.min(maxOccupancy, 3),
    maxChildren: maxOccupancy - 1,
    view: chance(hash, 300) ? 'City view' : null,
    squareMetres: between(hash >>> 4, 14, 60),
    smoking: false,
    accessible: chance(hash >>> 12, 100),
    amenities: AMENITIES.filter((_, index) => chance(hash >>> index, 500)),
    images: imageUrls.map((url, index) => ({
      sizes: [{ width: WIDTHS[0], url }],
      captions: {},
      category: 'room',
      isMain: index === 0,
    })),
  }
}

function postcodeOf(countryCode: string, hash: number): string {
  return countryCode === 'GB'
    ? `N${between(hash, 1, 20)} ${between(hash >>> 8, 1, 9)}AB`
    : String(between(hash, 10_000, 98_999))
}
