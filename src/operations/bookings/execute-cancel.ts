import { retryDelayMs } from '../../domain/booking-look.ts'
import type { Booking } from '../../store/booking.ts'
import type { StoreParts } from '../../store/store.ts'
import type { CallContext, CancellationOutcome } from '../../suppliers/supplier.ts'
import type { Deps } from '../deps.ts'
import { openFor, referenceOf } from '../supplier-calls.ts'
import { attemptEnd } from './machinery/attempts.ts'
import { freshMs } from './machinery/call-times.ts'
import { type AttemptedOutcome, callUnderAttempt } from './machinery/fence.ts'
import { type Decision, endCancellation, isSameCall, lookOnceMore, settleBooking } from './machinery/settle-booking.ts'

/** A cancellation that was committed, with the attempt under which the supplier is called. */
type BegunCancellation = {
  readonly attemptId: string
  readonly cancellationId: string
  readonly context: CallContext
}

/**
 * Calls the supplier after the move to CANCELLATION_PENDING was committed, and records the outcome. A cancellation that the
 * supplier carries out after it was given up for ineffective is told as what it is.
 */
export async function executeCancel(deps: Deps, booking: Booking, begun: BegunCancellation): Promise<void> {
  deps.killPoint('cancel:before-supplier')
  const outcome = await cancel(deps, booking, begun)
  deps.killPoint('cancel:after-supplier')
  await settle(deps, booking, { ...begun, outcome })
  deps.killPoint('cancel:after-settlement')
}

/**
 * ALREADY_CANCELLED may mean that an earlier call of ours succeeded, so such a refusal is uncertain and the supplier's record
 * decides.
 */
function isUncertain(outcome: AttemptedOutcome<CancellationOutcome>): boolean {
  return (
    outcome.outcome === 'UNKNOWN' || (outcome.outcome === 'REFUSED' && outcome.refusal.reason === 'ALREADY_CANCELLED')
  )
}

type Ended = BegunCancellation & { readonly outcome: AttemptedOutcome<CancellationOutcome> }

async function settle(deps: Deps, booking: Booking, { attemptId, cancellationId, outcome }: Ended): Promise<void> {
  const end = attemptEnd(outcome)
  const { bookingId } = booking
  if (isUncertain(outcome))
    return deps.store.transaction(async (tx) => {
      await tx.looks.lookSoon(bookingId, retryDelayMs(0))
      await tx.attempts.end(attemptId, end)
      deps.killPoint('cancel:in-settlement')
    })
  const done = outcome.outcome === 'ACCEPTED' ? outcome.value : null
  await settleBooking(deps, booking, {
    decide: (read) => decide(read, { begun: booking, done }),
    ended: { attemptId, end },
    also: (tx, settled) => complete(deps, tx, { settled, cancellationId, done }),
    beforeCommit: () => deps.killPoint('cancel:in-settlement'),
  })
}

/** A cancellation that was carried out ends any that waits; one that was not ends only itself. */
function decide(
  read: Booking,
  { begun, done }: { readonly begun: Booking; readonly done: CancellationOutcome | null },
): Decision {
  if (!done) return isSameCall(begun, read) ? notEffective(read) : null
  if (read.status === 'CANCELLATION_PENDING') return { move: 'CANCELLATION_CONFIRMED', end: done }
  const isAlive = read.status === 'CONFIRMED' || read.status === 'ON_HOLD'
  return isAlive ? { move: 'LATE_CANCELLATION', end: done, next: { kind: 'CALL', afterMs: 0 } } : null
}

/** An earlier cancellation may be in doubt, and carried out yet: a look at once plans for it. */
function notEffective({ statusBeforeCancel }: Booking): Decision {
  return { move: 'CANCELLATION_NOT_EFFECTIVE', end: null, next: lookOnceMore(statusBeforeCancel, 0) }
}

/** A cancellation that came late waits again, with what it cost, until the supplier's record has been read. */
async function complete(
  deps: Deps,
  tx: StoreParts,
  {
    settled,
    cancellationId,
    done,
  }: { readonly settled: Booking; readonly cancellationId: string; readonly done: CancellationOutcome | null },
): Promise<void> {
  if (settled.status === 'CANCELLATION_PENDING' && done) return tx.cancellations.reopen(cancellationId, done)
  await endCancellation(deps, tx, { settled, end: done })
}

/**
 * A supplier's record contains the links to cancel with, so the record is read first. When it shows a cancelled booking, no
 * second call is made.
 */
async function cancel(
  deps: Deps,
  booking: Booking,
  { attemptId, context }: BegunCancellation,
): Promise<AttemptedOutcome<CancellationOutcome>> {
  const reference = referenceOf(deps, booking)
  const reading = await openFor(deps, booking, { operation: 'retrieve', context })
  const record = await reading.supplier.retrieve(reading.call, reference)
  if (!record.ok) return { outcome: 'UNKNOWN', failure: record.error }
  if (record.value?.status === 'CANCELLED') return { outcome: 'ACCEPTED', value: record.value }
  deps.killPoint('cancel:after-record')
  const supplierPayload = record.value?.supplierPayload ?? reference.supplierPayload
  return callUnderAttempt(deps, booking, {
    fenced: { attemptId, operation: 'cancel', context, freshMs: freshMs(deps, booking, 'CANCEL') },
    work: ({ supplier, call }) => supplier.cancel(call, { ...reference, supplierPayload }),
  })
}
