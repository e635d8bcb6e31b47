import type { PendingOperation } from '../../../domain/booking.ts'
import { type Instant, SECOND_MS } from '../../../domain/time.ts'
import { storedTrace } from '../../../platform/request-trace.ts'
import type { AttemptEnd } from '../../../store/booking-attempts.ts'
import type { BookingJob, StoreParts } from '../../../store/store.ts'
import type { WriteOutcome } from '../../../suppliers/supplier-call.ts'
import { type Deps, makeId } from '../../deps.ts'

/**
 * Writes a supplier call down before it is made. Should this process die, the row without an outcome has others ask the
 * supplier what became of it.
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

/** What an attempt row keeps of an outcome. */
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

/** Ends the attempt and asks for the next look at the booking, in one transaction. For outcomes that move nothing yet. */
export function leaveToReconciliation(
  deps: Deps,
  tx: StoreParts,
  { bookingId, attemptId, end, startAt }: { bookingId: string; attemptId: string; end: AttemptEnd; startAt: Instant },
): Promise<void> {
  return reconcileLater(tx, { bookingId, startAt }, () => tx.attempts.end(attemptId, end, deps.clock.now()))
}

/** Only the process that gives an attempt its first outcome has the booking looked at: two would climb the ladder side by side. */
async function reconcileLater(
  tx: StoreParts,
  job: Pick<BookingJob, 'bookingId' | 'startAt' | 'trail'>,
  endAttempt: () => Promise<boolean>,
): Promise<void> {
  if (await endAttempt()) await tx.jobs.enqueue({ name: 'reconcile-booking', rung: 0, ...job })
}

/** Just after the client was answered: a process that has not written the outcome by then has died, or waits for a slow supplier. */
const ABANDONED_AFTER_MS = 12 * SECOND_MS

/** Adopted at once; more than these at the next sweep. */
const MOST_ADOPTED = 200

/**
 * Finds supplier calls whose process has not told what became of them, and has the suppliers asked. Answers how many there
 * were. A process that is still waiting may tell later: its word then counts.
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
