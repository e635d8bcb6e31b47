import { distanceKm, type Point } from '../../domain/geo.ts'
import { lazily } from '../../platform/lazily.ts'
import { foldWords } from '../text/fold.ts'
import { remembered } from '../text/remembered.ts'
import { runsOf } from '../text/scripts.ts'
import { linesOf } from './tables.ts'

type City = { readonly id: string; readonly point: Point }

type Country = {
  /** By folded name; names of scripts without spaces without them. */
  readonly byName: ReadonlyMap<string, readonly City[]>
  /** By a name's first word, how many words the longest name has that begins with it. */
  readonly wordsFrom: ReadonlyMap<string, number>
  /** By cell of a hundredth of a degree, and by the cells around it. */
  readonly byCell: ReadonlyMap<number, readonly City[]>
}

const NO_COUNTRY: Country = { byName: new Map(), wordsFrom: new Map(), byCell: new Map() }
/** How far from its city's point a hotel may be and still bear the city's name. */
const CITY_KM = 40
/** A point this near to where GeoNames has the city's middle was given for want of a better one. */
const MIDDLE_KM = 0.05

/** The lines of cities.tsv by country, read by whoever first judges; names are folded when the country is first asked for. */
const linesByCountry = lazily(() => Map.groupBy(linesOf('cities.tsv'), (line) => line.slice(0, 2)))
const countries = new Map<string, Country>()

/** A country's cities, each with its names in many languages: those of GeoNames (CC BY 4.0), see scripts/make-city-names.ts. */
function countryOf(code: string | null): Country {
  if (code === null) return NO_COUNTRY
  const known = countries.get(code)
  if (known !== undefined) return known
  const made = makeCountry(linesByCountry().get(code) ?? [])
  countries.set(code, made)
  return made
}

function makeCountry(tableLines: readonly string[]): Country {
  const byName = new Map<string, City[]>()
  const wordsFrom = new Map<string, number>()
  const byCell = new Map<number, City[]>()
  for (const [index, line] of tableLines.entries()) {
    const [code = '', latitude, longitude, names = ''] = line.split('\t')
    const city = { id: `${code}${index}`, point: { latitude: Number(latitude), longitude: Number(longitude) } }
    for (const cell of cellsAround(city.point)) addTo(byCell, cell, city)
    for (const key of new Set(names.split(',').flatMap(keysOf))) {
      addTo(byName, key, city)
      const words = key.split(' ')
      wordsFrom.set(words[0] ?? '', Math.max(words.length, wordsFrom.get(words[0] ?? '') ?? 0))
    }
  }
  return { byName, wordsFrom, byCell }
}

function addTo<K>(map: Map<K, City[]>, key: K, city: City): void {
  const there = map.get(key)
  if (there === undefined) map.set(key, [city])
  else there.push(city)
}

function cellOf({ latitude, longitude }: Point): number {
  return Math.round(latitude * 100) * 100_000 + Math.round(longitude * 100)
}

function cellsAround({ latitude, longitude }: Point): readonly number[] {
  return [-0.01, 0, 0.01].flatMap((north) =>
    [-0.01, 0, 0.01].map((east) => cellOf({ latitude: latitude + north, longitude: longitude + east })),
  )
}

/** `오사카 시` and `大阪市` are also known without the word for city. */
const CITY_SUFFIX = /(?:市|시|-shi|-si|-gu|-ku)$/

const keysOf = remembered(10_000, (name): readonly string[] => {
  const short = name.replace(CITY_SUFFIX, '')
  return (short === name ? [keyOf(name)] : [keyOf(name), keyOf(short)]).filter((key) => key.length > 1)
})

function keyOf(name: string): string {
  const words = foldWords(name)
  const isUnspaced = words.every((word) => runsOf(word).every(({ writing }) => writing === 'UNSPACED'))
  return words.join(isUnspaced ? '' : ' ')
}

/** The cities in or beside which a listing is: by its city's name, and by its point. */
export type NearCities = {
  /** The city's id if this is a name of one of them, else null. `text` is folded. */
  readonly idOf: (text: string) => string | null
  /** How many words the longest city's name of the country has that begins with this one; 0 for none. */
  readonly longestFrom: (word: string) => number
  /** The point is where the table has the middle of a city. */
  readonly isMiddle: boolean
}

export function nearCities(
  country: string | null,
  { city, point }: { readonly city: string | null; readonly point: Point | null },
): NearCities {
  const { byName, wordsFrom, byCell } = countryOf(country)
  const named = city === null ? [] : keysOf(city).flatMap((key) => byName.get(key) ?? [])
  return {
    idOf: (text) => byName.get(text)?.find((one) => named.includes(one) || isNear(one, point))?.id ?? null,
    longestFrom: (word) => wordsFrom.get(word) ?? 0,
    isMiddle: point !== null && (byCell.get(cellOf(point))?.some((one) => isAt(one, point)) ?? false),
  }
}

function isNear({ point }: City, other: Point | null): boolean {
  if (other === null || Math.abs(point.latitude - other.latitude) > 0.5) return false
  return distanceKm(point, other) <= CITY_KM
}

function isAt({ point }: City, other: Point): boolean {
  return distanceKm(point, other) <= MIDDLE_KM
}
