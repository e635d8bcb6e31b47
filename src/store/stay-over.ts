import { type Sql, sql } from './database.ts'

/**
 * The SQL condition that a row of `bookings` has a stay that is over: no supplier will be asked for its guests any more. `today`
 * is a calendar date in UTC; stays that ended before it are over. `stillNeeded` (operations) is the same rule for a booking in
 * memory.
 */
export function isStayOver(today: string): Sql {
  return sql`(status IN ('CANCELLED', 'FAILED') OR (status = 'CONFIRMED' AND check_out_date < ${today}))`
}
