/**
 * An instant: epoch milliseconds, UTC. Names of instants end in `At`. It is a number, so that JSON and caches preserve it and it
 * can be compared.
 */
export type Instant = number

/**
 * A calendar date without a zone, `YYYY-MM-DD`. Names of dates end in `Date`; on the wire they are `check_in` and `check_out`.
 */
export type CalendarDate = string

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00.000Z')
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z')

/** True for an instant whose year has four digits, as Postgres expects. */
export function isStorable(at: Instant): boolean {
  return at >= FIRST_INSTANT && at <= LAST_INSTANT
}

const DATE_SHAPE = /^\d{4}-\d{2}-\d{2}$/

/** A list repeats few instants, because all prices of a batch have the same one; so formatted timestamps are cached. */
const MAX_TIMESTAMPS = 1_000
const timestamps = new Map<Instant, string>()

/** Formats RFC 3339 UTC with milliseconds and `Z`, the only form of a timestamp on the wire. */
export function toRfc3339(at: Instant): string {
  const known = timestamps.get(at)
  if (known !== undefined) return known
  const text = new Date(at).toISOString()
  if (timestamps.size >= MAX_TIMESTAMPS) timestamps.clear()
  timestamps.set(at, text)
  return text
}

/**
 * Parses an RFC 3339 timestamp with an offset; null for anything else. The usual form, which suppliers send by the thousand, is
 * parsed by hand, many times faster than Temporal, which parses the other forms and rejects invalid ones.
 */
export function parseRfc3339(text: string): Instant | null {
  const usual = parseUsualTimestamp(text)
  if (usual !== null) return usual
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch {
    return null
  }
}

/** Parses `2026-11-21T07:27:21Z`, with or without milliseconds, in UTC or at an offset; null for any other form. */
function parseUsualTimestamp(text: string): Instant | null {
  if (text[4] !== '-' || text[7] !== '-' || text[10] !== 'T' || text[13] !== ':' || text[16] !== ':') return null
  const [year, month, day] = [digitsAt(text, 0, 4), digitsAt(text, 5, 2), digitsAt(text, 8, 2)]
  const [hour, minute, second] = [digitsAt(text, 11, 2), digitsAt(text, 14, 2), digitsAt(text, 17, 2)]
  const hasFraction = text[19] === '.'
  const offsetMs = parseOffset(text, hasFraction ? 23 : 19)
  const fraction = hasFraction ? digitsAt(text, 20, 3) : 0
  if (!isCalendarDay(year, month, day) || !(hour < 24 && minute < 60 && second < 60)) return null
  const at = Date.UTC(year, month - 1, day, hour, minute, second) + fraction - offsetMs
  return Number.isNaN(at) ? null : at
}

/** Parses `Z` or `+02:00` at the end of a text, in milliseconds; NaN when it is neither. */
function parseOffset(text: string, from: number): number {
  if (text[from] === 'Z') return text.length === from + 1 ? 0 : Number.NaN
  const [hours, minutes] = [digitsAt(text, from + 1, 2), digitsAt(text, from + 4, 2)]
  if (text.length !== from + 6 || text[from + 3] !== ':' || !(hours < 24 && minutes < 60)) return Number.NaN
  const offsetMs = hours * HOUR_MS + minutes * MINUTE_MS
  if (text[from] === '+') return offsetMs
  return text[from] === '-' ? -offsetMs : Number.NaN
}

/** Parses `count` digits as a whole number; NaN when a character is not a digit. */
function digitsAt(text: string, from: number, count: number): number {
  let value = 0
  for (let index = from; index < from + count; index++) {
    const digit = text.charCodeAt(index) - 48
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  return year >= 100 && day >= 1 && day <= (month === 2 && isLeapYear(year) ? 29 : (DAYS[month - 1] ?? 0))
}

/** True for a date that exists: `2026-02-30`, datetimes and other forms are refused. */
export function isCalendarDate(text: string): boolean {
  return (
    DATE_SHAPE.test(text) &&
    isCalendarDay(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10)))
  )
}

/** Whole days from one date to another; negative when `to` is earlier. */
export function daysBetween(fromDate: CalendarDate, toDate: CalendarDate): number {
  // `Date.parse` reads a date without a time as midnight in UTC, where every day has 24 hours.
  return (Date.parse(toDate) - Date.parse(fromDate)) / DAY_MS
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

/** All zone offsets since 1972 are multiples of a quarter of an hour, so no day begins within one. */
const QUARTER_MS = 15 * MINUTE_MS
const MAX_DATES = 500
const dates = new Map<string, CalendarDate>()

/** The calendar date in `timeZone` (IANA name or `±HH:MM`) at `at`, which must be in 1972 or later. */
export function dateInZone(at: Instant, timeZone: string): CalendarDate {
  const key = `${Math.floor(at / QUARTER_MS)} ${timeZone}`
  const known = dates.get(key)
  if (known !== undefined) return known
  const date = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString()
  if (dates.size >= MAX_DATES) dates.clear()
  dates.set(key, date)
  return date
}

/** The local wall time in `timeZone` at `at`, without a zone: `2027-03-08T23:59:00`. */
export function localDateTime(at: Instant, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
}

/**
 * The instant of a local wall time in a zone. A time that does not exist or exists twice, because the clocks change, becomes the
 * earlier of the two possible instants, so that a deadline is never stated too late.
 */
export function instantOfLocal(local: string, timeZone: string): Instant {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone, { disambiguation: 'earlier' }).epochMilliseconds
}
