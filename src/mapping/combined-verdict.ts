import type { HotelFacts } from './hotel-facts.ts'
import { judgeHotels, type PreparedHotel } from './judge-hotels.ts'
import type { HotelVerdict } from './verdict.ts'

/** True when a rule keeps two listings from being the same, whatever else agrees. */
export function isContradicted({ evidence }: HotelVerdict): boolean {
  return evidence.some(({ effect }) => effect === 'NEVER')
}

/** True when a rule demands that a person looks. */
export function isDoubted({ evidence }: HotelVerdict): boolean {
  return evidence.some(({ effect }) => effect === 'REVIEW')
}

/** The sum of the evidence, as log-odds: unlike the score it tells two certain verdicts apart. */
export function weightOf({ evidence }: HotelVerdict): number {
  return evidence.reduce((sum, { effect }) => sum + (typeof effect === 'number' ? effect : 0), 0)
}

/**
 * Judges a listing against a hotel: its description in the catalogue, and what its other listings tell. Where the catalogue tells too
 * little, one of those may show that it is the same; where a rule speaks against it, none can.
 */
export function judgeAgainst(
  listing: PreparedHotel,
  hotel: PreparedHotel,
  members: readonly PreparedHotel[],
): HotelVerdict {
  const first = judgeHotels(listing, hotel)
  if (first.verdict === 'SAME' || isContradicted(first) || isDoubted(first)) return first
  return members.map((member) => judgeHotels(listing, member)).reduce(likelier, first)
}

const ORDER = { SAME: 2, REVIEW: 1, DIFFERENT: 0 } as const

/** The likelier of two verdicts; of equal ones the first. */
export function likelier(one: HotelVerdict, other: HotelVerdict): HotelVerdict {
  return compareLikelihood(one, other) > 0 ? other : one
}

/** Orders verdicts, the likeliest first. */
export function compareLikelihood(one: HotelVerdict, other: HotelVerdict): number {
  return ORDER[other.verdict] - ORDER[one.verdict] || weightOf(other) - weightOf(one)
}

/** What of the facts is not as it was, by field; null when nothing is. */
export function changedFacts(
  before: HotelFacts,
  after: HotelFacts,
): Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>> | null {
  const fields = Object.keys(after) as (keyof HotelFacts)[] // the type has no optional fields
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  if (changed.length === 0) return null
  return Object.fromEntries(changed.map((field) => [field, { before: before[field], after: after[field] }]))
}
