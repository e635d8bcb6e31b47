import type { PendingOperation } from '../../../domain/booking.ts'
import { type NextLook, retryDelayMs } from '../../../domain/booking-look.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'
import type { BookingAttempt } from '../../../store/booking-attempts.ts'
import type { SupplierBooking } from '../../../suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { decisiveAttempt } from '../machinery/attempts.ts'
import { bookingFailure, NOT_FOUND, NOT_SENT, RELEASED } from '../machinery/booking-failure.ts'
import { LAG_MS, settledWithinMs, unsentAfterMs } from '../machinery/call-times.ts'
import { awaitedCancellation, cancelledThere, type OwnCancellation } from '../machinery/own-cancellation.ts'
import {
  type Decision,
  endCancellation,
  heldBy,
  isSameCall,
  type Look,
  type LookInput,
  learnedFrom,
  lookOnceMore,
  settleBooking,
} from '../machinery/settle-booking.ts'
import { askSupplier, type Finding } from './ask-supplier.ts'

/**
 * Determines the true state of a booking whose supplier call has no certain outcome, by asking the supplier. It never repeats the
 * call. A call that was never sent is settled without asking.
 */
export async function reconcileBooking(deps: Deps, { bookingId, look, context }: LookInput): Promise<Booking | null> {
  const booking = await deps.store.bookings.findAnywhere(bookingId)
  const operation = booking?.pendingOperation ?? null
  if (!booking || operation === null) return booking
  const attempt = decisiveAttempt(await deps.store.attempts.of(bookingId, [operation]))
  if (attempt && (await isNeverSent(deps, booking, attempt))) return settleUnsent(deps, booking, { look, operation })
  const finding = await askSupplier(deps, booking, context)
  return settleBooking(deps, bookingId, {
    look,
    decide: async (read, now, tx) => {
      if (!isSameCall(booking, read)) return null
      // The call itself may have told its outcome, or have been sent, while the supplier was asked. From here on it is not.
      const attempts = await tx.attempts.lock(bookingId, [operation])
      const own = operation === 'CANCEL' ? await awaitedCancellation(tx, bookingId, attempts) : null
      return decide(deps, { booking: read, finding, attempt: decisiveAttempt(attempts), own, now })
    },
    next: (settled, now) => pollOf(deps, settled, { finding, now }),
    also: async (tx, settled) => {
      if (settled.pendingOperation !== null) return
      await tx.attempts.abandonOpen(bookingId, operation)
      await endCancellation(deps, tx, { settled, end: finding.kind === 'RECORD' ? finding.record : null })
    },
  })
}

/** True for a call of which no byte has left and none can leave any more; an open one is closed for that. */
async function isNeverSent(deps: Deps, booking: Booking, attempt: BookingAttempt): Promise<boolean> {
  const { attemptId, operation, outcome, sentMsAgo } = attempt
  if (outcome !== null || sentMsAgo !== null) return outcome === 'NOT_SENT'
  return deps.store.attempts.abandonUnsent(attemptId, unsentAfterMs(deps, booking, operation))
}

function settleUnsent(
  deps: Deps,
  booking: Booking,
  { look, operation }: { readonly look: Look; readonly operation: PendingOperation },
): Promise<Booking> {
  return settleBooking(deps, booking.bookingId, {
    look,
    decide: (read) => (isSameCall(booking, read) ? whenUnsent(read, operation) : null),
    also: (tx, settled) => endCancellation(deps, tx, { settled, end: null }),
  })
}

/** What becomes of a booking whose call was never sent. An earlier call of its kind may be in doubt, which a look at once plans for. */
function whenUnsent({ statusBeforeCancel }: Booking, operation: PendingOperation): Decision {
  if (operation === 'CREATE') return { move: 'FOUND_ABSENT', changes: { failure: NOT_SENT } }
  if (operation === 'CONFIRM_HOLD') return { move: 'HOLD_CONFIRMATION_REFUSED', next: { kind: 'HOLD', afterMs: 0 } }
  return { move: 'CANCELLATION_NOT_EFFECTIVE', next: lookOnceMore(statusBeforeCancel, 0) }
}

/** A booking, the supplier's answer about it, and the call whose outcome is unknown. */
interface Reading {
  readonly booking: Booking
  readonly finding: Finding
  readonly attempt: BookingAttempt | null
  /** The cancellation that has had an effect, if any has. */
  readonly own: OwnCancellation | null
  readonly now: Instant
}

/** What a finding means for a booking. Pure. */
function decide(deps: Deps, { booking, finding, attempt, own, now }: Reading): Decision {
  const waitedMs = now - (booking.pendingSince ?? booking.updatedAt)
  if (finding.kind === 'TWINS') return toOperator(booking)
  if (finding.kind === 'SILENCE') return waitedMs > LAG_MS ? toOperator(booking) : null
  const isSettled = callIsSettled(deps, booking, attempt)
  if (finding.kind === 'NONE')
    return absent(deps, { booking, isSettled: isSettled && attempt?.outcome !== 'ACCEPTED', waitedMs })
  const recorded = { booking, record: finding.record, isSettled, own, attempt }
  if (isStillMade(recorded)) return null
  return byOperation(recorded) ?? stillOpen(recorded, waitedMs)
}

/** True when nothing that the call could still do at the supplier is outstanding. */
function callIsSettled(deps: Deps, booking: Booking, attempt: BookingAttempt | null): boolean {
  if (!attempt) return true
  const { operation, outcome, sentMsAgo } = attempt
  if (sentMsAgo === null) return outcome !== null
  return sentMsAgo > settledWithinMs(deps, booking, operation)
}

