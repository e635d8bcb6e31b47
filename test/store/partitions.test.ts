import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { firstIdAt, newId } from '../../src/domain/ids.ts'
import { DAY_MS } from '../../src/domain/time.ts'
import { addPartitions, dropPartitions, startOfMonth } from '../../src/operations/operator/partitions.ts'
import { type Clock, createClock } from '../../src/platform/clock.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { isInUse } from '../../src/platform/refused-statement.ts'
import { createDatabase } from '../../src/store/database.ts'
import type { Partition } from '../../src/store/partitions.ts'
import { createStore } from '../../src/store/store.ts'
import { until } from '../support/until.ts'
import { inSeconds, type StoreWorld, useStore } from '../support/use-store.ts'

const TERMS = { offers: 30, booking_events: 1_095 }
const NEVER = { offers: null, booking_events: null }
const NOW = Date.now()
/** The beginning of a day that is over by its term. */
const OLD_DAY = NOW - (NOW % DAY_MS) - 40 * DAY_MS

let world: StoreWorld
useStore((started) => {
  world = started
})

function deps() {
  return { store: world.store, clock: createClock(), log: createLogger('silent') }
}

/** Offers that were made at a time, and expire a quarter of an hour later. */
async function putOffers(at: number, count: number, expiresAt = new Date(at + 900_000)): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('offer', at, randomBytes))
  await world.query(
    `INSERT INTO offers (id, organization_id, environment, hotel_id, supplier_code, connection_id, terms, supplier_payload, expires_at, created_at)
     SELECT id, 'org_1', 'sandbox', 1, 'hotelbeds', 'con_1', '{}', jsonb_build_object('filler', repeat('x', 500)), $2, $3 FROM unnest($1::text[]) AS id`,
    [ids, expiresAt, new Date(at)],
  )
  return ids
}

/** The partition of offers of a day, added if it is not there. */
async function partitionFrom(day: number): Promise<Partition> {
  await world.store.partitions.add('offers', day, day + DAY_MS)
  const found = (await world.store.partitions.list('offers')).find(({ from }) => from === day)
  if (!found) throw new Error('no partition')
  return found
}

function inAYear(): Clock {
  const clock = createClock()
  clock.setSkew(365 * DAY_MS)
  return clock
}

async function partitionOf(table: 'offers' | 'booking_events', id: string): Promise<string | undefined> {
  const rows = await world.query(`SELECT tableoid::regclass::text AS name FROM ${table} WHERE id = $1`, [id])
  return rows[0]?.name
}

async function rowsIn(table: string): Promise<number> {
  const [row] = await world.query(`SELECT count(*)::int AS count FROM ${table}`)
  return row.count
}

/** How many wait for a lock in this database. */
const WAITING = `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`

