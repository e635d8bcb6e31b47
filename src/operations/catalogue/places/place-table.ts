import { readFile } from 'node:fs/promises'
import type { Names } from '../../../store/hotels.ts'

/** A city, or a district of one, as GeoNames knows it. */
export type TablePlace = {
  /** GeoNames' own, which stays for ever. */
  readonly placeId: number
  /** The city that it is a district of; null for a city. A city stands before its districts. */
  readonly cityId: number | null
  readonly countryCode: string
  readonly isCapital: boolean
  readonly latitude: number
  readonly longitude: number
  readonly people: number
  /** In how many spellings it is known: how well known it is. */
  readonly spellings: number
  readonly names: Names
}

/**
 * The cities of more than 5,000 people, and smaller ones that are well known, by country: those of GeoNames (CC BY 4.0), see
 * scripts/make-places.ts. The table is read when it is asked for, and not kept: only an operator's command needs it.
 */
export async function readPlaceTable(): Promise<ReadonlyMap<string, readonly TablePlace[]>> {
  const text = await readFile(new URL('places.tsv', import.meta.url), 'utf8')
  const places = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(toPlace)
  return Map.groupBy(places, ({ countryCode }) => countryCode)
}

function toPlace(line: string): TablePlace {
  const [id, cityId, countryCode = '', mark, latitude, longitude, people, spellings, names = ''] = line.split('\t')
  return {
    placeId: Number(id),
    cityId: cityId === '' ? null : Number(cityId),
    countryCode,
    isCapital: mark === 'C',
    latitude: Number(latitude),
    longitude: Number(longitude),
    people: Number(people),
    spellings: Number(spellings),
    names: Object.fromEntries(names.split('|').map((one) => [one.slice(0, 2), one.slice(3)])),
  }
}
