import { type Sql, sql } from './database.ts'
import { timeOf } from './own-time.ts'

/** The date in UTC at which the organization of a row of `bookings` lives. */
export const TODAY = sql`to_char(${timeOf(sql`bookings.organization_id`)} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`

/**
 * The SQL condition that a row of `bookings` has a stay that is over: no supplier will be asked for its guests any more. `today`
 * is a calendar date in UTC, usually `TODAY`; stays that ended before it are over. `stillNeeded` (operations) is the same rule for a booking in
 * memory.
 */
export function isStayOver(today: string | Sql): Sql {
  return sql`(status IN ('CANCELLED', 'FAILED') OR (status = 'CONFIRMED' AND check_out_date < ${today}))`
}
