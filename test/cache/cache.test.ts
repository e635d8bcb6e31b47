import { describe, expect, it } from 'vitest'
import { until } from '../support/until.ts'
import { REDIS_URL, useCaches } from '../support/use-caches.ts'

const { clock, opens, keep } = useCaches({ onCluster: true })

it('is tested on Redis too wherever CI says that there is one', () => {
  if (process.env['CI']) expect(REDIS_URL, 'REDIS_URL must be set in CI').toBeTruthy()
  expect(Object.keys(opens)).toContain('memory')
})

describe.each(Object.entries(opens))('the %s cache', (_name, open) => {
  it('keeps values until their time is over by our clock, whatever they contain', async () => {
    const { values } = keep(open())
    await values.set('a', 'x:y:\n{}', 1_000)
    expect(await values.get('a')).toBe('x:y:\n{}')
    clock.setSkew(1_001)
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
    clock.setSkew(2_000)
    expect(await values.setIfAbsent('lock', 'next', 1_000)).toBe(true)
  })

  it('lets a value live longer only for who knows it', async () => {
    const { values } = keep(open())
    await values.set('lock', 'mine', 1_000)
    expect(await values.extendIfEqual('lock', 'yours', 9_000)).toBe(false)
    expect(await values.extendIfEqual('lock', 'mine', 5_000)).toBe(true)
    clock.setSkew(3_000)
    expect(await values.get('lock')).toBe('mine')
    clock.setSkew(6_000)
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
    clock.setSkew(1_001)
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

describe.each(Object.entries(opens))('claims on the %s cache', (_name, open) => {
  it('are given to one of many at once, each on its own', async () => {
    const { values } = keep(open())
    const won = await Promise.all(Array.from({ length: 20 }, () => values.claim(['a', 'b', 'c'], 1_000)))
    for (const index of [0, 1, 2]) expect(won.filter((taken) => taken[index])).toHaveLength(1)
    await values.deleteMany(['b'])
    expect(await values.claim(['a', 'b'], 1_000)).toEqual([false, true])
    clock.setSkew(2_000)
    expect(await values.claim(['a'], 1_000)).toEqual([true])
  })
})
