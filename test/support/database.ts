import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export type TestDatabase = { readonly url: string; readonly drop: () => Promise<void> }

const asAdmin = async (sql: string): Promise<void> => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  try {
    await admin.query(sql)
  } finally {
    await admin.end()
  }
}

/** A migrated database of the test file's own. Call `drop` when everything that used it is closed. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const name = `gateway_test_${randomBytes(6).toString('hex')}`
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${inject('templateDatabase')}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return { url: url.href, drop: () => asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}
