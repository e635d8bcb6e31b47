import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { Json } from './http-client.ts'

export type TestDatabase = {
  readonly url: string
  /** Past every API, for what no API shows. */
  readonly query: (sql: string, values?: readonly unknown[]) => Promise<Json[]>
  readonly drop: () => Promise<void>
}

/** One statement over a connection of its own. */
export async function query(url: string, sql: string, values: readonly unknown[] = []): Promise<Json[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql, [...values])).rows
  } finally {
    await client.end()
  }
}

function asAdmin(sql: string): Promise<Json[]> {
  return query(inject('postgresUrl'), sql)
}

/** A migrated database of the test file's own. Call `drop` when everything that used it is closed. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `gateway_test_${randomBytes(6).toString('hex')}`
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${inject('templateDatabase')}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  // A server that trusts its own machine asks for none; what is printed shows whether it is kept to itself.
  if (url.password === '') url.password = 'canary-database-password'
  return {
    url: url.href,
    query: (sql, values) => query(url.href, sql, values),
    drop: async () => void (await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  }
}
