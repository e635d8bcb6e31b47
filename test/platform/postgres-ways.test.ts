import { afterEach, describe, expect, it } from 'vitest'
import { type Config, readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/open-database.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { NO_PGBOUNCER, startPgBouncer } from '../support/pgbouncer.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function newDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  closers.push(database.drop)
  return database
}

async function pooled(databaseUrl: string): Promise<string> {
  const pooler = await startPgBouncer({ databaseUrl })
  closers.push(pooler.stop)
  return pooler.url
}

/** What a start says of its ways to Postgres; `taken` when it goes on. */
async function told(env: Readonly<Record<string, string>>): Promise<string> {
  const read = readConfig(env)
  if (!('port' in read)) throw new Error(JSON.stringify(read))
  const config: Config = read
  return openDatabase(config).then(
    async (opened) => {
      await opened.close()
      return 'taken'
    },
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}

describe('[21] a start', () => {
  it('refuses a DATABASE_DIRECT_URL that leads to another database, before it migrates that', async () => {
    const [one, two] = [await newDatabase(), await newDatabase()]
    await two.query('DROP TABLE _prisma_migrations')
    expect(await told({ DATABASE_URL: one.url, DATABASE_DIRECT_URL: two.url })).toContain(
      'DATABASE_DIRECT_URL leads to another database than DATABASE_URL',
    )
    expect(await two.query("SELECT to_regclass('_prisma_migrations') AS there")).toEqual([{ there: null }])
    expect(await told({ DATABASE_URL: one.url, DATABASE_DIRECT_URL: one.url })).toBe('taken')
  })

  it.skipIf(NO_PGBOUNCER)('refuses a pooler for transactions where no setting speaks of one', async () => {
    const { url } = await newDatabase()
    const pooler = await pooled(url)
    expect(await told({ DATABASE_URL: pooler })).toMatch(/DATABASE_URL leads to a pooler.*DATABASE_POOLER=transaction/)
    expect(await told({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: url })).toContain('DATABASE_POOLER=transaction')
  })

  it.skipIf(NO_PGBOUNCER)('refuses that the ways are swapped, and takes them when they are not', async () => {
    const { url } = await newDatabase()
    const pooler = await pooled(url)
    const settings = { DATABASE_POOLER: 'transaction' }
    for (const main of [url, pooler])
      expect(await told({ ...settings, DATABASE_URL: main, DATABASE_DIRECT_URL: pooler })).toContain(
        'DATABASE_DIRECT_URL leads to a pooler that gives a connection for one transaction',
      )
    expect(await told({ ...settings, DATABASE_URL: pooler, DATABASE_DIRECT_URL: url })).toBe('taken')
  })

  it.skipIf(NO_PGBOUNCER)('refuses names of statements that the pooler forgets', async () => {
    const { url } = await newDatabase()
    const settings = { DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: url, DATABASE_STATEMENT_NAMES: 'on' }
    // deploy/pgbouncer.ini has max_prepared_statements in a comment.
    expect(await told({ ...settings, DATABASE_URL: await pooled(url) })).toContain(
      'the pooler of DATABASE_URL does not keep names',
    )
  })
})
