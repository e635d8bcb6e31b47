import type { Sort } from '../../domain/contract/search.ts'
import { invalid, type Problem } from '../../domain/errors.ts'
import { issue } from '../../domain/issue.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { type Bitset, countBits, hasBit } from '../../hotel-index/bitset.ts'
import { rowOf, supplierMask } from '../../hotel-index/edition.ts'
import { type Choice, chosenMembers } from '../../hotel-index/filters.ts'
import {
  isLeftOut,
  isUnchanged,
  type LeftOut,
  leaveOut,
  leftOutMembers,
  NONE_LEFT_OUT,
  standingOf,
} from '../../hotel-index/left-out.ts'
import { createPlaceIndex, type PlaceIndex } from '../../hotel-index/place-index.ts'
import { type Ranking } from '../../hotel-index/ranking.ts'
import { rowsNear } from '../../hotel-index/rows.ts'
import type { Deps } from '../deps.ts'
import type { SearchInput } from '../inputs/search.ts'
import { type CursorSeal, type Position, parseCursor } from './cursor.ts'
import type { Destination } from './destination.ts'

/** A result: a hotel with its sort key in the ranking that the search uses. */
export type Ranked = { readonly hotelId: number; readonly key: number }

/** The whole filtered result set, and where the page begins in it. */
export type Selection = {
  readonly ranking: Ranking
  /** The number of hotels returned so far plus those still to come. Hotels that drop out between pages are in neither. */
  readonly total: number
  readonly returned: number
  /** True when the page is the first one of its search. */
  readonly isFirst: boolean
  /** True when the cursor belongs to a ranking version that no longer exists. */
  readonly refreshed: boolean
  /** The next `count` results in order, and whether others follow. */
  readonly take: (count: number) => { readonly results: readonly Ranked[]; readonly more: boolean }
  /** Every result; only for short lists. */
  readonly all: () => readonly number[]
  /** False when `total` may count hotels that will be left out. */
  readonly isExact: boolean
  /** True when the selection would be the same with the given set of left-out hotels. */
  readonly isStill: (leftOut: LeftOut) => boolean
  /** The suppliers of hotels that were left out because they had no price. */
  readonly suppressedCodes: () => ReadonlySet<string>
}

/** `sort` overrides `price_sort`; the default is `recommended`. */
export function effectiveSort({ sort, priceSort }: SearchInput): Sort {
  return sort ?? (priceSort ? `price_${priceSort}` : 'recommended')
}

const INVALID_CURSOR = invalid([
  issue('cursor', 'INVALID_CURSOR', 'cursor must be the next_cursor of a search with the same inputs'),
])

/** Which hotels are wanted, in which order, and where the page begins. */
type Wanted = {
  readonly choice: Choice
  readonly sort: Sort
  readonly cursor: { readonly text: string | null; readonly seal: CursorSeal }
}

export async function selectHotels(
  { rankings }: Pick<Deps, 'rankings'>,
  destination: Destination,
  { choice, sort, cursor }: Wanted,
): Promise<Result<Selection, Problem>> {
  const position = cursor.text === null ? null : parseCursor(cursor.text, sort, cursor.seal)
  if (cursor.text !== null && !position) return err(INVALID_CURSOR)
  const begunWith = position && (await rankings.ofVersion(position.version))
  const ranking = begunWith ?? (await rankings.current())
  const index = await indexOf(rankings, ranking, destination)
  // A hotel that is searched for by its id is never left out.
  const leftOut = destination.hotel ? NONE_LEFT_OUT : choice.leftOut
  const standing = standingOf(leftOut)
  const members = chosenMembers(index, choice)
  leaveOut(index, members, leftOut)
  const walk = { index, members, sort, position }
  return ok({
    ranking,
    total: position ? position.returned + countAfter(walk, position) : countBits(members),
    returned: position?.returned ?? 0,
    isFirst: position === null,
    refreshed: position !== null && begunWith === null,
    take: (count) => take(walk, count),
    isExact: leftOut.isWhole,
    isStill: (now) =>
      destination.hotel !== null || isUnchanged(standing, now, (hotelId) => index.memberOf(hotelId) >= 0),
    suppressedCodes: () => listersOf(index, leftOutMembers(index, leftOut)),
    all: () =>
      Array.from(
        index.rows.keys().filter((member) => hasBit(members, member)),
        index.hotelIdOf,
      ),
  })
}

