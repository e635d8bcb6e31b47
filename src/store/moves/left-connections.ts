import { OF_CONNECTIONS } from './moved-tables.ts'
import type { CellSession } from './moving-rows.ts'

/** Tables that know a connection and are of no use without it: the work and the figures that are left over it. */
const OVER_CONNECTIONS = ['supplier_messages', 'supplier_comparisons', 'supplier_call_hours', 'supplier_call_counts']

/**
 * Deletes the connections of an organization that nobody else here uses, but those that are to be `kept`, and all its links. Left behind, they would
 * be compared every night with their supplier's books, in a cell that knows none of the bookings, and be found as they were when it comes back. In a
 * transaction of its own, before the bookings go that name them: whoever dies before its end begins it again.
 */
export async function deleteConnections(
  session: CellSession,
  organizationId: string,
  kept: readonly string[],
): Promise<void> {
  const { rows } = await session.query<{ id: string }>(
    `SELECT t.id FROM supplier_connections t WHERE ${OF_CONNECTIONS} AND t.id <> ALL($2::text[])
       AND NOT EXISTS (SELECT FROM organization_suppliers WHERE connection_id = t.id AND organization_id <> $1)
       AND NOT EXISTS (SELECT FROM further_connections WHERE connection_id = t.id AND organization_id <> $1)
       AND NOT EXISTS (SELECT FROM bookings WHERE connection_id = t.id AND organization_id <> $1)
     FOR UPDATE OF t`,
    [organizationId, kept],
  )
  const ids = rows.map(({ id }) => id)
  for (const links of ['further_connections', 'organization_suppliers'])
    await session.query(`DELETE FROM ${links} WHERE organization_id = $1`, [organizationId])
  for (const table of OVER_CONNECTIONS)
    await session.query(`DELETE FROM ${table} WHERE connection_id = ANY($1::text[])`, [ids])
  await session.query('DELETE FROM supplier_connections WHERE id = ANY($1::text[])', [ids])
}