/** The names of tables that a statement reads, as it is planned for these values. */
async function tablesRead(statement: string, values: readonly unknown[]): Promise<string[]> {
  const rows = await world.query(`EXPLAIN (COSTS OFF) ${statement}`, values)
  return rows.flatMap((row) => /Scan.* on (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? [])
}

describe('ids as bounds of partitions', () => {
  it.each([0, 1, OLD_DAY, NOW, Date.UTC(2031, 0, 1), 2 ** 47])(
    '[21] are the same here and in the database, at %i',
    async (at) => {
      const [row] = await world.query("SELECT gateway_first_id('off_', to_timestamp($1::float8 / 1000)) AS id", [at])
      expect(row.id).toBe(firstIdAt('offer', at))
    },
  )
})

describe('a partition', () => {
  it('[21] has the rows that were made in its time, and is the only one that is read for one of them', async () => {
    await world.store.partitions.add('offers', OLD_DAY, OLD_DAY + DAY_MS)
    const [id = ''] = await putOffers(OLD_DAY + 1, 1)
    const [next = ''] = await putOffers(NOW, 1)
    const name = await partitionOf('offers', id)
    expect(name).toMatch(/^offers_p\d{8}$/)
    expect(await partitionOf('offers', next)).not.toBe(name)
    expect(await tablesRead('SELECT * FROM offers WHERE id = $1', [id])).toEqual([name])
  })

  it('[21] of now and of the time ahead is there, and is added once however many processes begin', async () => {
    await Promise.all([addPartitions(deps()), addPartitions(deps())])
    expect(await addPartitions(deps())).toBe(0)
    const days = (await world.store.partitions.list('offers')).filter(({ to }) => to > NOW)
    expect(days.at(-1)?.to).toBeGreaterThan(NOW + 7 * DAY_MS)
    const months = await world.store.partitions.list('booking_events')
    expect(months.at(-1)?.to).toBeGreaterThan(startOfMonth(NOW + 62 * DAY_MS))
    for (const [at, { to }] of days.entries()) expect(days[at + 1]?.from ?? to).toBe(to)
  })

  it('[21] that is missing loses nothing: the default one catches the rows, and the next run moves them', async () => {
    const far = startOfMonth(NOW) + 400 * DAY_MS
    const [id = ''] = await putOffers(far, 1)
    expect(await partitionOf('offers', id)).toBe('offers_default')
    expect(await world.store.partitions.isCaught('offers', firstIdAt('offer', NOW))).toBe(true)
    expect(await world.store.partitions.add('offers', far, far + DAY_MS)).toBe(true)
    expect(await partitionOf('offers', id)).not.toBe('offers_default')
    expect(await world.store.partitions.isCaught('offers', firstIdAt('offer', NOW))).toBe(false)
  })

  it('[21] takes in what is written while it is added', async () => {
    const far = startOfMonth(NOW) + 600 * DAY_MS
    await world.inSession(async (client) => {
      await client.query('BEGIN')
      await client.query("SELECT gateway_add_partition('offers', 'off_', $1, $2)", [
        new Date(far),
        new Date(far + DAY_MS),
      ])
      const writing = putOffers(far, 1)
      await until('the writer to wait', async () => {
        const [row] = (await client.query(WAITING)).rows
        return row.count > 0
      })
      await client.query('COMMIT')
      const [id = ''] = await writing
      expect(await partitionOf('offers', id)).toMatch(/^offers_p\d{8}$/)
    })
  })

  it('[21] is not made for a time of which the default one has more rows than a moment moves', async () => {
    const far = startOfMonth(NOW) + 500 * DAY_MS
    await putOffers(far, 5_001)
    expect(await world.store.partitions.add('offers', far, far + DAY_MS)).toBe(false)
    expect(await world.store.partitions.add('offers', far + DAY_MS, far + 2 * DAY_MS)).toBe(true)
    await world.query('DELETE FROM offers_default WHERE id >= $1', [firstIdAt('offer', far)])
    expect(await world.store.partitions.add('offers', far, far + DAY_MS)).toBe(true)
  })
})

describe('the end of a partition', () => {
  it('[21] takes the table away, whatever it has, and leaves what is still needed', async () => {
    const day = OLD_DAY - 10 * DAY_MS
    await putOffers(day + 1_000, 2_000)
    const kept = await putOffers(day + 2_000, 3, inSeconds(600))
    const partition = await partitionFrom(day)
    const needed = await world.store.partitions.needed('offers', partition, {
      days: 30,
      before: NOW - 30 * DAY_MS,
      most: 100,
    })
    expect(needed?.toSorted()).toEqual(kept.toSorted())
    expect(await world.store.partitions.drop('offers', partition, { needed: kept, since: partition.to })).toBe(3)
    const [table] = await world.query('SELECT to_regclass($1) AS name', [partition.name])
    expect(table.name).toBeNull()
    for (const id of kept) expect(await partitionOf('offers', id)).toBe('offers_default')
    expect(await world.store.partitions.wholeSince('offers')).toBe(partition.to)
    expect(await world.store.partitions.drop('offers', partition, { needed: [], since: partition.to })).toBeNull()
  })

  it('[21] is put off while more than some thousand of its rows are needed', async () => {
    const day = OLD_DAY - 30 * DAY_MS
    await world.store.partitions.add('offers', day, day + DAY_MS)
    await putOffers(day, 5_001, inSeconds(600))
    const { name } = await partitionFrom(day)
    expect(await dropPartitions(deps(), TERMS)).not.toContain(name)
    expect(await rowsIn(name)).toBe(5_001)
    await world.query(`DELETE FROM ${name}`)
    expect(await dropPartitions(deps(), TERMS)).toContain(name)
  })

  it('[21] moves a row past the triggers that judge what is written', async () => {
    const day = OLD_DAY - 40 * DAY_MS
    const [id = ''] = await putOffers(day, 1, inSeconds(600))
    await world.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`)
    await world.query(`CREATE TRIGGER refused BEFORE INSERT OR DELETE ON offers FOR EACH ROW EXECUTE FUNCTION refuse()`)
    try {
      // From the default partition to its own, and back.
      const { name } = await partitionFrom(day)
      expect(await partitionOf('offers', id)).toBe(name)
      expect(await dropPartitions(deps(), TERMS)).toContain(name)
      expect(await partitionOf('offers', id)).toBe('offers_default')
      await expect(putOffers(day, 1)).rejects.toThrow('refused')
    } finally {
      await world.query('DROP FUNCTION refuse CASCADE')
    }
  })

  it('[21] comes when all of its time is over by the term, not before, and not when nothing has a term', async () => {
    const [over, young] = [OLD_DAY - 3 * DAY_MS, NOW - (NOW % DAY_MS) - 30 * DAY_MS]
    for (const from of [over, young]) await world.store.partitions.add('offers', from, from + DAY_MS)
    const [gone = '', stays = ''] = [...(await putOffers(over, 1)), ...(await putOffers(young, 1))]
    expect(await dropPartitions(deps(), NEVER)).toEqual([])
    const name = await partitionOf('offers', gone)
    expect(await dropPartitions(deps(), TERMS)).toContain(name)
    expect(await partitionOf('offers', gone)).toBeUndefined()
    expect(await partitionOf('offers', stays)).toBeDefined()
  })

  it('[21] of events keeps those of bookings that go on, and those that are being delivered', async () => {
    const month = startOfMonth(NOW - 1_200 * DAY_MS)
    await world.store.partitions.add('booking_events', month, startOfMonth(month + 32 * DAY_MS))
    const at = new Date(month + DAY_MS)
    await world.put(
      'bookings',
      { id: 'ubk_over', status: 'CANCELLED', updated_at: at },
      { id: 'ubk_open', status: 'ON_HOLD', updated_at: at },
      { id: 'ubk_seen', status: 'CANCELLED', updated_at: at, needs_operator: true },
    )
    await world.put('webhook_endpoints', { id: 'end_1' })
    const ids = await Promise.all(
      ['over', 'open', 'seen', 'sent'].map(async (booking, place) => {
        const id = newId('event', at.getTime(), randomBytes)
        const bookingId = `ubk_${booking === 'sent' ? 'over' : booking}`
        await world.put('booking_events', {
          position: 900 + place,
          id,
          booking_id: bookingId,
          sequence: place + 1,
          created_at: at,
        })
        return id
      }),
    )
    await world.put('webhook_deliveries', { id: 'whd_1', event_id: ids[3], event_position: 903 })
    await dropPartitions(deps(), TERMS)
    const left = await world.query('SELECT id FROM booking_events WHERE id = ANY($1)', [ids])
    expect(left.map(({ id }) => String(id)).toSorted()).toEqual(ids.slice(1).toSorted())
    expect(await world.store.partitions.wholeSince('booking_events')).toBeGreaterThan(month)
  })

  it('[21] gives up a table that others have, keeps nobody waiting meanwhile, and comes when they have ended', {
    timeout: 180_000,
  }, async () => {
    const day = OLD_DAY - 20 * DAY_MS
    await putOffers(day, 10)
    const partition = await partitionFrom(day)
    await world.inSession(async (client) => {
      await client.query('BEGIN')
      await client.query('SELECT count(*) FROM offers')
      let isOver = false
      const dropping = world.store.partitions
        .drop('offers', partition, { needed: [], since: partition.to })
        .catch((thrown: unknown) => thrown)
        .finally(() => (isOver = true))
      // What is written meanwhile waits for the drop, and the drop for the open transaction: who does not give up waits for ever.
      while (!isOver) await putOffers(NOW, 1)
      expect(isInUse(await dropping)).toBe(true)
      expect(await rowsIn(partition.name)).toBe(10)
      const trying = dropPartitions(deps(), TERMS)
      for (let written = 0; written < 5; written++) await putOffers(NOW, 1)
      await client.query('COMMIT')
      expect(await trying).toContain(partition.name)
    })
  })

  it('[21] is nothing that a role does who may not delete the rows', async () => {
    const day = OLD_DAY - 50 * DAY_MS
    const { name } = await partitionFrom(day)
    const role = `reader_${randomBytes(6).toString('hex')}`
    await world.query(`CREATE ROLE ${role} LOGIN PASSWORD 'reader'`)
    try {
      await world.query(`GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO ${role}`)
      const url = new URL(world.url)
      url.username = role
      // The embedded server asks for one.
      url.password = 'reader'
      const theirs = createDatabase({ url: url.href, poolSize: 1, statementTimeoutMs: 5_000 })
      const store = createStore(theirs)
      expect(await dropPartitions({ ...deps(), store }, TERMS)).toEqual([])
      expect(await addPartitions({ ...deps(), store, clock: inAYear() })).toBe(0)
      await world.query(`GRANT DELETE ON offers, booking_events TO ${role}`)
      expect(await dropPartitions({ ...deps(), store }, TERMS)).toContain(name)
      await theirs.$disconnect()
    } finally {
      await world.query(`DROP OWNED BY ${role}`)
      await world.query(`DROP ROLE ${role}`)
    }
  })
})
