import { DAY_MS, MINUTE_MS } from './time.ts'

/** Contract 2.6: for how long we remember that a hotel had no price. */
export type NoPriceRules = {
  /** How long it applies to exactly the same search. */
  readonly exactMs: number
  /** A hotel is chronically unavailable when this many different check-in dates had no price within `chronicWithinMs`. */
  readonly chronicDates: number
  readonly chronicWithinMs: number
}

export const NO_PRICE_RULES: NoPriceRules = { exactMs: 30 * MINUTE_MS, chronicDates: 3, chronicWithinMs: 14 * DAY_MS }
