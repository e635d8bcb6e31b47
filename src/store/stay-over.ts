import { type Sql, sql } from './database.ts'
import { timeOf } from './own-time.ts'

/** The date in UTC at which the organization of a row of `bookings` lives. */
export const TODAY = sql`to_char(${timeOf(sql`bookings.organization_id`)} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`

/**
 * The SQL condition that a row of `bookings` has a stay that is over: no supplier will be asked for its guests any more. A failed
 * booking that is still looked for is not over, because one supplier finds bookings by the guest's e-mail address. `today` is a
 * calendar date in UTC, usually `TODAY`. `stillNeeded` (operations) is the same rule for a booking in memory.
 */
export function isStayOver(today: string | Sql): Sql {
  return sql`(status = 'CANCELLED' OR (status = 'FAILED' AND look_at IS NULL)
    OR (status = 'CONFIRMED' AND check_out_date < ${today}))`
}
