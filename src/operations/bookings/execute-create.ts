import { rateOf } from '../../domain/offer.ts'
import type { Booking } from '../../store/booking.ts'
import type { CallContext, SupplierBooking } from '../../suppliers/supplier.ts'
import type { Refusal, WriteOutcome } from '../../suppliers/supplier-call.ts'
import type { Deps } from '../deps.ts'
import { openFor } from '../supplier-calls.ts'
import { pendingDelayMs, reconcileBooking } from './follow-up/reconcile-booking.ts'
import { attemptEnd, leaveToReconciliation } from './machinery/attempts.ts'
import { bookingFailure } from './machinery/booking-failure.ts'
import { bookingGuests, openParty } from './machinery/guests.ts'
import { retryDelayMs } from './machinery/retry-schedule.ts'
import { learnedFrom, settleBooking, watchHeld } from './machinery/settle-booking.ts'

/**
 * Calls the supplier after the booking and its attempt were committed. Settles a certain outcome and leaves an uncertain one to
 * reconciliation. It must be called only once per attempt row, because a second call would make a second booking. Returns the
 * booking as it is afterwards.
 */
export async function executeCreate(
  deps: Deps,
  booking: Booking,
  { attemptId, context }: { readonly attemptId: string; readonly context: CallContext },
): Promise<Booking> {
  deps.killPoint('create:before-supplier')
  const outcome = await callSupplier(deps, booking, context)
  deps.killPoint('create:after-supplier')
  const settled = await settle(deps, booking, { attemptId, outcome })
  deps.killPoint('create:after-settlement')
  if (outcome.outcome !== 'ACCEPTED' || outcome.value.status !== 'PENDING') return settled
  // A record that is not final yet is read once more immediately, and later by the job.
  return (await reconcileBooking(deps, { bookingId: booking.bookingId, rung: null, context })) ?? settled
}

async function callSupplier(
  deps: Deps,
  booking: Booking,
  context: CallContext,
): Promise<WriteOutcome<SupplierBooking>> {
  const party = openParty(deps.guestSeal, booking)
  if (!party) throw new Error('a booking without guests cannot be sent to its supplier')
  const { supplier, call } = await openFor(deps, booking, { operation: 'book', context })
  return supplier.book(call, {
    supplierReference: booking.supplierReference,
    mode: booking.mode,
    rate: rateOf(booking),
    stay: booking.terms.stay,
    nationality: booking.terms.nationality,
    holder: party.holder,
    guests: bookingGuests(party, booking.terms),
    specialRequests: party.specialRequests,
  })
}

function settle(
  deps: Deps,
  booking: Booking,
  { attemptId, outcome }: { readonly attemptId: string; readonly outcome: WriteOutcome<SupplierBooking> },
): Promise<Booking> {
  if (outcome.outcome === 'ACCEPTED') return accept(deps, booking, { attemptId, record: outcome.value })
  if (outcome.outcome === 'REFUSED') return refuse(deps, booking, { attemptId, outcome })
  return deps.store.transaction(async (tx) => {
    const startAt = deps.clock.now() + retryDelayMs(0)
    await leaveToReconciliation(deps, tx, {
      bookingId: booking.bookingId,
      attemptId,
      end: attemptEnd(outcome),
      startAt,
    })
    deps.killPoint('create:in-settlement')
    return booking
  })
}

function accept(
  deps: Deps,
  booking: Booking,
  { attemptId, record }: { readonly attemptId: string; readonly record: SupplierBooking },
): Promise<Booking> {
  return settleBooking(deps, booking, {
    decide: (read) => {
      if (read.status !== 'PROCESSING') return null
      const changes = learnedFrom(read, record)
      if (record.status === 'CONFIRMED') return { move: 'SUPPLIER_CONFIRMED', changes }
      if (record.status === 'ON_HOLD')
        return {
          move: 'HOLD_ESTABLISHED',
          changes: { ...changes, holdDeadlineAt: record.holdDeadlineAt ?? read.terms.holdDeadlineAt },
        }
      return { keep: changes }
    },
    also: async (tx, settled) => {
      await tx.attempts.end(attemptId, attemptEnd({ outcome: 'ACCEPTED', value: null }), deps.clock.now())
      if (settled.status === 'PROCESSING')
        await tx.jobs.enqueue({
          name: 'reconcile-booking',
          bookingId: settled.bookingId,
          rung: 0,
          startAt: deps.clock.now() + pendingDelayMs(deps, settled, 0),
        })
      await watchHeld(deps, tx, settled)
      deps.killPoint('create:in-settlement')
    },
  })
}

function refuse(
  deps: Deps,
  booking: Booking,
  { attemptId, outcome }: { readonly attemptId: string; readonly outcome: { outcome: 'REFUSED'; refusal: Refusal } },
): Promise<Booking> {
  return settleBooking(deps, booking, {
    decide: (read) =>
      read.status === 'PROCESSING'
        ? {
            move: 'SUPPLIER_REFUSED',
            changes: { failure: bookingFailure(outcome.refusal.reason, outcome.refusal.retryable) },
          }
        : null,
    also: async (tx) => {
      await tx.attempts.end(attemptId, attemptEnd(outcome), deps.clock.now())
      deps.killPoint('create:in-settlement')
    },
  })
}
