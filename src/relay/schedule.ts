import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../domain/time.ts'

/** When attempts 1, 2 and so on are made, relative to the event: decisions.md section 9. */
const STEPS_MS = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
] as const

/**
 * When an endpoint is disabled: it has only failed for five days, and was seen failing on at least six occasions, each twelve
 * hours or more after the one before. One deploy a month that fails is not five days of failing.
 */
export const GIVE_UP = { afterMs: 5 * DAY_MS, occasions: 6, apartMs: 12 * HOUR_MS } as const

/** No Retry-After puts an attempt off, or pauses an endpoint, for longer. */
export const MAX_RETRY_AFTER_MS = DAY_MS

/**
 * Milliseconds from failed attempt number `attempt` (1 is the first) to the next one: the schedule's step ±20 %, or the
 * receiver's Retry-After when that is later, at most 24 h. Null after the last attempt. `random` is in [0, 1).
 */
export function nextDelayMs(attempt: number, retryAfterMs: number | null, random: number): number | null {
  const step = STEPS_MS[attempt]
  if (step === undefined) return null
  const wait = step - (STEPS_MS[attempt - 1] ?? 0)
  const jittered = Math.round(wait * (0.8 + 0.4 * random))
  return retryAfterMs === null ? jittered : Math.max(jittered, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS))
}

/** Parses a Retry-After header as ms from now: whole seconds or an HTTP date. Null when absent, negative, past or invalid. */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null
  if (/^\d{1,12}$/.test(value.trim())) return Number(value) * SECOND_MS
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isFinite(date) && date > now ? date - now : null
}
