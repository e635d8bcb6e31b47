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
  /** The largest distance of a hotel from the centre, km. It is small where the sea is near. */
  readonly radiusKm: number
  /** The price level relative to the average city, in thousandths. */
  readonly pricePermille: number
  /** The city tax per adult and night, paid at the hotel, in US cents; 0 for none. */
  readonly cityTaxUsdCents: number
  /** The format of an address: `{n}` is the number, `{s}` the street. */
  readonly addressPattern: string
  /** Common street names that most towns of that country have. */
  readonly streets: readonly string[]
}

type Names = readonly [en: string, fr: string, de: string, ja: string, ar: string]
type Market = readonly [hotelCount: number, radiusKm: number, pricePermille: number, cityTaxUsdCents: number]

/** Makes one row of the table in cities.ts. The local language is that of the country. */
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
