import { MOVED_TABLES, type MovedTable } from '../../../store/moves/moved-tables.ts'
import {
  bucketSums,
  type CellSession,
  deleteKeys,
  differingBuckets,
  keysIn,
  type MovingRow,
  readRows,
  releaseRows,
  writeRows,
} from '../../../store/moves/moving-rows.ts'

export type Cells = { readonly source: CellSession; readonly target: CellSession; readonly organizationId: string }

/** Opens what is sealed under the source's master key and seals it under the target's; the same rows back, in their order. */
export type Reseal = (table: MovedTable, rows: readonly MovingRow[]) => readonly MovingRow[]

/** What one round has found and done. */
export type Round = {
  /** Rows that were written into the target, by table. */
  readonly written: Readonly<Record<string, number>>
  readonly deleted: number
  /** How many rows differed of the tables that have to be equal. A round that finds none is the proof that all is there. */
  readonly differed: number
}

/**
 * Makes the target's rows of the organization equal to the source's, table by table, and says what differed. While the source is being
 * written it has to be done again. The source is read in one snapshot: what names a row that has just been added comes with that row.
 */
export async function copyRound(
  cells: Cells,
  reseal: Reseal,
  tables: readonly MovedTable[] = MOVED_TABLES,
): Promise<Round> {
  const { source } = cells
  await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    return await copyWhatDiffers(cells, reseal, tables)
  } finally {
    await source.query('ROLLBACK').catch(() => undefined)
  }
}

async function copyWhatDiffers(cells: Cells, reseal: Reseal, tables: readonly MovedTable[]): Promise<Round> {
  const differing = new Map<MovedTable, number[]>()
  for (const table of tables) differing.set(table, await differenceOf(cells, table))
  let deleted = 0
  for (const table of tables.toReversed()) deleted += await deleteGone(cells, table, differing.get(table) ?? [])
  const written: Record<string, number> = {}
  let differed = deleted
  for (const table of tables) {
    const count = await copyBuckets(cells, { table, buckets: differing.get(table) ?? [] }, reseal)
    if (count === 0) continue
    written[table.table] = count
    if (!table.isAddedTo) differed += count
  }
  return { written, deleted, differed }
}

/** The tables that differ now; those that the target only adds to are not compared. */
export async function differingTables(cells: Cells): Promise<string[]> {
  const found: string[] = []
  for (const table of MOVED_TABLES)
    if (!table.isAddedTo && (await differenceOf(cells, table)).length > 0) found.push(table.table)
  return found
}

async function differenceOf({ source, target, organizationId }: Cells, table: MovedTable): Promise<number[]> {
  const [ours, theirs] = await Promise.all([
    bucketSums(source, { table, organizationId, side: 'source' }),
    bucketSums(target, { table, organizationId, side: 'target' }),
  ])
  return differingBuckets(ours, theirs)
}

async function deleteGone(
  { source, target, organizationId }: Cells,
  table: MovedTable,
  buckets: readonly number[],
): Promise<number> {
  if (buckets.length === 0 || table.isAddedTo) return 0
  const there = await keysIn(target, { table, organizationId, buckets })
  if (there.length === 0) return 0
  const here = new Set(await keysIn(source, { table, organizationId, buckets }))
  const keys = there.filter((key) => !here.has(key))
  await inTransaction({ session: target, organizationId }, () => deleteKeys(target, { table, organizationId, keys }))
  return keys.length
}

async function copyBuckets(
  { source, target, organizationId }: Cells,
  { table, buckets }: { readonly table: MovedTable; readonly buckets: readonly number[] },
  reseal: Reseal,
): Promise<number> {
  if (buckets.length === 0) return 0
  let count = 0
  await inTransaction({ session: target, organizationId }, () =>
    releaseRows(target, { table, organizationId, buckets }),
  )
  for await (const rows of readRows(source, { table, organizationId, buckets })) {
    await inTransaction({ session: target, organizationId }, () => writeRows(target, table, reseal(table, rows)))
    count += rows.length
  }
  return count
}

/** A transaction that the fence of the organization lets through. */
export async function inTransaction(
  { session, organizationId }: { readonly session: CellSession; readonly organizationId: string },
  work: () => Promise<unknown>,
): Promise<void> {
  await session.query('BEGIN')
  try {
    await session.query(`SELECT set_config('gateway.moving', $1, true)`, [organizationId])
    await work()
    await session.query('COMMIT')
  } catch (error) {
    await session.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
