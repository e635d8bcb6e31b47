import type pg from 'pg'
import type { MovedTable } from './moved-tables.ts'

/** A connection of one cell, for one organization. Text times are told in UTC, so that both sides spell rows alike. */
export type CellSession = Pick<pg.ClientBase, 'query'>

/** A row as JSON text, which no number loses a digit in, and its sealed column apart: JSON text, `null`, or null where there is none. */
export type MovingRow = { readonly row: string; readonly sealed: string | null }

/** How many rows of a bucket there are, and the sum of their hashes, as decimal digits. */
export type BucketSum = { readonly bucket: number; readonly count: string; readonly sum: string }

/** Many enough that a few changed rows are a small part of the table, few enough to be held. */
const BUCKETS = 1_024
const FETCHED = 500
const DELETED = 5_000

/**
 * The log's order is (xid, position), and the numbers of transactions mean nothing in another cluster. How often the position has
 * fallen in that order until a row is the smallest number by which the order stays.
 */
const LOG_RANKS = `(
  SELECT position, sum(CASE WHEN position < before THEN 1 ELSE 0 END) OVER (ORDER BY xid, position) AS rank
  FROM (SELECT xid, position, lag(position) OVER (ORDER BY xid, position) AS before FROM booking_events
    WHERE organization_id = $1) AS log
) AS ranked`

function keyText({ key }: MovedTable): string {
  return `concat_ws(E'\\x1f', ${key.map((column) => `t.${column}`).join(', ')})`
}

function bucketOf(table: MovedTable): string {
  return `(hashtextextended(${keyText(table)}, 0) & ${BUCKETS - 1})`
}

/** The row as it is to be in the target; of the target, as it is. */
function rowOf({ table, reset, sealed }: MovedTable, side: 'source' | 'target'): string {
  const parts = ['to_jsonb(t)']
  if (sealed !== null) parts.push(`- '${sealed}'`)
  const changes = Object.entries(reset).map(([column, value]) => `'${column}', ${value}`)
  if (side === 'source' && table === 'booking_events') changes.push(`'xid', ranked.rank::text`)
  if (side === 'source' && changes.length > 0) parts.push(`|| jsonb_build_object(${changes.join(', ')})`)
  return `(${parts.join(' ')})`
}

function from({ table, where }: MovedTable, side: 'source' | 'target'): string {
  const isRanked = side === 'source' && table === 'booking_events'
  return `FROM ${table} t ${isRanked ? `JOIN ${LOG_RANKS} USING (position)` : ''} WHERE ${where}`
}

/**
 * Sums of an organization's rows of a table by bucket of their keys. Equal sums on both sides mean equal rows.
 */
export async function bucketSums(
  session: CellSession,
  {
    table,
    organizationId,
    side,
  }: { readonly table: MovedTable; readonly organizationId: string; readonly side: 'source' | 'target' },
): Promise<BucketSum[]> {
  const sealed = table.sealed === null ? '' : ` || ${shownOf(table.sealed)}`
  const { rows } = await session.query<BucketSum>(
    `SELECT ${bucketOf(table)}::int AS bucket, count(*)::text AS count,
       sum(hashtextextended(${rowOf(table, side)}::text${sealed}, 0)::numeric)::text AS sum
     ${from(table, side)} GROUP BY 1`,
    [organizationId],
  )
  return rows
}

/** What can be compared of a sealed column, whose bytes are others under each key. An endpoint's secrets say more than that they are there. */
function shownOf(sealed: string): string {
  if (sealed !== 'secrets') return `(t.${sealed} IS NULL)::text`
  return `coalesce((SELECT string_agg((secret - 'sealed')::text, '' ORDER BY place)
    FROM jsonb_array_elements(t.secrets) WITH ORDINALITY AS one(secret, place)), '')`
}

/** The buckets in which two sides differ. */
export function differingBuckets(source: readonly BucketSum[], target: readonly BucketSum[]): number[] {
  const theirs = new Map(target.map((one) => [one.bucket, one]))
  const ours = new Set(source.map(({ bucket }) => bucket))
  const changed = source.filter(({ bucket, count, sum }) => {
    const other = theirs.get(bucket)
    return other?.count !== count || other.sum !== sum
  })
  const gone = target.filter(({ bucket }) => !ours.has(bucket))
  return [...changed, ...gone].map(({ bucket }) => bucket)
}

export type Buckets = {
  readonly table: MovedTable
  readonly organizationId: string
  readonly buckets: readonly number[]
}

