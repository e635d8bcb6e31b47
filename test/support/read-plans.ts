import { createRequire } from 'node:module'
import pg from 'pg'

type Statement = { readonly text: string; readonly values: readonly unknown[] }

/** A node of a plan as Postgres explains it, with what it really did. */
type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** What a statement has read of a table, by which index; null: from its beginning to its end. */
export type TableRead = { readonly table: string; readonly index: string | null; readonly rows: number }

/** As `pg` itself writes values. */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils') as {
  prepareValue: (value: unknown) => string | number | null
}

/**
 * Listens to what clients of this process send while `work` runs; clients that were made before are not heard. What is sent is sent.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const heard: Statement[] = []
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to the client that was asked
  const original = pg.Client.prototype.query
  function listening(this: pg.Client, ...args: unknown[]): unknown {
    const [asked, values] = args as [Partial<Statement> | string, readonly unknown[] | undefined]
    if (typeof asked === 'object' && asked.text) heard.push({ text: asked.text, values: asked.values ?? values ?? [] })
    return Reflect.apply(original, this, args)
  }
  pg.Client.prototype.query = listening as typeof original
  try {
    await work()
  } finally {
    pg.Client.prototype.query = original
  }
  return heard.filter(({ text }) => /^\s*(SELECT|WITH)\b/i.test(text))
}

function literalOf(value: unknown): string {
  const text = prepareValue(value)
  return text === null ? 'NULL' : pg.escapeLiteral(String(text))
}

/** What a partition's name has behind the name of its table. */
const PARTITION = /_(?:default|before|p\d{8})$/

/** Where a bitmap is scanned, its index is a node of its own below the table's, or several are, below a node that combines them. */
function indexOf(plan: Plan): string | null {
  const below = plan['Node Type'].startsWith('Bitmap') ? (plan.Plans ?? []) : []
  return plan['Index Name'] ?? below.map(indexOf).find((name) => name !== null) ?? null
}

function readsOf(plan: Plan): TableRead[] {
  const inner = (plan.Plans ?? []).flatMap(readsOf)
  const name = plan['Relation Name']
  const isRead = plan['Actual Loops'] > 0 && plan['Node Type'].includes('Scan')
  const index = indexOf(plan)
  const perLoop =
    plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  const rows = perLoop * plan['Actual Loops']
  // Postgres reads a partition that has nothing from its beginning to its end.
  if (!name || !isRead || (index === null && rows === 0)) return inner
  return [{ table: name.replace(PARTITION, ''), index, rows }, ...inner]
}

/** How many rows the joins of a plan have put side by side in vain. */
function inVain(plan: Plan): number {
  const own = (plan['Rows Removed by Join Filter'] ?? 0) * plan['Actual Loops']
  return (plan.Plans ?? []).reduce((sum, below) => sum + inVain(below), own)
}

type PlannedFor = 'these values' | 'any values'

/**
 * What a statement reads of each table, as it is planned for its very values, and as it is once Postgres plans it for any: a
 * prepared statement gets either.
 */
export async function tableReads(
  client: pg.Client,
  statement: Statement,
  plannedFor: PlannedFor,
): Promise<TableRead[]> {
  return readsOf(await planOf(client, statement, plannedFor))
}

/** How many rows a statement compares in vain, because Postgres expected few where it joins. */
export async function joinedInVain(client: pg.Client, statement: Statement, plannedFor: PlannedFor): Promise<number> {
  return inVain(await planOf(client, statement, plannedFor))
}

async function planOf(client: pg.Client, { text, values }: Statement, plannedFor: PlannedFor): Promise<Plan> {
  await client.query(
    `SET plan_cache_mode = ${plannedFor === 'any values' ? 'force_generic_plan' : 'force_custom_plan'}`,
  )
  await client.query(`PREPARE asked AS ${text}`)
  try {
    const given = values.length === 0 ? '' : `(${values.map(literalOf).join(', ')})`
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked${given}`)
    return rows[0]['QUERY PLAN'][0].Plan
  } finally {
    await client.query('DEALLOCATE asked')
  }
}
