import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../src/store/database.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { statementsOf, tableReads } from '../support/read-plans.ts'

const ORGANIZATION = 'org_sandbox'
const ROLLED = 100_000
/** More than an organization has of keys that are not revoked. */
const MOST_ROWS = 20

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  await database.query(
    `INSERT INTO organizations (id, name) VALUES ('${ORGANIZATION}', 'An organization') ON CONFLICT DO NOTHING`,
  )
  await database.query(
    `INSERT INTO api_keys (id, organization_id, environment, prefix, scopes, key_hash, created_at, revoked_at, last_used_at, rolled_from)
     SELECT 'key_' || at, '${ORGANIZATION}', 'sandbox', 'hdg_sandbox_x', '{keys}', sha256(('key' || at)::bytea), now() - at * interval '1 s',
       CASE WHEN at > 2 THEN now() END, CASE WHEN at > 1 THEN now() END, CASE WHEN at <> 2 THEN 'key_2' END FROM generate_series(1, ${ROLLED}) at`,
  )
  await database.query('ANALYZE api_keys')
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})

afterAll(async () => {
  await client.end()
  await database.drop()
})

type Question = { readonly name: string; readonly ask: (keys: Store['apiKeys']) => Promise<readonly string[]> }

const QUESTIONS: readonly Question[] = [
  {
    name: 'the usable keys',
    ask: async (keys) => (await keys.listUsable(ORGANIZATION, 'sandbox', Date.now())).map(({ keyId }) => keyId).sort(),
  },
  {
    name: 'the unused followers of a key, and the key itself',
    ask: async (keys) => {
      const unused = await keys.unusedFollowers({ organizationId: ORGANIZATION, keyId: 'key_2' })
      return [...unused.map(({ keyId }) => keyId), 'key_2']
    },
  },
  {
    name: 'the newest follower of a key, and the key itself',
    ask: async (keys) => [(await keys.newestFollower('key_2'))?.keyId ?? '', 'key_2'],
  },
]

describe('keys of an organization that has revoked 100,000', () => {
  it.each(QUESTIONS)('$name: reads no revoked keys', async ({ ask }) => {
    const statements = await statementsOf(async () => {
      const db = createDatabase({ url: database.url, poolSize: 1, statementTimeoutMs: 10_000 })
      expect(await ask(createStore(db).apiKeys)).toEqual(['key_1', 'key_2'])
      await db.$disconnect()
    })
    expect(statements).toHaveLength(1)
    for (const plannedFor of ['these values', 'any values'] as const)
      for (const statement of statements) {
        const reads = await tableReads(client, statement, plannedFor)
        expect(reads.filter(({ index, rows }) => index === null || rows > MOST_ROWS)).toEqual([])
      }
  })
})
