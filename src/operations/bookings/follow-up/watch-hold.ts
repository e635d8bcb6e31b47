import { SECOND_MS } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'
import type { SupplierBooking } from '../../../suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { jobContext, openFor, referenceOf } from '../../supplier-calls.ts'
import { retryDelayMs } from '../machinery/retry-schedule.ts'
import { type Decision, learnedFrom, settleBooking } from '../machinery/settle-booking.ts'

/** Job: looks a held booking up at the supplier, at its deadline and after it, and applies what the supplier's record says. */
export async function watchHold(
  deps: Deps,
  { bookingId, rung }: { readonly bookingId: string; readonly rung: number },
): Promise<void> {
  const booking = await deps.store.bookings.findAnywhere(bookingId)
  if (!booking || booking.status !== 'ON_HOLD') return
  const { supplier, call } = await openFor(deps, booking, { operation: 'retrieve', context: jobContext(bookingId) })
  const answer = await supplier.retrieve(call, referenceOf(deps, booking))
  const record = answer.ok ? answer.value : null
  await settleBooking(deps, bookingId, {
    decide: (read) => (record ? decide(read, record) : null),
    also: async (tx, settled) => {
      const now = deps.clock.now()
      const due = settled.holdDeadlineAt !== null && now >= settled.holdDeadlineAt - SECOND_MS
      // A job for the deadline is scheduled already. After the deadline, look-ups continue until the supplier confirms or
      // releases the hold.
      if (settled.status === 'ON_HOLD' && due)
        await tx.jobs.enqueue({ name: 'watch-hold', bookingId, rung: rung + 1, startAt: now + retryDelayMs(rung) })
    },
  })
}

function decide(booking: Booking, record: SupplierBooking): Decision {
  if (booking.status !== 'ON_HOLD') return null
  const changes = learnedFrom(booking, record)
  if (record.status === 'CONFIRMED') return { move: 'SUPPLIER_CONFIRMED', changes }
  if (record.status === 'CANCELLED' || record.status === 'FAILED') return { move: 'HOLD_LAPSED', changes }
  return { keep: changes }
}
