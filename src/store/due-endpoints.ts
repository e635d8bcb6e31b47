import { type Sql, sql } from './database.ts'
import { AHEAD, timeOf } from './own-time.ts'

/** Joins the time of its organization to each endpoint `e`, as `own.now`. */
export const WITH_OWN_TIME = sql`CROSS JOIN LATERAL (SELECT ${timeOf(sql`e.organization_id`)} AS now) own`

/** Conditions on deliveries `d`; `own.now` is the time of their organization. */
export const IS_WAITING = sql`d.status IN ('PENDING', 'RETRYING')`
export const IS_FREE = sql`(d.lease_id IS NULL OR d.leased_until < own.now)`
/**
 * Without the outer OFFSET it becomes a join, for which all that waits for the endpoint is read. The inner one leaves only the index of the
 * booking: that of what waits would do as well for Postgres while little waits, and a plan is kept when more does.
 */
const IS_FIRST_OF_BOOKING = sql`NOT EXISTS (
  SELECT 1 FROM (
    SELECT status FROM webhook_deliveries
    WHERE endpoint_id = d.endpoint_id AND booking_id = d.booking_id AND event_position < d.event_position OFFSET 0
  ) older
  WHERE older.status IN ('PENDING', 'RETRYING') OFFSET 0
)`
export const CLAIMABLE = sql`${IS_WAITING} AND d.due_at <= own.now AND ${IS_FREE} AND ${IS_FIRST_OF_BOOKING}`

/** Conditions on endpoints `e`. */
export const IS_KEPT = sql`e.enabled AND e.deleted_at IS NULL`
export const IS_OPEN = sql`${IS_KEPT} AND (e.paused_until IS NULL OR e.paused_until <= own.now)`

/** How many more an endpoint `e` may get now. */
export const ROOM = sql`least(
  CASE WHEN e.failing_since IS NULL THEN e.max_concurrency ELSE 1 END - (
    SELECT count(*) FROM webhook_deliveries busy
    WHERE busy.endpoint_id = e.id AND busy.lease_id IS NOT NULL AND busy.leased_until >= own.now
  ),
  floor(e.max_per_second * (1 - greatest(0, extract(epoch FROM e.next_slot_at - own.now))))
)::int`

/** While fewer deliveries than so many are due, their endpoints are read from them. A constant: the plan depends on it. */
const FEW_DUE = sql.names(['512'])

/**
 * The endpoints that something is due for, and perhaps others that something waits for, as `with_due(endpoint_id)`: the cost is that of
 * what waits, however many endpoints there are. The deliveries that have been due longest name them. Where those are all of a few
 * endpoints that have no room, a dead one for example, and so cannot give `enough`, one is read of each endpoint that something waits
 * for, from one to the next in the index. Organizations that are ahead of real time have few endpoints, and none in production.
 */
export function endpointsWithDue(enough: number): Sql {
  return sql`first AS MATERIALIZED (
    SELECT d.endpoint_id, count(*) AS due,
      array_agg(d.booking_id ORDER BY d.due_at) FILTER (WHERE d.lease_id IS NULL) AS bookings,
      array_agg(d.event_position ORDER BY d.due_at) FILTER (WHERE d.lease_id IS NULL) AS positions
    FROM (
      SELECT * FROM webhook_deliveries d WHERE ${IS_WAITING} AND d.due_at <= gateway_now() ORDER BY d.due_at LIMIT ${FEW_DUE}
    ) d
    GROUP BY d.endpoint_id
  ), are_many(yes) AS MATERIALIZED (
    SELECT sum(due) = ${FEW_DUE} FROM first
  ), at_hand(count) AS MATERIALIZED (
    SELECT count(*) FROM (
      SELECT 1 FROM first CROSS JOIN LATERAL (
        SELECT * FROM webhook_endpoints WHERE id = first.endpoint_id OFFSET 0
      ) e ${WITH_OWN_TIME} CROSS JOIN LATERAL (SELECT ${ROOM} AS room OFFSET 0) own_room CROSS JOIN LATERAL (
        SELECT first.endpoint_id, booking_id, event_position
        FROM unnest(first.bookings[1:own_room.room], first.positions[1:own_room.room]) AS free(booking_id, event_position)
      ) d
      WHERE (SELECT yes FROM are_many) AND ${IS_OPEN} AND ${IS_FIRST_OF_BOOKING} LIMIT ${enough}::int
    ) free
  ), walked(endpoint_id, due_at) AS (
    (SELECT d.endpoint_id, d.due_at FROM webhook_deliveries d
    WHERE ${IS_WAITING} AND (SELECT yes FROM are_many) AND (SELECT count FROM at_hand) < ${enough}::int
    ORDER BY d.endpoint_id, d.due_at LIMIT 1)
    UNION ALL
    SELECT next.endpoint_id, next.due_at FROM walked CROSS JOIN LATERAL (
      SELECT d.endpoint_id, d.due_at FROM webhook_deliveries d WHERE ${IS_WAITING} AND d.endpoint_id > walked.endpoint_id
      ORDER BY d.endpoint_id, d.due_at LIMIT 1
    ) next
  ), with_due AS MATERIALIZED (
    SELECT endpoint_id FROM first
    UNION SELECT endpoint_id FROM walked WHERE due_at <= gateway_now()
    UNION SELECT id FROM webhook_endpoints WHERE organization_id = ANY(${AHEAD})
  )`
}