export function toOperator(booking: Booking): Decision {
  return booking.needsOperator ? null : { change: 'MANUAL_REVIEW_REQUIRED', changes: { needsOperator: true } }
}

type Missing = { readonly booking: Booking; readonly isSettled: boolean; readonly waitedMs: number }

/** The supplier has no record. That proves absence only if its look-ups are authoritative, and only once the call is settled. */
function absent(deps: Deps, { booking, isSettled, waitedMs }: Missing): Decision {
  const isAuthoritative = deps.suppliers.find(booking.supplierCode)?.capabilities.lookup === 'AUTHORITATIVE'
  if (booking.pendingOperation === 'CREATE' && isAuthoritative && isSettled)
    return { move: 'FOUND_ABSENT', changes: { failure: NOT_FOUND } }
  return waitedMs > LAG_MS ? toOperator(booking) : null
}

/** A booking with the supplier's record of it, and whether the call that it waits for can still have an effect. */
type Recorded = {
  readonly booking: Booking
  readonly record: SupplierBooking
  readonly attempt: BookingAttempt | null
  readonly isSettled: boolean
  readonly own: OwnCancellation | null
}

/**
 * True when the time to confirm has ended while the call is under way: it may have been started since the supplier was asked, and the
 * next look knows under which id.
 */
function isStillMade({ record, attempt, isSettled }: Recorded): boolean {
  return record.failureReason === 'NOT_CONFIRMED_IN_TIME' && attempt?.outcome === null && !isSettled
}

/** The decision that the record allows; null while it leaves the outcome open. */
function byOperation(recorded: Recorded): Decision {
  switch (recorded.booking.pendingOperation) {
    case 'CREATE':
      return created(recorded)
    case 'CONFIRM_HOLD':
      return confirmed(recorded)
    default:
      return cancelled(recorded)
  }
}

/** A record that settles nothing for longer than this is an operator's. */
const OPEN_FOR_MS = 2 * HOUR_MS

function stillOpen({ booking, record }: Recorded, waitedMs: number): Decision {
  if (waitedMs > OPEN_FOR_MS && !booking.needsOperator) return toOperator(booking)
  return { keep: learnedFrom(booking, record) }
}

function created({ booking, record }: Recorded): Decision {
  const changes = learnedFrom(booking, record)
  switch (record.status) {
    case 'CONFIRMED':
      return { move: 'SUPPLIER_CONFIRMED', changes }
    case 'ON_HOLD':
      return heldBy(booking, record)
    case 'PENDING':
      return null
    default:
      return booking.mode === 'HOLD'
        ? { move: 'HOLD_LAPSED', changes: { ...changes, failure: RELEASED } }
        : {
            move: 'SUPPLIER_REFUSED',
            changes: { ...changes, failure: bookingFailure(record.failureReason ?? 'SUPPLIER_REFUSED', false) },
          }
  }
}

function confirmed({ booking, record, attempt, isSettled }: Recorded): Decision {
  const changes = learnedFrom(booking, record)
  if (record.status === 'CONFIRMED') return { move: 'SUPPLIER_CONFIRMED', changes }
  if (record.status === 'CANCELLED' || record.status === 'FAILED')
    return { move: 'HOLD_LAPSED', changes: { ...changes, failure: RELEASED } }
  // The booking is still held long after the call, so the confirmation did not happen and may be requested again.
  if (record.status === 'ON_HOLD' && isSettled && attempt?.outcome !== 'ACCEPTED')
    return { move: 'HOLD_CONFIRMATION_REFUSED', changes, next: { kind: 'HOLD', afterMs: DOUBTFUL_MS } }
  return null
}

function cancelled({ booking, record, attempt, isSettled, own }: Recorded): Decision {
  const changes = learnedFrom(booking, record)
  if (record.status === 'CANCELLED' || record.status === 'FAILED') return cancelledThere(booking, record, own)
  // What is neither alive nor cancelled says neither that the cancellation had an effect nor that it had none.
  if (record.status === 'PENDING' || !isSettled || attempt?.outcome === 'ACCEPTED') return null
  return { move: 'CANCELLATION_NOT_EFFECTIVE', changes, next: lookOnceMore(booking.statusBeforeCancel, DOUBTFUL_MS) }
}

/** What a call seems not to have done is looked for again after this long, and later as `doubtOf` says. */
const DOUBTFUL_MS = 10 * MINUTE_MS

/** A supplier that confirms later is polled at its own interval for this long, then like any other. */
const POLLED_FOR_MS = 10 * MINUTE_MS

/** Milliseconds until the next look-up of a booking that the supplier has accepted but not confirmed yet. */
export function pendingDelayMs(
  deps: Deps,
  { supplierCode, pendingSince, organizationId }: Booking,
  rung: number,
): number {
  const pollMs = deps.suppliers.find(supplierCode)?.capabilities.pendingPollMs ?? null
  const now = deps.clock.of(organizationId).now()
  return pollMs !== null && now - (pendingSince ?? now) < POLLED_FOR_MS ? pollMs : retryDelayMs(rung)
}

/** The last poll is when the supplier's time to confirm ends. */
function pollOf(
  deps: Deps,
  settled: Booking,
  { finding, now }: { readonly finding: Finding; readonly now: Instant },
): NextLook | undefined {
  if (finding.kind !== 'RECORD' || finding.record.status !== 'PENDING' || settled.needsOperator) return undefined
  const afterMs = pendingDelayMs(deps, settled, settled.looks)
  const { givenUpAt } = finding.record
  return givenUpAt !== undefined && givenUpAt > now && givenUpAt < now + afterMs
    ? { kind: 'CALL', at: givenUpAt }
    : { kind: 'CALL', afterMs }
}
