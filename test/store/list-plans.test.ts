import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fill } from '../../bench/big-data.ts'
import { listsOver } from '../../bench/list-cases.ts'
import { createDatabase } from '../../src/store/database.ts'
import { createStore } from '../../src/store/store.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { statementsOf, tableReads } from '../support/read-plans.ts'

const BOOKINGS = 40_000
/** A page is 21 rows; `arrivingIds` looks through 1,000, and all that arrives from a day on. The tenant has 20,000 bookings. */
const MOST_ROWS = 1_900
const LARGE = new Set(['bookings', 'booking_events', 'webhook_deliveries', 'webhook_attempts', 'cases', 'audit_log'])

const ONCE = ['these values'] as const
/** Postgres plans a prepared statement that is asked often for any values, if that looks no dearer. */
const OFTEN = [...ONCE, 'any values'] as const

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  await fill(database.url, { bookings: BOOKINGS }, () => undefined)
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})

afterAll(async () => {
  await client.end()
  await database.drop()
})

describe.each(listsOver(BOOKINGS))('[21] $name', ({ read, isCommand }) => {
  it.each(isCommand ? ONCE : OFTEN)('planned for %s, reads little more than its page', async (plannedFor) => {
    const statements = await statementsOf(async () => {
      const db = createDatabase({ url: database.url, poolSize: 1, statementTimeoutMs: 10_000 })
      await read(createStore(db))
      await db.$disconnect()
    })
    expect(statements).not.toEqual([])
    for (const statement of statements) {
      const reads = (await tableReads(client, statement, plannedFor)).filter(({ table }) => LARGE.has(table))
      expect(reads.filter(({ index, rows }) => index === null || rows > MOST_ROWS)).toEqual([])
    }
  })
})
