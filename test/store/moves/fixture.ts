import type { CellSession } from '../../../src/store/moves/moving-rows.ts'

const AT = '2026-11-24T12:00:00.123Z'

/** An organization with two bookings, their events and a delivery of each, past every store. */
export async function putOrganization(session: CellSession, organizationId: string): Promise<void> {
  await session.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Acme "Travel" – Zürich')`, [organizationId])
  await session.query(
    `INSERT INTO webhook_endpoints (id, organization_id, environment, url, event_types, secrets, created_at, updated_at)
     VALUES ($1, $2, 'sandbox', 'https://acme.example/', '{*}', '[]', $3, $3)`,
    [`end_${organizationId}`, organizationId, AT],
  )
  for (const name of ['a', 'b']) await putBooking(session, organizationId, `ubk_${organizationId}_${name}`)
}

export async function putBooking(session: CellSession, organizationId: string, bookingId: string): Promise<void> {
  await session.query(
    `INSERT INTO bookings (id, organization_id, environment, sequence, status, mode, accepted_offer_id, hotel_id, supplier_code,
       connection_id, supplier_reference, hotel_confirmation, metadata, check_in_date, check_out_date, terms, guests_sealed, created_at, updated_at)
     VALUES ($1, $2, 'sandbox', 1, 'CONFIRMED', 'INSTANT', $3, 1, 'hotelbeds', 'con_1', $4, '{}', '{"weight":12345678901234567890.10}',
       '2030-01-01', '2030-01-03', '{}', '\\x0102', $5, $5)`,
    [bookingId, organizationId, `off_${bookingId}`, `ref_${bookingId}`, AT],
  )
  await putEvent(session, { organizationId, bookingId, sequence: 1 })
}

export async function putEvent(
  session: CellSession,
  {
    organizationId,
    bookingId,
    sequence,
  }: { readonly organizationId: string; readonly bookingId: string; readonly sequence: number },
): Promise<void> {
  const id = `evt_${bookingId}_${sequence}`
  await session.query(
    `WITH logged AS (
       INSERT INTO booking_events (id, organization_id, environment, booking_id, sequence, type, body, created_at)
       VALUES ($1, $2, 'sandbox', $3, $4, 'booking.updated', '{}', $5) RETURNING position
     )
     INSERT INTO webhook_deliveries (id, organization_id, endpoint_id, event_id, event_type, booking_id, event_position, status, due_at, created_at, updated_at)
     SELECT $6, $2, $7, $1, 'booking.updated', $3, position, 'PENDING', $5, $5, $5 FROM logged`,
    [id, organizationId, bookingId, sequence, AT, `whd_${id}`, `end_${organizationId}`],
  )
}
