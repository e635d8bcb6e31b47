import { AIRPORTS } from '../../../catalogue/airports.ts'
import type { SandboxPlace } from '../../../catalogue/catalogue.ts'
import { cityPlaces, cityRow } from '../../../catalogue/cities.ts'
import { countryPlaces } from '../../../catalogue/countries.ts'
import { languageOf } from '../../../content/distort/name.ts'
import type { Supply } from '../../content/supply.ts'
import { rowId } from '../../content/supply.ts'

/** Numbers of ETG's own, which say nothing about the catalogue's. */
function regionId(placeId: number): number {
  return 2_000 + placeId * 17
}

export function regionOf(placeId: number, language: string): object {
  const { names, countryCode } = cityRow(placeId)
  return {
    id: regionId(placeId),
    name: names[languageOf(language)],
    type: 'City',
    country_code: countryCode,
    iata: AIRPORTS[placeId] ?? null,
  }
}

/** The rows of the regions' dump: all languages in one. Some have their hotels, some null, some not even the field. */
export function* regionRows(supply: Supply, day: number): Iterable<string> {
  const countries = countryPlaces()
  const places = [...countries, ...cityPlaces()]
  for (const place of places) yield JSON.stringify(regionView(place, countries, hidsOf(supply, day, place)))
}

function regionView(place: SandboxPlace, countries: readonly SandboxPlace[], hids: object): object {
  const country = countries.find(({ countryCode }) => countryCode === place.countryCode)
  return {
    id: regionId(place.placeId),
    type: place.type === 'country' ? 'Country' : 'City',
    name: place.names,
    country_code: place.countryCode,
    country_name: country?.names ?? {},
    center: { latitude: place.latitude, longitude: place.longitude },
    iata: AIRPORTS[place.placeId] ?? null,
    ...hids,
  }
}

function hidsOf(supply: Supply, day: number, place: SandboxPlace): object {
  if (place.type === 'country') return place.placeId % 2 === 0 ? {} : { hids: null, hotels: null }
  const rows = supply
    .listed('ratehawk', day)
    .filter(({ listed }) => supply.world.hotel(listed.hotelId)?.hotel.placeId === place.placeId)
  return { hids: rows.map((row) => Number(rowId(row))), hotels: rows.map((row) => `hotel_${rowId(row)}`) }
}
