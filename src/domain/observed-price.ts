import { type CalendarDate, daysBetween } from './time.ts'

/** Arrivals on Friday and Saturday are expensive in towns and cheap elsewhere, so they are compared with each other only. */
export type WeekdayClass = 'WEEKDAY' | 'WEEKEND'

/** Weekdays count from Thursday, because 1970-01-01 was a Thursday. */
const FRIDAY = 1
const SATURDAY = 2

/** Days since 1970-01-01, by which observations are dated. */
export function dayNumber(date: CalendarDate): number {
  return daysBetween('1970-01-01', date)
}

export function weekdayClassOf(checkInDate: CalendarDate): WeekdayClass {
  const weekday = ((dayNumber(checkInDate) % 7) + 7) % 7
  return weekday === FRIDAY || weekday === SATURDAY ? 'WEEKEND' : 'WEEKDAY'
}

/** A price that was seen on a day: the cheapest total per night for all rooms, in USD cents. */
export type Observed = { readonly day: number; readonly nightlyUsdCents: number }

/** The middle value, or the mean of the two middle values, rounded half up; null for an empty list. */
function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : Math.round((lower + upper) / 2)
}

const TYPICAL_DAYS = 90
const TYPICAL_AT_LEAST = 5

/**
 * What a night typically costs: the median of 90 days. It is null with fewer than five observations, because we never invent a
 * figure.
 */
export function typicalNightly(observed: readonly Observed[], today: number): number | null {
  const recent = observed.filter(({ day }) => day > today - TYPICAL_DAYS)
  return recent.length < TYPICAL_AT_LEAST ? null : median(recent.map(({ nightlyUsdCents }) => nightlyUsdCents))
}

const SORT_DAYS = 14
const SORT_NEWEST = 15

/**
 * What a night has cost recently, by which lists are sorted: the median of the 15 newest observations of the last two weeks; null
 * when there are none.
 */
export function recentNightly(observed: readonly Observed[], today: number): number | null {
  return median(
    observed
      .filter(({ day }) => day > today - SORT_DAYS)
      .sort((a, b) => b.day - a.day)
      .slice(0, SORT_NEWEST)
      .map(({ nightlyUsdCents }) => nightlyUsdCents),
  )
}

/** How much cheaper a price is than the typical one, in tenths of a percent; negative when it is more expensive. */
export function valuePermille(priceUsdCents: number, typicalUsdCents: number): number {
  return Math.round(((typicalUsdCents - priceUsdCents) / typicalUsdCents) * 1_000)
}

const MAX_VALUE_PERMILLE = 300

/**
 * The score that sorts a list when the client asks for no order. In order of weight: the hotel's weight and stars, its value, and
 * whether it has observed prices.
 */
export function recommendation(hotel: {
  readonly weight: number
  readonly stars: number
  readonly valuePermille: number | null
  readonly isObserved: boolean
}): number {
  const value = Math.max(-MAX_VALUE_PERMILLE, Math.min(MAX_VALUE_PERMILLE, hotel.valuePermille ?? 0))
  return hotel.weight * 10 + hotel.stars * 400 + value * 2 + (hotel.isObserved ? 200 : 0)
}

const UNRATED_NIGHTLY = 6_000
const NIGHTLY_BY_STARS = [UNRATED_NIGHTLY, 4_500, 6_500, 9_500, 15_000, 32_000] as const

/** A first estimate for a hotel of which only the stars are known, in USD cents per night for two. */
export function estimatedNightly(stars: number | null): number {
  const known = stars ?? 0
  const [below, above] = [NIGHTLY_BY_STARS[Math.floor(known)], NIGHTLY_BY_STARS[Math.ceil(known)]]
  return Math.round(((below ?? UNRATED_NIGHTLY) + (above ?? UNRATED_NIGHTLY)) / 2)
}
