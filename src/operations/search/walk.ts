import { type Bitset, countBits, hasBit } from '../../hotel-index/bitset.ts'
import type { Order, PlaceIndex } from '../../hotel-index/place-index.ts'
import type { Position } from './cursor.ts'

/** A result: a hotel with its sort key in the ranking that the search uses. */
export type Ranked = { readonly hotelId: number; readonly key: number }

/** The next results of a list, and whether others follow. */
export type Taken = { readonly results: readonly Ranked[]; readonly more: boolean }

/** The members of a place that are results, the order in which they are returned, and the position after which a page begins. */
export type Walk = {
  readonly index: PlaceIndex
  readonly members: Bitset
  readonly order: Order
  readonly position: Position | null
}

/** The next results after the position, in the order of the sort. */
export function take({ index, members, order, position }: Walk, count: number): Taken {
  const { members: ordered, keyOf } = order
  const results: Ranked[] = []
  for (let place = position ? placeAfter(index, order, position) : 0; place < ordered.length; place++) {
    const member = ordered[place] ?? 0
    if (!hasBit(members, member)) continue
    if (results.length === count) return { results, more: true }
    results.push({ hotelId: index.hotelIdOf(member), key: keyOf(member) })
  }
  return { results, more: false }
}

/** Counts the results after a position. It counts on the shorter side, because most pages are near the beginning. */
export function countAfter({ index, members, order }: Walk, position: Position): number {
  const ordered = order.members
  const place = placeAfter(index, order, position)
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
function placeAfter(index: PlaceIndex, { members, keyOf }: Order, { key, hotelId }: Position): number {
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
