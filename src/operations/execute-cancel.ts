import type { Booking } from '../store/bookings.ts'
import type { CallContext, CancellationOutcome } from '../suppliers/supplier.ts'
import type { WriteOutcome } from '../suppliers/supplier-call.ts'
import type { Deps } from './deps.ts'
import { ladderDelayMs } from './ladder.ts'
import { settleBooking } from './settle-booking.ts'
import { attemptEnd, leaveToReconciliation, openFor, referenceOf } from './supplier-calls.ts'

/** The supplier's part of a cancellation, after the move to CANCELLATION_PENDING was committed. */
export const executeCancel = async (
  deps: Deps,
  booking: Booking,
  attemptId: string,
  context: CallContext,
): Promise<void> => {
  deps.killPoint('cancel:before-supplier')
  const outcome = await callSupplier(deps, booking, context)
  deps.killPoint('cancel:after-supplier')
  if (
    outcome.outcome === 'UNKNOWN' ||
    (outcome.outcome === 'REFUSED' && outcome.refusal.reason === 'ALREADY_CANCELLED')
  )
    return leaveToReconciliation(
      deps,
      booking.bookingId,
      attemptId,
      attemptEnd(outcome),
      deps.clock.now() + ladderDelayMs(0),
    )
  const done = outcome.outcome === 'ACCEPTED'
  const result = done ? outcome.value : { chargedPenalty: null, supplierCancellationReference: null }
  await settleBooking(
    deps,
    booking.bookingId,
    (read) =>
      read.status === 'CANCELLATION_PENDING'
        ? { move: done ? 'CANCELLATION_CONFIRMED' : 'CANCELLATION_NOT_EFFECTIVE' }
        : null,
    async (tx) => {
      const now = deps.clock.now()
      await tx.attempts.end(attemptId, attemptEnd(outcome), now)
      await tx.cancellations.completeOpen(
        booking.bookingId,
        { outcome: done ? 'CANCELLED' : 'NOT_EFFECTIVE', ...result },
        now,
      )
    },
  )
}

/** Suppliers hand out the links to cancel with in their record, so the record is read first; a dead record is no second call. */
const callSupplier = async (
  deps: Deps,
  booking: Booking,
  context: CallContext,
): Promise<WriteOutcome<CancellationOutcome>> => {
  const reference = referenceOf(deps, booking)
  const reading = await openFor(deps, booking, 'retrieve', context)
  const record = await reading.supplier.retrieve(reading.call, reference)
  if (!record.ok) return { outcome: 'UNKNOWN', failure: record.error }
  if (record.value?.status === 'CANCELLED') return { outcome: 'ACCEPTED', value: record.value }
  const { supplier, call } = await openFor(deps, booking, 'cancel', context)
  return supplier.cancel(call, {
    ...reference,
    supplierPayload: record.value?.supplierPayload ?? reference.supplierPayload,
  })
}
