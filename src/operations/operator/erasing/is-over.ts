import { dateInZone, type Instant } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'

/** What decides whether the guests of a booking are still needed. */
type Stay = Pick<Booking, 'status'> & { readonly checkOutDate: string }

/** The calendar date by which stays are told to be over. */
export function todayOf(now: Instant): string {
  return dateInZone(now, 'UTC')
}

/**
 * Null when the guests are needed no more, because nothing will be asked of the supplier for them; else why they are. The store's
 * `isStayOver` is the same rule in SQL; a test holds them together.
 */
export function stillNeeded({ status, checkOutDate }: Stay, today: string): string | null {
  if (status === 'CANCELLED' || status === 'FAILED') return null
  if (status === 'CONFIRMED' && checkOutDate < today) return null
  return `the booking is ${status} until ${checkOutDate}: its guests are still needed`
}

/** Null when an operator may insist; else why not even he may: the supplier is still to be told who comes. */
export function neverForgettable({ status }: Pick<Stay, 'status'>): string | null {
  if (status === 'AWAITING_REVIEW') return 'the booking awaits review: decide it first'
  if (status === 'PROCESSING') return 'the supplier is still being asked: wait until the booking is settled'
  return null
}
