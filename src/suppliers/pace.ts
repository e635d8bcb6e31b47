import { ok, type Result } from '../domain/result.ts'
import { HOUR_MS, SECOND_MS } from '../domain/time.ts'
import type { LearnedLimit, SupplierFailure, SupplierOperation, SupplierResponse } from './supplier-call.ts'

/** Below this share of a limit searching stops, so that there is something left for bookings. */
const RESERVE = 0.05

/** After a 429 that does not say when to come back. */
const COOL_DOWN_MS = SECOND_MS
/** No answer makes us wait longer than this: clocks differ, and headers lie. */
const MAX_WAIT_MS = HOUR_MS

type Answer = Result<SupplierResponse, SupplierFailure>

type Window = { readonly share: number; readonly untilMs: number }

type Pace = {
  /** The refusal of a call that the supplier would not take now; null when it may be sent. */
  readonly refusal: (operation: SupplierOperation) => SupplierFailure | null
  readonly learn: (operation: SupplierOperation, answer: Answer) => void
  /** A 429 says how long the supplier is left alone after it, whatever it said itself; any other answer is as it came. */
  readonly explain: (operation: SupplierOperation, answer: Answer) => Answer
}

type PaceOptions = {
  /** What the supplier's own headers tell of its limits. */
  readonly readLimits: (response: SupplierResponse) => readonly LearnedLimit[]
}

/** How fast a supplier lets us ask, learned from what it answers: each kind of call has its own limits. */
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
