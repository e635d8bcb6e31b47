import { FAILED_RESTS_MS } from '../../../domain/personal-data.ts'
import { dateInZone, type Instant } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'

/** The facts that decide whether the guests of a booking are still needed. */
type Stay = Pick<Booking, 'status'> & {
  readonly checkOutDate: string
  /** A look at the booking is planned or under way. */
  readonly isWatched: boolean
  readonly updatedAt: Instant
}

/** The call of such a booking was sent, so that it may still appear at its supplier, within a day. */
const MAY_APPEAR =
  'the booking is FAILED, but its supplier is still asked whether it has it: its guests are needed for a day'

/** A request that is sent again has to find the key of such a booking, or it would book its offer once more. */
const JUST_FAILED = 'the booking has FAILED a moment ago, and its offer may still be booked: wait for twenty minutes'

/**
 * Returns why the guests of a booking are still needed; null when the supplier will not be called for them any more. The store's
 * `isStayOver` is the same rule in SQL; a test keeps them equal.
 */
export function stillNeeded(stay: Stay, now: Instant): string | null {
  const { status, checkOutDate } = stay
  if (status === 'CANCELLED') return null
  if (status === 'FAILED') return neededWhenFailed(stay, now)
  if (status === 'CONFIRMED' && checkOutDate < dateInZone(now, 'UTC')) return null
  return `the booking is ${status} until ${checkOutDate}: its guests are still needed`
}

function neededWhenFailed(
  { isWatched, updatedAt }: Pick<Stay, 'isWatched' | 'updatedAt'>,
  now: Instant,
): string | null {
  if (isWatched) return MAY_APPEAR
  return updatedAt < now - FAILED_RESTS_MS ? null : JUST_FAILED
}

/**
 * Returns why even an operator may not erase the booking, because the supplier still has to receive the guests' names or is asked
 * for the booking by their address; null when an operator may.
 */
export function neverForgettable(stay: Omit<Stay, 'checkOutDate'>, now: Instant): string | null {
  const { status } = stay
  if (status === 'AWAITING_REVIEW') return 'the booking awaits review: decide it first'
  if (status === 'PROCESSING') return 'the supplier is still being asked: wait until the booking is settled'
  return status === 'FAILED' ? neededWhenFailed(stay, now) : null
}
