import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhenResult, IterableBackoff } from 'cockatiel'
import { err, type Result } from '../domain/result.ts'
import { SECOND_MS } from '../domain/time.ts'
import type { SupplierFailure, SupplierResponse } from './supplier-call.ts'

/** OPEN: nothing is sent. HALF_OPEN: one call finds out whether the supplier is back. */
export type BreakerState = 'CLOSED' | 'OPEN' | 'HALF_OPEN'

type Answer = Result<SupplierResponse, SupplierFailure>

/** So many calls in a row that got no answer, or a server's error, and the supplier counts as down. */
const FAILURES_TO_OPEN = 5

/** How long nothing is sent: after the first opening, the second in a row, … */
const OPEN_FOR_MS = [1, 2, 5, 10, 30].map((seconds) => seconds * SECOND_MS)

const LOST: ReadonlySet<SupplierFailure['kind']> = new Set(['TIMEOUT', 'NETWORK', 'MALFORMED', 'SERVER_ERROR'])

function isFailure(answer: Answer): boolean {
  return answer.ok ? answer.value.status >= 500 : LOST.has(answer.error.kind)
}

/** A client that left, or a call that we did not send, says nothing of the supplier. */
function saysNothing(answer: Answer): boolean {
  return !answer.ok && (answer.error.kind === 'ABORTED' || answer.error.kind === 'OVERLOADED')
}

/** Carries an answer past the breaker uncounted. */
class Uncounted extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super('uncounted')
    this.answer = answer
  }
}

type Breaker = {
  readonly state: () => BreakerState
  /** Sends, or fails at once while the supplier counts as down. */
  readonly run: (send: () => Promise<Answer>) => Promise<Answer>
}

const NAMES: Readonly<Record<CircuitState, BreakerState>> = {
  [CircuitState.Closed]: 'CLOSED',
  [CircuitState.Open]: 'OPEN',
  [CircuitState.HalfOpen]: 'HALF_OPEN',
  [CircuitState.Isolated]: 'OPEN',
}

/** `onChange` is told when the supplier goes down and when it is back; a probe that fails changes nothing. */
export function createBreaker(onChange: (state: 'OPEN' | 'CLOSED') => void): Breaker {
  const policy = circuitBreaker(
    handleWhenResult((answer) => isFailure(answer as Answer) || (isProbing() && saysNothing(answer as Answer))),
    { halfOpenAfter: new IterableBackoff(OPEN_FOR_MS), breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN) },
  )
  function isProbing(): boolean {
    return policy.state === CircuitState.HalfOpen
  }
  let openings = 0
  let openedAt = 0
  policy.onStateChange((state) => {
    if (state === CircuitState.Open) {
      openings += 1
      openedAt = performance.now()
      if (openings === 1) onChange('OPEN')
    }
    if (state === CircuitState.Closed && openings > 0) {
      openings = 0
      onChange('CLOSED')
    }
  })

  function openForMs(): number {
    return OPEN_FOR_MS[Math.min(openings, OPEN_FOR_MS.length) - 1] ?? 0
  }
  function remainingMs(): number {
    return Math.max(SECOND_MS, Math.ceil(openedAt + openForMs() - performance.now()))
  }

  function down(): Answer {
    return err({
      kind: 'CIRCUIT_OPEN',
      httpStatus: null,
      supplierErrorCode: null,
      retryAfterMs: remainingMs(),
      detail: 'not sent: the supplier has failed too often of late',
    })
  }

  return {
    state: () => NAMES[policy.state],
    run: async (send) => {
      // Whoever comes while a probe is under way is not kept waiting for what becomes of it.
      if (isProbing() || (policy.state === CircuitState.Open && performance.now() - openedAt < openForMs()))
        return down()
      try {
        return await policy.execute(async () => {
          const answer = await send()
          if (saysNothing(answer) && !isProbing()) throw new Uncounted(answer)
          return answer
        })
      } catch (error) {
        if (error instanceof Uncounted) return error.answer
        return down()
      }
    },
  }
}
