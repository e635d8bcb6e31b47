import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPair } from '../src/admin/pair-lines.ts'
import type { HotelFacts } from '../src/mapping/hotel-facts.ts'

/** Two listings, and whether they are one hotel. */
export type LabelledPair = {
  readonly id: string
  readonly a: HotelFacts
  readonly b: HotelFacts
  readonly label: 'SAME' | 'DIFFERENT'
  readonly kind: string
}

/** Development pairs lie beside the product's tree: they are not ours to copy. */
const FOLDER = join(import.meta.dirname, '../../shared/data/mapping')

/** False where the tree stands alone. */
export function hasDevelopmentPairs(): boolean {
  return existsSync(FOLDER)
}

/** The pairs of `hotels-dev.ndjson` or `hotels-osm-dev.ndjson`. */
export function developmentPairs(file: string): readonly LabelledPair[] {
  return readFileSync(join(FOLDER, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const told = JSON.parse(line)
      const pair = readPair(told)
      if (!('a' in pair)) throw new Error(`${file}: ${pair.join('; ')}: ${line}`)
      return { id: told.id, a: pair.a, b: pair.b, label: told.label, kind: told.kind }
    })
}
