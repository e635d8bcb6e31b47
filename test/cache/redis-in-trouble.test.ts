import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createRedisCache } from '../../src/cache/redis.ts'
import { atOnce } from '../support/at-once.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'
import { REDIS_URL, useCaches } from '../support/use-caches.ts'

const { log, clock, keep } = useCaches()

describe('a Redis that is away', () => {
  it('[C-014] limits everybody all the same, each process by its own count', async () => {
    const { limits } = keep(createRedisCache({ url: 'redis://127.0.0.1:1', clock, log }))
    async function ask(key: string) {
      return (await limits.consume(key, { points: 3, windowMs: 60_000 })).allowed
    }
    expect([await ask('x'), await ask('x'), await ask('x'), await ask('x')]).toEqual([true, true, true, false])
    expect(await ask('y')).toBe(true)
    const large = { points: 1_000, windowMs: 60_000 }
    const asked = await Promise.all(Array.from({ length: 1_010 }, () => limits.consume('z', large)))
    expect(asked.filter(({ allowed }) => allowed)).toHaveLength(1_000)
  })

  it('[C-115] is a miss and never an error, and lets everybody through', async () => {
    const cache = keep(createRedisCache({ url: 'redis://127.0.0.1:1', clock, log }))
    expect(await cache.values.get('a')).toBeNull()
    expect(await cache.values.getMany(['a', 'b'])).toEqual([null, null])
    await cache.values.set('a', '1', 1_000)
    expect(await cache.values.setIfAbsent('a', '1', 1_000)).toBe(true)
    expect(await cache.streams.read('s', 0, 1)).toBeNull()
    expect(await cache.limits.consume('x', { points: 3, windowMs: 1_000 })).toMatchObject({ allowed: true })
    expect(await cache.noPrice.hear({ scope: 's', question: 'q', checkInDate: '2027-01-01', now: Date.now })).toEqual(
      [],
    )
    expect(await cache.values.claim(['a', 'b'], 1_000)).toEqual([true, true])
    expect(cache.isAway()).toBe(true)
    expect(await cache.healthy()).toBe(false)
  })
})

describe.runIf(REDIS_URL)('two processes on one Redis', () => {
  it('[C-055] see each other’s streams, and share limits [C-014]', async () => {
    const options = { url: REDIS_URL ?? '', clock, log, prefix: `test:${randomUUID()}:` }
    const [one, two] = [keep(createRedisCache(options)), keep(createRedisCache(options))]
    let woken = false
    two.streams.follow('s', () => {
      woken = true
    })
    await until('a wake-up from the other process', async () => {
      await one.streams.append('s', 'a', { maxEntries: 1_000, ttlMs: 5_000 })
      return woken
    })
    expect((await two.streams.read('s', 0, 1))?.entries).toEqual([{ id: 1, data: 'a' }])
    const large = { points: 1_000, windowMs: 60_000 }
    const taken = await Promise.all(
      Array.from({ length: 1_100 }, (_, index) => (index % 2 === 0 ? one : two).limits.consume('y', large)),
    )
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(1_000)
    await one.limits.consume('x', { points: 1, windowMs: 60_000 })
    expect((await two.limits.consume('x', { points: 1, windowMs: 60_000 })).allowed).toBe(false)
  })
})

describe.runIf(REDIS_URL)('a Redis that keeps its connections and says nothing', () => {
  it('is waited for once, not by each command, and is used again when it speaks', async () => {
    const target = new URL(REDIS_URL ?? '')
    const proxy = await startTcpProxy(target.hostname, Number(target.port || 6379))
    target.host = `127.0.0.1:${proxy.port}`
    const cache = keep(createRedisCache({ url: target.href, clock, log, prefix: `test:${randomUUID()}:` }))
    try {
      const points = { points: 1_000, windowMs: 60_000 }
      await cache.values.set('a', '1', 60_000)
      proxy.swallow()
      expect(await cache.values.get('a')).toBeNull()
      for (let turn = 0; turn < 10; turn++) expect(await atOnce(cache.values.get('a'))).toBeNull()
      const limits = await Promise.all(Array.from({ length: 10 }, () => atOnce(cache.limits.consume('org', points))))
      expect(limits.every(({ allowed }) => allowed)).toBe(true)
      expect(cache.isAway()).toBe(true)
      proxy.mend()
      await until('the value', async () => (await cache.values.get('a')) === '1')
    } finally {
      await proxy.close()
    }
  })
})
