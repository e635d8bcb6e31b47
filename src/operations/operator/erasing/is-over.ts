import { dateInZone, type Instant } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'

/** The facts that decide whether the guests of a booking are still needed. */
type Stay = Pick<Booking, 'status'> & { readonly checkOutDate: string }

/** The current date in UTC, with which check-out dates are compared. */
export function todayOf(now: Instant): string {
  return dateInZone(now, 'UTC')
}

/**
 * Returns why the guests of a booking are still needed; null when the supplier will not be called for them any more. The store's
 * `isStayOver` is the same rule in SQL; a test keeps them equal.
 */
export function stillNeeded({ status, checkOutDate }: Stay, today: string): string | null {
  if (status === 'CANCELLED' || status === 'FAILED') return null
  if (status === 'CONFIRMED' && checkOutDate < today) return null
  return `the booking is ${status} until ${checkOutDate}: its guests are still needed`
}

/**
 * Returns why even an operator may not erase the booking, because the supplier still has to receive the guests' names; null when
 * an operator may.
 */
export function neverForgettable({ status }: Pick<Stay, 'status'>): string | null {
  if (status === 'AWAITING_REVIEW') return 'the booking awaits review: decide it first'
  if (status === 'PROCESSING') return 'the supplier is still being asked: wait until the booking is settled'
  return null
}
