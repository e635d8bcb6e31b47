import { CHAINS, FACILITIES } from '../../../catalogue/terms.ts'
import { languageOf } from '../../../content/distort/name.ts'
import type { PictureKind } from '../../../content/distorted-listing.ts'

/**
 * Rapid's ids for what the sandbox's hotels have. Ids and names that the specification's examples show are those; the others are the
 * sandbox's own, in the same style.
 */

/** By the catalogue's facility. */
const AMENITY_IDS: readonly number[] = [
  2390, 1, 14, 9, 2017, 19, 24, 2001, 28, 10, 2063, 43, 1073743315, 51, 2129, 2043, 2015, 8, 1073743376, 2055,
  1073744249, 1073743570,
]
const PETS_ALLOWED = 51
const PETS_FACILITY = 14

export function amenityIdOf(facilityId: number): number {
  return AMENITY_IDS[facilityId - 1] ?? facilityId
}

/** Pets are an attribute with Rapid, not an amenity. */
export function isPets(facilityId: number): boolean {
  return facilityId === PETS_FACILITY
}

function nameOfFacility(facilityId: number, language: string): string {
  return FACILITIES.find(({ id }) => id === facilityId)?.names[languageOf(language)] ?? ''
}

type Entry = { readonly id: string; readonly name: string; readonly value?: string | number }

/** A map by id, as Rapid has everywhere. */
export function byId<One extends { readonly id: string | number }>(entries: readonly One[]): Record<string, One> {
  return Object.fromEntries(entries.map((entry) => [entry.id, entry]))
}

export function amenitiesOf(facilityIds: readonly number[], language: string): Record<string, Entry> {
  return byId(
    facilityIds
      .filter((id) => !isPets(id))
      .map((id) => ({ id: String(amenityIdOf(id)), name: nameOfFacility(id, language) })),
  )
}

export function petsOf(facilityIds: readonly number[], language: string): Record<string, Entry> {
  return facilityIds.some(isPets)
    ? byId([{ id: String(PETS_ALLOWED), name: nameOfFacility(PETS_FACILITY, language) }])
    : byId([{ id: '2050', name: 'Pets not allowed' }])
}

/** By the catalogue's property type. */
const CATEGORIES: Readonly<Record<string, readonly [id: number, name: string]>> = {
  hotel: [1, 'Hotel'],
  aparthotel: [20, 'Aparthotel'],
  hostel: [12, 'Hostel/Backpacker accommodation'],
  resort: [3, 'Resort'],
  guest_house: [30, 'Guesthouse'],
  villa: [14, 'Villa'],
  apartment: [16, 'Apartment'],
}

export function categoryOf(propertyType: string): { readonly id: string; readonly name: string } {
  const [id, name] = CATEGORIES[propertyType] ?? CATEGORIES['hotel'] ?? [1, 'Hotel']
  return { id: String(id), name }
}

const IMAGE_CATEGORIES: Readonly<Record<PictureKind, readonly [id: number, name: string]>> = {
  exterior: [3, 'Featured Image'],
  lobby: [10001, 'Lobby'],
  room: [21001, 'Room'],
  bathroom: [21005, 'Bathroom'],
  restaurant: [22003, 'Room service - dining'],
  pool: [61001, 'Pool'],
}

export function imageCategoryOf(kind: PictureKind): number {
  return IMAGE_CATEGORIES[kind][0]
}

/** Chain ids of Rapid may be negative. */
export function rapidChainId(chainId: number): string {
  return String(chainId % 2 === 0 ? chainId * 37 : -chainId)
}

type Reference = { readonly id: number | string; readonly name: string; readonly has_value?: boolean }

function valueless(entries: readonly (readonly [id: number, name: string])[]): readonly Reference[] {
  return entries.map(([id, name]) => ({ id, name, has_value: false }))
}

function plain(entries: readonly (readonly [id: number, name: string])[]): readonly Reference[] {
  return entries.map(([id, name]) => ({ id, name }))
}

/** The dictionaries by the last part of their paths. */
export const REFERENCES: Readonly<Record<string, (language: string) => readonly Reference[]>> = {
  amenities: (language) =>
    FACILITIES.filter(({ id }) => !isPets(id)).map(({ id }) => ({
      id: amenityIdOf(id),
      name: nameOfFacility(id, language),
      has_value: false,
    })),
  'room-amenities': () =>
    valueless([
      [130, 'Refrigerator'],
      [131, 'Minibar'],
      [4296, 'Furnished balcony or patio'],
      [2403, 'Connecting/adjoining rooms available'],
      [1073742903, 'Kitchenette'],
      [6176, 'Smoking'],
      [1073743373, 'Wheelchair accessible'],
    ]),
  'rate-amenities': () =>
    valueless([
      [2098, 'Free breakfast'],
      [2104, 'Full breakfast'],
      [2108, 'Food/beverage credit'],
      [1073743391, 'Chain loyalty rate'],
    ]),
  categories: () => plain(Object.values(CATEGORIES)),
  'general-attributes': () =>
    [
      { id: 2549, name: 'No elevators', has_value: false },
      { id: 2544, name: 'No rollaway/extra beds available', has_value: false },
      { id: 2940, name: 'Minimum guest age is', has_value: true },
    ] satisfies readonly Reference[],
  'pet-attributes': (language) =>
    valueless([
      [PETS_ALLOWED, nameOfFacility(PETS_FACILITY, language)],
      [2050, 'Pets not allowed'],
    ]),
  images: () => plain(Object.values(IMAGE_CATEGORIES)),
  'room-images': () => plain([IMAGE_CATEGORIES.room, IMAGE_CATEGORIES.bathroom]),
  'room-views': () =>
    plain([
      [4134, 'City view'],
      [4146, 'Courtyard view'],
      [4219, 'Mountain view'],
    ]),
  statistics: () =>
    [
      { id: 52, name: 'Total number of rooms -', has_value: true },
      { id: 54, name: 'Number of floors -', has_value: true },
      { id: 2515, name: 'Year Built -', has_value: true },
    ] satisfies readonly Reference[],
  themes: () =>
    plain([
      [2337, 'Luxury Hotel'],
      [2341, 'Spa Hotel'],
    ]),
  'spoken-languages': () => [
    { id: 'en', name: 'English' },
    { id: 'fr', name: 'French' },
    { id: 'de', name: 'German' },
  ],
  'onsite-payment-types': () =>
    plain([
      [171, 'American Express'],
      [185, 'Visa'],
      [407, 'Cash'],
    ]),
}

/** `GET /v3/chains`: every chain with its brands. */
export function chainsById(): Record<string, object> {
  return Object.fromEntries(
    CHAINS.map(({ id, names }) => {
      const chainId = rapidChainId(id)
      const brands = byId([
        { id: String(700 + id * 10), name: names.en },
        { id: String(701 + id * 10), name: `${names.en} Express` },
      ])
      return [chainId, { id: chainId, name: names.en, brands }]
    }),
  )
}
