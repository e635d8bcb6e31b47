import { type Sql, sql } from './database.ts'

/**
 * The condition, on a row of `bookings`, that its stay is over: no supplier will be asked anything more for its guests. `today` is a
 * calendar date, UTC; stays that ended before it are over. `stillNeeded` (operations) is the same rule for a booking that was read.
 */
export function isStayOver(today: string): Sql {
  return sql`(status IN ('CANCELLED', 'FAILED') OR (status = 'CONFIRMED' AND check_out_date < ${today}))`
}
