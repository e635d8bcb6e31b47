import { type Instant, MINUTE_MS, SECOND_MS } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'
import type { BookingAttempt } from '../../../store/booking-attempts.ts'
import type { StoreParts } from '../../../store/store.ts'
import type { CallContext, SupplierBooking } from '../../../suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { jobContext, openFor, referenceOf } from '../../supplier-calls.ts'
import { bookingFailure } from '../machinery/booking-failure.ts'
import { EFFECT_WITHIN_MS, LAG_MS, retryDelayMs } from '../machinery/retry-schedule.ts'
import { closeUp, type Decision, learnedFrom, settleBooking } from '../machinery/settle-booking.ts'

type ReconcileInput = {
  readonly bookingId: string
  /** The number of this look-up; null for an extra one, which schedules no next look-up. */
  readonly rung: number | null
  readonly context?: CallContext
}

/** The supplier's answer when it is asked by our reference or its own. */
type Finding =
  | { readonly kind: 'RECORD'; readonly record: SupplierBooking }
  | { readonly kind: 'NONE' }
  | { readonly kind: 'TWINS' }
  /** The supplier gave no usable answer, so nothing is known. */
  | { readonly kind: 'SILENCE' }

/**
 * Determines the true state of a booking whose supplier call has no certain outcome, by asking the supplier. It never repeats the
 * call. A booking that remains open is looked up again by the retry schedule.
 */
export async function reconcileBooking(
  deps: Deps,
  { bookingId, rung, context }: ReconcileInput,
): Promise<Booking | null> {
  const booking = await deps.store.bookings.findAnywhere(bookingId)
  if (!booking || booking.pendingOperation === null || booking.needsOperator) return booking
  const attempt = await deps.store.attempts.last(bookingId, booking.pendingOperation)
  const finding = await ask(deps, booking, context ?? jobContext(bookingId))
  return settleBooking(deps, bookingId, {
    decide: (read) =>
      read.pendingOperation === booking.pendingOperation ? decide(deps, { booking: read, finding, attempt }) : null,
    also: (tx, settled) => follow(deps, tx, { settled, finding, rung }),
  })
}

async function ask(deps: Deps, booking: Booking, context: CallContext): Promise<Finding> {
  const reference = referenceOf(deps, booking)
  if (booking.supplierBookingId !== null) {
    const { supplier, call } = await openFor(deps, booking, { operation: 'retrieve', context })
    const answer = await supplier.retrieve(call, reference)
    if (!answer.ok) return { kind: 'SILENCE' }
    return answer.value ? { kind: 'RECORD', record: answer.value } : { kind: 'NONE' }
  }
  const { supplier, call } = await openFor(deps, booking, { operation: 'find', context })
  const answer = await supplier.find(call, reference)
  if (!answer.ok) return { kind: 'SILENCE' }
  const [record, ...others] = answer.value
  if (!record) return { kind: 'NONE' }
  return others.length > 0 ? { kind: 'TWINS' } : { kind: 'RECORD', record }
}

/** A booking, the supplier's answer about it, and the call whose outcome is unknown. */
interface Reading {
  readonly booking: Booking
  readonly finding: Finding
  readonly attempt: BookingAttempt | null
}

/** What a finding means for a booking. The function is pure except for the clock. */
function decide(deps: Deps, { booking, finding, attempt }: Reading): Decision {
  if (finding.kind === 'SILENCE') return null
  if (finding.kind === 'TWINS') return toOperator(booking)
  const now = deps.clock.now()
  if (finding.kind === 'NONE') return absent(deps, { booking, attempt, now })
  const changes = learnedFrom(booking, finding.record)
  if (booking.pendingOperation === 'CREATE') return created(booking, finding.record, changes)
  if (booking.pendingOperation === 'CONFIRM_HOLD')
    return confirmed({ booking, record: finding.record, changes, attempt, now })
  return cancelled({ record: finding.record, changes, attempt, now })
}

function toOperator(booking: Booking): Decision {
  return booking.needsOperator ? null : { change: 'MANUAL_REVIEW_REQUIRED', changes: { needsOperator: true } }
}

/** The supplier has no record. That proves absence only if its look-ups are authoritative, and only after the call has ended. */
function absent(
  deps: Deps,
  {
    booking,
    attempt,
    now,
  }: { readonly booking: Booking; readonly attempt: BookingAttempt | null; readonly now: Instant },
): Decision {
  const capabilities = deps.suppliers.find(booking.supplierCode)?.capabilities
  const since = attempt?.startedAt ?? booking.createdAt
  if (booking.pendingOperation !== 'CREATE') return now - since > LAG_MS ? toOperator(booking) : null
  const callOverAt = since + (capabilities?.timeoutsMs.book ?? LAG_MS) + 5 * SECOND_MS
  if (capabilities?.lookup === 'AUTHORITATIVE' && now > callOverAt)
    return {
      move: 'FOUND_ABSENT',
      changes: {
        failure: { code: 'NOT_FOUND_AT_SUPPLIER', message: 'The supplier has no such booking', retryable: true },
      },
    }
  return now - since > LAG_MS ? toOperator(booking) : null
}

