import { retryDelayMs } from '../../domain/booking-look.ts'
import { rateOf } from '../../domain/offer.ts'
import type { Booking } from '../../store/booking.ts'
import type { CallContext, OpenedSupplier, SupplierBooking } from '../../suppliers/supplier.ts'
import type { Refusal, WriteOutcome } from '../../suppliers/supplier-call.ts'
import type { Deps } from '../deps.ts'
import { pendingDelayMs, reconcileBooking } from './follow-up/reconcile-booking.ts'
import { attemptEnd } from './machinery/attempts.ts'
import { bookingFailure, NOT_SENT } from './machinery/booking-failure.ts'
import { type AttemptedOutcome, callUnderAttempt } from './machinery/fence.ts'
import { bookingGuests, openParty } from './machinery/guests.ts'
import { type Decision, heldBy, learnedFrom, settleBooking } from './machinery/settle-booking.ts'

type Attempted = { readonly attemptId: string; readonly outcome: AttemptedOutcome<SupplierBooking> }

/**
 * Calls the supplier after the booking and its attempt were committed. Settles a certain outcome and leaves an uncertain one to
 * the next look. An outcome that comes when others have given the booking up reopens it. Returns the booking as it is afterwards;
 * without a certain outcome as it was passed.
 */
export async function executeCreate(
  deps: Deps,
  booking: Booking,
  { attemptId, context }: { readonly attemptId: string; readonly context: CallContext },
): Promise<Booking> {
  deps.killPoint('create:before-supplier')
  const outcome = await callUnderAttempt(deps, booking, {
    fenced: { attemptId, operation: 'book', context },
    work: (opened) => book(deps, booking, opened),
  })
  deps.killPoint('create:after-supplier')
  const settled = await settle(deps, booking, { attemptId, outcome })
  deps.killPoint('create:after-settlement')
  if (outcome.outcome !== 'ACCEPTED' || settled.status !== 'PROCESSING') return settled
  // A record that is not final yet, or that came late, is read once more immediately.
  return (await reconcileBooking(deps, { bookingId: booking.bookingId, look: { leaseId: null }, context })) ?? settled
}

function book(
  deps: Deps,
  booking: Booking,
  { supplier, call }: OpenedSupplier,
): Promise<WriteOutcome<SupplierBooking>> {
  const party = openParty(deps.guestSeal, booking)
  if (!party) throw new Error('a booking without guests cannot be sent to its supplier')
  return supplier.book(call, {
    supplierReference: booking.supplierReference,
    mode: booking.mode,
    rate: rateOf(booking),
    stay: booking.terms.stay,
    nationality: booking.terms.nationality,
    holder: { ...party.holder, phone: party.holder.phone ?? '' },
    guests: bookingGuests(party, booking.terms),
    specialRequests: party.specialRequests,
    extras: party.extras ?? {},
  })
}

function settle(deps: Deps, booking: Booking, { attemptId, outcome }: Attempted): Promise<Booking> {
  if (outcome.outcome === 'UNKNOWN') return leaveToLooks(deps, booking, { attemptId, outcome })
  return settleBooking(deps, booking, {
    decide: (read) => decide(deps, read, outcome),
    ended: { attemptId, end: attemptEnd(outcome) },
    beforeCommit: () => deps.killPoint('create:in-settlement'),
  })
}

function decide(
  deps: Deps,
  read: Booking,
  outcome: Exclude<AttemptedOutcome<SupplierBooking>, { outcome: 'UNKNOWN' }>,
): Decision {
  if (outcome.outcome === 'ACCEPTED') return accepted(deps, read, outcome.value)
  if (read.status !== 'PROCESSING' || read.pendingOperation !== 'CREATE') return null
  if (outcome.outcome === 'NOT_SENT') return { move: 'FOUND_ABSENT', changes: { failure: NOT_SENT } }
  return { move: 'SUPPLIER_REFUSED', changes: { failure: failureOf(outcome.refusal) } }
}

function accepted(deps: Deps, read: Booking, record: SupplierBooking): Decision {
  const changes = learnedFrom(read, record)
  if (read.status === 'FAILED')
    return { move: 'LATE_ACCEPTANCE', changes: { ...changes, failure: null }, next: { kind: 'CALL', afterMs: 0 } }
  if (read.status !== 'PROCESSING' || read.pendingOperation !== 'CREATE') return null
  if (record.status === 'CONFIRMED') return { move: 'SUPPLIER_CONFIRMED', changes }
  if (record.status === 'ON_HOLD') return heldBy(read, record)
  return { keep: changes, next: { kind: 'CALL', afterMs: pendingDelayMs(deps, read, 0) } }
}

function failureOf({ reason, retryable }: Refusal) {
  return bookingFailure(reason, retryable)
}

/** The booking stays as it is, whatever that is by now, and is looked at soon. */
function leaveToLooks(
  deps: Deps,
  booking: Booking,
  { attemptId, outcome }: { readonly attemptId: string; readonly outcome: AttemptedOutcome<unknown> },
): Promise<Booking> {
  return deps.store.transaction(async (tx) => {
    await tx.looks.lookSoon(booking.bookingId, retryDelayMs(0))
    await tx.attempts.end(attemptId, attemptEnd(outcome))
    deps.killPoint('create:in-settlement')
    return booking
  })
}
