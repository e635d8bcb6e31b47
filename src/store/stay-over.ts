import { FAILED_RESTS_MS } from '../domain/personal-data.ts'
import { type Sql, sql } from './database.ts'
import { timeOf } from './own-time.ts'

/** The moment at which the organization of a row of `bookings` lives, and its date in UTC. */
export const OWN_TIME: OwnTime = {
  now: timeOf(sql`bookings.organization_id`),
  today: sql`to_char(${timeOf(sql`bookings.organization_id`)} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
}

type OwnTime = { readonly now: string | Sql; readonly today: string | Sql }

/**
 * The SQL condition that a row of `bookings` has a stay that is over: no supplier will be asked for its guests any more. A failed
 * booking that is still looked for is not over, because one supplier finds bookings by the guest's e-mail address, nor one whose offer
 * may still live, because its key must answer a repeated request. `today` is a calendar date in UTC. `stillNeeded` (operations) is the
 * same rule for a booking in memory.
 */
export function isStayOver({ now, today }: OwnTime): Sql {
  const restedAt = sql`${now}::timestamptz - make_interval(secs => ${FAILED_RESTS_MS}::float8 / 1000)`
  return sql`(status = 'CANCELLED' OR (status = 'FAILED' AND look_at IS NULL AND updated_at < ${restedAt})
    OR (status = 'CONFIRMED' AND check_out_date < ${today}))`
}
