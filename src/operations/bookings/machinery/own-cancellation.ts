import type { BookingCancellation } from '../../../domain/booking-cancellation.ts'
import { DAY_MS } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'
import type { BookingAttempt } from '../../../store/booking-attempts.ts'
import type { Cancellation } from '../../../store/cancellations.ts'
import type { StoreParts } from '../../../store/store.ts'
import type { SupplierBooking } from '../../../suppliers/supplier.ts'
import { attemptOfOurs } from './attempts.ts'
import { type Decision, learnedFrom } from './settle-booking.ts'

/** A cancellation of ours by which a booking is cancelled at its supplier. */
export type OwnCancellation = {
  /** Null when its row cannot be told. */
  readonly cancellation: Cancellation | null
  /** The supplier has said so itself. */
  readonly isAccepted: boolean
}

/** How long ago a cancellation of ours may have been sent for a supplier's to be taken for it, once it was given up. */
const OURS_FOR_MS = 2 * DAY_MS

/** Which cancellation of ours a record that is cancelled shows; null: none of them had an effect, and the supplier has cancelled on its own. */
export async function ownCancellation(
  tx: Pick<StoreParts, 'attempts' | 'cancellations'>,
  bookingId: string,
): Promise<OwnCancellation | null> {
  return rowOf(tx, bookingId, attemptOfOurs(await tx.attempts.of(bookingId, ['CANCEL']), OURS_FOR_MS))
}

/** The same of a booking that waits for a cancellation, by its attempts; however long ago they were sent. */
export async function awaitedCancellation(
  tx: Pick<StoreParts, 'cancellations'>,
  bookingId: string,
  attempts: readonly BookingAttempt[],
): Promise<OwnCancellation | null> {
  return rowOf(tx, bookingId, attemptOfOurs(attempts, Number.POSITIVE_INFINITY))
}

async function rowOf(
  { cancellations }: Pick<StoreParts, 'cancellations'>,
  bookingId: string,
  attempt: BookingAttempt | null,
): Promise<OwnCancellation | null> {
  if (attempt === null) return null
  const cancellation = await cancellations.ofAttempt(bookingId, attempt.attemptId)
  return { cancellation, isAccepted: attempt.outcome === 'ACCEPTED' }
}

/** The booking waits for that cancellation again, at its price, until the supplier's record has been read once more. */
export function cancelledLate(own: OwnCancellation): Decision {
  return { move: 'LATE_CANCELLATION', changes: priceOf(own), next: { kind: 'CALL', afterMs: 0 } }
}

/**
 * What a record that is cancelled means for a booking that waits for a cancellation. What none of ours has cancelled has ended on its own,
 * at no price that was agreed: a hold that was released costs nothing.
 */
export function cancelledThere(booking: Booking, record: SupplierBooking, own: OwnCancellation | null): Decision {
  const changes = learnedFrom(booking, record)
  if (own) return { move: 'CANCELLATION_CONFIRMED', changes: { ...changes, ...priceOf(own) } }
  return { move: booking.statusBeforeCancel === 'ON_HOLD' ? 'HOLD_LAPSED' : 'CANCELLED_BY_SUPPLIER', changes }
}

/** The change by which a booking is cancelled at the price of that cancellation, which need not be the newest. */
function priceOf({ cancellation }: OwnCancellation): { readonly cancellation?: BookingCancellation } {
  return cancellation ? { cancellation: keptWithBooking(cancellation) } : {}
}

const NOTHING_TOLD = { chargedPenalty: null, supplierCancellationReference: null }

/** Has its row wait again, in the transaction that moved the booking for it; a booking that others have moved meanwhile waits for theirs. */
export async function reopenLate(tx: StoreParts, settled: Booking, own: OwnCancellation | null): Promise<void> {
  const cancellationId = own?.cancellation?.cancellationId
  if (settled.status !== 'CANCELLATION_PENDING' || cancellationId === undefined) return
  if (settled.cancellation?.cancellationId === cancellationId)
    await tx.cancellations.reopen(cancellationId, NOTHING_TOLD)
}

/** What a booking keeps of the cancellation that it waits for. */
export function keptWithBooking(cancellation: Cancellation): BookingCancellation {
  const { cancellationId, requestedAt, penaltyStatus, penalty, chargedPenalty, supplierCancellationReference } =
    cancellation
  return {
    cancellationId,
    requestedAt,
    cancelledAt: null,
    cause: 'CLIENT',
    penaltyStatus,
    penalty,
    chargedPenalty,
    supplierCancellationReference,
  }
}
