import { err, ok, type Result } from '../../domain/result.ts'
import type { Booking } from '../../store/booking.ts'
import type { Deps } from '../deps.ts'
import { forgetBookings } from './erasing/forget-bookings.ts'
import { stillNeeded } from './erasing/is-over.ts'

/**
 * Deletes the personal data of one booking from all tables (domain/personal-data.ts). The booking, its price and its history
 * remain. The error is a sentence that says what prevents it.
 */
export async function redactBooking(deps: Deps, bookingId: string, actor: string): Promise<Result<Booking, string>> {
  const booking = await deps.store.bookings.findAnywhere(bookingId)
  if (!booking) return err(`no booking ${bookingId}`)
  const { status, terms, updatedAt } = booking
  const isWatched = await deps.store.looks.isPlanned(bookingId)
  const stay = { status, checkOutDate: terms.stay.checkOutDate, isWatched, updatedAt }
  const needed = stillNeeded(stay, deps.clock.of(booking.organizationId).now())
  if (needed !== null) return err(needed)
  await forgetBookings(deps, [bookingId], { actor, action: 'booking.redact', evenIfToCome: false })
  return ok(booking)
}
