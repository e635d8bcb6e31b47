import type { Result } from '../../../domain/result.ts'
import { SECOND_MS } from '../../../domain/time.ts'
import type { ContentCall } from '../../content-source.ts'
import type { SupplierFailure, SupplierResponse } from '../../supplier-call.ts'

type Answer = Result<SupplierResponse, SupplierFailure>

/** Sockets of the connection are shared with bookings, which need room. */
const MAX_AT_ONCE = 8
/** After so many answers in a row one more call is let through, or the gap shrinks. */
const ANSWERS_FOR_MORE = 50
const FIRST_GAP_MS = 50
const MAX_GAP_MS = 2 * SECOND_MS
/** Where a refusal does not say how long to wait. */
const PAUSE_MS = SECOND_MS

/**
 * How many calls are under way at once, and how far apart they are: learned from refusals. FULL SPEED: eight at once, no gap. Each 429
 * halves the number at once; with one at a time it doubles the gap before each call. Fifty answers in a row take one step back towards
 * full speed. While a refusal's time lasts, nothing is sent.
 */
export type DetailPace = {
  readonly atOnce: () => number
  /** Sends when it may. */
  readonly send: (send: () => Promise<Answer>) => Promise<Answer>
}

export function createDetailPace(
  { pause }: Pick<ContentCall, 'pause'>,
  isRefusal: (answer: Answer) => { readonly retryAfterMs: number | null } | null,
): DetailPace {
  let atOnce = MAX_AT_ONCE
  let gapMs = 0
  let answers = 0
  /** Until then nothing is sent; null: everything may be. */
  let hold: Promise<void> | null = null

  function slowDown(retryAfterMs: number | null): void {
    answers = 0
    // Calls that were under way together are refused together: they count as one.
    if (hold !== null) return
    if (atOnce > 1) atOnce = Math.floor(atOnce / 2)
    else gapMs = Math.min(MAX_GAP_MS, Math.max(FIRST_GAP_MS, gapMs * 2))
    hold = pause(retryAfterMs ?? PAUSE_MS).finally(() => {
      hold = null
    })
  }

  function speedUp(): void {
    answers += 1
    if (answers < ANSWERS_FOR_MORE) return
    answers = 0
    if (gapMs > 0) gapMs = gapMs > FIRST_GAP_MS ? Math.floor(gapMs / 2) : 0
    else atOnce = Math.min(MAX_AT_ONCE, atOnce + 1)
  }

  return {
    atOnce: () => atOnce,
    send: async (send) => {
      while (hold !== null) await hold
      if (gapMs > 0) await pause(gapMs)
      const answer = await send()
      const refusal = isRefusal(answer)
      if (refusal) slowDown(refusal.retryAfterMs)
      else if (answer.ok) speedUp()
      return answer
    },
  }
}
