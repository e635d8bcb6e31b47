/** What an operator looks for among bookings, each under its name in the address of the page. */
export const BOOKING_VIEWS = [
  /** Waits for its supplier for more than ten minutes. */
  'STUCK',
  'AWAITING_REVIEW',
  /** Only a person can settle it. */
  'NEEDS_OPERATOR',
  /** A hold whose deadline is over. */
  'HOLD_OVER',
  /** Made in the last 24 hours, and FAILED. */
  'FAILED_TODAY',
  /** Confirmed, and the guests arrive within three days, but the hotel has given no number. */
  'ARRIVING_UNCONFIRMED',
  /** Its supplier's record differs from what was agreed, and nobody has settled that. */
  'DIFFERS',
  /** Cancelled, and that cost something. */
  'CANCELLED_LATE',
  /** FAILED, though its supplier has accepted it once. */
  'FAILED_YET_ACCEPTED',
] as const

export type BookingView = (typeof BOOKING_VIEWS)[number]
