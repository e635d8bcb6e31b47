import { isCalendarDate } from '../../domain/time.ts'
import type { UnavailableCode, UnavailableReason } from '../../domain/unavailable-reason.ts'

/** Rapid's words; one that is not here is told as OTHER. */
const CODES: Readonly<Record<string, UnavailableCode>> = {
  minimum_stay: 'MINIMUM_STAY',
  maximum_stay: 'MAXIMUM_STAY',
  restricted_stay_lengths: 'STAY_LENGTH_NOT_SOLD',
  checkin_not_allowed: 'CHECK_IN_NOT_ALLOWED',
  checkout_not_allowed: 'CHECK_OUT_NOT_ALLOWED',
  adults_exceed_threshold: 'OCCUPANCY',
  children_exceed_threshold: 'OCCUPANCY',
  infants_exceed_threshold: 'OCCUPANCY',
  maximum_occupancy: 'OCCUPANCY',
  minimum_child_age: 'CHILD_AGE',
  children_not_supported: 'CHILDREN_NOT_ACCEPTED',
  maximum_rooms: 'TOO_MANY_ROOMS',
  same_day_restrictions: 'TOO_LATE_TO_BOOK',
  minimum_advance_purchase: 'TOO_LATE_TO_BOOK',
  maximum_advance_purchase: 'TOO_EARLY_TO_BOOK',
  partial_inventory_available: 'NO_INVENTORY_ON_SOME_DATES',
  no_inventory_available: 'NO_INVENTORY',
}

/** A limit of adults, of children or of infants is not one of all guests. */
const OF_SOME_GUESTS = /^(adults|children|infants)_exceed_threshold$/

type Told = { readonly code: string; readonly data?: string | undefined }

/** Rapid's reason; its `data` is a number, or a list of numbers or dates with `|` between them, as the code says. */
export function mapUnavailable({ code: word, data = '' }: Told): UnavailableReason {
  const code = (Object.hasOwn(CODES, word) ? CODES[word] : undefined) ?? 'OTHER'
  const parts = data.split('|').map((part) => part.trim())
  const numbers = parts.filter((part) => /^\d{1,4}$/.test(part)).map(Number)
  const [limit] = numbers
  const hasLimit = code !== 'OTHER' && code !== 'STAY_LENGTH_NOT_SOLD' && !OF_SOME_GUESTS.test(word)
  return {
    code,
    limit: hasLimit && numbers.length === 1 ? (limit ?? null) : null,
    allowedNights: code === 'STAY_LENGTH_NOT_SOLD' ? numbers : [],
    soldOutDates: code === 'NO_INVENTORY_ON_SOME_DATES' ? parts.filter(isCalendarDate) : [],
  }
}
