import { ok, type Result } from '../domain/result.ts'
import { HOUR_MS, SECOND_MS } from '../domain/time.ts'
import type { LearnedLimit, SupplierFailure, SupplierOperation, SupplierResponse } from './supplier-call.ts'

/** Below this share of a limit no more searches are sent, so that the rest is left for bookings. */
const RESERVE = 0.05

/** The waiting time after a 429 that names none. */
const COOL_DOWN_MS = SECOND_MS
/** No answer makes us wait longer than this: clocks may differ, and headers may be wrong. */
const MAX_WAIT_MS = HOUR_MS

type Answer = Result<SupplierResponse, SupplierFailure>

type Window = { readonly share: number; readonly untilMs: number }

type Pace = {
  /** The failure of a call that would exceed the supplier's rate limit now; null when it may be sent. */
  readonly refusal: (operation: SupplierOperation) => SupplierFailure | null
  readonly learn: (operation: SupplierOperation, answer: Answer) => void
  /** Sets Retry-After of a 429 to the time for which no calls are sent; returns any other answer unchanged. */
  readonly explain: (operation: SupplierOperation, answer: Answer) => Answer
}

type PaceOptions = {
  /** Reads the supplier's limits from its response headers. */
  readonly readLimits: (response: SupplierResponse) => readonly LearnedLimit[]
}

/** Keeps calls within the supplier's rate limits, which it reads from the answers: each kind of call has its own limits. */
export function createPace({ readLimits }: PaceOptions): Pace {
  const windows = new Map<SupplierOperation, readonly Window[]>()

  function waitMs(operation: SupplierOperation): number {
    const now = performance.now()
    const spent = (windows.get(operation) ?? []).filter(({ share, untilMs }) => share <= RESERVE && untilMs > now)
    return Math.max(0, ...spent.map(({ untilMs }) => Math.ceil(untilMs - now)))
  }

  return {
    refusal: (operation) => {
      const retryAfterMs = waitMs(operation)
      if (retryAfterMs === 0) return null
      return {
        kind: 'RATE_LIMITED',
        httpStatus: null,
        supplierErrorCode: null,
        retryAfterMs,
        detail: 'not sent: the supplier’s limit is all but used up',
      }
    },
    learn: (operation, answer) => {
      if (!answer.ok) return
      const now = performance.now()
      const told = readLimits(answer.value).map(({ share, resetInMs }) => ({
        share,
        untilMs: now + Math.min(MAX_WAIT_MS, Math.max(0, resetInMs)),
      }))
      const { status, headers } = answer.value
      if (status !== 429) return void windows.set(operation, told)
      const seconds = Number(headers['retry-after'])
      const coolDownMs = seconds > 0 ? seconds * SECOND_MS : COOL_DOWN_MS
      windows.set(operation, [...told, { share: 0, untilMs: now + Math.min(MAX_WAIT_MS, coolDownMs) }])
    },
    explain: (operation, answer) => {
      if (!answer.ok || answer.value.status !== 429) return answer
      const seconds = Math.ceil(waitMs(operation) / SECOND_MS)
      return ok({ ...answer.value, headers: { ...answer.value.headers, 'retry-after': String(seconds) } })
    },
  }
}
