import { createTimedMemory } from '../platform/kept.ts'
import type { Hotel, HotelLabel, Names, Place, SupplierHotel, Term } from '../store/hotels.ts'
import type { Store } from '../store/store.ts'
import { createHotelCache } from './hotel-cache.ts'

export type CatalogueHotel = Hotel & {
  readonly suppliers: readonly SupplierHotel[]
}

export type Terms = {
  readonly chains: ReadonlyMap<number, Names>
  readonly facilities: ReadonlyMap<number, Names>
  readonly propertyTypes: ReadonlyMap<string, Names>
}

/**
 * The static content that a process caches. Places and terms are cached completely for at most `KEEP_MS`; hotels one at a time.
 * Hotels that were shown only once are evicted first, and a changed hotel is removed.
 */
export type Catalogue = {
  readonly places: () => Promise<ReadonlyMap<number, Place>>
  readonly place: (placeId: number) => Promise<Place | null>
  /** The ids of the place itself and of every place below it. */
  readonly below: (placeId: number) => Promise<readonly number[]>
  readonly terms: () => Promise<Terms>
  /** In the order of the ids; unknown ids are left out. */
  readonly hotels: (hotelIds: readonly number[]) => Promise<readonly CatalogueHotel[]>
  /** The part of hotels that autocomplete shows: reading whole hotels would take three times as long. */
  readonly labels: (hotelIds: readonly number[]) => Promise<readonly HotelLabel[]>
  readonly forget: (hotelId: number) => void
  /** Makes the next caller read places and terms again, after an import. */
  readonly renew: () => void
}

const KEEP_MS = 60_000
/** How many hotels a process caches; each takes some 2 KB. */
const MAX_HOTELS = 40_000

export function createCatalogue(
  store: Pick<Store, 'hotels'>,
  now: () => number,
  maxHotels: number = MAX_HOTELS,
): Catalogue {
  function once<T>(read: () => Promise<T>) {
    return createTimedMemory<'all', T>({ read, keepMs: KEEP_MS, max: 1, now })
  }
  const tree = once(async () => {
    const places = new Map((await store.hotels.places()).map((place) => [place.placeId, place]))
    return { places, children: Map.groupBy(places.values(), ({ parentId }) => parentId) }
  })
  const terms = once(async () => groupTerms(await store.hotels.terms()))
  const hotels = createHotelCache(maxHotels, async (hotelIds) => store.hotels.findMany(hotelIds))
  const labels = createHotelCache(maxHotels, (hotelIds) => store.hotels.labels(hotelIds))

  return {
    places: async () => (await tree.get('all')).places,
    place: async (placeId) => (await tree.get('all')).places.get(placeId) ?? null,
    below: async (placeId) => {
      const { children } = await tree.get('all')
      const found = new Set([placeId])
      for (const above of found) for (const place of children.get(above) ?? []) found.add(place.placeId)
      return [...found]
    },
    terms: () => terms.get('all'),
    hotels: hotels.find,
    labels: labels.find,
    forget: (hotelId) => {
      hotels.forget(hotelId)
      labels.forget(hotelId)
    },
    renew: () => {
      tree.forget('all')
      terms.forget('all')
    },
  }
}

function groupTerms(terms: readonly Term[]): Terms {
  return {
    chains: new Map(terms.filter(({ kind }) => kind === 'chain').map(({ id, names }) => [Number(id), names])),
    facilities: new Map(terms.filter(({ kind }) => kind === 'facility').map(({ id, names }) => [Number(id), names])),
    propertyTypes: new Map(terms.filter(({ kind }) => kind === 'property_type').map(({ id, names }) => [id, names])),
  }
}

/** A name in the requested language, else in English, else in any language. */
export function named(names: Names, language: string): string {
  return names[language] ?? names['en'] ?? Object.values(names)[0] ?? ''
}
