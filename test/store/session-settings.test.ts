import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type RootDatabase } from '../../src/store/database.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

/** Settings of a database that change what a value means to a session which does not set them itself. */
const FOREIGN = {
  timezone: 'America/New_York',
  datestyle: 'SQL, DMY',
  intervalstyle: 'sql_standard',
  default_transaction_isolation: 'serializable',
  bytea_output: 'escape',
}

/** Its digits do not exist in New York: clocks there go from 02:00 to 03:00. */
const INSTANT = new Date('2027-03-14T02:30:00.000Z')

let database: TestDatabase
let db: RootDatabase

beforeEach(async () => {
  database = await createTestDatabase()
  const name = new URL(database.url).pathname.slice(1)
  for (const [setting, value] of Object.entries(FOREIGN))
    await database.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`)
  db = createDatabase({ url: database.url, poolSize: 1, statementTimeoutMs: 5_000 })
})

afterEach(async () => {
  await db.$disconnect()
  await database.drop()
})

describe('a session on a database with other settings', () => {
  it('stores the instant that was written', async () => {
    await db.organization.create({ data: { id: 'org_1', name: 'one', createdAt: INSTANT } })
    // The text as the server shows it in UTC: a write and a read through the adapter agree even when both are shifted.
    const client = new pg.Client({ connectionString: database.url, options: '-c timezone=UTC -c datestyle=ISO' })
    await client.connect()
    const { rows } = await client.query('SELECT created_at::text AS stored FROM organizations')
    await client.end()
    expect(rows).toEqual([{ stored: '2027-03-14 02:30:00+00' }])
  })

  it('compares a stored instant with the server’s clock', async () => {
    await db.organization.create({ data: { id: 'org_1', name: 'one', createdAt: new Date() } })
    const [row] = await db.$queryRaw<{ isPast: boolean; isRecent: boolean }[]>`
      SELECT created_at <= clock_timestamp() + interval '1 minute' AS "isPast",
        created_at > clock_timestamp() - interval '1 hour' AS "isRecent" FROM organizations`
    expect(row).toEqual({ isPast: true, isRecent: true })
  })

  it('reads committed data within a transaction, whatever the database’s default is', async () => {
    const [row] = await db.$queryRaw<{ level: string }[]>`SELECT current_setting('transaction_isolation') AS level`
    expect(row).toEqual({ level: 'read committed' })
  })

  it('reads bytes and intervals as it wrote them', async () => {
    const bytes = Uint8Array.from([0, 92, 255])
    const [row] = await db.$queryRaw<{ bytes: Uint8Array; pause: string }[]>`
      SELECT ${bytes}::bytea AS bytes, (interval '1 day 2 hours')::text AS pause`
    expect([...(row?.bytes ?? [])]).toEqual([...bytes])
    expect(row?.pause).toBe('1 day 02:00:00')
  })
})
