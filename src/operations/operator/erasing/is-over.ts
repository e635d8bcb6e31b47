import { dateInZone, type Instant } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'

/** The facts that decide whether the guests of a booking are still needed. */
type Stay = Pick<Booking, 'status'> & {
  readonly checkOutDate: string
  /** A look at the booking is planned or under way. */
  readonly isWatched: boolean
}

/** The call of such a booking was sent, so that it may still appear at its supplier, within a day. */
const MAY_APPEAR =
  'the booking is FAILED, but its supplier is still asked whether it has it: its guests are needed for a day'

/** The current date in UTC, with which check-out dates are compared. */
export function todayOf(now: Instant): string {
  return dateInZone(now, 'UTC')
}

/**
 * Returns why the guests of a booking are still needed; null when the supplier will not be called for them any more. The store's
 * `isStayOver` is the same rule in SQL; a test keeps them equal.
 */
export function stillNeeded({ status, checkOutDate, isWatched }: Stay, today: string): string | null {
  if (status === 'CANCELLED') return null
  if (status === 'FAILED') return isWatched ? MAY_APPEAR : null
  if (status === 'CONFIRMED' && checkOutDate < today) return null
  return `the booking is ${status} until ${checkOutDate}: its guests are still needed`
}

/**
 * Returns why even an operator may not erase the booking, because the supplier still has to receive the guests' names or is asked
 * for the booking by their address; null when an operator may.
 */
export function neverForgettable({ status, isWatched }: Omit<Stay, 'checkOutDate'>): string | null {
  if (status === 'AWAITING_REVIEW') return 'the booking awaits review: decide it first'
  if (status === 'PROCESSING') return 'the supplier is still being asked: wait until the booking is settled'
  if (status === 'FAILED' && isWatched) return MAY_APPEAR
  return null
}
