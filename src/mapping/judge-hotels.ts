import { type Comparison, compareHotels, isFar, isOneCode, isOneHouse } from './compare-hotels.ts'
import { houseEvidence } from './evidence/house-evidence.ts'
import { nameEvidence } from './evidence/name-evidence.ts'
import { placeEvidence } from './evidence/place-evidence.ts'
import type { HotelFacts } from './hotel-facts.ts'
import { type PreparedHotel, prepareHotel as prepare } from './prepare-hotel.ts'
import type { Evidence, HotelVerdict, Verdict } from './verdict.ts'
import { LEAST, WEIGHTS } from './weights.ts'

export type { PreparedHotel } from './prepare-hotel.ts'

/** Changes with every rule, weight or table that can change a verdict. */
export const ENGINE_VERSION = '1.2.0'

/** Folds and parses a listing once, however often it is judged. */
export function prepareHotel(facts: HotelFacts): PreparedHotel {
  return prepare(facts)
}

/** Whether two listings are one hotel. Swapping them changes nothing but the sides of the evidence. */
export function judgeHotels(a: PreparedHotel, b: PreparedHotel): HotelVerdict {
  return a.order <= b.order ? judgeOrdered(a, b) : swapped(judgeOrdered(b, a))
}

function judgeOrdered(a: PreparedHotel, b: PreparedHotel): HotelVerdict {
  const comparison = compareHotels(a, b)
  const told = [...nameEvidence(comparison), ...houseEvidence(comparison), ...placeEvidence(comparison)]
  const evidence = [...told, ...tooLittle(comparison, told), ...otherName(comparison)]
  const sum = evidence.reduce<number>(
    (total, { effect }) => total + (typeof effect === 'number' ? effect : 0),
    WEIGHTS.start,
  )
  const verdict = verdictOf(evidence, sum)
  return { verdict, score: scoreOf(verdict, sum), evidence }
}

/** Rules first: NEVER beats any sum, REVIEW caps it; the sum decides only what no rule has decided. */
function verdictOf(evidence: readonly Evidence[], sum: number): Verdict {
  if (evidence.some(({ effect }) => effect === 'NEVER')) return 'DIFFERENT'
  if (evidence.some(({ kind }) => kind === 'OTHER_NAME')) return 'REVIEW'
  if (sum < LEAST.review) return 'DIFFERENT'
  return sum >= LEAST.same && !evidence.some(({ effect }) => effect === 'REVIEW') ? 'SAME' : 'REVIEW'
}

/** The odds of the sum, kept on the verdict's side: a DIFFERENT never stands above a REVIEW, nor a REVIEW above a SAME. */
function scoreOf(verdict: Verdict, sum: number): number {
  const odds = 1 / (1 + Math.exp(-sum))
  const [least, most] = SCORES[verdict]
  return Math.round(100 * Math.min(most, Math.max(least, odds))) / 100
}

const SCORES = { SAME: [0.95, 1], REVIEW: [0.25, 0.94], DIFFERENT: [0, 0.24] } as const

/** At least two independent kinds of evidence must agree: the name, the place, the house, the telephone. */
function tooLittle(comparison: Comparison, told: readonly Evidence[]): readonly Evidence[] {
  const { name, address, phone } = comparison
  const isNamed = isNameAgreed(name)
  const isNear = told.some(({ kind, effect }) => kind === 'DISTANCE' && typeof effect === 'number' && effect > 0)
  const isPlaced = isNear || address === 'SAME_HOUSE' || address === 'SAME_TEXT' || isOneCode(comparison)
  const kinds = [isNamed, isPlaced, phone === 'SAME'].filter(Boolean).length
  return kinds >= 2 ? [] : [{ kind: 'TOO_LITTLE', effect: 'REVIEW', a: null, b: null }]
}

function isNameAgreed({ grade, is }: Comparison['name']): boolean {
  return (
    grade === 'EQUAL' || grade === 'BARE' || grade === 'CONTAINED' || (grade === 'UNREADABLE' && is.brands === 'SAME')
  )
}

/** Another name at one address, or with one telephone: renamed, or two in one house. The lines cannot tell; a person asks. */
function otherName(comparison: Comparison): readonly Evidence[] {
  const { name, phone, apart, address } = comparison
  if (isNameAgreed(name)) return []
  const isByPhone = phone === 'SAME' && !isFar(apart) && address !== 'OTHER_HOUSE'
  const isByHouse = isOneHouse(comparison) && phone !== 'OTHER'
  // One brand is known to have followed the other, in one street without numbers.
  const isChanged = name.is.brands === 'CHANGE' && address === 'SAME_TEXT' && phone !== 'OTHER' && !isFar(apart)
  if (!isByPhone && !isByHouse && !isChanged) return []
  return [{ kind: 'OTHER_NAME', effect: 'REVIEW', a: name.a.folded, b: name.b.folded }]
}

function swapped({ evidence, ...verdict }: HotelVerdict): HotelVerdict {
  return { ...verdict, evidence: evidence.map((one) => ({ ...one, a: one.b, b: one.a })) }
}
