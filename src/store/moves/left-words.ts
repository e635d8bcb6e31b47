import { type CellSession, mayChange } from './moving-rows.ts'

/** The fields of an audit entry in which people of ours say in their own words why they did something, as forgetting a booking knows them. */
const WORDS = ['note', 'reason']

const BOOKINGS = 'SELECT id FROM bookings WHERE organization_id = $1'

/** What goes before its booking, and has entries of the audit log of its own. */
const ABOUT_BOOKINGS = `${BOOKINGS}
  UNION SELECT id FROM cases WHERE booking_id IN (${BOOKINGS})
  UNION SELECT id FROM supplier_exchanges WHERE booking_id IN (${BOOKINGS})
  UNION SELECT id FROM webhook_deliveries WHERE organization_id = $1`

/**
 * Deletes what operators have written about the bookings of an organization, and what went to suppliers of them, where the cell keeps it although the
 * bookings go: nobody could forget it there any more. What the organization's own entries say has moved with it.
 */
export async function deleteWords(session: CellSession, organizationId: string): Promise<void> {
  if (await mayChange(session, 'audit_log', 'details')) await deleteAuditedWords(session, organizationId)
  await session.query(
    `UPDATE console_proposals SET arguments = arguments - $2::text[], reason = '', note = NULL WHERE subject IN (${BOOKINGS})`,
    [organizationId, WORDS],
  )
  await session.query(
    `UPDATE cases SET note = NULL WHERE organization_id IS NULL AND note IS NOT NULL AND booking_id IN (${BOOKINGS})`,
    [organizationId],
  )
  await session.query(`DELETE FROM supplier_exchanges WHERE booking_id IN (${BOOKINGS})`, [organizationId])
}

async function deleteAuditedWords(session: CellSession, organizationId: string): Promise<void> {
  await session.query(`SELECT set_config('gateway.audit_retention', 'on', true)`)
  await session.query(
    `UPDATE audit_log SET details = details - $2::text[] WHERE jsonb_exists_any(details, $2::text[])
       AND (subject IN (${ABOUT_BOOKINGS}) OR details ->> 'bookingId' IN (${BOOKINGS}))`,
    [organizationId, WORDS],
  )
}
