import type { Sort } from '../domain/contract/search.ts'
import { distanceKm, type Point } from '../domain/geo.ts'
import { addBit, type Bitset, emptyBits } from './bitset.ts'
import { indexIn, namesOf, rowOf } from './edition.ts'
import { type Ranking, sortKey, storedOrder } from './ranking.ts'

const MICRO = 1_000_000

/** The members of a place in the order of one sort, with their keys: smaller keys come first, equal keys are ordered by id. */
export type Order = { readonly members: Uint32Array; readonly keyOf: (member: number) => number }

/**
 * The hotels of one place in one version of the ranking. Each hotel has a member number in id order, so that a set of members is
 * a bitset of a few words. Orders, and sets that filters often use, are computed once.
 */
export type PlaceIndex = {
  readonly ranking: Ranking
  /** The rows of the members, in ascending order. */
  readonly rows: Uint32Array
  readonly order: (sort: Sort) => Order
  /** A set of members that is cached under its name. */
  readonly kept: (name: string, make: () => Bitset) => Bitset
  /** The members with a name that contains the folded text. */
  readonly named: (text: string) => Bitset
  readonly hotelIdOf: (member: number) => number
  /** The member number of a hotel; −1 when it is not in the place. */
  readonly memberOf: (hotelId: number) => number
  readonly metresOf: (member: number) => number
  /** The price of a night for two at each member, USD cents, by member number. */
  readonly nightly: () => Int32Array
}

/** The most sets that are cached for a place; the least recently used is evicted first. */
const MAX_KEPT = 256

export function createPlaceIndex(ranking: Ranking, rows: Uint32Array, centre: Point): PlaceIndex {
  const { hotelIds, latitudes, longitudes } = ranking.edition.columns
  const orders = new Map<Sort, Order>()
  const sets = new Map<string, Bitset>()
  let distances: Uint32Array | null = null
  let nightly: Int32Array | null = null
  let names: Names | null = null

  function metresOf(member: number): number {
    distances ??= Uint32Array.from(rows, (row) =>
      Math.round(
        1_000 *
          distanceKm(centre, { latitude: (latitudes[row] ?? 0) / MICRO, longitude: (longitudes[row] ?? 0) / MICRO }),
      ),
    )
    return distances[member] ?? 0
  }

  function makeOrder(sort: Sort): Order {
    if (sort === 'distance_from_center') return { members: sortMembers(rows.length, metresOf), keyOf: metresOf }
    const placeOf = placesOf(storedOrder(ranking, sort))
    return {
      members: sortMembers(rows.length, (member) => placeOf[rows[member] ?? 0] ?? 0),
      keyOf: (member) => sortKey(ranking, sort, rows[member] ?? 0),
    }
  }

  return {
    ranking,
    rows,
    hotelIdOf: (member) => hotelIds[rows[member] ?? 0] ?? 0,
    memberOf: (hotelId) => {
      const row = rowOf(ranking.edition, hotelId)
      return row < 0 ? -1 : indexIn(rows, row)
    },
    metresOf,
    nightly: () => (nightly ??= Int32Array.from(rows, (row) => ranking.columns.nightly[row] ?? 0)),
    order: (sort) => {
      const known = orders.get(sort) ?? makeOrder(sort)
      orders.set(sort, known)
      return known
    },
    kept: (name, make) => {
      const set = sets.get(name) ?? make()
      sets.delete(name)
      sets.set(name, set)
      const oldest = sets.keys().next().value
      if (sets.size > MAX_KEPT && oldest !== undefined) sets.delete(oldest)
      return set
    },
    named: (text) => {
      names ??= gatherNames(ranking, rows)
      return find(names, text, rows.length)
    },
  }
}

/** Orders members by a whole-numbered key. */
function sortMembers(count: number, keyOf: (member: number) => number): Uint32Array {
  const packed = new Float64Array(count)
  for (let member = 0; member < count; member++) packed[member] = keyOf(member) * count + member
  packed.sort()
  return Uint32Array.from(packed, (value) => value % count)
}

/** The position of each row in an order. It is the same for every place, so it is computed once. */
const places = new WeakMap<Uint32Array, Uint32Array>()

function placesOf(order: Uint32Array): Uint32Array {
  const known = places.get(order)
  if (known) return known
  const made = new Uint32Array(order.length)
  for (let place = 0; place < order.length; place++) made[order[place] ?? 0] = place
  places.set(order, made)
  return made
}

/** The names of all members as one text, which a single search covers; those of member `i` end before `ends[i]`. */
type Names = { readonly text: string; readonly ends: Uint32Array }

function gatherNames({ edition }: Ranking, rows: Uint32Array): Names {
  const ends = new Uint32Array(rows.length)
  let text = ''
  rows.forEach((row, member) => {
    text += `${namesOf(edition, row)}\n`
    ends[member] = text.length
  })
  return { text, ends }
}

/**
 * Finds the members with the text in a name. Each step moves on to another member, so the loop ends for any text; the empty text
 * is in every name.
 */
function find({ text, ends }: Names, wanted: string, count: number): Bitset {
  const bits = emptyBits(count)
  let at = text.indexOf(wanted)
  for (let member = 0; member < count && at >= 0; member++) {
    const end = ends[member] ?? 0
    if (at >= end) continue
    addBit(bits, member)
    at = text.indexOf(wanted, end)
  }
  return bits
}
