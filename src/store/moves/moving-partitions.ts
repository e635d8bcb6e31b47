import { ID_PREFIXES, timeOfId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/time.ts'
import { KIND_OF, type Partition, type PartitionedTable, toPartition } from '../partitions.ts'
import type { CellSession } from './moving-rows.ts'

/** Characters of an id that tell its time to some two hours: there are few such beginnings, and a day has whole ones. */
const BEGINNING = 5
export const BEGINNING_MS = 2 ** (50 - 5 * BEGINNING) / 4

/** From when an organization's rows of a table are, to `BEGINNING_MS`. Ids that tell no time are left out. */
export async function timesOf(
  session: CellSession,
  { table, organizationId }: { readonly table: PartitionedTable; readonly organizationId: string },
): Promise<Instant[]> {
  const prefix = ID_PREFIXES[KIND_OF[table]]
  const { rows } = await session.query<{ beginning: string }>(
    `SELECT DISTINCT left(id, ${prefix.length + BEGINNING}) AS beginning FROM ${table} 
     WHERE organization_id = $1 AND id >= gateway_first_id($2, '2000-01-01Z') AND id < gateway_first_id($2, now() + interval '1 day')
     ORDER BY 1`,
    [organizationId, prefix],
  )
  return rows.flatMap(({ beginning }) => timeOfId(beginning.padEnd(prefix.length + 26, '0')) ?? [])
}

/** A cell's partitions of a table, as `store.partitions.list`. */
export async function partitionsOf(session: CellSession, table: PartitionedTable): Promise<Partition[]> {
  const { rows } = await session.query<{ name: string; bound: string }>(
    `SELECT relname::text AS name, pg_get_expr(relpartbound, pg_class.oid) AS bound
     FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = $1::text::regclass`,
    [table],
  )
  return rows.flatMap(toPartition)
}

/** Adds a partition in a cell, as `store.partitions.add`. */
export async function addPartition(
  session: CellSession,
  table: PartitionedTable,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): Promise<void> {
  await session.query('SELECT gateway_add_partition($1, $2, $3, $4)', [
    table,
    ID_PREFIXES[KIND_OF[table]],
    new Date(from),
    new Date(to),
  ])
}
