import { randomUUID } from 'node:crypto'
import type { TestDatabase } from './database.ts'

/** Events with a delivery each to an endpoint, as moves would have written them: so many bookings with so many events. */
export async function addEvents(
  database: TestDatabase,
  endpointId: string,
  { bookings, events = 1, status = 'PENDING', ageDays = 0 }: Load,
): Promise<string[]> {
  const batch = randomUUID().slice(0, 8)
  const rows = await database.query(
    `WITH endpoint AS (SELECT id, organization_id, environment FROM webhook_endpoints WHERE id = $1),
     booked AS (
       INSERT INTO bookings (id, organization_id, environment, version, sequence, status, mode, accepted_offer_id, hotel_id,
         supplier_code, connection_id, supplier_reference, hotel_confirmation, check_in_date, check_out_date, terms, created_at,
         updated_at)
       SELECT 'ubk_' || $2 || '_' || n, organization_id, environment, 1, $4::int, 'CONFIRMED', 'INSTANT', 'off_none', 1,
         'expedia_rapid', 'conn_none', upper($2) || n, '{}', '2027-01-01', '2027-01-02', '{}', now(), now()
       FROM endpoint, generate_series(1, $3::int) AS n RETURNING id, organization_id, environment
     ), logged AS (
       INSERT INTO booking_events (id, organization_id, environment, booking_id, sequence, type, body, created_at)
       SELECT made.id, organization_id, environment, booked.id, sequence, 'booking.updated',
         json_build_object('type', 'booking.updated', 'data', json_build_object('event_id', made.id,
           'booking_id', booked.id, 'sequence', sequence))::text,
         now() - make_interval(days => $6::int)
       FROM booked, generate_series(1, $4::int) AS sequence, LATERAL (
         SELECT gateway_first_id('evt_', now() - make_interval(days => $6::int)) || '_' || booked.id || '_' || sequence AS id
       ) AS made ORDER BY booked.id, sequence
       RETURNING id, organization_id, booking_id, position, created_at
     )
     INSERT INTO webhook_deliveries (id, organization_id, endpoint_id, event_id, event_type, booking_id, event_position, status,
       due_at, created_at, updated_at)
     SELECT 'whd_' || logged.id, organization_id, $1, logged.id, 'booking.updated', booking_id, position, $5,
       CASE WHEN $5 = 'PENDING' THEN gateway_now() END, created_at, created_at FROM logged RETURNING event_id`,
    [endpointId, batch, bookings, events, status, ageDays],
  )
  return rows.map(({ event_id: id }) => id)
}

type Load = {
  readonly bookings: number
  readonly events?: number
  readonly status?: 'PENDING' | 'SKIPPED' | 'FAILED' | 'DELIVERED'
  readonly ageDays?: number
}
