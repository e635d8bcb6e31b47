import type { HotelVerdict } from './verdict.ts'

/** What a check of a mapped listing comes to: it is its hotel, it is not, or a person has to look. */
export type MappingCheck = 'CONFIRMED' | 'REFUTED' | 'DOUBTED'

/**
 * Checks a mapping by the little that a supplier tells of a hotel when it is asked: mostly a name and a point. Somebody has mapped the two
 * for reasons of their own, which is evidence of another kind: so that too little is told is no doubt here. Another country is one that no
 * guest is sent into.
 */
export function checkMapped({ verdict, evidence }: HotelVerdict): MappingCheck {
  if (verdict === 'SAME') return 'CONFIRMED'
  const doubts = new Set(evidence.filter(({ effect }) => effect === 'REVIEW').map(({ kind }) => kind))
  if (verdict === 'DIFFERENT' || doubts.has('COUNTRY')) return 'REFUTED'
  doubts.delete('TOO_LITTLE')
  return doubts.size === 0 ? 'CONFIRMED' : 'DOUBTED'
}
