import { type Cleaning, writable } from './clean-row.ts'

/** What a pass has counted, over all runs that it took. */
export type Tally = {
  /** Rows that were read, bad ones included; those that came twice and equal count once. */
  rows: number
  unchanged: number
  added: number
  changed: number
  /** Rows that were put aside. */
  bad: number
  /** Of those the ones that do not even say which hotel they are. */
  nameless: number
  /** Rows in another language of hotels that are not staged in English. */
  withoutEnglish: number
  /** Listings that the supplier says are closed or gone. */
  ended: number
  /** Listings that are gone because a whole pass did not have them. */
  gone: number
  /** Listings that are more than a kilometre from where they were. */
  moved: number
  /** What cleaning did, and what was left out, by kind. */
  cleaned: Record<string, number>
  /** The first lines of each kind: `line 7 lp1f4: 22.1,41.4`. */
  examples: Record<string, string[]>
  /** Fields that the reader does not know, by their JSON paths. */
  drift: Record<string, number>
  seconds: number
}

const MAX_EXAMPLES = 20
const MAX_PATHS = 500

export function newTally(): Tally {
  const counts = { rows: 0, unchanged: 0, added: 0, changed: 0, bad: 0, nameless: 0, withoutEnglish: 0, ended: 0 }
  return { ...counts, gone: 0, moved: 0, seconds: 0, cleaned: {}, examples: {}, drift: {} }
}

/** A tally as it was stored. */
export function toTally(counts: Readonly<Record<string, unknown>>): Tally {
  // Only tallies are stored as the counts of a pass.
  return { ...newTally(), ...structuredClone(counts) }
}

export function addCleanings(
  { cleaned, examples }: Tally,
  cleanings: readonly Cleaning[],
  { line, supplierHotelId }: { readonly line: number; readonly supplierHotelId: string },
): void {
  const kinds = Map.groupBy(cleanings, ({ kind }) => kind)
  for (const [kind, found] of kinds) {
    cleaned[kind] = (cleaned[kind] ?? 0) + found.length
    const told = (examples[kind] ??= [])
    if (told.length < MAX_EXAMPLES) told.push(`line ${line} ${supplierHotelId}: ${found[0]?.was ?? ''}`)
  }
}

export function addDrift({ drift }: Tally, told: string): void {
  const path = writable(told)
  if (path in drift || Object.keys(drift).length < MAX_PATHS) drift[path] = (drift[path] ?? 0) + 1
}
