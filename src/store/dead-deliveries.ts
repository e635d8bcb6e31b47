import { type Database, sql } from './database.ts'

/**
 * A part of the statement that settles attempts, so that no crash can come between a delivery that failed for good and its case:
 * opens a case for each endpoint of `moved` that has such a delivery, or says in the open one which was the last. `told` gives
 * what was told of each attempt, with an id for a new case.
 */
export const DEAD_DELIVERY_CASES = sql`
  INSERT INTO cases (id, kind, subject, organization_id, booking_id, detail, opened_at, seen_at)
  SELECT DISTINCT ON (moved.endpoint_id) told.case_id, 'DEAD_DELIVERIES', moved.endpoint_id, moved.organization_id,
    NULL, jsonb_build_object('deliveryId', moved.id, 'eventType', moved.event_type, 'attempts', told.attempt,
      'responseStatus', told.response_status), gateway_now(moved.organization_id), gateway_now(moved.organization_id)
  FROM moved JOIN told ON told.delivery_id = moved.id
  WHERE told.status = 'FAILED'
  ORDER BY moved.endpoint_id, moved.event_position DESC
  ON CONFLICT (kind, subject) WHERE closed_at IS NULL DO UPDATE
  SET detail = EXCLUDED.detail, seen = cases.seen + 1, seen_at = EXCLUDED.seen_at`

/**
 * Closes the cases of endpoints none of whose deliveries is dead any more: they were sent again, whoever asked for it, or are too old
 * to be kept, or the endpoint was deleted. A case that is seen again meanwhile stays open.
 */
export async function settleDeadDeliveries(db: Database): Promise<void> {
  await db.$executeRaw`
  UPDATE cases c SET closed_at = gateway_now(c.organization_id), closed_by = 'system', settled_how = 'no delivery is dead any more'
  FROM (
    SELECT id, seen FROM cases one
    WHERE kind = 'DEAD_DELIVERIES' AND closed_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
      WHERE d.endpoint_id = one.subject AND d.status = 'FAILED' AND e.deleted_at IS NULL
    )
  ) over
  WHERE c.id = over.id AND c.seen = over.seen AND c.closed_at IS NULL`
}
