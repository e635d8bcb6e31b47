import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { newId } from '../../src/domain/ids.ts'
import { DAY_MS } from '../../src/domain/time.ts'
import { MIGRATIONS } from '../../src/open-database.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { query } from '../support/database.ts'
import { until } from '../support/until.ts'

const NAME = `gateway_before_${randomBytes(6).toString('hex')}`
/** The first of the migrations that make partitions. */
const FIRST = '20261124160000_partition_tools'

let url: string
let folder: string

const OFFER = `INSERT INTO offers (id, organization_id, environment, hotel_id, supplier_code, connection_id, terms, supplier_payload,
  expires_at, created_at) VALUES ($1, 'org_1', 'sandbox', 1, 'hotelbeds', 'con_1', '{}', '{}', now(), now())`
const EVENT = `INSERT INTO booking_events (id, organization_id, environment, type, body, created_at)
  VALUES ($1, 'org_1', 'sandbox', 'booking.updated', '{}', now()) RETURNING position::int`

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

describe('a database from before partitions', () => {
  it('[21] keeps its rows where they are, rights and indexes too, and goes on from there', {
    timeout: 180_000,
  }, async () => {
    const ids = [400, 30, 1].map((days) => newId('offer', Date.now() - days * DAY_MS, randomBytes))
    for (const id of ids) await query(url, OFFER, [id])
    const eventId = newId('event', Date.now() - DAY_MS, randomBytes)
    const [first] = await query(url, EVENT, [eventId])
    const indexesBefore = await indexesOf('offers')
    const [file] = await query(url, "SELECT pg_relation_filenode('offers') AS node")
    // The migration before the swap gives events two indexes more, beside writes.
    const before = { offers: await filesOf('offers'), booking_events: await filesOf('booking_events') }
    const writer: Writer = { written: 0, isStopped: false }
    const writing = Promise.all([writeOn(writer), writeOn(writer)])
    await until('rows of the version before', () => writer.written > 10)
    await migrate(url, MIGRATIONS)
    const soFar = writer.written
    await Promise.race([until('rows of it after the change', () => writer.written > soFar), writing])
    writer.isStopped = true
    await writing
    for (const table of ['offers', 'booking_events']) {
      const [row] = await query(
        url,
        `SELECT count(*)::int AS count FROM ${table} WHERE created_at > now() - interval '1 day'`,
      )
      expect(row.count).toBe(writer.written + (table === 'offers' ? ids.length : 1))
    }
    await query(url, 'DELETE FROM offers WHERE id <> ALL ($1)', [ids])

    const rows = await query(url, 'SELECT id, tableoid::regclass::text AS name FROM offers ORDER BY id')
    expect(rows).toEqual(ids.map((id) => ({ id, name: 'offers_before' })))
    // Nothing was copied.
    expect(await query(url, "SELECT pg_relation_filenode('offers_before') AS node")).toEqual([file])
    expect(await indexesOf('offers')).toEqual(indexesBefore)
    // Nor was any index built while the tables were locked.
    for (const table of ['offers', 'booking_events'] as const)
      expect(await filesOf(`${table}_before`)).toEqual(expect.arrayContaining(before[table]))
    expect((await filesOf('booking_events_before')).length).toBe(before.booking_events.length + 2)
    expect(await triggersOf('booking_events')).toEqual(['booking_event_written'])
    // Until the end of its time what is new is written there as well, by either version.
    await query(url, OFFER, [newId('offer', Date.now(), randomBytes)])
    const [second] = await query(url, EVENT, [newId('event', Date.now(), randomBytes)])
    expect(second.position).toBeGreaterThan(first.position)
    const [later] = await query(
      url,
      OFFER.replace('now(), now())', 'now(), now()) RETURNING tableoid::regclass::text AS name'),
      [newId('offer', Date.now() + 100 * DAY_MS, randomBytes)],
    )
    expect(later.name).toBe('offers_default')
    await expect(query(url, OFFER, [ids[0]])).rejects.toThrow(/duplicate key/)
    await expect(query(url, EVENT, [eventId])).rejects.toThrow(/duplicate key/)
  })
})

/** The files in which a table's indexes are: one that is built anew has another. */
async function filesOf(table: string): Promise<unknown[]> {
  const rows = await query(
    url,
    'SELECT pg_relation_filenode(indexrelid)::text AS node FROM pg_index WHERE indrelid = $1::regclass ORDER BY 1',
    [table],
  )
  return rows.map(({ node }) => node)
}

async function triggersOf(table: string): Promise<unknown[]> {
  const rows = await query(
    url,
    'SELECT tgname FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal ORDER BY 1',
    [table],
  )
  return rows.map(({ tgname }) => tgname)
}

type Writer = { written: number; isStopped: boolean }

/**
 * A process of the version before, in the middle of its work: it goes on with the statements that it has prepared, and fails with the
 * first that does.
 */
async function writeOn(writer: Writer): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    while (!writer.isStopped) {
      const id = newId('offer', Date.now(), randomBytes)
      await client.query({ name: 'offer', text: OFFER, values: [id] })
      await client.query({ name: 'event', text: EVENT, values: [newId('event', Date.now(), randomBytes)] })
      const { rows } = await client.query({ name: 'read', text: 'SELECT * FROM offers WHERE id = $1', values: [id] })
      writer.written += rows.length
    }
  } finally {
    await client.end()
  }
}

async function indexesOf(table: string): Promise<unknown[]> {
  const rows = await query(url, 'SELECT indexname FROM pg_indexes WHERE tablename = $1 ORDER BY indexname', [table])
  return rows.map(({ indexname }) => indexname)
}
