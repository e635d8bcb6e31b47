import { fold } from '../../domain/text.ts'
import type { Place } from '../../store/hotels.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Edition } from '../edition.ts'
import { namesOf } from '../edition.ts'
import { orderBy } from '../make-edition.ts'
import { createNameIndex } from './name-index.ts'
import { rememberAnswers } from './remember-answers.ts'

/** A place or a hotel that autocomplete can find. */
type DestinationEntry =
  | { readonly type: 'place'; readonly place: Place; readonly hotelCount: number }
  | { readonly type: 'hotel'; readonly hotelId: number }

export type DestinationIndex = {
  /** Returns the best matches first: by quality of the match, then places before hotels, then by weight. */
  readonly search: (wanted: string, limit: number) => readonly DestinationEntry[]
}

/** Ranks places before hotels, and each by weight: equally good matches are shown in this order. */
export async function createDestinationIndex(edition: Edition, catalogue: Catalogue): Promise<DestinationIndex> {
  const places = [...(await catalogue.places()).values()].sort((a, b) => b.weight - a.weight || a.placeId - b.placeId)
  const { hotelIds, weights } = edition.columns
  const byWeight = orderBy(edition.count, (row) => -(weights[row] ?? 0))
  function rowAt(rank: number): number {
    return byWeight[rank - places.length] ?? 0
  }
  const placeNames = places.map(({ names }) => [...new Set(Object.values(names).map(fold))].join('\n'))
  const names = await createNameIndex({
    count: places.length + edition.count,
    at: (rank) => placeNames[rank] ?? namesOf(edition, rowAt(rank)),
  })
  const index = rememberAnswers(names)
  const counts = countHotels(edition, await catalogue.places())
  return {
    search: (wanted, limit) =>
      index.search(wanted, limit).map((rank) => {
        const place = places[rank]
        return place
          ? { type: 'place', place, hotelCount: counts.get(place.placeId) ?? 0 }
          : { type: 'hotel', hotelId: hotelIds[rowAt(rank)] ?? 0 }
      }),
  }
}

/** How many hotels each place has, including those of all places below it. */
function countHotels(
  { columns: { placeIds } }: Edition,
  places: ReadonlyMap<number, Place>,
): ReadonlyMap<number, number> {
  const own = new Map<number, number>()
  for (const placeId of placeIds) own.set(placeId, (own.get(placeId) ?? 0) + 1)
  const counts = new Map<number, number>()
  for (const [placeId, count] of own)
    for (let place = places.get(placeId); place; place = places.get(place.parentId ?? 0))
      counts.set(place.placeId, (counts.get(place.placeId) ?? 0) + count)
  return counts
}
