import { type CancellationEnd, toldBySupplier } from '../../domain/booking-cancellation.ts'
import { retryDelayMs } from '../../domain/booking-look.ts'
import type { Money } from '../../domain/money.ts'
import { type Instant, SECOND_MS } from '../../domain/time.ts'
import type { Booking } from '../../store/booking.ts'
import type { StoreParts } from '../../store/store.ts'
import type { CallContext, CancellationOutcome, SupplierBooking } from '../../suppliers/supplier.ts'
import type { Deps } from '../deps.ts'
import { openFor, referenceOf } from '../supplier-calls.ts'
import { attemptEnd } from './machinery/attempts.ts'
import { freshMs } from './machinery/call-times.ts'
import { type AttemptedOutcome, callUnderAttempt } from './machinery/fence.ts'
import { cancelledThere, type OwnCancellation, ownCancellation } from './machinery/own-cancellation.ts'
import { type Decision, endCancellation, isSameCall, lookOnceMore, settleBooking } from './machinery/settle-booking.ts'

/** A cancellation that was committed, with the attempt under which the supplier is called. */
type BegunCancellation = {
  readonly attemptId: string
  readonly cancellationId: string
  /** When its price ends: nothing is sent from then on. Null: it does not end. */
  readonly until: Instant | null
  readonly context: CallContext
}

/** The supplier had cancelled before anything of this call was sent: by an earlier one of ours, or, null, on its own. */
type EndedThere = {
  readonly outcome: 'ENDED_THERE'
  readonly record: SupplierBooking
  readonly own: OwnCancellation | null
}
type Outcome = AttemptedOutcome<CancellationOutcome> | EndedThere

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
  if (outcome.outcome === 'ACCEPTED' && outcome.value.chargedPenalty === null) await learnCharge(deps, booking, begun)
}

/**
 * ALREADY_CANCELLED may mean that an earlier call of ours succeeded, so such a refusal is uncertain and the supplier's record
 * decides.
 */
function isUncertain(outcome: Outcome): outcome is Extract<Outcome, { outcome: 'UNKNOWN' | 'REFUSED' }> {
  return (
    outcome.outcome === 'UNKNOWN' || (outcome.outcome === 'REFUSED' && outcome.refusal.reason === 'ALREADY_CANCELLED')
  )
}

type Ended = BegunCancellation & { readonly outcome: Outcome }

async function settle(deps: Deps, booking: Booking, { attemptId, cancellationId, outcome }: Ended): Promise<void> {
  const end = attemptEnd(outcome.outcome === 'ENDED_THERE' ? { outcome: 'NOT_SENT' } : outcome)
  const { bookingId } = booking
  if (isUncertain(outcome))
    return deps.store.transaction(async (tx) => {
      await tx.looks.lookSoon(bookingId, retryDelayMs(0))
      await tx.attempts.end(attemptId, end)
      deps.killPoint('cancel:in-settlement')
    })
  const done = outcome.outcome === 'ACCEPTED' ? outcome.value : null
  await settleBooking(deps, booking, {
    decide: (read) =>
      outcome.outcome === 'ENDED_THERE' ? endedThere(read, booking, outcome) : decide(read, { begun: booking, done }),
    ended: { attemptId, end },
    also: (tx, settled) => complete(deps, tx, { settled, cancellationId, outcome }),
    beforeCommit: () => deps.killPoint('cancel:in-settlement'),
  })
}

/** A cancellation that was carried out ends any that waits; one that was not ends only itself. */
function decide(
  read: Booking,
  { begun, done }: { readonly begun: Booking; readonly done: CancellationOutcome | null },
): Decision {
  if (!done) return isSameCall(begun, read) ? notEffective(read) : null
  const changes = begun.cancellation ? { cancellation: begun.cancellation } : {}
  if (read.status === 'CANCELLATION_PENDING') return { move: 'CANCELLATION_CONFIRMED', changes, end: done }
  const isAlive = read.status === 'CONFIRMED' || read.status === 'ON_HOLD'
  if (!isAlive) return null
  return { move: 'LATE_CANCELLATION', changes, end: done, next: { kind: 'CALL', afterMs: 0 } }
}

function endedThere(read: Booking, begun: Booking, { record, own }: EndedThere): Decision {
  return isSameCall(begun, read) ? cancelledThere(read, record, own) : null
}

