import { ConnectionError, type GatewayError, ProblemError } from './errors.ts'

const FIRST_MS = 250
const LONGEST_MS = 8_000

/** What became of the request is unknown: only what is safe is sent again. */
const UNSURE: ReadonlySet<number> = new Set([408, 500, 502, 503, 504])

/** 429 is a refusal before any work, so that every operation may be sent again. */
function mayRepeat(error: GatewayError, isSafe: boolean): boolean {
  if (!(error instanceof ProblemError)) return isSafe && error instanceof ConnectionError
  return error.status === 429 || (isSafe && UNSURE.has(error.status))
}

/** Exponential with full jitter: clients that failed together do not come back together. */
export function backoffMs(failures: number, firstMs = FIRST_MS): number {
  return Math.random() * Math.min(LONGEST_MS, firstMs * 2 ** (failures - 1))
}

/** What decides whether there is another attempt. */
export type Failure = {
  readonly error: GatewayError
  /** Attempts so far. */
  readonly attempt: number
  readonly maxAttempts: number
  readonly isSafe: boolean
  /** Until the call's deadline. */
  readonly leftMs: number
}

/** How long to wait before the next attempt, at least as long as the gateway asks for; null: this failure stands. */
export function retryDelayMs({ error, attempt, maxAttempts, isSafe, leftMs }: Failure): number | null {
  if (attempt >= maxAttempts || !mayRepeat(error, isSafe)) return null
  const asked = error instanceof ProblemError ? (error.retryAfterMs ?? 0) : 0
  const delay = Math.ceil(Math.max(asked, backoffMs(attempt)))
  return delay < leftMs ? delay : null
}
