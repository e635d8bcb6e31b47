import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { MIGRATIONS } from '../../src/open-database.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { query } from '../support/database.ts'

const NAME = `gateway_test_${randomBytes(6).toString('hex')}`
/** The first migration of the version that has no cells. */
const FIRST = '20261127210000_organizations_stay'
let url: string
let folder: string

beforeAll(async () => {
  await query(inject('postgresUrl'), `CREATE DATABASE ${NAME}`)
  const address = new URL(inject('postgresUrl'))
  address.pathname = `/${NAME}`
  url = address.href
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  const names = await readdir(MIGRATIONS)
  for (const name of names.filter((one) => one < FIRST || !/^\d/.test(one)))
    await cp(join(MIGRATIONS, name), join(folder, name), { recursive: true })
  await migrate(url, folder)
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await query(inject('postgresUrl'), `DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`)
})

async function fenced(): Promise<number> {
  const rows = await query(url, String.raw`SELECT FROM pg_trigger WHERE tgname LIKE '%\_moving' AND tgparentid = 0`)
  return rows.length
}

it('an upgrade is refused while an organization moves, and removes the fence at the next start after that', {
  timeout: 60_000,
}, async () => {
  await query(url, 'ALTER SEQUENCE audit_log_id_seq INCREMENT BY 64 START WITH 67 RESTART WITH 67')
  await query(
    url,
    `INSERT INTO organization_moves (organization_id, move_id, state, peer) VALUES ('org_1', 'mov_1', 'FENCED', 'other')`,
  )
  await expect(migrate(url, MIGRATIONS)).rejects.toThrow(/^an organization move has not ended: end it/)
  expect(await fenced()).toBe(18)
  await query(url, `UPDATE organization_moves SET state = 'CALLED_OFF'`)
  expect(await migrate(url, MIGRATIONS)).toContain(FIRST)
  expect(await fenced()).toBe(0)
  // A database that had a cell number gives out the ids that it would have given out.
  expect(await query(url, `SELECT nextval('audit_log_id_seq')::int AS id`)).toEqual([{ id: 67 }])
  expect(await query(url, `SELECT nextval('audit_log_id_seq')::int AS id`)).toEqual([{ id: 131 }])
})
