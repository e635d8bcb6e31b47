import type { Place } from '../../store/hotels.ts'
import type { Edition } from '../edition.ts'
import { type NameColumns, namedThings, wordsOf } from './name-columns.ts'
import { nameIndexOf } from './name-index.ts'
import { rememberAnswers } from './remember-answers.ts'

/** A place or a hotel that autocomplete can find. */
type DestinationEntry =
  | { readonly type: 'place'; readonly place: Place; readonly hotelCount: number }
  | { readonly type: 'hotel'; readonly hotelId: number }

export type DestinationIndex = {
  /** Returns the best matches first: by quality of the match, then places before hotels, then by weight. */
  readonly search: (wanted: string, limit: number) => readonly DestinationEntry[]
}

/** `places`: those that the names were made of. One that has been removed since is not found. */
export function createDestinationIndex(
  edition: Edition,
  names: NameColumns,
  places: ReadonlyMap<number, Place>,
): DestinationIndex {
  const { placeIds, hotelCounts, byWeight } = names
  const { hotelIds } = edition.columns
  const index = rememberAnswers(nameIndexOf(namedThings(edition, names), wordsOf(names)))
  function entryOf(rank: number): DestinationEntry | null {
    if (rank >= placeIds.length) return { type: 'hotel', hotelId: hotelIds[byWeight[rank - placeIds.length] ?? 0] ?? 0 }
    const place = places.get(placeIds[rank] ?? 0)
    return place ? { type: 'place', place, hotelCount: hotelCounts[rank] ?? 0 } : null
  }
  return { search: (wanted, limit) => index.search(wanted, limit).flatMap((rank) => entryOf(rank) ?? []) }
}
