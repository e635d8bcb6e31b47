import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../domain/time.ts'

/** How long after one look the supplier is asked again, in seconds: decisions.md section 6. */
const RUNGS_S = [5, 15, 30, 30, 60, 120, 240, 600, 600] as const

/** Milliseconds before look number `rung` (0 is the first); every 10 minutes once the ladder is climbed. */
export function retryDelayMs(rung: number): number {
  return (RUNGS_S[rung] ?? 600) * SECOND_MS
}

/** For this long after a call "not found" proves nothing where look-ups lag. */
export const LAG_MS = 30 * MINUTE_MS

/** An uncertain confirmation or cancellation that the supplier's record does not show after this long did not happen. */
export const EFFECT_WITHIN_MS = 2 * MINUTE_MS

/** When the supplier's record is looked at for the hotel's own confirmation number: minutes at first, then days. */
const CONFIRMATION_RUNGS_MS = [2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 48 * HOUR_MS] as const

export function confirmationDelayMs(rung: number): number {
  return CONFIRMATION_RUNGS_MS[rung] ?? 0
}

/** After this look nobody asks any more: the hotel gave no answer. */
export const LAST_CONFIRMATION_RUNG = CONFIRMATION_RUNGS_MS.length - 1
