import type { PendingOperation } from '../../../domain/booking.ts'
import { storedTrace } from '../../../platform/request-trace.ts'
import type { AttemptEnd } from '../../../store/booking-attempts.ts'
import type { StoreParts } from '../../../store/store.ts'
import { type Deps, makeId } from '../../deps.ts'
import type { AttemptedOutcome } from './fence.ts'

/**
 * Stores a supplier call before it is made. If this process dies, the booking's own row makes another process look at what became
 * of it.
 */
export async function beginAttempt(
  deps: Deps,
  tx: StoreParts,
  { bookingId, operation }: { readonly bookingId: string; readonly operation: PendingOperation },
): Promise<string> {
  const attemptId = makeId(deps, 'request')
  await tx.attempts.begin({ attemptId, bookingId, operation, ...storedTrace() })
  return attemptId
}

/** The part of an outcome that an attempt row stores. */
export function attemptEnd(outcome: AttemptedOutcome<unknown>): AttemptEnd {
  if (outcome.outcome === 'ACCEPTED' || outcome.outcome === 'NOT_SENT')
    return { outcome: outcome.outcome, httpStatus: null, supplierErrorCode: null, detail: null }
  const told = outcome.outcome === 'REFUSED' ? outcome.refusal : outcome.failure
  return {
    outcome: outcome.outcome,
    httpStatus: told.httpStatus,
    supplierErrorCode: told.supplierErrorCode,
    detail: told.detail,
  }
}
