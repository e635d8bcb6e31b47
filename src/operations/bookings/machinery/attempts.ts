import type { PendingOperation } from '../../../domain/booking.ts'
import { storedTrace } from '../../../platform/request-trace.ts'
import type { AttemptEnd, BookingAttempt } from '../../../store/booking-attempts.ts'
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

/**
 * The attempt by which an open call is judged, of those of its operation, newest first: the newest, but a cancellation that the
 * supplier has carried out before any newer one that it has not.
 */
export function decisiveAttempt(attempts: readonly BookingAttempt[]): BookingAttempt | null {
  const carriedOut = attempts.find(({ operation, outcome }) => operation === 'CANCEL' && outcome === 'ACCEPTED')
  return carriedOut ?? attempts[0] ?? null
}