/** An earlier cancellation may be in doubt, and carried out yet: a look at once plans for it. */
function notEffective({ statusBeforeCancel }: Booking): Decision {
  return { move: 'CANCELLATION_NOT_EFFECTIVE', end: null, next: lookOnceMore(statusBeforeCancel, 0) }
}

/** A cancellation that came late waits again, with what it cost, until the supplier's record has been read. */
async function complete(
  deps: Deps,
  tx: StoreParts,
  { settled, cancellationId, outcome }: Pick<Ended, 'cancellationId' | 'outcome'> & { readonly settled: Booking },
): Promise<void> {
  const done = outcome.outcome === 'ACCEPTED' ? outcome.value : null
  if (settled.status === 'CANCELLATION_PENDING' && done) return tx.cancellations.reopen(cancellationId, done)
  await endCancellation(deps, tx, { settled, end: outcome.outcome === 'ENDED_THERE' ? outcome.record : done })
}

/**
 * A supplier's record contains the links to cancel with, so the record is read first. When it shows a cancelled booking, no
 * second call is made.
 */
async function cancel(deps: Deps, booking: Booking, begun: BegunCancellation): Promise<Outcome> {
  const { attemptId, until, context } = begun
  const record = await retrieve(deps, booking, context)
  if (!record.ok) return { outcome: 'UNKNOWN', failure: record.error }
  if (record.value?.status === 'CANCELLED')
    return {
      outcome: 'ENDED_THERE',
      record: record.value,
      own: await ownCancellation(deps.store, booking.bookingId),
    }
  deps.killPoint('cancel:after-record')
  const reference = referenceOf(deps, booking)
  const supplierPayload = record.value?.supplierPayload ?? reference.supplierPayload
  return callUnderAttempt(deps, booking, {
    fenced: { attemptId, operation: 'cancel', context, freshMs: freshMs(deps, booking, 'CANCEL'), until },
    work: ({ supplier, call }) => supplier.cancel(call, { ...reference, supplierPayload }),
  })
}

async function retrieve(deps: Deps, booking: Booking, context: CallContext) {
  const { supplier, call } = await openFor(deps, booking, { operation: 'retrieve', context })
  return supplier.retrieve(call, referenceOf(deps, booking))
}

/** The client waits for it. */
const CHARGE_WITHIN_MS = 3 * SECOND_MS

/**
 * A supplier whose answer has no figure may have it in its record, and nobody reads that again once the booking is cancelled. That it is
 * cancelled has been written before: nothing that goes wrong here can change that.
 */
async function learnCharge(
  deps: Deps,
  booking: Booking,
  { cancellationId, context }: BegunCancellation,
): Promise<void> {
  try {
    const record = await retrieve(deps, booking, { ...context, timeoutMs: CHARGE_WITHIN_MS })
    const told = record.ok && record.value?.status === 'CANCELLED' ? endOf(record.value) : null
    if (told?.chargedPenalty) await addCharge(deps, booking.bookingId, { cancellationId, told })
  } catch (error) {
    const { bookingId } = booking
    deps.log.warn({ err: error, bookingId }, 'what a supplier has charged for a cancellation could not be learned')
  }
}

function endOf({ chargedPenalty }: SupplierBooking): CancellationEnd {
  return { chargedPenalty, supplierCancellationReference: null }
}

type Told = { readonly cancellationId: string; readonly told: CancellationEnd }

/** Clients are told when it is not what was agreed; where it is, it is no news. */
async function addCharge(deps: Deps, bookingId: string, { cancellationId, told }: Told): Promise<void> {
  function isNews({ status, cancellation }: Booking): boolean {
    if (status !== 'CANCELLED' || cancellation?.cancellationId !== cancellationId) return false
    return cancellation.chargedPenalty === null && !isSameAmount(cancellation.penalty, told.chargedPenalty)
  }
  await settleBooking(deps, bookingId, {
    decide: (read) =>
      read.cancellation && isNews(read)
        ? { change: 'CHARGE_TOLD', changes: { cancellation: toldBySupplier(read.cancellation, told) } }
        : null,
    also: async (tx, { cancellation }) => {
      if (cancellation?.cancellationId === cancellationId && cancellation.chargedPenalty)
        await tx.cancellations.tell(cancellationId, told)
    },
  })
}

function isSameAmount(one: Money | null, other: Money | null): boolean {
  return one?.amountMinor === other?.amountMinor && one?.currency === other?.currency
}
