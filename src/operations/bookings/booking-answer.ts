import type { Problem } from '../../domain/errors.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import type { BookingAnswer } from '../gateway.ts'
import { bookingStatusData } from './booking-view.ts'
import { findBooking } from './find-booking.ts'
import type { Subject } from './machinery/keyed-command.ts'

/** The answer to a keyed command: the booking in its current state, read from the database unless it was passed. */
export async function answerBooking(
  deps: Deps,
  caller: Caller,
  { bookingId, booking, replayed }: Subject & { readonly replayed: boolean },
): Promise<Result<BookingAnswer, Problem>> {
  const found = booking ? ok(booking) : await findBooking(deps, caller, bookingId)
  if (!found.ok) return found
  return ok({
    booking: bookingStatusData(deps.suppliers, found.value, deps.clock.of(found.value.organizationId).now()),
    replayed,
  })
}
