import type { CalendarDate } from './time.ts'

/** The kinds of reasons for which a hotel has no room for a request. */
export type UnavailableCode =
  | 'MINIMUM_STAY'
  | 'MAXIMUM_STAY'
  | 'STAY_LENGTH_NOT_SOLD'
  | 'CHECK_IN_NOT_ALLOWED'
  | 'CHECK_OUT_NOT_ALLOWED'
  | 'OCCUPANCY'
  | 'CHILD_AGE'
  | 'CHILDREN_NOT_ACCEPTED'
  | 'TOO_MANY_ROOMS'
  | 'TOO_LATE_TO_BOOK'
  | 'TOO_EARLY_TO_BOOK'
  | 'NO_INVENTORY_ON_SOME_DATES'
  | 'NO_INVENTORY'
  | 'OTHER'

/** Why a supplier has no room of a hotel for a request, where it says why. */
export type UnavailableReason = {
  readonly code: UnavailableCode
  /** The limit that the request does not keep: nights, guests of a room, years of age, rooms or days. Null when it is not told. */
  readonly limit: number | null
  /** How many nights are sold from the check-in date on; empty when it is not told. */
  readonly allowedNights: readonly number[]
  /** The nights that are sold out; empty when it is not told. */
  readonly soldOutDates: readonly CalendarDate[]
}
