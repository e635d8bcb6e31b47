import type { Booking } from '../../store/booking.ts'
import type { CallContext, CancellationOutcome } from '../../suppliers/supplier.ts'
import type { WriteOutcome } from '../../suppliers/supplier-call.ts'
import type { Deps } from '../deps.ts'
import { openFor, referenceOf } from '../supplier-calls.ts'
import { attemptEnd, leaveToReconciliation } from './machinery/attempts.ts'
import { retryDelayMs } from './machinery/retry-schedule.ts'
import { settleBooking } from './machinery/settle-booking.ts'

/** Calls the supplier after the move to CANCELLATION_PENDING was committed, and records the outcome. */
export async function executeCancel(
  deps: Deps,
  booking: Booking,
  { attemptId, context }: { readonly attemptId: string; readonly context: CallContext },
): Promise<void> {
  const outcome = await callSupplier(deps, booking, context)
  deps.killPoint('cancel:after-supplier')
  await settle(deps, booking, { attemptId, outcome })
  deps.killPoint('cancel:after-settlement')
}

/**
 * ALREADY_CANCELLED may mean that an earlier call of ours succeeded, so such a refusal is uncertain and the supplier's record
 * decides.
 */
function isUncertain(outcome: WriteOutcome<CancellationOutcome>): boolean {
  return (
    outcome.outcome === 'UNKNOWN' || (outcome.outcome === 'REFUSED' && outcome.refusal.reason === 'ALREADY_CANCELLED')
  )
}

async function settle(
  deps: Deps,
  booking: Booking,
  { attemptId, outcome }: { readonly attemptId: string; readonly outcome: WriteOutcome<CancellationOutcome> },
): Promise<void> {
  const end = attemptEnd(outcome)
  if (isUncertain(outcome))
    return deps.store.transaction(async (tx) => {
      const startAt = deps.clock.now() + retryDelayMs(0)
      await leaveToReconciliation(deps, tx, { bookingId: booking.bookingId, attemptId, end, startAt })
      deps.killPoint('cancel:in-settlement')
    })
  const done = outcome.outcome === 'ACCEPTED'
  const result = done ? outcome.value : { chargedPenalty: null, supplierCancellationReference: null }
  await settleBooking(deps, booking, {
    decide: (read) =>
      read.status === 'CANCELLATION_PENDING'
        ? { move: done ? 'CANCELLATION_CONFIRMED' : 'CANCELLATION_NOT_EFFECTIVE' }
        : null,
    also: async (tx) => {
      const now = deps.clock.now()
      await tx.attempts.end(attemptId, end, now)
      await tx.cancellations.completeOpen(
        booking.bookingId,
        { outcome: done ? 'CANCELLED' : 'NOT_EFFECTIVE', ...result },
        now,
      )
      deps.killPoint('cancel:in-settlement')
    },
  })
}

/**
 * A supplier's record contains the links to cancel with, so the record is read first. When it shows a cancelled booking, no
 * second call is made.
 */
async function callSupplier(
  deps: Deps,
  booking: Booking,
  context: CallContext,
): Promise<WriteOutcome<CancellationOutcome>> {
  const reference = referenceOf(deps, booking)
  deps.killPoint('cancel:before-supplier')
  const reading = await openFor(deps, booking, { operation: 'retrieve', context })
  const record = await reading.supplier.retrieve(reading.call, reference)
  if (!record.ok) return { outcome: 'UNKNOWN', failure: record.error }
  if (record.value?.status === 'CANCELLED') return { outcome: 'ACCEPTED', value: record.value }
  deps.killPoint('cancel:after-record')
  const { supplier, call } = await openFor(deps, booking, { operation: 'cancel', context })
  return supplier.cancel(call, {
    ...reference,
    supplierPayload: record.value?.supplierPayload ?? reference.supplierPayload,
  })
}
