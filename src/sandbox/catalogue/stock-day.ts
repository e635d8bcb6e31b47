import { addDays, type CalendarDate } from '../../domain/time.ts'

/**
 * Maps a date to the day whose stock the sandbox sells on it. Availability, prices and rooms left depend on that day; dates in answers do not
 * change. Tests shift it, so that a stay N days ahead meets the same stock on any day of the year.
 */
let shiftDays = 0

/** Of the whole process, from `SANDBOX_STOCK_SHIFT_DAYS`: 0, or how many days later the stock is taken from. */
export function setStockShift(days: number): void {
  shiftDays = days
}

/** The day whose stock is sold on `date`. */
export function stockDay(date: CalendarDate): CalendarDate {
  return shiftDays === 0 ? date : addDays(date, shiftDays)
}
