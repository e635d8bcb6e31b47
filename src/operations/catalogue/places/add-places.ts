import { distanceKm } from '../../../domain/geo.ts'
import { LANGUAGES } from '../../../domain/languages.ts'
import { fold } from '../../../domain/text.ts'
import type { Place } from '../../../store/hotels.ts'
import type { Deps } from '../../deps.ts'
import { readPlaceTable, type TablePlace } from './place-table.ts'

export type PlaceWishes = {
  /** ISO 3166-1 alpha-2; null: all of the table. */
  readonly countries: readonly string[] | null
  readonly minPeople: number
  readonly isDryRun: boolean
}

export type AddedPlaces = {
  readonly countryCode: string
  readonly countries: number
  readonly cities: number
  readonly districts: number
  /** Places that the catalogue has already, under this id or another: they stay as they are. */
  readonly known: number
  /** Whose ids other places have: they are left out. */
  readonly faults: readonly string[]
}

type AddDeps = Pick<Deps, 'store' | 'catalogue'>

/** Places of this many spellings are known to travellers, however few people live there. */
const WELL_KNOWN = 25
/** A place of the same name within this distance is the same place. */
const SAME_KM = 25
/** Beyond all of GeoNames' ids, and within nine digits: 900,000,000 and the letters of the code as a number to the base of 26. */
const FIRST_COUNTRY_ID = 900_000_000
const COUNTRY_WEIGHT = 900

/**
 * Adds countries, their cities and those cities' districts, as far as the catalogue does not have them: under the ids that they have here, or
 * under others. What the catalogue has stays as it is. Each country is written in one transaction, so a run that is cut off is continued by
 * the next one. Returns what became of each country; an unknown country has no places.
 */
export async function addPlaces({ store, catalogue }: AddDeps, wishes: PlaceWishes): Promise<readonly AddedPlaces[]> {
  const { default: zoneOf } = await import('@photostructure/tz-lookup')
  const table = await readPlaceTable()
  const known = [...(await store.hotels.places())]
  const ground = { byId: new Map(known.map((place) => [place.placeId, place])), zoneOf }
  const byCountry = Map.groupBy(known, ({ countryCode }) => countryCode)
  const added: AddedPlaces[] = []
  for (const code of wishes.countries ?? table.keys()) {
    const wanted = (table.get(code) ?? []).filter((place) => isWanted(place, wishes.minPeople))
    const { places, ...counts } = planCountry(code, wanted, { ...ground, known: byCountry.get(code) ?? [] })
    if (!wishes.isDryRun && places.length > 0)
      await store.transaction((tx) => tx.catalogue.upsert({ ...NOTHING, places }))
    added.push(counts)
  }
  catalogue.renew()
  return added
}

const NOTHING = { terms: [], hotels: [], contents: [], supplierHotels: [], supplierRooms: [] } as const

function isWanted({ people, spellings, isCapital }: TablePlace, minPeople: number): boolean {
  return people >= minPeople || spellings >= WELL_KNOWN || isCapital
}

type Ground = {
  readonly byId: ReadonlyMap<number, Place>
  /** Those of the country. */
  readonly known: readonly Place[]
  readonly zoneOf: (latitude: number, longitude: number) => string
}

type Plan = AddedPlaces & { readonly places: readonly Place[] }

function planCountry(countryCode: string, wanted: readonly TablePlace[], ground: Ground): Plan {
  const placeIds = new Map<number, number>()
  const places: Place[] = []
  const faults: string[] = []
  // Two places of the table may have one name: each is what its own id says.
  const own = new Set(wanted.map(({ placeId }) => placeId))
  const byName = nameIndex(ground.known.filter(({ placeId }) => !own.has(placeId)))
  function keep(place: Place): void {
    const there = knownAs(place, ground.byId, byName)
    if (there === 'TAKEN') return void faults.push(takenFault(place, ground.byId))
    placeIds.set(place.placeId, there?.placeId ?? place.placeId)
    if (!there) places.push(place)
  }
  const zones = wanted.map(({ latitude, longitude }) => ground.zoneOf(latitude, longitude))
  const country = toCountry(countryCode, wanted, zones)
  if (country) keep(country)
  const parentOfAll = country ? (placeIds.get(country.placeId) ?? null) : null
  // A city stands in the table before its districts only if its id is the lower one.
  const ordered = wanted.map((place, index) => ({ place, timeZone: zones[index] ?? null })).sort(citiesFirst)
  for (const { place, timeZone } of ordered) {
    const cityId = place.cityId === null ? null : (placeIds.get(place.cityId) ?? null)
    keep({ ...toPlace(place), parentId: cityId ?? parentOfAll, timeZone })
  }
  function count(type: string): number {
    return places.filter((place) => place.type === type).length
  }
  const counts = { countries: count('country'), cities: count('city'), districts: count('district') }
  return { countryCode, places, ...counts, known: placeIds.size - places.length, faults }
}

