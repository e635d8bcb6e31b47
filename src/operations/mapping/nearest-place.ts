import { distanceKm, type Point } from '../../domain/geo.ts'
import { fold } from '../../domain/text.ts'
import { nearCities } from '../../mapping/words/cities.ts'
import type { Place } from '../../store/hotels.ts'
import type { Deps } from '../deps.ts'

/** Where a hotel is, in the catalogue's words. */
type FoundPlace = { readonly placeId: number; readonly timeZone: string }

/** Where a hotel is, as its listings tell it. */
export type ToldPlace = {
  readonly point: Point
  /** Upper case; null: none tells it. */
  readonly countryCode: string | null
  /** What they call its city, in any language. */
  readonly cities: readonly string[]
}

export type PlaceFinder = {
  /** Null: no place of the country is near in which hotels lie. */
  readonly find: (told: ToldPlace) => FoundPlace | null
}

/** Farther from a city a hotel is not of it. */
const NEAR_KM = 60
const OF_HOTELS: ReadonlySet<string> = new Set(['city', 'district'])

/**
 * Hotels lie in cities and districts: in the nearest one, unless the listings name another city that is near. A suburb's middle may be nearer
 * than that of the large city in which the hotel is. Their time zone is that of their point: a country may have several.
 */
export async function createPlaceFinder({ catalogue }: Pick<Deps, 'catalogue'>): Promise<PlaceFinder> {
  const [{ default: zoneOf }, stateOf] = await Promise.all([import('@photostructure/tz-lookup'), openStates()])
  const all = await catalogue.places()
  const places = [...all.values()].filter(({ type }) => OF_HOTELS.has(type))
  const byDegree = Map.groupBy(places, ({ latitude, longitude }) => degreeOf(latitude, longitude))
  return {
    find: ({ point, countryCode, cities }) => {
      const near = around(point)
        .flatMap((degree) => byDegree.get(degree) ?? [])
        .filter((place) => countryCode === null || stateOf(place.countryCode) === stateOf(countryCode))
      const nearest = nearestOf(near, point)
      if (!nearest) return null
      const named = nearestOf(namedOf(near, cities), point)
      const found = named && !isBelow(nearest, named, all) ? named : nearest
      return { placeId: found.placeId, timeZone: zoneOf(point.latitude, point.longitude) }
    },
  }
}

/** The code of the state that a territory belongs to: suppliers tell either of them for a hotel in Puerto Rico. */
async function openStates(): Promise<(code: string) => string> {
  const { feature } = await import('@rapideditor/country-coder')
  const known = new Map<string, string>()
  return (code) => {
    const state = known.get(code) ?? feature(code)?.properties.country ?? code
    known.set(code, state)
    return state
  }
}

function degreeOf(latitude: number, longitude: number): string {
  return `${Math.floor(latitude)},${Math.floor((((longitude + 180) % 360) + 360) % 360)}`
}

/** The square of a point and those around it. Near the poles squares are narrower than the reach, and hotels are few. */
function around({ latitude, longitude }: Point): string[] {
  const steps = [-1, 0, 1]
  return steps.flatMap((north) => steps.map((east) => degreeOf(latitude + north, longitude + east)))
}

function nearestOf(places: readonly Place[], point: Point): Place | null {
  let nearest: Place | null = null
  let least = NEAR_KM
  for (const place of places) {
    const km = distanceKm(place, point)
    if (km > least || (km === least && nearest && nearest.placeId < place.placeId)) continue
    nearest = place
    least = km
  }
  return nearest
}

/** Those that one of the names is a name of, in whatever language. */
function namedOf(places: readonly Place[], names: readonly string[]): readonly Place[] {
  const told = new Set(names.map(fold))
  return places.filter(({ names: own, countryCode }) => {
    const folded = Object.values(own).map(fold)
    if (folded.some((name) => told.has(name))) return true
    return names.some((city) => {
      const cities = nearCities(countryCode, { city, point: null })
      return folded.some((name) => cities.idOf(name) !== null)
    })
  })
}

function isBelow(place: Place, above: Place, all: ReadonlyMap<number, Place>): boolean {
  for (let one = place.parentId; one !== null; one = all.get(one)?.parentId ?? null)
    if (one === above.placeId) return true
  return false
}
