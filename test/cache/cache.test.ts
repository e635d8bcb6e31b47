import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Cache, NoPriceQuestion } from '../../src/cache/cache.ts'
import { createMemoryCache } from '../../src/cache/memory.ts'
import { createRedisCache } from '../../src/cache/redis.ts'
import { NO_PRICE_RULES } from '../../src/domain/no-price.ts'
import { createClock } from '../../src/platform/clock.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

const REDIS_URL = process.env['REDIS_URL']
const log = createLogger('silent')
const clock = createClock()
const opened: Cache[] = []

const opens: Readonly<Record<string, () => Cache>> = {
  memory: () => createMemoryCache({ clock }),
  ...(REDIS_URL
    ? { redis: () => createRedisCache({ url: REDIS_URL, clock, log, prefix: `test:${randomUUID()}:` }) }
    : {}),
}

function keep(cache: Cache): Cache {
  opened.push(cache)
  return cache
}

afterEach(async () => {
  clock.setOffset(0)
  for (const cache of opened.splice(0)) await cache.close()
})

it('is tested on Redis too wherever CI says that there is one', () => {
  if (process.env['CI']) expect(REDIS_URL, 'REDIS_URL must be set in CI').toBeTruthy()
  expect(Object.keys(opens)).toContain('memory')
})

describe.each(Object.entries(opens))('the %s cache', (_name, open) => {
  it('keeps values until their time is over by our clock, whatever they contain', async () => {
    const { values } = keep(open())
    await values.set('a', 'x:y:\n{}', 1_000)
    expect(await values.get('a')).toBe('x:y:\n{}')
    clock.setOffset(1_001)
    expect(await values.get('a')).toBeNull()
  })

  it('reads many in the order of the keys', async () => {
    const { values } = keep(open())
    await values.setMany([['a', '1'] as const, ['c', '3'] as const], 1_000)
    expect(await values.getMany(['c', 'b', 'a'])).toEqual(['3', null, '1'])
    expect(await values.getMany([])).toEqual([])
  })

  it('lets one of a hundred at once set what is absent', async () => {
    const { values } = keep(open())
    const won = await Promise.all(
      Array.from({ length: 100 }, (_, index) => values.setIfAbsent('lock', String(index), 1_000)),
    )
    expect(won.filter(Boolean)).toHaveLength(1)
    clock.setOffset(2_000)
    expect(await values.setIfAbsent('lock', 'next', 1_000)).toBe(true)
  })

  it('lets a value live longer only for who knows it', async () => {
    const { values } = keep(open())
    await values.set('lock', 'mine', 1_000)
    expect(await values.extendIfEqual('lock', 'yours', 9_000)).toBe(false)
    expect(await values.extendIfEqual('lock', 'mine', 5_000)).toBe(true)
    clock.setOffset(3_000)
    expect(await values.get('lock')).toBe('mine')
    clock.setOffset(6_000)
    expect(await values.extendIfEqual('lock', 'mine', 5_000)).toBe(false)
  })

  it('deletes a value only for who knows it', async () => {
    const { values } = keep(open())
    await values.set('lock', 'mine', 1_000)
    expect(await values.deleteIfEqual('lock', 'yours')).toBe(false)
    expect(await values.deleteIfEqual('lock', 'mine')).toBe(true)
    expect(await values.get('lock')).toBeNull()
  })

  it('numbers a stream 1, 2, 3 and trims its oldest entries', async () => {
    const { streams } = keep(open())
    for (const data of ['a', 'b', 'c', 'd']) await streams.append('s', data, { maxEntries: 3, ttlMs: 1_000 })
    expect(await streams.read('s', 0, 10)).toEqual({
      oldestId: 2,
      newestId: 4,
      entries: [
        { id: 2, data: 'b' },
        { id: 3, data: 'c' },
        { id: 4, data: 'd' },
      ],
    })
    expect((await streams.read('s', 3, 10))?.entries).toEqual([{ id: 4, data: 'd' }])
    expect((await streams.read('s', 4, 10))?.entries).toEqual([])
    expect(await streams.read('other', 0, 10)).toBeNull()
  })

  it('ends a stream when its time is over, or is made shorter', async () => {
    const { streams } = keep(open())
    await streams.append('s', 'a', { maxEntries: 3, ttlMs: 10_000 })
    await streams.expire('s', 1_000)
    clock.setOffset(1_001)
    expect(await streams.read('s', 0, 10)).toBeNull()
  })

  it('wakes a follower without an entry', async () => {
    const { streams, healthy } = keep(open())
    await until('the cache', healthy)
    let woken = 0
    const stop = streams.follow('w', () => {
      woken += 1
    })
    await until('a wake-up', async () => {
      await streams.wake('w')
      return woken > 0
    })
    stop()
    expect(await streams.read('w', 0, 10)).toBeNull()
  })

  it('wakes a follower after an append, and no longer once it has stopped', async () => {
    const { streams, healthy } = keep(open())
    await until('the cache', healthy)
    let woken = 0
    const stop = streams.follow('s', () => {
      woken += 1
    })
    await until('a wake-up', async () => {
      await streams.append('s', 'a', { maxEntries: 100, ttlMs: 1_000 })
      return woken > 0
    })
    stop()
    const before = woken
    await streams.append('s', 'b', { maxEntries: 100, ttlMs: 1_000 })
    await streams.read('s', 0, 1)
    expect(woken).toBe(before)
  })

  it('gives out as many points as a window has', async () => {
    const { limits } = keep(open())
    const states = []
    for (let index = 0; index < 4; index++) states.push(await limits.consume('x', { points: 3, windowMs: 60_000 }))
    expect(states.map(({ allowed }) => allowed)).toEqual([true, true, true, false])
    expect(states.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0])
    expect(states.at(-1)?.resetMs).toBeGreaterThan(50_000)
  })
})

