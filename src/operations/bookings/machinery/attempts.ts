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
 * The attempt by which an open call is judged, of those of its operation, newest first: the newest that has not stayed here, but a
 * cancellation that the supplier has carried out before any newer one that it has not.
 */
export function decisiveAttempt(attempts: readonly BookingAttempt[]): BookingAttempt | null {
  const carriedOut = attempts.find(({ operation, outcome }) => operation === 'CANCEL' && outcome === 'ACCEPTED')
  return carriedOut ?? attempts.find(({ outcome }) => outcome !== 'NOT_SENT') ?? attempts[0] ?? null
}

/**
 * The attempt, of all to cancel a booking, newest first, by which its supplier has cancelled or may have: one of those that were sent so many
 * milliseconds ago at the most. Null: none, so the supplier has cancelled on its own. A refusal says that nothing came of its call.
 */
export function attemptOfOurs(attempts: readonly BookingAttempt[], withinMs: number): BookingAttempt | null {
  const accepted = attempts.find(({ outcome }) => outcome === 'ACCEPTED')
  return (
    accepted ??
    attempts.find(
      ({ outcome, sentMsAgo }) =>
        (outcome === null || outcome === 'UNKNOWN') && sentMsAgo !== null && sentMsAgo < withinMs,
    ) ??
    null
  )
}
