import type { Booking } from '../../../store/booking.ts'
import type { Deps } from '../../deps.ts'
import { jobContext, openFor, referenceOf } from '../../supplier-calls.ts'
import { confirmationDelayMs, LAST_CONFIRMATION_RUNG } from '../machinery/retry-schedule.ts'
import { type Decision, learnedFrom, settleBooking } from '../machinery/settle-booking.ts'

/**
 * Job: looks for the hotel's own confirmation number, which suppliers receive after they have confirmed. A number that is found
 * causes a booking.updated event; after the last look-up the status is NO_ANSWER.
 */
export async function watchHotelConfirmation(
  deps: Deps,
  { bookingId, rung }: { readonly bookingId: string; readonly rung: number },
): Promise<void> {
  const booking = await deps.store.bookings.findAnywhere(bookingId)
  if (!booking || !isWaiting(booking)) return
  const { supplier, call } = await openFor(deps, booking, { operation: 'retrieve', context: jobContext(bookingId) })
  const answer = await supplier.retrieve(call, referenceOf(deps, booking))
  const record = answer.ok ? answer.value : null
  function decide(read: Booking): Decision {
    if (!isWaiting(read)) return null
    if (record?.hotelConfirmationNumber) return { change: 'HOTEL_CONFIRMED', changes: learnedFrom(read, record) }
    if (rung < LAST_CONFIRMATION_RUNG) return null
    return {
      change: 'HOTEL_CONFIRMATION_MISSING',
      changes: { hotelConfirmation: { ...read.hotelConfirmation, status: 'NO_ANSWER' } },
    }
  }
  await settleBooking(deps, bookingId, {
    decide,
    also: async (tx, settled) => {
      if (isWaiting(settled) && rung < LAST_CONFIRMATION_RUNG)
        await tx.jobs.enqueue({
          name: 'watch-hotel-confirmation',
          bookingId,
          rung: rung + 1,
          startAt: deps.clock.now() + confirmationDelayMs(rung + 1),
        })
    },
  })
}

function isWaiting({ status, hotelConfirmation }: Booking): boolean {
  return status === 'CONFIRMED' && hotelConfirmation.status === 'PENDING'
}