async function indexOf(
  rankings: Deps['rankings'],
  ranking: Ranking,
  { hotel, place }: Destination,
): Promise<PlaceIndex> {
  if (!hotel) return rankings.placeIndex(ranking, place)
  const row = rowOf(ranking.edition, hotel.hotelId)
  return createPlaceIndex(ranking, Uint32Array.from(row < 0 ? [] : [row]), hotel)
}

function listersOf(index: PlaceIndex, members: Bitset): ReadonlySet<string> {
  const { columns, lists } = index.ranking.edition
  let mask = 0
  for (const [member, row] of index.rows.entries()) if (hasBit(members, member)) mask |= columns.suppliers[row] ?? 0
  return new Set(lists.supplierCodes.filter((_, bit) => (mask & (1 << bit)) !== 0))
}

/** The members of a place that are results, the order in which they are returned, and the position after which a page begins. */
type Walk = {
  readonly index: PlaceIndex
  readonly members: Bitset
  readonly sort: Sort
  readonly position: Position | null
}

/** The next results after the position, in the order of the sort. */
function take({ index, members, sort, position }: Walk, count: number) {
  const { members: ordered, keyOf } = index.order(sort)
  const results: Ranked[] = []
  for (let place = position ? placeAfter(index, sort, position) : 0; place < ordered.length; place++) {
    const member = ordered[place] ?? 0
    if (!hasBit(members, member)) continue
    if (results.length === count) return { results, more: true }
    results.push({ hotelId: index.hotelIdOf(member), key: keyOf(member) })
  }
  return { results, more: false }
}

/** Counts the results after a position. It counts on the shorter side, because most pages are near the beginning. */
function countAfter({ index, members, sort }: Walk, position: Position): number {
  const { members: ordered } = index.order(sort)
  const place = placeAfter(index, sort, position)
  return place < ordered.length / 2
    ? countBits(members) - countIn(members, ordered.subarray(0, place))
    : countIn(members, ordered.subarray(place))
}

function countIn(set: Bitset, members: Uint32Array): number {
  let count = 0
  for (let place = 0; place < members.length; place++) if (hasBit(set, members[place] ?? 0)) count += 1
  return count
}

/** The first index of an order that comes after a position, whether or not the position's hotel still exists. */
function placeAfter(index: PlaceIndex, sort: Sort, { key, hotelId }: Position): number {
  const { members, keyOf } = index.order(sort)
  let low = 0
  let high = members.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const member = members[middle] ?? 0
    const difference = keyOf(member) - key || index.hotelIdOf(member) - hotelId
    if (difference <= 0) low = middle + 1
    else high = middle
  }
  return low
}

const SIMILAR_WITHIN_KM = 10
const MAX_SIMILAR = 10
/** For fewer results than this, neighbours are shown too. */
const SHORT_LIST = 5

export type Similar = { readonly hotelId: number; readonly distanceKm: number }

/** Nearby hotels that are not results themselves, nearest first; only for hotel searches and short lists. */
export function similarHotels(
  { hotel, centre }: Destination,
  { supplierCodes, leftOut }: Pick<Choice, 'supplierCodes' | 'leftOut'>,
  { ranking: { edition }, total, isFirst, all }: Selection,
): readonly Similar[] {
  if (!isFirst || (!hotel && total >= SHORT_LIST)) return []
  const results = new Set(all())
  const mask = supplierMask(edition, supplierCodes)
  const { hotelIds, suppliers } = edition.columns
  return rowsNear(edition, centre, SIMILAR_WITHIN_KM)
    .filter(({ row }) => ((suppliers[row] ?? 0) & mask) !== 0)
    .map(({ row, distanceKm }) => ({ hotelId: hotelIds[row] ?? 0, distanceKm }))
    .filter(({ hotelId }) => !results.has(hotelId) && !isLeftOut(leftOut, hotelId) && hotelId !== hotel?.hotelId)
    .sort((a, b) => a.distanceKm - b.distanceKm || a.hotelId - b.hotelId)
    .slice(0, MAX_SIMILAR)
}