function created(booking: Booking, record: SupplierBooking, changes: ReturnType<typeof learnedFrom>): Decision {
  switch (record.status) {
    case 'CONFIRMED':
      return { move: 'SUPPLIER_CONFIRMED', changes }
    case 'ON_HOLD':
      return {
        move: 'HOLD_ESTABLISHED',
        changes: { ...changes, holdDeadlineAt: record.holdDeadlineAt ?? booking.terms.holdDeadlineAt },
      }
    case 'PENDING':
      return { keep: changes }
    default:
      return booking.mode === 'HOLD'
        ? lapsed(changes)
        : {
            move: 'SUPPLIER_REFUSED',
            changes: { ...changes, failure: bookingFailure(record.failureReason ?? 'SUPPLIER_REFUSED', false) },
          }
  }
}

function lapsed(changes: ReturnType<typeof learnedFrom>): Decision {
  return {
    move: 'HOLD_LAPSED',
    changes: {
      ...changes,
      failure: { code: 'HOLD_LAPSED', message: 'The supplier released the hold', retryable: false },
    },
  }
}

/** A booking with the supplier's record of it; `changes` are the fields that the record adds to ours. */
interface Recorded {
  readonly booking: Booking
  readonly record: SupplierBooking
  readonly changes: ReturnType<typeof learnedFrom>
  readonly attempt: BookingAttempt | null
  readonly now: Instant
}

function confirmed({ booking, record, changes, attempt, now }: Recorded): Decision {
  if (record.status === 'CONFIRMED') return { move: 'SUPPLIER_CONFIRMED', changes }
  if (record.status === 'CANCELLED' || record.status === 'FAILED') return lapsed(changes)
  const overdue = now - (attempt?.startedAt ?? booking.updatedAt) > EFFECT_WITHIN_MS
  // The booking is still held long after the call, so the confirmation did not happen and may be requested again.
  if (record.status === 'ON_HOLD' && overdue && attempt?.outcome !== 'ACCEPTED')
    return { move: 'HOLD_CONFIRMATION_REFUSED', changes }
  return { keep: changes }
}

function cancelled({ record, changes, attempt, now }: Omit<Recorded, 'booking'>): Decision {
  if (record.status === 'CANCELLED' || record.status === 'FAILED') return { move: 'CANCELLATION_CONFIRMED', changes }
  const overdue = attempt !== null && now - attempt.startedAt > EFFECT_WITHIN_MS
  return overdue && attempt.outcome !== 'ACCEPTED' ? { move: 'CANCELLATION_NOT_EFFECTIVE', changes } : { keep: changes }
}

function isPending(finding: Finding): boolean {
  return finding.kind === 'RECORD' && finding.record.status === 'PENDING'
}

/** A supplier that confirms later is polled at its own interval for this long, then like any other. */
const POLLED_FOR_MS = 10 * MINUTE_MS

/** Milliseconds until the next look-up of a booking that the supplier has accepted but not confirmed yet. */
export function pendingDelayMs(deps: Deps, { supplierCode, pendingSince }: Booking, rung: number): number {
  const pollMs = deps.suppliers.find(supplierCode)?.capabilities.pendingPollMs ?? null
  const now = deps.clock.now()
  return pollMs !== null && now - (pendingSince ?? now) < POLLED_FOR_MS ? pollMs : retryDelayMs(rung)
}

/** Writes what belongs into the same transaction as the move: the end of a cancellation, the job for a hold, the next look-up. */
async function follow(
  deps: Deps,
  tx: StoreParts,
  { settled, finding, rung }: { readonly settled: Booking; readonly finding: Finding; readonly rung: number | null },
): Promise<void> {
  const now = deps.clock.now()
  if (settled.pendingOperation !== null && rung !== null && !settled.needsOperator)
    await tx.jobs.enqueue({
      name: 'reconcile-booking',
      bookingId: settled.bookingId,
      rung: rung + 1,
      startAt: now + (isPending(finding) ? pendingDelayMs(deps, settled, rung + 1) : retryDelayMs(rung + 1)),
    })
  await closeUp(deps, tx, { settled, end: finding.kind === 'RECORD' ? finding.record : null })
}