/** All that is left out: once the process knows it, asking about single hotels must find the same. */
async function leftOut(noPrice: Cache['noPrice'], question: NoPriceQuestion): Promise<readonly number[]> {
  const sets = await until('what is left out', () => noPrice.hear(question))
  const heard = [...new Set(sets.flatMap((set) => [...set.hotelIds()]))].sort((a, b) => a - b)
  const asked = await noPrice.among(question, [...heard, -1])
  expect(asked.toSorted((a, b) => a - b)).toEqual(heard)
  return heard
}

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

describe.each(Object.entries(opens))('the no-price memory of the %s cache', (_name, open) => {
  function asked(question: string, checkInDate = '2027-03-10', scope = 'org,sandbox,hotelbeds') {
    return {
      scope,
      question,
      checkInDate,
    }
  }

  it('[C-043] leaves a hotel out of the very same question for 30 minutes', async () => {
    const { noPrice } = keep(open())
    await noPrice.record(asked('a'), [1, 2], NO_PRICE_RULES)
    expect(new Set(await leftOut(noPrice, asked('a')))).toEqual(new Set([1, 2]))
    expect(await leftOut(noPrice, asked('b'))).toEqual([])
    clock.setOffset(30 * MINUTE_MS - 500)
    expect(await leftOut(noPrice, asked('a'))).toHaveLength(2)
    clock.setOffset(30 * MINUTE_MS + 500)
    expect(await leftOut(noPrice, asked('a'))).toEqual([])
  })

  it('[C-044] leaves one out of every question after 3 check-in dates within 14 days, until they are over', async () => {
    const { noPrice } = keep(open())
    await noPrice.record(asked('a', '2027-03-10'), [1], NO_PRICE_RULES)
    await noPrice.record(asked('b', '2027-03-10'), [1], NO_PRICE_RULES)
    clock.setOffset(6 * DAY_MS)
    await noPrice.record(asked('c', '2027-03-11'), [1], NO_PRICE_RULES)
    expect(await leftOut(noPrice, asked('z')), 'two dates are not enough').toEqual([])
    clock.setOffset(13 * DAY_MS)
    await noPrice.record(asked('d', '2027-03-12'), [1], NO_PRICE_RULES)
    expect(await leftOut(noPrice, asked('z'))).toEqual([1])
    clock.setOffset(14 * DAY_MS + MINUTE_MS)
    expect(await leftOut(noPrice, asked('z')), 'the first is 14 days ago').toEqual([])
    await noPrice.record(asked('e', '2027-03-13'), [1], NO_PRICE_RULES)
    expect(await leftOut(noPrice, asked('z')), 'and the next is the third again').toEqual([1])
  })

  it('[C-044] forgets everything of a hotel that has a price again', async () => {
    const { noPrice } = keep(open())
    for (const [question, date] of [
      ['a', '2027-03-10'],
      ['b', '2027-03-11'],
      ['c', '2027-03-12'],
    ] as const)
      await noPrice.record(asked(question, date), [1, 2], NO_PRICE_RULES)
    await noPrice.clear(asked('c', '2027-03-12'), [1])
    expect(await leftOut(noPrice, asked('z'))).toEqual([2])
    expect(new Set(await leftOut(noPrice, asked('c')))).toEqual(new Set([2]))
    await noPrice.record(asked('d', '2027-03-13'), [1], NO_PRICE_RULES)
    expect(await leftOut(noPrice, asked('z')), 'its history began anew').toEqual([2])
  })

  it('[C-045] is of one scope only', async () => {
    const { noPrice } = keep(open())
    await noPrice.record(asked('a'), [1], NO_PRICE_RULES)
    for (const scope of ['other,sandbox,hotelbeds', 'org,production,hotelbeds', 'org,sandbox,hotelbeds,liteapi'])
      expect(await leftOut(noPrice, asked('a', '2027-03-10', scope))).toEqual([])
  })

  it('takes thousands of hotels at once', async () => {
    const { noPrice } = keep(open())
    const many = Array.from({ length: 5_000 }, (_, index) => index + 1)
    await noPrice.record(asked('a'), many, NO_PRICE_RULES)
    expect(await leftOut(noPrice, asked('a'))).toHaveLength(5_000)
    await noPrice.clear(asked('a'), many)
    expect(await leftOut(noPrice, asked('a'))).toEqual([])
  })
})

