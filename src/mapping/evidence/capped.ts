import type { Evidence } from '../verdict.ts'

/** The evidence with its number, and once more as REVIEW where it keeps the pair from SAME, whatever else agrees. */
export function capped(evidence: Evidence, isCapped: boolean): readonly Evidence[] {
  return isCapped ? [evidence, { ...evidence, effect: 'REVIEW' }] : [evidence]
}
