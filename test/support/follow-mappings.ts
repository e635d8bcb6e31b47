import type { TestDatabase } from './database.ts'
import type { Json } from './http-client.ts'

/** All of a booking that a change of mappings could touch. */
export async function soldOf({ query }: TestDatabase, bookingId: string): Promise<Json> {
  const [row] = await query(
    `SELECT status, hotel_id, supplier_code, connection_id, supplier_reference, supplier_booking_id, terms, hotel_confirmation
     FROM bookings WHERE id = $1`,
    [bookingId],
  )
  return row
}

/** As if what was changed just now had been changed a minute ago: by then the worker's sweeps follow it. */
export async function letAMinutePass({ query }: TestDatabase): Promise<void> {
  await query(
    `ALTER TABLE mapping_versions DISABLE TRIGGER mapping_versions_kept;
     UPDATE mapping_versions SET at = at - interval '61 s' WHERE at > now() - interval '60 s';
     ALTER TABLE mapping_versions ENABLE TRIGGER mapping_versions_kept;
     UPDATE listings SET changed_at = changed_at - interval '61 s' WHERE changed_at > now() - interval '60 s';
     UPDATE catalogue_marks SET at = at - interval '3 minutes'
     WHERE name IN ('mapping-versions-followed', 'ended-listings-followed')`,
  )
}
