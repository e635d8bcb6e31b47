import type { Hotel, Names, Place, SupplierHotel, Term } from '../store/hotels.ts'
import type { Store } from '../store/store.ts'

export type CatalogueHotel = Hotel & { readonly suppliers: readonly SupplierHotel[] }

export type Terms = {
  readonly chains: ReadonlyMap<number, Names>
  readonly facilities: ReadonlyMap<number, Names>
  readonly propertyTypes: ReadonlyMap<string, Names>
}

/**
 * Static content as a process keeps it: places and terms whole, hotels by place on demand, the least used given back.
 * What it answers is at most `KEEP_MS` old.
 */
export type Catalogue = {
  readonly places: () => Promise<ReadonlyMap<number, Place>>
  readonly place: (placeId: number) => Promise<Place | null>
  readonly terms: () => Promise<Terms>
  /** Every hotel of a place and of the places below it, in id order. */
  readonly hotelsIn: (placeId: number) => Promise<readonly CatalogueHotel[]>
  /** Hotels by id and name, for autocomplete. */
  readonly allHotels: () => Promise<readonly Hotel[]>
}

const KEEP_MS = 60_000
const MAX_PLACES = 200

type Kept<T> = { readonly value: Promise<T>; readonly readAt: number }

export const createCatalogue = (store: Pick<Store, 'hotels'>, now: () => number): Catalogue => {
  const kept = new Map<string, Kept<unknown>>()

  /** One read at a time for each thing; a failed one is forgotten. */
  const keep = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const known = kept.get(key) as Kept<T> | undefined // the key fixes the type: each key has one reader below
    if (known && now() - known.readAt < KEEP_MS) {
      kept.delete(key)
      kept.set(key, known)
      return known.value
    }
    const value = read()
    value.catch(() => kept.delete(key))
    kept.delete(key)
    kept.set(key, { value, readAt: now() })
    const oldest = kept.keys().next().value
    if (kept.size > MAX_PLACES && oldest !== undefined) kept.delete(oldest)
    return value
  }

  const places = (): Promise<ReadonlyMap<number, Place>> =>
    keep('places', async () => new Map((await store.hotels.places()).map((place) => [place.placeId, place])))

  return {
    places,
    place: async (placeId) => (await places()).get(placeId) ?? null,
    terms: () => keep('terms', async () => groupTerms(await store.hotels.terms())),
    hotelsIn: (placeId) =>
      keep(`in:${placeId}`, async () => store.hotels.inPlaces(withDescendants(await places(), placeId))),
    allHotels: () => keep('hotels', () => store.hotels.all()),
  }
}

const withDescendants = (places: ReadonlyMap<number, Place>, placeId: number): number[] => {
  const children = [...places.values()].filter(({ parentId }) => parentId === placeId)
  return [placeId, ...children.flatMap((child) => withDescendants(places, child.placeId))]
}

const groupTerms = (terms: readonly Term[]): Terms => ({
  chains: new Map(terms.filter(({ kind }) => kind === 'chain').map(({ id, names }) => [Number(id), names])),
  facilities: new Map(terms.filter(({ kind }) => kind === 'facility').map(({ id, names }) => [Number(id), names])),
  propertyTypes: new Map(terms.filter(({ kind }) => kind === 'property_type').map(({ id, names }) => [id, names])),
})

/** A name in the asked language, else in English, else in whatever there is. */
export const named = (names: Names, language: string): string =>
  names[language] ?? names['en'] ?? Object.values(names)[0] ?? ''
