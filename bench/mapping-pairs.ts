import { readPair } from '../src/admin/pair-lines.ts'
import type { HotelFacts } from '../src/mapping/hotel-facts.ts'
import { sharedLines } from '../test/support/spec/shared.ts'

/** Two listings, and whether they are one hotel. */
export type LabelledPair = {
  readonly id: string
  readonly a: HotelFacts
  readonly b: HotelFacts
  readonly label: 'SAME' | 'DIFFERENT'
  readonly kind: string
}

/** The pairs of `hotels-dev.ndjson` or `hotels-osm-dev.ndjson` in ../shared, which are not ours to copy. */
export function developmentPairs(file: string): readonly LabelledPair[] {
  return sharedLines(`data/mapping/${file}`).map((told) => {
    const pair = readPair(told)
    if (!('a' in pair)) throw new Error(`${file}: ${pair.join('; ')}: ${JSON.stringify(told)}`)
    return { id: told.id, a: pair.a, b: pair.b, label: told.label, kind: told.kind }
  })
}
