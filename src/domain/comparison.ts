import { addDays, type CalendarDate } from './time.ts'

/** The days of which a supplier's books are compared with ours, in UTC, both ends included. */
export type ComparedPeriod = {
  /** Bookings that were made on these days. */
  readonly made: DateRange
  /** Stays that begin on these days. */
  readonly begins: DateRange
}

type DateRange = { readonly from: CalendarDate; readonly to: CalendarDate }

/** What a comparison has counted so far. */
export type ComparisonCounts = {
  /** Entries of the supplier's books, and bookings that were asked about one by one. */
  readonly compared: number
  /** Bookings of which the books say something else than we: each was looked at. */
  readonly differing: number
  /** Bookings of ours that were not in the books where they should be: each was looked at. */
  readonly missing: number
  /** Bookings that stand at the supplier, and are unknown or cancelled here: each is a case. */
  readonly onlyThere: number
  /** Entries of other systems under the same contract. */
  readonly foreign: number
  readonly unreadable: number
}

export const NOTHING_COUNTED: ComparisonCounts = {
  compared: 0,
  differing: 0,
  missing: 0,
  onlyThere: 0,
  foreign: 0,
  unreadable: 0,
}

/**
 * How far a comparison has come, stored after each unit of its work, so that whoever goes on after a crash repeats one unit at the most:
 * - days: `daysDone` of the period's days are done; the next one begins with its first page.
 * - standing: all days are done; of our own bookings those up to `after` are.
 */
export type ComparisonProgress = {
  readonly period: ComparedPeriod
  readonly daysDone: number
  /** The last of our own bookings that was asked about; null: none was. */
  readonly after: StayEnd | null
  readonly counts: ComparisonCounts
}

/** A place in our own bookings in the order of their check-outs. */
export type StayEnd = { readonly checkOutDate: CalendarDate; readonly bookingId: string }

export function firstProgress(period: ComparedPeriod): ComparisonProgress {
  return { period, daysDone: 0, after: null, counts: NOTHING_COUNTED }
}

export function addCounts(a: ComparisonCounts, b: Partial<ComparisonCounts>): ComparisonCounts {
  return {
    compared: a.compared + (b.compared ?? 0),
    differing: a.differing + (b.differing ?? 0),
    missing: a.missing + (b.missing ?? 0),
    onlyThere: a.onlyThere + (b.onlyThere ?? 0),
    foreign: a.foreign + (b.foreign ?? 0),
    unreadable: a.unreadable + (b.unreadable ?? 0),
  }
}

/** A day of the supplier's books. */
export type ComparedDay = { readonly by: 'CREATION' | 'CHECK_IN'; readonly date: CalendarDate }

/** The days of a period, in the order in which they are compared, by what the supplier's books can be read. */
export function comparedDays({ made, begins }: ComparedPeriod, listsBy: readonly string[]): ComparedDay[] {
  return [
    ...(listsBy.includes('CREATION') ? daysOf(made).map((date) => ({ by: 'CREATION' as const, date })) : []),
    ...(listsBy.includes('CHECK_IN') ? daysOf(begins).map((date) => ({ by: 'CHECK_IN' as const, date })) : []),
  ]
}

/** A comparison is of this many days at the most. */
export const MAX_DAYS = 92

function daysOf({ from, to }: DateRange): CalendarDate[] {
  const days: CalendarDate[] = []
  for (let date = from; date <= to && days.length < MAX_DAYS; date = addDays(date, 1)) days.push(date)
  return days
}

/** The made days of a night: those since the last comparison that ended, and two more, because books lag. */
const LAG_DAYS = 2
/** Stays that begin so soon are compared once more every night. */
const DAYS_AHEAD = 3
/** After a pause longer than this, operators say themselves what is to be compared. */
const MOST_DAYS_BACK = 31

/** What is compared in a night. `lastDate`: when the last comparison ended; null: never. */
export function nightlyPeriod(today: CalendarDate, lastDate: CalendarDate | null): ComparedPeriod {
  const oldest = addDays(today, -MOST_DAYS_BACK)
  const since = addDays(lastDate ?? today, -LAG_DAYS)
  return {
    made: { from: since > oldest ? since : oldest, to: today },
    begins: { from: today, to: addDays(today, DAYS_AHEAD) },
  }
}
