import { createHash } from 'node:crypto'
import { fold } from '../../../domain/text.ts'
import type { HouseType } from '../../../mapping/names/house-types.ts'
import { houseTypeOf } from '../../../mapping/names/house-types.ts'
import type { Term } from '../../../store/hotels.ts'
import { FACILITIES, PROPERTY_TYPES } from './known-terms.ts'

/** Finds the catalogue's ids of what suppliers tell in words, and makes terms that it lacks. */
export type TermFinder = {
  /** `hotel` for a word that tells nothing else. */
  readonly propertyType: (told: string | null) => string | null
  /** Null: suppliers' facilities that are not among ours are shown on the hotel's page only. */
  readonly facility: (told: string | null) => number | null
  readonly chain: (name: string) => number
  /** Terms that were asked for since the last call, and that the catalogue lacks. */
  readonly made: () => readonly Term[]
}

/** Beyond the ids that a catalogue file usually has; ids are 32 bits wide in lists. */
const FIRST_MADE_ID = 1_000_001
const MADE_IDS = 2_147_000_000 - FIRST_MADE_ID
const BY_HOUSE: Readonly<Record<HouseType, string>> = {
  HOTEL: 'hotel',
  APARTMENT: 'apartment',
  GUESTHOUSE: 'guest_house',
  HOSTEL: 'hostel',
  VILLA: 'villa',
}
const TYPE_BY_WORD = new Map(PROPERTY_TYPES.flatMap(({ id, words }) => words.map((word) => [fold(word), id] as const)))
const FACILITY_BY_WORD = new Map(FACILITIES.flatMap((one) => one.words.map((word) => [fold(word), one] as const)))

export function createTermFinder(known: readonly Term[]): TermFinder {
  const byName = new Map(known.flatMap((term) => keysOf(term).map((key) => [key, term.id] as const)))
  const ids = new Set(known.map(({ kind, id }) => `${kind} ${id}`))
  let made: Term[] = []
  function make(term: Term): string {
    made.push(term)
    ids.add(`${term.kind} ${term.id}`)
    for (const key of keysOf(term)) byName.set(key, term.id)
    return term.id
  }
  /** Of its name: processes that make one at the same time give it the same id, and no other the same. */
  function freeId(kind: Term['kind'], name: string): string {
    let id = FIRST_MADE_ID + (createHash('sha256').update(keyOf(kind, name)).digest().readUInt32BE() % MADE_IDS)
    while (ids.has(`${kind} ${id}`)) id += 1
    return String(id)
  }
  return {
    propertyType: (told) => {
      if (told === null) return null
      if (ids.has(`property_type ${told}`)) return told
      const word = fold(told.replaceAll('_', ' '))
      const house = houseTypeOf(told)
      const id = TYPE_BY_WORD.get(word) ?? (house && BY_HOUSE[house])
      const type = PROPERTY_TYPES.find((one) => one.id === id)
      if (!type) return null
      return ids.has(`property_type ${type.id}`)
        ? type.id
        : make({ kind: 'property_type', id: type.id, names: type.names })
    },
    facility: (told) => {
      const facility = told === null ? undefined : FACILITY_BY_WORD.get(fold(told))
      if (!facility) return null
      // An operator may have given our id to something else: the name tells.
      const name = facility.names['en'] ?? ''
      const there = byName.get(keyOf('facility', name))
      const id = ids.has(`facility ${facility.id}`) ? freeId('facility', name) : facility.id
      return Number(there ?? make({ kind: 'facility', id, names: facility.names }))
    },
    chain: (name) =>
      Number(
        byName.get(keyOf('chain', name)) ?? make({ kind: 'chain', id: freeId('chain', name), names: { en: name } }),
      ),
    made: () => {
      const all = made
      made = []
      return all
    },
  }
}

function keysOf({ kind, names }: Term): readonly string[] {
  return Object.values(names).map((name) => keyOf(kind, name))
}

function keyOf(kind: Term['kind'], name: string): string {
  return `${kind} ${fold(name)}`
}
