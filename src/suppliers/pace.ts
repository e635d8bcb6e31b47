import { ok, type Result } from '../domain/result.ts'
import { DAY_MS, HOUR_MS, type Instant, SECOND_MS } from '../domain/time.ts'
import {
  type LearnedLimit,
  type OverLimit,
  type SupplierFailure,
  type SupplierOperation,
  type SupplierResponse,
  unsent,
} from './supplier-call.ts'

/** Below this share of a limit no more searches are sent, so that the rest is left for bookings. */
const RESERVE = 0.05

/** The waiting time after a 429 that names none. */
const COOL_DOWN_MS = SECOND_MS
/** The longest waiting time between two refusals of a limit a second: each doubles the one before. */
const MAX_COOL_DOWN_MS = 30 * SECOND_MS
/** No answer makes us wait longer than this: clocks may differ, and headers may be wrong. */
const MAX_WAIT_MS = HOUR_MS

type Answer = Result<SupplierResponse, SupplierFailure>

type Window = { readonly share: number; readonly untilMs: number }

type Pace = {
  /** The failure of a call that would exceed the supplier's rate limit now; null when it may be sent. */
  readonly refusal: (operation: SupplierOperation) => SupplierFailure | null
  readonly learn: (operation: SupplierOperation, answer: Answer) => void
  /** Sets Retry-After of a refusal for a limit to the time for which no calls are sent; returns any other answer unchanged. */
  readonly explain: (operation: SupplierOperation, answer: Answer) => Answer
}

type PaceOptions = {
  /** Reads the supplier's limits from its response headers. */
  readonly readLimits: (response: SupplierResponse) => readonly LearnedLimit[]
  /** Which limit an answer says is used up; absent: only 429 says it. */
  readonly overLimit?: (response: SupplierResponse) => OverLimit | null
  /** The time of day, which ends a day's quota. */
  readonly now?: () => Instant
}

/** What a refusal of the whole account holds back: every kind of call. */
type AccountPause = { readonly window: () => Window; readonly learn: (over: OverLimit | null, nowMs: number) => void }

/** Asks again after a second, two, four …; over a day's quota after an hour, or when the day ends in UTC. */
function createAccountPause(today: () => Instant): AccountPause {
  let inARow = 0
  let untilMs = 0
  return {
    window: () => ({ share: inARow > 0 ? 0 : 1, untilMs }),
    learn: (over, nowMs) => {
      // Calls that were under way together are refused together: they count as one.
      const isNew = nowMs >= untilMs
      if (over === null) {
        if (isNew) inARow = 0
        return
      }
      if (isNew) inARow += 1
      const waitingMs =
        over === 'A_DAY'
          ? Math.min(MAX_WAIT_MS, DAY_MS - (today() % DAY_MS))
          : Math.min(MAX_COOL_DOWN_MS, COOL_DOWN_MS * 2 ** (inARow - 1))
      untilMs = Math.max(untilMs, nowMs + waitingMs)
    },
  }
}

/** Keeps calls within the supplier's rate limits, which it reads from the answers: each kind of call has its own limits. */
export function createPace({ readLimits, overLimit = () => null, now: today = Date.now }: PaceOptions): Pace {
  const windows = new Map<SupplierOperation, readonly Window[]>()
  const account = createAccountPause(today)

  function waitMs(operation: SupplierOperation): number {
    const now = performance.now()
    const spent = [account.window(), ...(windows.get(operation) ?? [])].filter(
      ({ share, untilMs }) => share <= RESERVE && untilMs > now,
    )
    return Math.max(0, ...spent.map(({ untilMs }) => Math.ceil(untilMs - now)))
  }

  return {
    refusal: (operation) => {
      const retryAfterMs = waitMs(operation)
      return retryAfterMs === 0 ? null : unsent('RATE_LIMITED', 'the supplier’s limit is all but used up', retryAfterMs)
    },
    learn: (operation, answer) => {
      if (!answer.ok) return
      const now = performance.now()
      const told = readLimits(answer.value).map(({ share, resetInMs }) => ({
        share,
        untilMs: now + Math.min(MAX_WAIT_MS, Math.max(0, resetInMs)),
      }))
      const { status, headers } = answer.value
      const over = overLimit(answer.value)
      account.learn(over, now)
      if (over !== null) return void windows.set(operation, told)
      if (status !== 429) return void windows.set(operation, told)
      const seconds = Number(headers['retry-after'])
      const coolDownMs = seconds > 0 ? seconds * SECOND_MS : COOL_DOWN_MS
      windows.set(operation, [...told, { share: 0, untilMs: now + Math.min(MAX_WAIT_MS, coolDownMs) }])
    },
    explain: (operation, answer) => {
      if (!answer.ok || (answer.value.status !== 429 && overLimit(answer.value) === null)) return answer
      const seconds = Math.ceil(waitMs(operation) / SECOND_MS)
      return ok({ ...answer.value, headers: { ...answer.value.headers, 'retry-after': String(seconds) } })
    },
  }
}
