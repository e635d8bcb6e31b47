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
  /** Which look this is; null: an extra one, which plans no next. */
  readonly rung: number | null
  readonly context?: CallContext
}

/** What the supplier says when it is asked by our reference or its own. */
type Finding =
  | { readonly kind: 'RECORD'; readonly record: SupplierBooking }
  | { readonly kind: 'NONE' }
  | { readonly kind: 'TWINS' }
  /** No usable answer: nothing is learned. */
  | { readonly kind: 'SILENCE' }

/**
 * Brings a booking whose supplier call has no certain outcome to its true state, by asking the supplier. Never repeats the
 * call. What stays open is looked at again, further up the ladder.
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

/** A booking with what was found of it, and the call that is being looked for. */
interface Reading {
  readonly booking: Booking
  readonly finding: Finding
  readonly attempt: BookingAttempt | null
}

/** What a finding means for a booking. Pure but for the clock. */
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

/** No record at the supplier. It proves absence only where look-ups are authoritative, and after the call is over. */
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

/** A booking with the supplier's record of it; `changes` is what the record adds to ours. */
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
  // Still held long after the call: the confirmation did not happen, and may be asked for again.
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

/** For this long a supplier that confirms later is asked at its own pace; then as any other. */
const POLLED_FOR_MS = 10 * MINUTE_MS

/** Milliseconds to the next look at a booking that the supplier has taken and not confirmed yet. */
export function pendingDelayMs(deps: Deps, { supplierCode, pendingSince }: Booking, rung: number): number {
  const pollMs = deps.suppliers.find(supplierCode)?.capabilities.pendingPollMs ?? null
  const now = deps.clock.now()
  return pollMs !== null && now - (pendingSince ?? now) < POLLED_FOR_MS ? pollMs : retryDelayMs(rung)
}

/** What belongs to the same transaction as the move: the cancellation's end, the hold's watch, the next look. */
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
