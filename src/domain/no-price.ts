import { DAY_MS, MINUTE_MS } from './time.ts'

/** Contract 2.6: how long it counts that a hotel had no price. */
export type NoPriceRules = {
  /** For the very same question. */
  readonly exactMs: number
  /** So many different check-in dates without a price, within so long, and the hotel is chronically unavailable. */
  readonly chronicDates: number
  readonly chronicWithinMs: number
}

export const NO_PRICE_RULES: NoPriceRules = { exactMs: 30 * MINUTE_MS, chronicDates: 3, chronicWithinMs: 14 * DAY_MS }
