import type { NoPriceSet } from '../cache/no-price-set.ts'
import { createSideField } from '../platform/side-field.ts'
import { addBit, type Bitset, emptyBits, removeBit, without } from './bitset.ts'
import type { PlaceIndex } from './place-index.ts'

/** The hotels that a search leaves out. The sets change as the process learns of more misses. */
export type LeftOut = {
  readonly sets: readonly NoPriceSet[]
  /** False when only some hotels were checked: others may be left out as well. */
  readonly isWhole: boolean
}

export const NONE_LEFT_OUT: LeftOut = { sets: [], isWhole: true }

export function isLeftOut({ sets }: LeftOut, hotelId: number): boolean {
  return sets.some((set) => set.has(hotelId))
}

/** Sets of at most this many hotels are iterated for each search; for larger ones each place caches its own members. */
const FEW = 64

/** Removes the members that are left out. */
export function leaveOut(index: PlaceIndex, members: Bitset, { sets }: LeftOut): void {
  for (const set of sets) {
    if (set.size() > FEW) without(members, keptMembers(index, set))
    else
      for (const hotelId of set.hotelIds()) {
        const member = index.memberOf(hotelId)
        if (member >= 0) removeBit(members, member)
      }
  }
}

/** The members of a place that are left out. */
export function leftOutMembers(index: PlaceIndex, { sets }: LeftOut): Bitset {
  const bits = emptyBits(index.rows.length)
  for (const set of sets) addMembers(index, bits, set)
  return bits
}

/** Adds the set's members of a place: iterates over the set or the place, whichever is smaller. */
function addMembers(index: PlaceIndex, bits: Bitset, set: NoPriceSet): void {
  if (set.size() > index.rows.length) {
    for (let member = 0; member < index.rows.length; member++)
      if (set.has(index.hotelIdOf(member))) addBit(bits, member)
    return
  }
  for (const hotelId of set.hotelIds()) {
    const member = index.memberOf(hotelId)
    if (member >= 0) addBit(bits, member)
  }
}

/** The names of sets, and the version of the set that a bitset was made from. */
const names = createSideField<string>()
const versions = createSideField<number>()
let named = 0

function nameOf(set: NoPriceSet): string {
  const known = names.get(set)
  if (known) return known
  const name = `no price ${(named += 1)}`
  names.set(set, name)
  return name
}

/** The members of a place that are in the set: cached, and updated when the set changes. */
function keptMembers(index: PlaceIndex, set: NoPriceSet): Bitset {
  const bits = index.kept(nameOf(set), () => emptyBits(index.rows.length))
  const version = versions.get(bits)
  if (version === set.version()) return bits
  const changed = version === undefined ? null : set.changedSince(version)
  if (changed) {
    for (const hotelId of changed) {
      const member = index.memberOf(hotelId)
      if (member >= 0) (set.has(hotelId) ? addBit : removeBit)(bits, member)
    }
  } else {
    bits.fill(0)
    addMembers(index, bits, set)
  }
  versions.set(bits, set.version())
  return bits
}

/** The versions of the sets at some time; a set that was not read is absent. */
type Standing = ReadonlyMap<NoPriceSet, number>

export function standingOf({ sets }: LeftOut): Standing {
  return new Map(sets.map((set) => [set, set.version()]))
}

/** If more hotels than this have changed, they are not checked one by one, and the page is chosen again. */
const MANY = 1_000

/** True when no hotel for which `isOfPlace` is true was added to or removed from the left-out sets since `before`. */
export function isUnchanged(before: Standing, { sets }: LeftOut, isOfPlace: (hotelId: number) => boolean): boolean {
  for (const set of new Set([...before.keys(), ...sets])) {
    const version = before.get(set)
    if (version === set.version() && sets.includes(set)) continue
    const isSame = version !== undefined && sets.includes(set)
    const changed = isSame ? set.changedSince(version) : set.size() > MANY ? null : set.hotelIds()
    if (changed === null) return false
    for (const hotelId of changed) if (isOfPlace(hotelId)) return false
  }
  return true
}
