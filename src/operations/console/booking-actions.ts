import type { Role } from '../../domain/console-role.ts'
import type { Booking } from '../../store/booking.ts'
import type { Deps } from '../deps.ts'
import { stillNeeded } from '../operator/erasing/is-over.ts'
import { settlementsOf } from '../operator/settle-by-operator.ts'

/** Something that would succeed now, by the name of its mutation. */
export type BookingActionNow = {
  readonly name: string
  /** The findings or decisions that are possible; empty where there is nothing to choose. */
  readonly choices: readonly string[]
  /** True: the supplier's own id of the booking has to be given for some of them, because we do not have it. */
  readonly needsSupplierBooking: boolean
}

const ROLES: Readonly<Record<string, readonly Role[]>> = {
  reviewBooking: ['support'],
  settleBooking: ['operations'],
  redactBooking: ['admin'],
  lookBooking: ['support'],
  askSupplierBooking: ['support'],
  unmaskBooking: ['support', 'partner_support'],
  noteBooking: ['support', 'partner_support'],
}

/** What somebody may do to a booking now: exactly what the server would carry out. */
export async function bookingActions(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  booking: Booking,
  roles: ReadonlySet<Role>,
): Promise<BookingActionNow[]> {
  const { bookingId, organizationId, status, terms, updatedAt } = booking
  const isWatched = await store.looks.isPlanned(bookingId)
  const stay = { status, checkOutDate: terms.stay.checkOutDate, isWatched, updatedAt }
  const hasGuests = booking.guestsSealed !== null
  const settlements = settlementsOf(booking)
  const possible: readonly (BookingActionNow | null)[] = [
    status === 'AWAITING_REVIEW' ? action('reviewBooking', ['approve', 'reject']) : null,
    settlements.length > 0
      ? { ...action('settleBooking', settlements), needsSupplierBooking: booking.supplierBookingId === null }
      : null,
    status === 'AWAITING_REVIEW' ? null : action('askSupplierBooking'),
    status === 'CANCELLED' || status === 'AWAITING_REVIEW' ? null : action('lookBooking'),
    hasGuests ? action('unmaskBooking') : null,
    hasGuests && stillNeeded(stay, clock.of(organizationId).now()) === null ? action('redactBooking') : null,
    action('noteBooking'),
  ]
  return possible.filter((one) => one !== null).filter(({ name }) => ROLES[name]?.some((role) => roles.has(role)))
}

function action(name: string, choices: readonly string[] = []): BookingActionNow {
  return { name, choices, needsSupplierBooking: false }
}
