import type { Booking } from '../../store/booking.ts'
import type { Problem } from '../../domain/errors.ts'
import { ok, type Result } from '../../domain/result.ts'
import { bookingStatusData } from './booking-view.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { findBooking } from './find-booking.ts'
import type { BookingAnswer } from '../gateway.ts'

/** A booking that is in hand, as keyed operations answer it. */
export const bookingAnswer = (deps: Deps, booking: Booking, replayed: boolean): Result<BookingAnswer, Problem> =>
  ok({ booking: bookingStatusData(deps.suppliers, booking, deps.clock.now()), replayed })

/** The same of a booking as it is now, for replays and for suppliers that took too long. */
export const currentBookingAnswer = async (
  deps: Deps,
  caller: Caller,
  bookingId: string,
  replayed: boolean,
): Promise<Result<BookingAnswer, Problem>> => {
  const found = await findBooking(deps, caller, bookingId)
  return found.ok ? bookingAnswer(deps, found.value, replayed) : found
}
