/** An instant: epoch milliseconds, UTC. Names end in `At`. A number, so that it survives JSON, caches and comparison. */
export type Instant = number

/** A calendar date without a zone, `YYYY-MM-DD`. Names end in `Date`; on the wire `check_in`, `check_out`. */
export type CalendarDate = string

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const DATE_SHAPE = /^\d{4}-\d{2}-\d{2}$/

/** RFC 3339 UTC with milliseconds and `Z`: the one shape of a timestamp on the wire. */
export const toRfc3339 = (at: Instant): string => new Date(at).toISOString()

/** Reads an RFC 3339 timestamp with an offset; null when it is anything else. */
export const parseRfc3339 = (text: string): Instant | null => {
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch {
    return null
  }
}

/** True for a date that exists: `2026-02-30`, datetimes and other spellings are refused. */
export const isCalendarDate = (text: string): boolean => {
  if (!DATE_SHAPE.test(text)) return false
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text
  } catch {
    return false
  }
}

/** Whole days from one date to another; negative when `to` is earlier. */
export const daysBetween = (fromDate: CalendarDate, toDate: CalendarDate): number =>
  Temporal.PlainDate.from(fromDate).until(Temporal.PlainDate.from(toDate), { largestUnit: 'day' }).days

export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  Temporal.PlainDate.from(date).add({ days }).toString()

/** The date that a wall calendar in `timeZone` (IANA name or `±HH:MM`) shows at `at`. */
export const dateInZone = (at: Instant, timeZone: string): CalendarDate =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString()

/** The local wall time in `timeZone` at `at`, without a zone: `2027-03-08T23:59:00`. */
export const localDateTime = (at: Instant, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })

/** The instant of a local wall time in a zone; in a DST gap the later, in an overlap the earlier instant (`compatible`). */
export const instantOfLocal = (local: string, timeZone: string): Instant =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds
