import { type Issue, issue } from './issue.ts'
import { addDays, type CalendarDate, dateInZone, daysBetween, type Instant, isCalendarDate } from './time.ts'

/** The nights that a guest sleeps at the hotel: check-in date inclusive, check-out date exclusive. */
export type Stay = { readonly checkInDate: CalendarDate; readonly checkOutDate: CalendarDate }

const MAX_NIGHTS = 30
const MAX_DAYS_AHEAD = 500

/** The zone in which a day begins last: once a date has begun there, it has begun everywhere. */
const LAST_ZONE = '-12:00'

export function nightsOf(stay: Stay): number {
  return daysBetween(stay.checkInDate, stay.checkOutDate)
}

/** The dates of the nights, `nightsOf(stay)` of them. */
export function nightDates(stay: Stay): CalendarDate[] {
  return Array.from({ length: nightsOf(stay) }, (_, index) => addDays(stay.checkInDate, index))
}

/**
 * Returns every fault of a stay. Today is the date at the destination; when its zone is unknown, the date at UTC−12, so that no
 * valid stay is refused. Impossible dates (2026-02-30) and datetimes are INVALID_DATE.
 */
export function checkStay(stay: Stay, now: Instant, timeZone: string | null): Issue[] {
  const issues = [...checkDate(stay.checkInDate, 'check_in'), ...checkDate(stay.checkOutDate, 'check_out')]
  if (issues.some(({ path }) => path === 'check_in')) return issues
  const today = dateInZone(now, timeZone ?? LAST_ZONE)
  if (stay.checkInDate < today) {
    const told = timeZone ? `today (${today} at the destination)` : 'today'
    issues.push(issue('check_in', 'IN_THE_PAST', `check_in must be ${told} or later`))
  }
  if (daysBetween(today, stay.checkInDate) > MAX_DAYS_AHEAD)
    issues.push(issue('check_in', 'TOO_FAR_AHEAD', `check_in must be at most ${MAX_DAYS_AHEAD} days ahead`))
  if (issues.some(({ path }) => path === 'check_out')) return issues
  return [...issues, ...checkLength(stay)]
}

function checkDate(date: string, path: string): Issue[] {
  return isCalendarDate(date) ? [] : [issue(path, 'INVALID_DATE', `${path} must be an existing date as YYYY-MM-DD`)]
}

function checkLength(stay: Stay): Issue[] {
  const nights = nightsOf(stay)
  if (nights < 1) return [issue('check_out', 'NOT_AFTER', 'check_out must be after check_in')]
  if (nights > MAX_NIGHTS)
    return [issue('check_out', 'STAY_TOO_LONG', `a stay has at most ${MAX_NIGHTS} nights, not ${nights}`)]
  return []
}
