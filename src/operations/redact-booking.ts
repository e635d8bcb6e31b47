import { err, ok, type Result } from '../domain/result.ts'
import { dateInZone } from '../domain/time.ts'
import type { Booking } from '../store/bookings.ts'
import type { Deps } from './deps.ts'
import { settleBooking } from './settle-booking.ts'

/** Their guests are needed no more: nothing will be asked of the supplier for them. */
const isOver = ({ status, terms }: Booking, today: string): boolean =>
  status === 'CANCELLED' || status === 'FAILED' || (status === 'CONFIRMED' && terms.stay.checkOutDate < today)

/**
 * Forgets the people of a booking: holder, guests, requests, and what suppliers said. The booking itself, its price and its
 * history stay. The error says in one line why not yet.
 */
export const redactBooking = async (deps: Deps, bookingId: string): Promise<Result<Booking, string>> => {
  const booking = await deps.store.bookings.findAnywhere(bookingId)
  if (!booking) return err(`no booking ${bookingId}`)
  if (!isOver(booking, dateInZone(deps.clock.now(), 'UTC')))
    return err(`the booking is ${booking.status} until ${booking.terms.stay.checkOutDate}: its guests are still needed`)
  const redacted = await settleBooking(
    deps,
    bookingId,
    (read) => (read.guestsSealed === null ? null : { keep: { guestsSealed: null } }),
    async (tx) => {
      await tx.attempts.redact(bookingId)
      const { organizationId } = booking
      const entry = { organizationId, actor: 'operator', action: 'booking.redact', subject: bookingId, details: {} }
      await tx.audit.append(entry, deps.clock.now())
    },
  )
  return ok(redacted)
}
