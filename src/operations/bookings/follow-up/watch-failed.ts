import { HOUR_MS } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'
import type { Deps } from '../../deps.ts'
import { type Decision, type LookInput, learnedFrom, settleBooking } from '../machinery/settle-booking.ts'
import { askSupplier, type Finding } from './ask-supplier.ts'

/** What a living booking has in a supplier's record. */
const ALIVE: ReadonlySet<string> = new Set(['CONFIRMED', 'ON_HOLD', 'PENDING'])

/**
 * Asks once more for a booking that failed because its supplier did not know it, although the call was sent. A booking that has
 * appeared since is reopened: it was made, and it costs what it costs.
 */
export async function watchFailed(deps: Deps, { bookingId, look, context }: LookInput): Promise<void> {
  const booking = await deps.store.bookings.findAnywhere(bookingId)
  if (booking?.status !== 'FAILED') return
  const finding = await askSupplier(deps, booking, context)
  const isSilent = finding.kind === 'SILENCE'
  await settleBooking(deps, bookingId, {
    look,
    decide: (read) => decide(read, finding),
    counts: !isSilent,
    next: () => (isSilent ? { kind: 'AFTERMATH', afterMs: HOUR_MS } : undefined),
  })
}

function decide(read: Booking, finding: Finding): Decision {
  if (read.status !== 'FAILED') return null
  // Which of them is ours is for the look at the open call to say, and in the end for an operator.
  if (finding.kind === 'TWINS')
    return { move: 'LATE_ACCEPTANCE', changes: { failure: null }, next: { kind: 'CALL', afterMs: 0 } }
  if (finding.kind !== 'RECORD' || !ALIVE.has(finding.record.status)) return null
  const changes = { ...learnedFrom(read, finding.record), failure: null }
  return { move: 'LATE_ACCEPTANCE', changes, next: { kind: 'CALL', afterMs: 0 } }
}
