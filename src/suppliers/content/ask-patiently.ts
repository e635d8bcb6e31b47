import { err, ok, type Result } from '../../domain/result.ts'
import { MINUTE_MS, SECOND_MS } from '../../domain/time.ts'
import type { ContentCall } from '../content-source.ts'
import type { SupplierFailure, SupplierResponse } from '../supplier-call.ts'

type Answer = Result<SupplierResponse, SupplierFailure>

type Question = {
  readonly send: () => Promise<Answer>
  /** What an answer other than 200 means. */
  readonly failureOf: (response: SupplierResponse) => SupplierFailure
}

/** How often the same is asked, before the pass ends at its last mark: lost answers, and calls that a limit holds back. */
const TRIES_IF_LOST = 4
const TRIES_IF_HELD = 8
const FIRST_WAIT_MS = SECOND_MS
/** Nobody waits longer than this inside a pass: the run ends, and goes on from its mark. */
const MAX_WAIT_MS = MINUTE_MS

const LOST: ReadonlySet<SupplierFailure['kind']> = new Set(['TIMEOUT', 'NETWORK', 'SERVER_ERROR', 'MALFORMED'])
const HELD: ReadonlySet<SupplierFailure['kind']> = new Set([
  'RATE_LIMITED',
  'BUDGET_SPENT',
  'OVERLOADED',
  'CIRCUIT_OPEN',
])

/**
 * Asks until there is an answer with status 200, as often as makes sense: content is only read, so that asking again does no harm. It
 * waits as long as the supplier says, up to a minute, else twice as long each time.
 */
export async function askPatiently(
  { pause }: Pick<ContentCall, 'pause'>,
  { send, failureOf }: Question,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send()
    if (answer.ok && answer.value.status === 200) return ok(answer.value)
    const failure = answer.ok ? failureOf(answer.value) : answer.error
    const waitMs = waitBeforeNext(failure, attempt)
    if (waitMs === null) return err(failure)
    await pause(waitMs)
  }
}

/** How long to wait before the next try, ms; null: there is none. */
function waitBeforeNext(failure: SupplierFailure, attempt: number): number | null {
  const tries = HELD.has(failure.kind) ? TRIES_IF_HELD : LOST.has(failure.kind) ? TRIES_IF_LOST : 0
  if (attempt >= tries || isTooLarge(failure)) return null
  const waitMs = failure.retryAfterMs ?? Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1))
  return waitMs > MAX_WAIT_MS ? null : waitMs
}

/** True when the answer was larger than the HTTP client reads: fewer rows have to be asked for. */
export function isTooLarge({ kind, detail }: SupplierFailure): boolean {
  return kind === 'MALFORMED' && detail === 'body too large'
}
