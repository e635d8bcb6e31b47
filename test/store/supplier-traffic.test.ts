import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../src/domain/ids.ts'
import { DAY_MS } from '../../src/domain/time.ts'
import { addPartitions, dropPartitions } from '../../src/operations/operator/partitions.ts'
import { boundTraffic } from '../../src/operations/traffic/bound-traffic.ts'
import { createLogger } from '../../src/platform/logger.ts'
import type { Json } from '../support/http-client.ts'
import { type StoreWorld, useStore } from '../support/use-store.ts'

let world: StoreWorld
useStore(async (made) => {
  world = made
  // Those of the template are of the day on which it was made, which may have been yesterday.
  for (const day of await world.store.partitions.list('supplier_exchanges'))
    await world.store.partitions.drop('supplier_exchanges', day, { needed: [], since: day.to })
})
beforeEach(async () => void (await world.query('DELETE FROM supplier_exchanges')))

const log = createLogger('silent')

/** These tests are of one day, also when midnight comes. */
const NOW = Date.now()

async function rows(): Promise<Json[]> {
  return world.query('SELECT * FROM supplier_exchanges ORDER BY id')
}

describe('[22] how long exchanges are kept', () => {
  function deps() {
    return { store: world.store, clock: { real: () => NOW } as never, log }
  }

  async function put(id: string, isPinned = false): Promise<void> {
    await world.query(
      `INSERT INTO supplier_exchanges (id, connection_id, supplier_code, operation, outcome, why, share, request_id, hotels, number, at,
         total_ms, request_bytes, request, pinned_at)
       VALUES ($1, 'conn_1', 'ratehawk', 'find', '200', 'ALWAYS', 1, 'req_1', '{}', 1, now(), 5, 0, '{}', $2)`,
      [id, isPinned ? new Date() : null],
    )
  }

  function idOf(daysAgo: number): string {
    return newId('exchange', NOW - daysAgo * DAY_MS, randomBytes)
  }

  async function addDay(daysAgo: number): Promise<void> {
    const day = Math.floor(NOW / DAY_MS) * DAY_MS - daysAgo * DAY_MS
    await world.store.partitions.add('supplier_exchanges', day, day + DAY_MS)
  }

  it('is a term: days are dropped whole, but what somebody has pinned', async () => {
    await addPartitions(deps())
    await addDay(10)
    const [old, pinned, recent] = [idOf(10), idOf(10), idOf(0)]
    await put(old)
    await put(pinned, true)
    await put(recent)
    expect(await dropPartitions(deps(), { supplier_exchanges: 7 })).toHaveLength(1)
    expect((await rows()).map(({ id }) => id)).toEqual([pinned, recent])
    expect(await world.store.partitions.wholeSince('supplier_exchanges')).toBeGreaterThan(NOW - 10 * DAY_MS)
    await world.store.traffic.unpin(pinned)
    expect(await world.store.traffic.deleteOld(NOW - 7 * DAY_MS, 10)).toBe(1)
    expect((await rows()).map(({ id }) => id)).toEqual([recent])
  })

  it('loses no pin that is taken while its day is being dropped', async () => {
    await addDay(9)
    const [pinned, other] = [idOf(9), idOf(9)]
    await put(pinned, true)
    await put(other)
    const [day] = await world.store.partitions.list('supplier_exchanges')
    expect(day && (await world.store.partitions.drop('supplier_exchanges', day, { needed: [], since: day.to }))).toBe(1)
    expect((await rows()).map(({ id }) => id)).toEqual([pinned])
  })

  it('is less when they take more than their room: the oldest day goes first, today stays', async () => {
    await addPartitions(deps())
    await addDay(3)
    await addDay(2)
    const [older, old, recent] = [idOf(3), idOf(2), idOf(0)]
    for (const id of [older, old, recent]) await put(id)
    expect(await boundTraffic(deps(), 1e12)).toEqual([])
    expect(await boundTraffic(deps(), 1)).toHaveLength(2)
    expect((await rows()).map(({ id }) => id)).toEqual([recent])
  })

  it('is less as soon as there is so little room that samples are fewer', async () => {
    await addPartitions(deps())
    await addDay(3)
    await put(idOf(3))
    const bytes = await world.store.traffic.bytes()
    expect(await boundTraffic(deps(), bytes * 1.3)).toEqual([])
    expect(await boundTraffic(deps(), bytes * 1.2)).toHaveLength(1)
  })

  it('pins a hundred at most', async () => {
    const ids = Array.from({ length: 101 }, () => idOf(0))
    for (const id of ids) await put(id)
    function pin(id: string) {
      return world.store.transaction((tx) => tx.traffic.pin(id, { by: 'operator:ada', note: null, now: NOW }))
    }
    for (const id of ids.slice(0, 100)) expect(await pin(id)).toBe('PINNED')
    expect(await pin(ids[100] ?? '')).toBe('FULL')
    expect(await pin(ids[0] ?? '')).toBe('PINNED')
    expect(await world.store.traffic.countPins()).toBe(100)
  })
})