/** The source's rows of some buckets, some hundred at a time. Call it within a transaction, whose snapshot it reads. */
export async function* readRows(
  session: CellSession,
  { table, organizationId, buckets }: Buckets,
): AsyncGenerator<MovingRow[]> {
  const sealed = table.sealed === null ? 'NULL' : `to_jsonb(t.${table.sealed})::text`
  await session.query(
    `DECLARE moving NO SCROLL CURSOR FOR SELECT ${rowOf(table, 'source')}::text AS row, ${sealed} AS sealed
     ${from(table, 'source')} AND ${bucketOf(table)} = ANY($2::bigint[])`,
    [organizationId, buckets],
  )
  for (;;) {
    const { rows } = await session.query<MovingRow>(`FETCH ${FETCHED} FROM moving`)
    if (rows.length > 0) yield rows
    if (rows.length < FETCHED) break
  }
  await session.query('CLOSE moving')
}

/** Gives up what only one row may have, in the target's rows of some buckets: they are written again at once. */
export async function releaseRows(session: CellSession, { table, organizationId, buckets }: Buckets): Promise<void> {
  if (table.release === null) return
  await session.query(
    `UPDATE ${table.table} t SET ${table.release} WHERE ${table.where} AND ${bucketOf(table)} = ANY($2::bigint[])`,
    [organizationId, buckets],
  )
}

/** Whether a session may change a column: a role may be one that only adds to a table (docs/operating.md). */
export async function mayChange(session: CellSession, table: string, column: string): Promise<boolean> {
  const { rows } = await session.query<{ may: boolean }>(`SELECT has_column_privilege($1, $2, 'UPDATE') AS may`, [
    table,
    column,
  ])
  return rows[0]?.may ?? false
}

/** What is set in rows that the target has already: nothing in those that are added to, but for a column that follows the source's. */
async function setInKnown(
  session: CellSession,
  table: MovedTable,
  names: readonly string[],
): Promise<readonly string[]> {
  const { follows } = table
  if (!table.isAddedTo) return names
  return follows !== null && (await mayChange(session, table.table, follows)) ? [follows] : []
}

/** Writes rows into the target: new ones, and those that are there already as they are now. */
export async function writeRows(session: CellSession, table: MovedTable, rows: readonly MovingRow[]): Promise<void> {
  const { rows: columns } = await session.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table.table],
  )
  const names = columns.map(({ name }) => `"${name}"`)
  const changed = await setInKnown(session, table, names)
  const set = changed.map((name) => `${name} = excluded.${name}`).join(', ')
  // A row of another organization by the same key stays: then the sides differ, and the move does not switch.
  const [, owner] = /^t\.(organization_id|booking_id|delivery_id)\b/.exec(table.where) ?? []
  const guard = owner ? ` WHERE ${table.table}.${owner} = excluded.${owner}` : ''
  const onConflict = changed.length === 0 ? 'DO NOTHING' : `DO UPDATE SET ${set}${guard}`
  // The audit log lets only those change an entry who forget what it says.
  if (table.table === 'audit_log') await session.query(`SELECT set_config('gateway.audit_retention', 'on', true)`)
  const merged =
    table.sealed === null ? 'm.row::jsonb' : `m.row::jsonb || jsonb_build_object('${table.sealed}', m.sealed::jsonb)`
  await session.query(
    `INSERT INTO ${table.table} (${names.join(', ')})
     SELECT ${names.map((name) => `r.${name}`).join(', ')}
     FROM unnest($1::text[], $2::text[]) AS m(row, sealed)
       CROSS JOIN LATERAL jsonb_populate_record(NULL::${table.table}, ${merged}) AS r
     ON CONFLICT (${table.key.join(', ')}) ${onConflict}`,
    [rows.map(({ row }) => row), rows.map(({ sealed }) => sealed)],
  )
}

/** The keys of an organization's rows in some buckets. */
export async function keysIn(session: CellSession, { table, organizationId, buckets }: Buckets): Promise<string[]> {
  const { rows } = await session.query<{ key: string }>(
    `SELECT ${keyText(table)} AS key ${from(table, 'target')} AND ${bucketOf(table)} = ANY($2::bigint[])`,
    [organizationId, buckets],
  )
  return rows.map(({ key }) => key)
}

/** Deletes rows of the target that the source has no more. */
export async function deleteKeys(
  session: CellSession,
  {
    table,
    organizationId,
    keys,
  }: { readonly table: MovedTable; readonly organizationId: string; readonly keys: readonly string[] },
): Promise<void> {
  if (keys.length === 0 || table.isAddedTo) return
  await session.query(`DELETE FROM ${table.table} t WHERE ${table.where} AND ${keyText(table)} = ANY($2::text[])`, [
    organizationId,
    keys,
  ])
}

/** Deletes some of an organization's rows of a table; returns how many. */
export async function deleteAll(
  session: CellSession,
  { table, where, key }: MovedTable,
  organizationId: string,
): Promise<number> {
  // By key, not by place: a place names a row of each partition.
  const columns = key.map((column) => `t.${column}`).join(', ')
  const { rowCount } = await session.query(
    `DELETE FROM ${table} t WHERE ${where} AND (${columns}) IN (SELECT ${columns} FROM ${table} t WHERE ${where} LIMIT ${DELETED})`,
    [organizationId],
  )
  return rowCount ?? 0
}
