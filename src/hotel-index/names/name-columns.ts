import { fold } from '../../domain/text.ts'
import type { Place } from '../../store/hotels.ts'
import { type Columns, growingBytes, textAt } from '../columns.ts'
import { type Edition, namesOf } from '../edition.ts'
import { orderBy } from '../order-by.ts'
import { gatherWords, type NamedThings, type Words } from './words.ts'

const SHAPE = {
  /** Places come first, by weight, then hotels, by weight: this is the rank of each. */
  placeIds: Int32Array,
  /** How many hotels each place has, including those of all places below it; in the order of `placeIds`. */
  hotelCounts: Uint32Array,
  /** The folded names of a place in all languages, one per line, in UTF-8; those of place `i` end before `placeNameEnds[i]`. */
  placeNames: Uint8Array,
  placeNameEnds: Uint32Array,
  /** The rows of the edition by weight. */
  byWeight: Uint32Array,
  wordStarts: Uint32Array,
  wordLetters: Uint16Array,
  anywhereStarts: Uint32Array,
  anywhereRanks: Uint32Array,
  firstStarts: Uint32Array,
  firstRanks: Uint32Array,
  wholeStarts: Uint32Array,
  wholeRanks: Uint32Array,
} as const

/** The names of all places and hotels of an edition, and every word of them: what autocomplete reads. */
export type NameColumns = Columns<typeof SHAPE>

/** Reads every name once, and yields to other work in between. A million names take some seconds and 100 MB. */
export async function makeNameColumns(edition: Edition, known: ReadonlyMap<number, Place>): Promise<NameColumns> {
  const places = [...known.values()].sort((a, b) => b.weight - a.weight || a.placeId - b.placeId)
  const { weights } = edition.columns
  const counts = countHotels(edition, known)
  const placeNames = growingBytes()
  const placeNameEnds = Uint32Array.from(places, ({ names }) =>
    placeNames.append(Buffer.from([...new Set(Object.values(names).map(fold))].join('\n'))),
  )
  const own = {
    placeIds: Int32Array.from(places, ({ placeId }) => placeId),
    hotelCounts: Uint32Array.from(places, ({ placeId }) => counts.get(placeId) ?? 0),
    placeNames: placeNames.finish(),
    placeNameEnds,
    byWeight: orderBy(edition.count, (row) => -(weights[row] ?? 0)),
  }
  return { ...own, ...wordColumns(await gatherWords(namedThings(edition, own))) }
}

/** What has names, in the order in which equally good matches are shown. */
export function namedThings(
  edition: Edition,
  { placeIds, placeNames, placeNameEnds, byWeight }: Omit<NameColumns, keyof ReturnType<typeof wordColumns>>,
): NamedThings {
  return {
    count: placeIds.length + edition.count,
    at: (rank) =>
      rank < placeIds.length
        ? textAt(placeNames, placeNameEnds, rank)
        : namesOf(edition, byWeight[rank - placeIds.length] ?? 0),
  }
}

function wordColumns({ spelling, anywhere, first, whole }: Words) {
  return {
    wordStarts: spelling.starts,
    wordLetters: spelling.letters,
    anywhereStarts: anywhere.starts,
    anywhereRanks: anywhere.ranks,
    firstStarts: first.starts,
    firstRanks: first.ranks,
    wholeStarts: whole.starts,
    wholeRanks: whole.ranks,
  }
}

export function wordsOf(columns: NameColumns): Words {
  return {
    spelling: { starts: columns.wordStarts, letters: columns.wordLetters },
    anywhere: { starts: columns.anywhereStarts, ranks: columns.anywhereRanks },
    first: { starts: columns.firstStarts, ranks: columns.firstRanks },
    whole: { starts: columns.wholeStarts, ranks: columns.wholeRanks },
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
