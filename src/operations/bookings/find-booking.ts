import type { Problem } from '../../domain/errors.ts'
import { notFound } from '../../domain/not-found.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Booking } from '../../store/booking.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** Returns the caller's booking. Another organization's booking gives the same answer as an unknown id. */
export async function findBooking(deps: Deps, caller: Caller, bookingId: string): Promise<Result<Booking, Problem>> {
  const booking = await deps.store.bookings.find(caller.organizationId, caller.environment, bookingId)
  return booking ? ok(booking) : err(notFound('BOOKING_NOT_FOUND', 'booking', bookingId))
}
