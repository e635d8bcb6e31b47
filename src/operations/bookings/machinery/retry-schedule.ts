import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../domain/time.ts'

/** The delays before each look-up at the supplier, in seconds. Source: decisions.md section 6. */
const RUNGS_S = [5, 15, 30, 30, 60, 120, 240, 600, 600] as const

/** Milliseconds before look-up number `rung` (0 is the first); ten minutes for every one after the listed ones. */
export function retryDelayMs(rung: number): number {
  return (RUNGS_S[rung] ?? 600) * SECOND_MS
}

/** At suppliers whose look-ups lag, "not found" proves nothing for this long after a call. */
export const LAG_MS = 30 * MINUTE_MS

/** If the supplier's record does not show an uncertain confirmation or cancellation after this long, it did not happen. */
export const EFFECT_WITHIN_MS = 2 * MINUTE_MS

/** The delays between look-ups of the hotel's own confirmation number: minutes at first, then days. */
const CONFIRMATION_RUNGS_MS = [2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 48 * HOUR_MS] as const

export function confirmationDelayMs(rung: number): number {
  return CONFIRMATION_RUNGS_MS[rung] ?? 0
}

/** The last look-up; after it the hotel counts as not having answered. */
export const LAST_CONFIRMATION_RUNG = CONFIRMATION_RUNGS_MS.length - 1
