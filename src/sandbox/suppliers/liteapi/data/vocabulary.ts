import { AIRPORTS } from '../../../catalogue/airports.ts'
import { CITIES } from '../../../catalogue/cities.ts'
import type { CityRow } from '../../../catalogue/city-row.ts'
import { CHAINS, FACILITIES } from '../../../catalogue/terms.ts'
import { TERRITORY_CITIES } from '../../../catalogue/territories.ts'
import { SANDBOX_LANGUAGES } from '../../../catalogue/types.ts'
import { languageOf } from '../../../content/distort/name.ts'
import { STATE_OF } from '../../../content/oddities.ts'

const ALL_CITIES: readonly CityRow[] = [...CITIES, ...TERRITORY_CITIES]

/** By the catalogue's property type. */
const HOTEL_TYPES: Readonly<Record<string, readonly [id: number, name: string]>> = {
  hotel: [204, 'Hotels'],
  aparthotel: [219, 'Aparthotels'],
  hostel: [203, 'Hostels'],
  resort: [206, 'Resorts'],
  guest_house: [216, 'Guest houses'],
  villa: [213, 'Villas'],
  apartment: [201, 'Apartments'],
}

export function hotelTypeOf(propertyType: string): { readonly id: number; readonly name: string } {
  const [id, name] = HOTEL_TYPES[propertyType] ?? [0, 'Not Available']
  return { id, name }
}

/** LiteAPI's ids of facilities: ours in another number space. */
export function facilityIdOf(facilityId: number): number {
  return facilityId * 7 + 10
}

export function facilityName(facilityId: number, language: string): string {
  return FACILITIES.find(({ id }) => id === facilityId)?.names[languageOf(language)] ?? ''
}

export function liteChainId(chainId: number): number {
  return 1_000 + chainId * 31
}

export function airportOf(placeId: number): string {
  return AIRPORTS[placeId] ?? ''
}

function countryName(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code
}

const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  en: 'English',
  fr: 'French',
  de: 'German',
  ja: 'Japanese',
  ar: 'Arabic',
}

/** The dictionaries by the last part of their paths. */
export const TABLES: Readonly<Record<string, (query: URLSearchParams) => readonly object[]>> = {
  facilities: () =>
    FACILITIES.map(({ id, names }) => ({
      facility_id: facilityIdOf(id),
      facility: names.en,
      sort: id,
      translation: SANDBOX_LANGUAGES.map((lang) => ({ lang, facility: names[lang] })),
    })),
  hotelTypes: () => Object.values(HOTEL_TYPES).map(([id, name]) => ({ id, name })),
  chains: () => [
    { id: 0, name: 'Not Available' },
    ...CHAINS.map(({ id, names }) => ({ id: liteChainId(id), name: names.en })),
  ],
  languages: () => SANDBOX_LANGUAGES.map((code) => ({ code, name: LANGUAGE_NAMES[code] ?? code })),
  iataCodes: () =>
    ALL_CITIES.flatMap(({ placeId, names, latitude, longitude, countryCode }) =>
      AIRPORTS[placeId] === undefined
        ? []
        : [{ code: AIRPORTS[placeId], name: `${names.en} Airport`, latitude, longitude, countryCode }],
    ),
  cities: (query) =>
    ALL_CITIES.filter(({ countryCode }) => countryCode === query.get('countryCode')).map(({ names }) => ({
      city: names.en,
    })),
  countries: () =>
    [...new Set([...ALL_CITIES.map(({ countryCode }) => countryCode), ...Object.values(STATE_OF)])]
      .sort()
      .map((code) => ({ code: code.toLowerCase(), name: countryName(code) })),
  currencies: () =>
    ['USD', 'EUR', 'GBP', 'JPY', 'AED'].map((code) => ({ code, currency: code, countries: [] as readonly string[] })),
}
