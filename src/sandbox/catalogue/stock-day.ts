import { addDays, type CalendarDate } from '../../domain/time.ts'

/**
 * Which day's stock the sandbox sells on a day. What is sold out, what a night costs and how many rooms are left follow from it; dates that a
 * client sees do not. Tests move it, so that stays so many days from today meet the same stock on any day of the year.
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
