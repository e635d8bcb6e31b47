import type { Sort } from '../../domain/contract/search.ts'
import { invalid, type Problem } from '../../domain/errors.ts'
import { issue } from '../../domain/issue.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { type Bitset, countBits, hasBit, intersection } from '../../hotel-index/bitset.ts'
import { type Circle, type Circled, membersIn, nearestFirst } from '../../hotel-index/circle.ts'
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
import { rowsNear } from '../../hotel-index/map-grid.ts'
import { createPlaceIndex, type Order, type PlaceIndex } from '../../hotel-index/place-index.ts'
import type { Ranking } from '../../hotel-index/ranking.ts'
import type { Deps } from '../deps.ts'
import type { SearchInput } from '../inputs/search.ts'
import { type CursorSeal, parseCursor } from './cursor.ts'
import type { Destination } from './destination.ts'
import { countAfter, type Taken, take } from './walk.ts'

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
  readonly take: (count: number) => Taken
  /** Every result; only for short lists. */
  readonly all: () => readonly number[]
  /** False when `total` may count hotels that will be left out. */
  readonly isExact: boolean
  /** True when the selection would be the same with the given set of left-out hotels. */
  readonly isStill: (leftOut: LeftOut) => boolean
  /** True for a hotel that was left out because it had no price. */
  readonly isLeftOut: (hotelId: number) => boolean
  /** The suppliers of hotels that pass the filters, and were left out because they had no price. */
  readonly suppressedCodes: () => ReadonlySet<string>
}

/** `sort` overrides `price_sort`; the default is `recommended`. */
export function effectiveSort({ sort, priceSort }: Pick<SearchInput, 'sort' | 'priceSort'>): Sort {
  return sort ?? (priceSort ? `price_${priceSort}` : 'recommended')
}

const INVALID_CURSOR = invalid([
  issue('cursor', 'INVALID_CURSOR', 'cursor must be the next_cursor of a search with the same inputs'),
])

/** Which hotels are wanted, in which order, and where the page begins. */
type Wanted = {
  readonly choice: Choice
  readonly sort: Sort
  /** The circle in which the hotels have to be; absent or null: they may be anywhere in the place. */
  readonly center?: Circle | null | undefined
  readonly cursor: { readonly text: string | null; readonly seal: CursorSeal }
}

export async function selectHotels(
  { rankings }: Pick<Deps, 'rankings'>,
  destination: Destination,
  { choice, sort, center, cursor }: Wanted,
): Promise<Result<Selection, Problem>> {
  const position = cursor.text === null ? null : parseCursor(cursor.text, sort, cursor.seal)
  if (cursor.text !== null && !position) return err(INVALID_CURSOR)
  const begunWith = position && (await rankings.ofVersion(position.version))
  const ranking = begunWith ?? (await rankings.current())
  const index = await indexOf(rankings, ranking, destination)
  // A hotel that is searched for by its id is never left out.
  const leftOut = destination.hotel ? NONE_LEFT_OUT : choice.leftOut
  const standing = standingOf(leftOut)
  const circled = center ? await membersIn(index, center) : null
  const members = chosenMembers(index, choice, circled?.members)
  leaveOut(index, members, leftOut)
  const walk = { index, members, order: orderOf(index, sort, { destination, circled }), position }
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
    isLeftOut: (hotelId) => isLeftOut(leftOut, hotelId),
    suppressedCodes: () => {
      const chosen = chosenMembers(index, choice, circled?.members)
      return listersOf(index, intersection(index.rows.length, [chosen, leftOutMembers(index, leftOut)]))
    },
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
  { hotel, listed, place }: Destination,
): Promise<PlaceIndex> {
  const hotels = listed?.hotels ?? (hotel ? [hotel] : null)
  if (!hotels) return rankings.placeIndex(ranking, place)
  const rows = hotels.map(({ hotelId }) => rowOf(ranking.edition, hotelId)).filter((row) => row >= 0)
  return createPlaceIndex(ranking, Uint32Array.from(rows).sort(), hotel ?? place)
}

type Where = { readonly destination: Destination; readonly circled: Circled | null }

function orderOf(index: PlaceIndex, sort: Sort, { destination: { listed }, circled }: Where): Order {
  if (listed) return orderOfIds(index, listed.hotels)
  return circled && sort === 'distance_from_center' ? nearestFirst(circled) : index.order(sort)
}

/** The members in the order in which the hotels were asked for. */
function orderOfIds(index: PlaceIndex, hotels: readonly { readonly hotelId: number }[]): Order {
  const members = hotels.map(({ hotelId }) => index.memberOf(hotelId)).filter((member) => member >= 0)
  const places = new Map(members.map((member, place) => [member, place]))
  return { members: Uint32Array.from(members), keyOf: (member) => places.get(member) ?? 0 }
}

function listersOf(index: PlaceIndex, members: Bitset): ReadonlySet<string> {
  const { columns, lists } = index.ranking.edition
  let mask = 0
  for (const [member, row] of index.rows.entries()) if (hasBit(members, member)) mask |= columns.suppliers[row] ?? 0
  return new Set(lists.supplierCodes.filter((_, bit) => (mask & (1 << bit)) !== 0))
}

const SIMILAR_WITHIN_KM = 10
const MAX_SIMILAR = 10
/** For fewer results than this, neighbours are shown too. */
const SHORT_LIST = 5

export type Similar = { readonly hotelId: number; readonly distanceKm: number }

/**
 * Nearby hotels that are not results themselves, nearest first; only for hotel searches and short lists of a place. Hotels that
 * were asked for by their ids need not be near each other.
 */
export async function similarHotels(
  { hotel, listed, centre }: Destination,
  { supplierCodes, leftOut }: Pick<Choice, 'supplierCodes' | 'leftOut'>,
  { ranking: { edition }, total, isFirst, all }: Selection,
): Promise<readonly Similar[]> {
  if (!isFirst || listed || (!hotel && total >= SHORT_LIST)) return []
  const results = new Set(all())
  const mask = supplierMask(edition, supplierCodes)
  const { hotelIds, suppliers } = edition.columns
  return (await rowsNear(edition, centre, SIMILAR_WITHIN_KM))
    .filter(({ row }) => ((suppliers[row] ?? 0) & mask) !== 0)
    .map(({ row, distanceKm }) => ({ hotelId: hotelIds[row] ?? 0, distanceKm }))
    .filter(({ hotelId }) => !results.has(hotelId) && !isLeftOut(leftOut, hotelId) && hotelId !== hotel?.hotelId)
    .sort((a, b) => a.distanceKm - b.distanceKm || a.hotelId - b.hotelId)
    .slice(0, MAX_SIMILAR)
}
