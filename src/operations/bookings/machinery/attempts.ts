import type { PendingOperation } from '../../../domain/booking.ts'
import { type Instant, SECOND_MS } from '../../../domain/time.ts'
import { storedTrace } from '../../../platform/request-trace.ts'
import type { AttemptEnd } from '../../../store/booking-attempts.ts'
import type { BookingJob, StoreParts } from '../../../store/store.ts'
import type { WriteOutcome } from '../../../suppliers/supplier-call.ts'
import { type Deps, makeId } from '../../deps.ts'

/**
 * Stores a supplier call before it is made. If this process dies, the row without an outcome makes another process ask the
 * supplier.
 */
export async function beginAttempt(
  deps: Deps,
  tx: StoreParts,
  { bookingId, operation }: { readonly bookingId: string; readonly operation: PendingOperation },
): Promise<string> {
  const attemptId = makeId(deps, 'request')
  await tx.attempts.begin({ attemptId, bookingId, operation, startedAt: deps.clock.now(), ...storedTrace() })
  return attemptId
}

/** The part of an outcome that an attempt row stores. */
export function attemptEnd(outcome: WriteOutcome<unknown>): AttemptEnd {
  if (outcome.outcome === 'ACCEPTED')
    return { outcome: 'ACCEPTED', httpStatus: null, supplierErrorCode: null, detail: null }
  const told = outcome.outcome === 'REFUSED' ? outcome.refusal : outcome.failure
  return {
    outcome: outcome.outcome,
    httpStatus: told.httpStatus,
    supplierErrorCode: told.supplierErrorCode,
    detail: told.detail,
  }
}

/**
 * Ends the attempt and schedules the next look-up of the booking, in one transaction. For outcomes that do not move the booking
 * yet.
 */
export function leaveToReconciliation(
  deps: Deps,
  tx: StoreParts,
  { bookingId, attemptId, end, startAt }: { bookingId: string; attemptId: string; end: AttemptEnd; startAt: Instant },
): Promise<void> {
  return reconcileLater(tx, { bookingId, startAt }, () => tx.attempts.end(attemptId, end, deps.clock.now()))
}

/**
 * Only the process that stores an attempt's first outcome schedules the look-up; otherwise two retry schedules would run side by
 * side.
 */
async function reconcileLater(
  tx: StoreParts,
  job: Pick<BookingJob, 'bookingId' | 'startAt' | 'trail'>,
  endAttempt: () => Promise<boolean>,
): Promise<void> {
  if (await endAttempt()) await tx.jobs.enqueue({ name: 'reconcile-booking', rung: 0, ...job })
}

/**
 * Slightly longer than a client waits for its answer. A process that has not stored the outcome by then has died, or is waiting
 * for a slow supplier.
 */
const ABANDONED_AFTER_MS = 12 * SECOND_MS

/** The maximum that one sweep adopts; the others follow in the next one. */
const MOST_ADOPTED = 200

/**
 * Finds supplier calls whose process has not stored an outcome, and schedules look-ups at the suppliers. Returns how many there
 * were. A process that is still waiting may store an outcome later, which then counts.
 */
export async function adoptAbandonedAttempts(deps: Deps): Promise<number> {
  const now = deps.clock.now()
  const abandoned = await deps.store.attempts.openSince(now - ABANDONED_AFTER_MS, MOST_ADOPTED)
  for (const { attemptId, bookingId, ...trail } of abandoned)
    await deps.store.transaction((tx) =>
      reconcileLater(tx, { bookingId, startAt: now, trail }, () => tx.attempts.abandon(attemptId, deps.clock.now())),
    )
  return abandoned.length
}
