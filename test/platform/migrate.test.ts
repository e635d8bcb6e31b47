import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { migrate } from '../../src/platform/migrate.ts'
import { query } from '../support/database.ts'

let url: string
let name: string
let folder: string

beforeEach(async () => {
  name = `gateway_test_${randomBytes(6).toString('hex')}`
  await query(inject('postgresUrl'), `CREATE DATABASE ${name}`)
  const address = new URL(inject('postgresUrl'))
  address.pathname = `/${name}`
  url = address.href
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await writeFile(join(folder, 'migration_lock.toml'), 'provider = "postgresql"\n')
  await migration('1_rows', 'CREATE TABLE rows (id int NOT NULL); INSERT INTO rows SELECT generate_series(1, 1000);')
})

afterEach(async () => {
  await query(inject('postgresUrl'), `DROP DATABASE ${name} WITH (FORCE)`)
  await rm(folder, { recursive: true })
})

async function migration(of: string, sql: string): Promise<void> {
  await mkdir(join(folder, of))
  await writeFile(join(folder, of, 'migration.sql'), sql)
}

/** A migration that builds a unique index beside writes, and another after it. */
function indexes(): Promise<void> {
  return migration(
    '2_indexes',
    `-- outside a transaction
-- What is built here stops nobody.
DROP INDEX CONCURRENTLY IF EXISTS rows_id_key;
CREATE UNIQUE INDEX CONCURRENTLY rows_id_key ON rows (id);

DROP INDEX CONCURRENTLY IF EXISTS rows_odd_idx;
CREATE INDEX CONCURRENTLY rows_odd_idx ON rows (id)
  WHERE id % 2 = 1;
`,
  )
}

async function validIndexes(): Promise<string[]> {
  const rows = await query(
    url,
    `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indrelid = 'rows'::regclass AND indisvalid ORDER BY 1`,
  )
  return rows.map((row) => row.name)
}

describe('[21] a migration outside a transaction', () => {
  beforeEach(indexes)

  it('is applied once by several processes that start together', async () => {
    const applied = await Promise.all([1, 2, 3].map(() => migrate(url, folder)))
    expect(applied.flat().toSorted()).toEqual(['1_rows', '2_indexes'])
    expect(await validIndexes()).toEqual(['rows_id_key', 'rows_odd_idx'])
  })

  it('lets others write while it waits for a transaction that is older', async () => {
    await rm(join(folder, '2_indexes'), { recursive: true })
    await migrate(url, folder)
    await indexes()
    const older = new pg.Client({ connectionString: url })
    await older.connect()
    await older.query('BEGIN; INSERT INTO rows VALUES (2000)')
    const migrating = migrate(url, folder)
    await expect
      .poll(() =>
        query(
          url,
          `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'CREATE UNIQUE INDEX%' AND wait_event_type = 'Lock'`,
        ),
      )
      .toHaveLength(1)
    await query(url, 'INSERT INTO rows VALUES (2001)')
    await older.query('COMMIT')
    await older.end()
    expect(await migrating).toEqual(['2_indexes'])
  })

  it('that was stopped in the middle is begun again at the next start', async () => {
    await rm(join(folder, '2_indexes'), { recursive: true })
    await migrate(url, folder)
    await query(url, 'INSERT INTO rows VALUES (1)')
    await indexes()
    await expect(migrate(url, folder)).rejects.toThrow(/2_indexes/)
    await query(url, 'DELETE FROM rows WHERE ctid = (SELECT max(ctid) FROM rows)')
    expect(await migrate(url, folder)).toEqual(['2_indexes'])
    expect(await validIndexes()).toEqual(['rows_id_key', 'rows_odd_idx'])
  })
})