describe.each(Object.entries(opens))('claims on the %s cache', (_name, open) => {
  it('are given to one of many at once, each on its own', async () => {
    const { values } = keep(open())
    const won = await Promise.all(Array.from({ length: 20 }, () => values.claim(['a', 'b', 'c'], 1_000)))
    for (const index of [0, 1, 2]) expect(won.filter((taken) => taken[index])).toHaveLength(1)
    await values.deleteMany(['b'])
    expect(await values.claim(['a', 'b'], 1_000)).toEqual([false, true])
    clock.setOffset(2_000)
    expect(await values.claim(['a'], 1_000)).toEqual([true])
  })
})

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
    expect(await cache.noPrice.hear({ scope: 's', question: 'q', checkInDate: '2027-01-01' })).toEqual([])
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
      const since = performance.now()
      for (let turn = 0; turn < 10; turn++) expect(await cache.values.get('a')).toBeNull()
      const limits = await Promise.all(Array.from({ length: 10 }, () => cache.limits.consume('org', points)))
      // One second for the first, a second one if it was only just being told; before, twenty.
      expect(performance.now() - since).toBeLessThan(4_000)
      expect(limits.every(({ allowed }) => allowed)).toBe(true)
      expect(cache.isAway()).toBe(true)
      proxy.mend()
      await until('the value', async () => (await cache.values.get('a')) === '1')
    } finally {
      await proxy.close()
    }
  })
})
