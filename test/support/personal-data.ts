import pg from 'pg'
import type { Core } from '../../src/core.ts'
import type { Json } from './http-client.ts'

/** Where a word stands: `table.column`. */
export type Hit = { readonly column: string; readonly word: string }

/**
 * Looks for words in every column of every table, whatever its type: as text, as bytes, and as what sealed bytes hold. It
 * lists the columns by itself, so that a table that is made tomorrow is searched, too.
 */
export async function findWords(
  { config, seals }: Pick<Core, 'config' | 'seals'>,
  words: readonly string[],
): Promise<Hit[]> {
  const client = new pg.Client({ connectionString: config.databaseUrl ?? '' })
  await client.connect()
  try {
    const { rows: tables } = await client.query(
      `SELECT quote_ident(c.table_schema) || '.' || quote_ident(c.table_name) AS name, c.table_name AS short,
         coalesce(array_agg(c.column_name::text) FILTER (WHERE c.udt_name = 'bytea'), '{}') AS sealed
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE t.table_type = 'BASE TABLE' AND c.table_schema NOT IN ('pg_catalog', 'information_schema')
         -- A partition's rows are its table's.
         AND NOT EXISTS (SELECT FROM pg_class WHERE relname = c.table_name AND relispartition)
       GROUP BY c.table_schema, c.table_name`,
    )
    const hits: Hit[] = []
    for (const { name, short, sealed } of tables) {
      const { rows } = await client.query(
        `SELECT to_jsonb(entry) AS entry FROM ${name} entry
         WHERE entry::text ILIKE ANY ($1) OR ${sealed.length > 0 ? 'true' : 'false'}`,
        [words.map((word) => `%${word}%`)],
      )
      for (const { entry } of rows)
        for (const [column, value] of Object.entries(entry))
          for (const word of words)
            if (
              textsOf(sealed.includes(column) ? bytesOf(value) : value, entry.id, seals).some((text) => has(text, word))
            )
              hits.push({ column: `${short}.${column}`, word })
    }
    return hits
  } finally {
    await client.end()
  }
}

/** As `to_jsonb` writes bytes: `\\x0a…`. */
function bytesOf(value: unknown): Buffer {
  return Buffer.from(typeof value === 'string' ? value.slice(2) : '', 'hex')
}

function has(text: string, word: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase())
}

function textsOf(value: unknown, row: string, { guests, credentials }: Core['seals']): string[] {
  return Buffer.isBuffer(value)
    ? [value.toString('utf8'), ...[guests, credentials].flatMap((seal) => opened(seal, value, row))]
    : [JSON.stringify(value)]
}

function opened(seal: Core['seals']['guests'], value: Buffer, row: string): string[] {
  try {
    return [seal.open(value, row)]
  } catch {
    return []
  }
}

/** The leaves of a JSON schema, as `holder.email`, `guests[].age`; a map of strings is one leaf. */
export function leavesOf(schema: Json, path = ''): string[] {
  if (schema.anyOf)
    return schema.anyOf.filter(({ type }: Json) => type !== 'null').flatMap((one: Json) => leavesOf(one, path))
  if (schema.type === 'array') return leavesOf(schema.items, `${path}[]`)
  if (schema.type !== 'object' || !schema.properties) return [path]
  return Object.entries(schema.properties).flatMap(([name, child]) =>
    leavesOf(child, path === '' ? name : `${path}.${name}`),
  )
}
