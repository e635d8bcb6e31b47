import { isKnownChange } from '../words/brand-changes.ts'
import type { Brand } from '../words/lexicon.ts'

/**
 * NONE: neither name has a brand. ONE: only one has. SAME: both have one in common and nothing besides. MORE: one names a second
 * brand as well. FAMILY: two brands of one company. CHANGE: two brands of which the one is known to follow the other. OTHER: of two
 * companies.
 */
export type BrandRelation = 'NONE' | 'ONE' | 'SAME' | 'MORE' | 'FAMILY' | 'CHANGE' | 'OTHER'

export function compareBrands(a: readonly Brand[], b: readonly Brand[]): BrandRelation {
  if (a.length === 0 && b.length === 0) return 'NONE'
  if (a.length === 0 || b.length === 0) return 'ONE'
  if (a.some((brand) => b.includes(brand))) return a.length === b.length ? 'SAME' : 'MORE'
  const pairs = a.flatMap((x) => b.map((y) => [x, y] as const))
  if (pairs.some(([x, y]) => isKnownChange(x, y))) return 'CHANGE'
  return pairs.some(([x, y]) => x.family === y.family) ? 'FAMILY' : 'OTHER'
}