type Zoned = { readonly place: TablePlace }

/** A district's city may be a district no further: there are two levels. */
function citiesFirst({ place: a }: Zoned, { place: b }: Zoned): number {
  return Number(a.cityId !== null) - Number(b.cityId !== null)
}

function toPlace(row: TablePlace): Omit<Place, 'parentId' | 'timeZone'> {
  const { placeId, countryCode, latitude, longitude, names } = row
  const type = row.cityId === null ? 'city' : 'district'
  return { placeId, type, countryCode, latitude, longitude, names, weight: weightOf(row) }
}

/** Ten times the people are a hundred more: Paris in France comes before the Paris of Texas. */
function weightOf({ people }: TablePlace): number {
  return Math.round(100 * Math.log10(people + 1))
}

/** It lies where its capital is, and has a time zone if there is only one. Null: nobody lives there. */
function toCountry(code: string, places: readonly TablePlace[], zones: readonly string[]): Place | null {
  const [largest] = places.toSorted((a, b) => b.people - a.people)
  const middle = places.find(({ isCapital }) => isCapital) ?? largest
  if (!middle) return null
  return {
    placeId: countryId(code),
    type: 'country',
    parentId: null,
    countryCode: code,
    timeZone: new Set(zones).size === 1 ? (zones[0] ?? null) : null,
    latitude: middle.latitude,
    longitude: middle.longitude,
    names: countryNames(code),
    weight: COUNTRY_WEIGHT,
  }
}

function countryId(code: string): number {
  const [first = 0, second = 0] = [0, 1].map((at) => code.charCodeAt(at) - 'A'.charCodeAt(0))
  return FIRST_COUNTRY_ID + first * 26 + second
}

/** GeoNames' file of cities has no countries; the runtime has their names in every language. */
function countryNames(code: string): Place['names'] {
  const told = LANGUAGES.map((language) => [language, new Intl.DisplayNames([language], { type: 'region' }).of(code)])
  return { en: code, ...Object.fromEntries(told.filter(([, name]) => name !== undefined)) }
}

const NAMED: ReadonlySet<string> = new Set(['country', 'city', 'district'])

type NameIndex = ReadonlyMap<string, readonly Place[]>

function nameIndex(known: readonly Place[]): NameIndex {
  const named = known
    .filter(({ type }) => NAMED.has(type))
    .flatMap((place) => keysOf(place).map((key) => ({ key, place })))
  return new Map([...Map.groupBy(named, ({ key }) => key)].map(([key, all]) => [key, all.map(({ place }) => place)]))
}

function keysOf({ type, names }: Pick<Place, 'type' | 'names'>): readonly string[] {
  // A country has no namesake: its code is in its names' stead.
  if (type === 'country') return ['country']
  return [...new Set(Object.values(names).map((name) => `town ${fold(name)}`))]
}

/** The place of the catalogue that it is; null: there is none. TAKEN: another place has its id. */
function knownAs(place: Place, byId: ReadonlyMap<number, Place>, byName: NameIndex): Place | null | 'TAKEN' {
  const own = byId.get(place.placeId)
  if (own) return isSame(own, place) ? own : 'TAKEN'
  return (
    keysOf(place)
      .flatMap((key) => byName.get(key) ?? [])
      .find((one) => isSame(one, place)) ?? null
  )
}

/** Countries are told by their code, other places by where they are: an operator may have named them otherwise. */
function isSame(one: Place, other: Place): boolean {
  if (one.countryCode !== other.countryCode || (one.type === 'country') !== (other.type === 'country')) return false
  return one.type === 'country' || distanceKm(one, other) <= SAME_KM
}

function takenFault({ placeId, names }: Place, byId: ReadonlyMap<number, Place>): string {
  const taken = byId.get(placeId)
  return `${names['en']} is left out: its id ${placeId} is that of ${taken?.type} ${taken?.names['en']} in ${taken?.countryCode}`
}
