import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { startGateway } from './gateway.ts'
import type { Json } from './http-client.ts'
import { until } from './until.ts'

export type TestDatabase = {
  readonly url: string
  /** Past every API, for what no API shows. */
  readonly query: (sql: string, values?: readonly unknown[]) => Promise<Json[]>
  readonly drop: () => Promise<void>
}

const PLACE_WITHIN_MS = 60_000

/** A connection. Postgres has a hundred for all files that run beside each other: who finds none waits for one. */
async function connect(connectionString: string): Promise<pg.Client> {
  const endsAt = performance.now() + PLACE_WITHIN_MS
  for (;;) {
    const client = new pg.Client({ connectionString })
    try {
      await client.connect()
      return client
    } catch (error) {
      const isFull = (error as { code?: string }).code === '53300'
      if (!isFull || performance.now() > endsAt) throw error
      await sleep(200)
    }
  }
}

/** One statement over a connection of its own. */
export async function query(url: string, sql: string, values: readonly unknown[] = []): Promise<Json[]> {
  const client = await connect(url)
  try {
    return (await client.query(sql, [...values])).rows
  } finally {
    await client.end()
  }
}

function asAdmin(sql: string): Promise<Json[]> {
  return query(inject('postgresUrl'), sql)
}

/** A migrated, empty database of the test file's own. Call `drop` when everything that used it is closed. */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyOf(inject('templateDatabase'))
}

/**
 * As `createTestDatabase`, with what a gateway of the sandbox brings into it when it starts for the first time: for all tests that
 * are not about that start, which takes it seconds.
 */
export async function createSandboxDatabase(): Promise<TestDatabase> {
  const name = inject('sandboxDatabase')
  await makeSandboxTemplate(name)
  return copyOf(name)
}

async function copyOf(template: string): Promise<TestDatabase> {
  const name = `gateway_test_${randomBytes(6).toString('hex')}`
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  const sessions = sessionsOf(url.href)
  return {
    url: url.href,
    query: async (sql, values = []) => (await sessions.query(sql, [...values])).rows,
    drop: async () => {
      await sessions.end()
      await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

/** Sessions for what a test asks of its database: a new session for each statement costs Postgres more than the statement. */
function sessionsOf(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4, allowExitOnIdle: true })
  // One that a test has ended is replaced.
  pool.on('error', () => undefined)
  return pool
}

/** What a start leaves that is of that process alone: its keys, and where its suppliers listen. */
const FORGET_THE_PROCESS = 'DELETE FROM api_keys; DELETE FROM sandbox_records'

/** The first file of a run that needs it makes it; the others wait. */
async function makeSandboxTemplate(name: string): Promise<void> {
  const turn = await connect(inject('postgresUrl'))
  try {
    await turn.query('SELECT pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await turn.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount !== 0) return
    const made = await createTestDatabase()
    await (await startGateway({ databaseUrl: made.url })).stop()
    await query(made.url, FORGET_THE_PROCESS)
    // Or Postgres would find time for it in each copy.
    await query(made.url, 'VACUUM ANALYZE')
    const database = new URL(made.url).pathname.slice(1)
    await until('the sessions of the stopped gateway to end', async () => {
      // A connection that its client has closed lives on at the server for a moment.
      const { rowCount: sessions } = await turn.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
        [database],
      )
      return sessions === 0
    })
    await turn.query(`ALTER DATABASE ${database} RENAME TO ${name}`)
  } finally {
    await turn.end()
  }
}
