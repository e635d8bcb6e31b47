import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createRedisCache } from '../../src/cache/redis.ts'
import type { CallCaps, CallKind } from '../../src/domain/call-caps.ts'
import type { CallSlots } from '../../src/platform/call-slots.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'
import { REDIS_URL, useCaches } from '../support/use-caches.ts'

const { log, clock, opens, keep } = useCaches({ onCluster: true })

const NOBODY = { price_check: 0, rooms: 0, search: 0, content: 0 }
const LEASE_MS = 5_000

async function take(slots: CallSlots, caps: CallCaps, wanted: Partial<Record<CallKind, number>>, id = 'conn_a') {
  const taken = await slots.take(id, caps, { wanted: { ...NOBODY, ...wanted }, leaseMs: LEASE_MS })
  return { granted: (kind: CallKind) => taken[kind].leases.length, taken }
}

describe.each(Object.keys(opens))('[X-04] the slots of a connection, kept in %s,', (name) => {
  function open(): CallSlots {
    const cache = opens[name]?.()
    if (!cache) throw new Error(name)
    return keep(cache).calls
  }

  it('are as many in any second as were agreed, those of price checks first', async () => {
    const calls = open()
    const { granted, taken } = await take(calls, { perSecond: 5 }, { search: 9, price_check: 2 })
    expect([granted('price_check'), granted('search')]).toEqual([2, 3])
    expect(taken.search.retryAfterMs).toBeGreaterThan(900)
    expect(taken.price_check.retryAfterMs).toBe(0)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((await take(calls, { perSecond: 5 }, { search: 1 })).granted('search')).toBe(0)
    await until(
      'a second later',
      async () => (await take(calls, { perSecond: 5 }, { search: 1 })).granted('search') === 1,
    )
  })

  it('are those of each kind too, and a tenth of them is for content', async () => {
    const calls = open()
    const caps = { perSecond: 20, perSecondBy: { search: 3 } }
    const { granted } = await take(calls, caps, { search: 9, rooms: 4, content: 9 })
    expect([granted('search'), granted('rooms'), granted('content')]).toEqual([3, 4, 2])
  })

  it('are taken by bookings, which wait for none', async () => {
    const calls = open()
    for (let count = 0; count < 4; count++) calls.note('conn_a', { perSecond: 5 }, LEASE_MS)
    await until('the notes to arrive', async () => {
      const { granted } = await take(calls, { perSecond: 5 }, { rooms: 5 })
      return granted('rooms') <= 1
    })
  })

  it('bound what is under way at once, until it is given back or its lease is over', async () => {
    const calls = open()
    const first = await take(calls, { concurrent: 2 }, { rooms: 3 })
    expect(first.granted('rooms')).toBe(2)
    expect(first.taken.rooms.retryAfterMs).toBeGreaterThan(0)
    const [lease = ''] = first.taken.rooms.leases
    calls.giveBack('conn_a', lease)
    await until('the lease', async () => (await take(calls, { concurrent: 2 }, { rooms: 1 })).granted('rooms') === 1)
    const short = { wanted: { ...NOBODY, rooms: 1 }, leaseMs: 30 }
    expect((await calls.take('conn_b', { concurrent: 1 }, short)).rooms.leases).toHaveLength(1)
    await until('its end', async () => (await calls.take('conn_b', { concurrent: 1 }, short)).rooms.leases.length === 1)
  })

  it('are nothing to another connection', async () => {
    const calls = open()
    expect((await take(calls, { perSecond: 1 }, { rooms: 1 })).granted('rooms')).toBe(1)
    expect((await take(calls, { perSecond: 1 }, { rooms: 1 }, 'conn_c')).granted('rooms')).toBe(1)
  })
})

describe.runIf(REDIS_URL)('[X-04] two processes on one Redis', () => {
  it('take from the same slots; without it each keeps to its half', async () => {
    const proxy = await startTcpProxy('127.0.0.1', Number(new URL(REDIS_URL ?? '').port))
    const url = `redis://127.0.0.1:${proxy.port}`
    const options = { url, clock, log, prefix: `test:${randomUUID()}:` }
    const [one, two] = [keep(createRedisCache(options)), keep(createRedisCache(options))]
    const caps = { perSecond: 8 }
    const both = await Promise.all([one, two].map(({ calls }) => take(calls, caps, { search: 8 })))
    expect(both.reduce((sum, { granted }) => sum + granted('search'), 0)).toBe(8)
    // Each has heard of the other by its second question.
    for (const { calls } of [one, two]) await take(calls, caps, { search: 1 })
    await proxy.close()
    await until('Redis to be missed', () => one.isAway() && two.isAway())
    const alone = await Promise.all([one, two].map(({ calls }) => take(calls, caps, { search: 8 })))
    expect(alone.map(({ granted }) => granted('search'))).toEqual([4, 4])
  })
})
