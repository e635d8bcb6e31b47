import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newId } from '../../src/domain/ids.ts'
import { DAY_MS } from '../../src/domain/time.ts'
import { deleteExpired } from '../../src/operations/operator/delete-expired.ts'
import { addPartitions, dropPartitions, startOfMonth } from '../../src/operations/operator/partitions.ts'
import { type Clock, createClock } from '../../src/platform/clock.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createDatabase } from '../../src/store/database.ts'
import { createRetentionStore } from '../../src/store/retention.ts'
import { createStore } from '../../src/store/store.ts'
import { type StoreWorld, useStore } from '../support/use-store.ts'

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

function inAYear(): Clock {
  const clock = createClock()
  clock.setSkew(365 * DAY_MS)
  return clock
}

describe('a month of events that waits for bookings that go on', () => {
  const month = startOfMonth(NOW - 1_200 * DAY_MS)
  const terms = { offers: null, quotes: null, calls: null, events: 1_095, audit: null }

  async function putEvents(bookingId: string, count: number): Promise<void> {
    const ids = Array.from({ length: count }, () => newId('event', month + DAY_MS, randomBytes))
    await world.query(
      `INSERT INTO booking_events (id, organization_id, environment, booking_id, type, body, created_at)
       SELECT id, 'org_1', 'sandbox', $2, 'booking.updated', '{}', $3 FROM unnest($1::text[]) AS id`,
      [ids, bookingId, new Date(month + DAY_MS)],
    )
  }

  it('[21] is left whole: nothing of it goes row by row that the drop takes in a moment', async () => {
    await world.store.partitions.add('booking_events', month, startOfMonth(month + 32 * DAY_MS))
    const old = { created_at: new Date(month), updated_at: new Date(month), check_out_date: '2022-01-01' }
    await world.put('bookings', { id: 'ubk_over', status: 'CANCELLED', ...old })
    await world.put('bookings', { id: 'ubk_on', status: 'AWAITING_REVIEW', ...old, needs_operator: true })
    await putEvents('ubk_over', 20)
    await putEvents('ubk_on', 5_001)
    expect(await deleteExpired(deps(), terms)).toMatchObject({ events: 0 })
    const count = `SELECT count(*)::int AS count FROM booking_events WHERE booking_id IN ('ubk_over', 'ubk_on')`
    expect(await world.query(count)).toEqual([{ count: 5_021 }])
    await world.query(`UPDATE bookings SET status = 'CANCELLED', needs_operator = false WHERE id = 'ubk_on'`)
    expect(await deleteExpired(deps(), terms)).toMatchObject({ events: 0 })
    expect(await world.query(count)).toEqual([{ count: 0 }])
  })

  it('[21] costs a night nothing of the months that are not over, whatever Postgres knows of them', async () => {
    await world.store.partitions.add('booking_events', month, startOfMonth(month + 32 * DAY_MS))
    const old = { created_at: new Date(month), updated_at: new Date(month), check_out_date: '2022-01-01' }
    await world.put('bookings', { id: 'ubk_over_3', status: 'CANCELLED', ...old })
    await putEvents('ubk_over_3', 20)
    const db = createDatabase({ url: world.url, poolSize: 1, statementTimeoutMs: 10_000 })
    try {
      const opened = await db.$transaction(async (tx) => {
        expect(await createRetentionStore(tx).events(1_095, { limit: 2_000, waiting: [] })).toBe(20)
        const partitions = await tx.$queryRaw<readonly { name: string }[]>`
          SELECT relname AS name FROM pg_stat_xact_user_tables
          WHERE relname LIKE 'booking_events_p%' AND seq_scan + coalesce(idx_scan, 0) > 0`
        return partitions.map(({ name }) => name)
      })
      expect(opened).toEqual([`booking_events_p${new Date(month).toISOString().slice(0, 10).replaceAll('-', '')}`])
    } finally {
      await db.$disconnect()
    }
  })

  it('[21] waits for a year at the most: then what can go does', async () => {
    await world.store.partitions.add('booking_events', month, startOfMonth(month + 32 * DAY_MS))
    const old = { created_at: new Date(month), updated_at: new Date(month), check_out_date: '2022-01-01' }
    await world.put('bookings', { id: 'ubk_over_2', status: 'CANCELLED', ...old })
    await world.put('bookings', { id: 'ubk_on_2', status: 'AWAITING_REVIEW', ...old, needs_operator: true })
    await putEvents('ubk_over_2', 20)
    await putEvents('ubk_on_2', 5_001)
    expect(await deleteExpired({ ...deps(), clock: inAYear() }, { ...terms, events: 1_094 })).toMatchObject({
      events: 20,
    })
  })
})

describe('a statement about partitions that takes too long', () => {
  it('[21] is told, and the night goes on: what is over is dropped all the same', async () => {
    const day = OLD_DAY - 20 * DAY_MS
    await world.store.partitions.add('offers', day, day + DAY_MS)
    const name = `offers_p${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`
    const db = createDatabase({ url: world.url, poolSize: 1, statementTimeoutMs: 100 })
    const told: string[] = []
    const slow = {
      ...deps(),
      store: createStore(db),
      clock: inAYear(),
      log: createLogger('warn', { write: (line: string) => void told.push(line) }),
    }
    try {
      // As where the default partition has filled, and is read while all others wait: Postgres ends it before the lock's own limit.
      await world.inSession(async (client) => {
        await client.query('BEGIN; LOCK TABLE offers_default IN ACCESS SHARE MODE')
        expect(await addPartitions(slow)).toBeGreaterThan(0)
        await client.query('ROLLBACK')
      })
      expect(told.filter((line) => /the partitions of a table stay as they are/.test(line))).not.toEqual([])
      expect(await dropPartitions({ ...deps(), store: world.store }, { ...NEVER, offers: 30 })).toContain(name)
    } finally {
      await db.$disconnect()
    }
  })
})
