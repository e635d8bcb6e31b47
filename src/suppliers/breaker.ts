import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhenResult, IterableBackoff } from 'cockatiel'
import { err, type Result } from '../domain/result.ts'
import { SECOND_MS } from '../domain/time.ts'
import { type SupplierFailure, type SupplierResponse, unsent } from './supplier-call.ts'

/** OPEN: no calls are sent. HALF_OPEN: a single call tests whether the supplier has recovered. */
export type BreakerState = 'CLOSED' | 'OPEN' | 'HALF_OPEN'

type Answer = Result<SupplierResponse, SupplierFailure>

/** The supplier counts as down after this many consecutive calls that got no answer or a 5xx. */
const FAILURES_TO_OPEN = 5

/** How long no calls are sent: after the first opening, after the second in a row, and so on. */
const OPEN_FOR_MS = [1, 2, 5, 10, 30].map((seconds) => seconds * SECOND_MS)

const LOST: ReadonlySet<SupplierFailure['kind']> = new Set(['TIMEOUT', 'NETWORK', 'MALFORMED', 'SERVER_ERROR'])

function isFailure(answer: Answer): boolean {
  return answer.ok ? answer.value.status >= 500 : LOST.has(answer.error.kind)
}

/** A call that its client aborted, or that we did not send, gives no information about the supplier. */
function saysNothing(answer: Answer): boolean {
  return !answer.ok && (answer.error.kind === 'ABORTED' || answer.error.isUnsent === true)
}

/** Carries an answer out of the breaker without being counted as a success or a failure. */
class Uncounted extends Error {
  readonly answer: Answer
  constructor(answer: Answer) {
    super('uncounted')
    this.answer = answer
  }
}

type Breaker = {
  readonly state: () => BreakerState
  /** Sends the call, or fails immediately while the supplier counts as down. */
  readonly run: (send: () => Promise<Answer>) => Promise<Answer>
}

const NAMES: Readonly<Record<CircuitState, BreakerState>> = {
  [CircuitState.Closed]: 'CLOSED',
  [CircuitState.Open]: 'OPEN',
  [CircuitState.HalfOpen]: 'HALF_OPEN',
  [CircuitState.Isolated]: 'OPEN',
}

/** Calls `onChange` when the supplier goes down and when it has recovered. A failed test call does not call it again. */
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
    return err(unsent('CIRCUIT_OPEN', 'the supplier has failed too often recently', remainingMs()))
  }

  return {
    state: () => NAMES[policy.state],
    run: async (send) => {
      // While a test call is under way, other calls fail immediately instead of waiting for its result.
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
