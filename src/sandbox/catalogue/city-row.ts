import { countryRow } from './countries.ts'
import type { LocalizedNames } from './types.ts'

export type CityRow = {
  readonly placeId: number
  readonly countryCode: string
  readonly timeZone: string
  readonly latitude: number
  readonly longitude: number
  readonly names: LocalizedNames
  readonly localName: string
  readonly localLanguage: string
  readonly hotelCount: number
  /** How far from the centre hotels lie, km. Small where the sea is near. */
  readonly radiusKm: number
  /** Price level against the average city, in thousandths. */
  readonly pricePermille: number
  /** What the city takes from each adult and night at the desk, in US cents; 0 for none. */
  readonly cityTaxUsdCents: number
  /** How an address is written: `{n}` the number, `{s}` the street. */
  readonly addressPattern: string
  /** Plain street names that most towns of that country have. */
  readonly streets: readonly string[]
}

type Names = readonly [en: string, fr: string, de: string, ja: string, ar: string]
type Market = readonly [hotelCount: number, radiusKm: number, pricePermille: number, cityTaxUsdCents: number]

/** One line of the table in cities.ts. The local language is the country's. */
export function city(
  placeId: number,
  countryCode: string,
  timeZone: string,
  [latitude, longitude]: readonly [number, number],
  [en, fr, de, ja, ar]: Names,
  localName: string,
  [hotelCount, radiusKm, pricePermille, cityTaxUsdCents]: Market,
  addressPattern: string,
  streets: string,
): CityRow {
  return {
    placeId,
    countryCode,
    timeZone,
    latitude,
    longitude,
    names: { en, fr, de, ja, ar },
    localName,
    localLanguage: countryRow(countryCode).localLanguage,
    hotelCount,
    radiusKm,
    pricePermille,
    cityTaxUsdCents,
    addressPattern,
    streets: streets.split('|'),
  }
}
