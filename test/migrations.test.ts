import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { breakingStatements } from './support/breaking-sql.ts'

const FOLDER = join(import.meta.dirname, '../prisma/migrations')

/** The last migration before the rule; no process of a version before it is expected to live on. */
const BASELINE = '20261124111000_made_hotels'

const migrations = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ name, sql: readFileSync(join(FOLDER, name, 'migration.sql'), 'utf8') }))

function whyOf(sql: string): string[] {
  return breakingStatements(sql).map(({ why }) => why)
}

describe('migrations', () => {
  it('[21] are survived by processes of the version before, which run on until they are replaced', () => {
    const since = migrations.filter(({ name }) => name > BASELINE)
    const breaking = since.flatMap(({ name, sql }) => breakingStatements(sql).map((one) => ({ name, ...one })))
    expect(breaking, 'expand now, contract a release later; `-- N-1: why` when it is survived all the same').toEqual([])
    expect(migrations.map(({ name }) => name)).toContain(BASELINE)
  })

  it.each([
    ['ALTER TABLE "bookings" DROP COLUMN "mode"', 'drops a column'],
    ['DROP TABLE bookings', 'drops a table'],
    ['ALTER TABLE bookings RENAME COLUMN mode TO kind', 'renames'],
    ['ALTER TABLE bookings ALTER COLUMN mode SET DATA TYPE int', 'changes a type'],
    ['ALTER TABLE bookings ALTER COLUMN mode SET NOT NULL', 'demands a value that older code may not write'],
    [
      'ALTER TABLE bookings ADD COLUMN a text, ADD COLUMN b text NOT NULL',
      'adds a column that older code does not fill',
    ],
    ['CREATE UNIQUE INDEX x ON bookings (mode)', 'forbids rows that older code may write'],
    ['ALTER TABLE bookings ADD CONSTRAINT c CHECK (mode > 0)', 'forbids rows that older code may write'],
  ])('[21] are told: %s', (sql, why) => {
    expect(whyOf(`${sql};`)).toEqual([why])
  })

  it.each([
    'ALTER TABLE bookings ADD COLUMN b text',
    "ALTER TABLE bookings ADD COLUMN b text NOT NULL DEFAULT 'x; DROP TABLE y'",
    'CREATE INDEX x ON bookings (mode)',
    'CREATE TABLE fresh (id text NOT NULL); CREATE UNIQUE INDEX x ON fresh (id); ALTER TABLE fresh ADD CONSTRAINT c CHECK (id > 0)',
    'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1; DROP TABLE x $$',
    '-- N-1: code of before never reads it, see 0044\nALTER TABLE bookings DROP COLUMN unread',
  ])('[21] pass: %s', (sql) => {
    expect(whyOf(sql)).toEqual([])
  })
})
