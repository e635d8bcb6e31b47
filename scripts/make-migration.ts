/**
 * Writes the next migration, from what separates prisma/schema.prisma from the schema as of the last migration
 * (prisma/migrations/schema.prisma, which it then replaces). `DATABASE_URL=… node scripts/make-migration.ts <name>`: the
 * engine connects even to compare two files, but reads and changes nothing there.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withSchemaEngine } from '../src/platform/migrate.ts'

const FOLDER = join(import.meta.dirname, '../prisma/migrations')
const SCHEMA = join(import.meta.dirname, '../prisma/schema.prisma')
const LAST_SCHEMA = join(FOLDER, 'schema.prisma')

function isThere(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code !== 'ENOENT'
}

async function lastSchema(): Promise<string | null> {
  try {
    return await readFile(LAST_SCHEMA, 'utf8')
  } catch (error) {
    if (isThere(error)) throw error
    return null
  }
}

/** The SQL that leads from the last migration to the schema; null when they agree. */
async function nextSql(url: string): Promise<string | null> {
  const from = await lastSchema()
  const to = await readFile(SCHEMA, 'utf8')
  const { stdout } = await withSchemaEngine(url, (engine) =>
    engine.diff({
      from:
        from === null ? { tag: 'empty' } : { tag: 'schemaDatamodel', files: [{ path: LAST_SCHEMA, content: from }] },
      to: { tag: 'schemaDatamodel', files: [{ path: SCHEMA, content: to }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    }),
  )
  return stdout?.trim() && !stdout.includes('This is an empty migration') ? stdout : null
}

const [name] = process.argv.slice(2)
const url = process.env['DATABASE_URL']
if (!name || !/^\w+$/.test(name) || !url) {
  console.error('usage: DATABASE_URL=postgresql://… node scripts/make-migration.ts <name>')
  process.exit(1)
}
const sql = await nextSql(url)
if (sql === null) {
  console.log('the migrations and the schema agree: nothing to write')
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const folder = join(FOLDER, `${stamp}_${name}`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'migration.sql'), sql)
  await copyFile(SCHEMA, LAST_SCHEMA)
  console.log(`written: ${folder}`)
}
