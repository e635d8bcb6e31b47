import type { Instant } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'
import type { Deps } from '../../deps.ts'
import { LAG_MS } from '../machinery/call-times.ts'
import { cancelledLate, type OwnCancellation, ownCancellation, reopenLate } from '../machinery/own-cancellation.ts'
import { type Decision, type LookInput, learnedFrom, settleBooking } from '../machinery/settle-booking.ts'
import { askSupplier, type Finding } from './ask-supplier.ts'
import { doubtOf, lookInDoubt } from './doubt.ts'
import { toOperator } from './reconcile-booking.ts'

/**
 * Looks a held booking up at the supplier, at its deadline and after it, and applies what the supplier's record says. A hold that
 * the supplier no longer knows half an hour after its deadline has lapsed; one about which it says nothing goes to an operator.
 */
export async function watchHold(deps: Deps, { bookingId, look, context }: LookInput): Promise<void> {
  const booking = await deps.store.bookings.findAnywhere(bookingId)
  if (booking?.status !== 'ON_HOLD') return
  const finding = await askSupplier(deps, booking, context)
  const isCancelled = finding.kind === 'RECORD' && finding.record.status === 'CANCELLED'
  const late = isCancelled ? await ownCancellation(deps.store, bookingId) : null
  const doubtMs = await doubtOf(deps, bookingId, ['CANCEL', 'CONFIRM_HOLD'])
  await settleBooking(deps, bookingId, {
    look,
    decide: (read, now) => decide(read, { finding, late, now }),
    next: (settled, now) => lookInDoubt(settled, now, { kind: 'HOLD', doubtMs }),
    also: (tx, settled) => reopenLate(tx, settled, late),
  })
}

type Seen = { readonly finding: Finding; readonly late: OwnCancellation | null; readonly now: Instant }

function decide(booking: Booking, { finding, late, now }: Seen): Decision {
  if (booking.status !== 'ON_HOLD') return null
  // From its deadline on a hold ends by itself: a cancellation that the supplier has not accepted is not needed for that.
  const isOver = booking.holdDeadlineAt !== null && now >= booking.holdDeadlineAt
  if (late && (late.isAccepted || !isOver)) return cancelledLate(late)
  const isLongOver = now > (booking.holdDeadlineAt ?? Date.parse(booking.terms.stay.checkInDate)) + LAG_MS
  if (finding.kind !== 'RECORD') {
    if (!isLongOver) return null
    return finding.kind === 'NONE' ? { move: 'HOLD_LAPSED', changes: {} } : toOperator(booking)
  }
  const { record } = finding
  const changes = learnedFrom(booking, record)
  if (record.status === 'CONFIRMED') return { move: 'SUPPLIER_CONFIRMED', changes }
  if (record.status === 'CANCELLED' || record.status === 'FAILED') return { move: 'HOLD_LAPSED', changes }
  return isLongOver && !booking.needsOperator ? toOperator(booking) : { keep: changes }
}
