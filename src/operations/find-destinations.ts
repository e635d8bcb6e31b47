import type { DestinationView } from '../domain/contract/search.ts'
import type { Problem } from '../domain/errors.ts'
import { ok, type Result } from '../domain/result.ts'
import { editDistance, fold } from '../domain/text.ts'
import type { Hotel, Place } from '../store/hotels.ts'
import type { Caller } from './caller.ts'
import { named } from './catalogue.ts'
import type { Deps } from './deps.ts'
import { parseInput } from './inputs/input.ts'
import { destinationsInput } from './inputs/search.ts'
import { matchLanguage } from './languages.ts'

const DEFAULT_LIMIT = 10

type Entry = {
  readonly place: Place
  /** Null: the place itself. */
  readonly hotel: Hotel | null
  readonly hotelCount: number
  readonly weight: number
  /** Folded names of all languages, each with its words. */
  readonly names: readonly { readonly text: string; readonly words: readonly string[] }[]
}

/** Indexes go with the lists that they were made from. */
const indexes = new WeakMap<readonly Hotel[], readonly Entry[]>()

/** Places and hotels by the beginning of their names, or with a slip; best match first. */
export const findDestinations = async (
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<readonly DestinationView[], Problem>> => {
  const input = parseInput(destinationsInput, raw)
  if (!input.ok) return input
  const language = matchLanguage(input.value.language) ?? caller.language
  const limit = input.value.limit ?? DEFAULT_LIMIT
  const [hotels, places] = await Promise.all([deps.catalogue.allHotels(), deps.catalogue.places()])
  const index = indexes.get(hotels) ?? makeIndex(hotels, places)
  indexes.set(hotels, index)
  const found = search(index, fold(input.value.q), limit)
  return ok(found.map((entry) => view(entry, places, language)))
}

const makeIndex = (hotels: readonly Hotel[], places: ReadonlyMap<number, Place>): readonly Entry[] => {
  const counts = new Map<number, number>()
  for (const { placeId } of hotels)
    for (let place = places.get(placeId); place; place = places.get(place.parentId ?? 0))
      counts.set(place.placeId, (counts.get(place.placeId) ?? 0) + 1)
  const ofPlaces = [...places.values()].map(
    (place): Entry => ({
      place,
      hotel: null,
      hotelCount: counts.get(place.placeId) ?? 0,
      weight: place.weight,
      names: foldedNames(place.names),
    }),
  )
  const ofHotels = hotels.flatMap((hotel): Entry[] => {
    const place = places.get(hotel.placeId)
    return place ? [{ place, hotel, hotelCount: 1, weight: hotel.weight, names: foldedNames(hotel.names) }] : []
  })
  return [...ofPlaces, ...ofHotels]
}

const foldedNames = (names: Readonly<Record<string, string>>): Entry['names'] =>
  [...new Set(Object.values(names).map(fold))].map((text) => ({ text, words: text.split(' ') }))

/** Exact beats beginning beats a word's beginning beats a part; slips are looked for only when the page is not full. */
const search = (index: readonly Entry[], wanted: string, limit: number): Entry[] => {
  if (wanted === '') return []
  const near = best(index, (entry) => nameScore(entry, wanted), limit)
  if (near.length >= limit || wanted.length < 4) return near
  const slips = best(
    index.filter((entry) => !near.includes(entry)),
    (entry) => slipScore(entry, wanted),
    limit - near.length,
  )
  return [...near, ...slips]
}

const best = (entries: readonly Entry[], scoreOf: (entry: Entry) => number, limit: number): Entry[] =>
  entries
    .map((entry) => ({ entry, score: scoreOf(entry) }))
    .filter(({ score }) => score > 0)
    .sort(
      (a, b) =>
        b.score - a.score ||
        Number(a.entry.hotel !== null) - Number(b.entry.hotel !== null) ||
        b.entry.weight - a.entry.weight ||
        idOf(a.entry) - idOf(b.entry),
    )
    .slice(0, limit)
    .map(({ entry }) => entry)

const idOf = ({ place, hotel }: Entry): number => hotel?.hotelId ?? place.placeId

const nameScore = ({ names }: Entry, wanted: string): number =>
  Math.max(
    ...names.map(({ text, words }) => {
      if (text === wanted) return 4
      if (text.startsWith(wanted)) return 3
      if (words.some((word) => word.startsWith(wanted)) || text.includes(` ${wanted}`)) return 2
      return text.includes(wanted) ? 1 : 0
    }),
  )

/** Every wanted word is near the beginning of some word of the name; the fewer slips the better. */
const slipScore = ({ names }: Entry, wanted: string): number =>
  Math.max(...names.map(({ words }) => wordsScore(words, wanted.split(' '))))

const wordsScore = (words: readonly string[], wanted: readonly string[]): number => {
  let slips = 0
  for (const word of wanted) {
    const allowed = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0
    const least = Math.min(
      ...words
        .filter((candidate) => Math.abs(candidate.length - word.length) <= allowed || candidate.length > word.length)
        .map((candidate) =>
          editDistance(
            word,
            candidate.slice(0, Math.max(word.length, Math.min(candidate.length, word.length + allowed))),
          ),
        ),
    )
    if (!(least <= allowed)) return 0
    slips += least
  }
  return 1 / (1 + slips)
}

const view = (
  { place, hotel, hotelCount }: Entry,
  places: ReadonlyMap<number, Place>,
  language: string,
): DestinationView => {
  const name = named((hotel ?? place).names, language)
  const parent = places.get(place.parentId ?? 0)
  const around = [hotel ? place : null, parent].flatMap((one) => (one ? [named(one.names, language)] : []))
  const { latitude, longitude } = hotel ?? place
  return {
    type: hotel ? 'hotel' : 'place',
    id: hotel?.hotelId ?? place.placeId,
    name,
    countryCode: place.countryCode,
    label: [name, ...around].join(', '),
    latitude,
    longitude,
    placeType: hotel ? null : place.type,
    hotelCount,
  }
}
