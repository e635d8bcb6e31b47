import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cache } from '../../src/cache/cache.ts'
import { createRedisCache } from '../../src/cache/redis.ts'
import { NO_PRICE_RULES } from '../../src/domain/no-price.ts'
import { allowedOf } from '../support/allowed-of.ts'
import { atOnce } from '../support/at-once.ts'
import { hasRedisServer, type RedisCluster, type RedisServer, startRedisCluster } from '../support/redis-servers.ts'
import { until } from '../support/until.ts'
import { useCaches } from '../support/use-caches.ts'

const { log, clock, keep } = useCaches()
const HAS_SERVER = hasRedisServer()

let cluster: RedisCluster

beforeAll(async () => {
  if (HAS_SERVER) cluster = await startRedisCluster()
})

afterAll(() => cluster?.stop())

/** Two processes, as far as Redis can tell. */
async function openTwo(): Promise<{ one: Cache; two: Cache; prefix: string }> {
  const prefix = `test:${randomUUID()}:`
  const [one, two] = [0, 1].map(() => keep(createRedisCache({ url: cluster.url, clock, log, prefix })))
  if (!one || !two) throw new Error('no caches')
  for (const cache of [one, two]) await until('the cluster', cache.healthy)
  return { one, two, prefix }
}

/** A name whose key the master has; `of` makes the key as the cache does. */
async function nameOn(master: RedisServer, of: (name: string) => string, where = cluster): Promise<string> {
  for (;;) {
    const name = randomUUID()
    if ((await where.holdersOf(of(name)))[0] === master) return name
  }
}

/** A master, its replica, and another master, as they are now. */
async function someMaster(): Promise<{ master: RedisServer; replica: RedisServer; other: RedisServer }> {
  const [master, replica] = await until('a replica', async () => {
    const holders = await cluster.holdersOf('{a}')
    return holders.length === 2 && holders
  })
  const [other] = await cluster.holdersOf('{b}')
  if (!master || !replica || !other) throw new Error('no masters')
  return { master, replica, other }
}

const KEEP = { maxEntries: 100, ttlMs: 60_000 }

it('[21] is tested on servers of its own wherever CI says that there is a Redis', () => {
  expect(HAS_SERVER || !process.env['CI'], 'redis-server must be installed in CI').toBe(true)
})

describe.runIf(HAS_SERVER)('[21] two processes on a Redis Cluster', () => {
  it('share limits to the point, whichever master counts', async () => {
    const { one, two } = await openTwo()
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) expect(await allowedOf(key, [one, two])).toBe(7)
  })

  it('read many values of many masters in the order of the keys, and delete them', async () => {
    const { one, two } = await openTwo()
    const names = Array.from({ length: 40 }, (_, index) => `value ${index}`)
    await one.values.setMany(
      names.map((name) => [name, `of ${name}`] as const),
      60_000,
    )
    expect(await two.values.getMany([...names, 'none'])).toEqual([...names.map((name) => `of ${name}`), null])
    await two.values.deleteMany(names.slice(0, 20))
    expect((await one.values.getMany(names)).map((value) => value !== null)).toEqual(
      names.map((_, index) => index >= 20),
    )
  })

  it('claim each refresh once, spread over masters or kept together', async () => {
    const { one, two } = await openTwo()
    for (const part of ['', one.values.together('conn_a:2027-03-10')]) {
      const names = Array.from({ length: 50 }, (_, index) => `asking:${part}:${index}`)
      const claimed = await Promise.all([one, two, one, two].map(({ values }) => values.claim(names, 20_000)))
      for (const index of names.keys()) expect(claimed.filter((taken) => taken[index])).toHaveLength(1)
    }
  })

  it('read and follow each other’s streams, and no others', async () => {
    const { one, two, prefix } = await openTwo()
    const woken: string[] = []
    two.streams.follow('mine', () => woken.push('mine'))
    two.streams.follow('another', () => woken.push('another'))
    const channels = await until('the subscriptions', async () => {
      const found = await Promise.all(
        cluster.masters.map((node) => node.ask<string[]>('PUBSUB', 'SHARDCHANNELS', `${prefix}*`)),
      )
      return found.flat().length === 2 && found
    })
    for (const [index, names] of channels.entries())
      for (const name of names) expect((await cluster.holdersOf(name))[0]).toBe(cluster.masters[index])
    woken.length = 0
    expect(await one.streams.append('mine', 'a', KEEP)).toBe(1)
    await until('the follower', () => woken.length > 0)
    expect(new Set(woken)).toEqual(new Set(['mine']))
    expect((await two.streams.read('mine', 0, 10))?.entries).toEqual([{ id: 1, data: 'a' }])
  })

  it('remember the hotels without a price, and hear of each other’s', async () => {
    const { one, two } = await openTwo()
    const question = { scope: 'org_a,sandbox,hotelbeds', checkInDate: '2027-03-10', now: clock.real }
    for (const day of ['10', '11', '12'])
      await one.noPrice.record(
        { ...question, question: `q${day}`, checkInDate: `2027-03-${day}` },
        [1, 2],
        NO_PRICE_RULES,
      )
    await one.noPrice.record({ ...question, question: 'mine' }, [3], NO_PRICE_RULES)
    const heard = (await two.noPrice.hear({ ...question, question: 'mine' })) ?? []
    expect(heard.map((set) => [...set.hotelIds()].sort((a, b) => a - b))).toEqual([[3], [1, 2]])
    expect(await two.noPrice.among({ ...question, question: 'other' }, [1, 2, 3, 4])).toEqual([1, 2])
    await one.noPrice.clear({ ...question, question: 'mine' }, [1, 3])
    expect(await two.noPrice.hear({ ...question, question: 'mine' })).toEqual(heard)
    expect(heard.map((set) => [...set.hotelIds()])).toEqual([[], [2]])
  })
})

describe.runIf(HAS_SERVER)('[21] a master of a Redis Cluster', () => {
  it('may be demoted while it lives: limits and streams go on at the other one', async () => {
    const { one, two, prefix } = await openTwo()
    const { master, replica } = await someMaster()
    const key = await nameOn(master, (name) => `${prefix}limit:${name}`)
    const stream = await nameOn(master, (name) => `${prefix}s:{${name}}`)
    let woken = 0
    two.streams.follow(stream, () => {
      woken += 1
    })
    await until('both processes at the replica', async () => {
      const clients = await replica.ask<string>('CLIENT', 'LIST', 'TYPE', 'normal')
      return clients.trim().split('\n').length > 2
    })
    await replica.ask('CLUSTER', 'FAILOVER')
    await until('the promotion', async () => (await replica.ask<[string]>('ROLE'))[0] === 'master')
    expect(await allowedOf(key, [one, two])).toBe(7)
    expect(await one.streams.append(stream, 'a', KEEP)).toBe(1)
    expect((await two.streams.read(stream, 0, 1))?.entries).toHaveLength(1)
    for (const cache of [one, two]) await until('health', cache.healthy)
    woken = 0
    await one.streams.append(stream, 'b', KEEP)
    await until('the follower', () => woken > 0)
    await cluster.whole()
  })

  it('that is frozen delays one command by a second, and the others not at all', async () => {
    const { one, prefix } = await openTwo()
    const { master, other } = await someMaster()
    const [lost, kept] = [await nameOn(master, (name) => prefix + name), await nameOn(other, (name) => prefix + name)]
    await one.values.set(kept, 'kept', 60_000)
    master.kill('SIGSTOP')
    try {
      expect(await one.values.get(lost)).toBeNull()
      for (let turn = 0; turn < 10; turn++) expect(await atOnce(one.values.get(lost))).toBeNull()
      expect(one.trouble()).toBe('partly-away')
      expect(await one.values.get(kept)).toBe('kept')
    } finally {
      master.kill('SIGCONT')
    }
    await until('the cluster', one.healthy)
    await cluster.whole()
  })

  it('that is killed is missed until its replica is promoted, and never waited for', async () => {
    const { one, two, prefix } = await openTwo()
    const { master, replica } = await someMaster()
    const key = await nameOn(master, (name) => `${prefix}limit:${name}`)
    const stream = await nameOn(master, (name) => `${prefix}s:{${name}}`)
    await one.streams.append(stream, 'a', KEEP)
    let woken = 0
    two.streams.follow(stream, () => {
      woken += 1
    })
    await until('the replica to have it', async () => Number(await replica.ask('DBSIZE')) > 0)
    master.kill('SIGKILL')
    const promoted = until('the promotion', async () => (await replica.ask<[string]>('ROLE'))[0] === 'master')
    const first = await Promise.race([
      one.values.get(key),
      promoted.then(() => 'a command that waited for a promotion'),
    ])
    expect(first).toBeNull()
    expect(await one.healthy()).toBe(false)
    expect(one.trouble()).toBe('partly-away')
    await promoted
    for (const cache of [one, two]) await until('health', cache.healthy)
    expect(await allowedOf(key, [one, two])).toBe(7)
    expect((await two.streams.read(stream, 0, 10))?.entries).toEqual([{ id: 1, data: 'a' }])
    woken = 0
    await until('a wake-up over the promoted one', async () => {
      await one.streams.append(stream, 'b', KEEP)
      return woken > 0
    })
  })
})

describe.runIf(HAS_SERVER)('[21] a slot of a Redis Cluster that moves to a master that stands still', () => {
  let moving: RedisCluster
  beforeAll(async () => {
    moving = await startRedisCluster({ replicas: false })
  })
  afterAll(() => moving?.stop())

  it('fails the commands for its keys, and no process ends of them', async () => {
    const [, to, from] = moving.masters
    if (!to || !from) throw new Error('no masters')
    const cache = keep(createRedisCache({ url: moving.url, clock, log, prefix: '' }))
    await until('the cluster', cache.healthy)
    const [name, there] = await Promise.all([from, to].map((master) => nameOn(master, String, moving)))
    if (!name || !there) throw new Error('no names')
    const slot = await from.ask<number>('CLUSTER', 'KEYSLOT', name)
    const toId = await to.ask<string>('CLUSTER', 'MYID')
    await to.ask('CLUSTER', 'SETSLOT', slot, 'IMPORTING', await from.ask<string>('CLUSTER', 'MYID'))
    await from.ask('CLUSTER', 'SETSLOT', slot, 'MIGRATING', toId)
    expect(await cache.values.get(name)).toBe(null)
    expect(await to.ask<string>('INFO', 'commandstats')).toContain('cmdstat_asking:')
    to.kill('SIGSTOP')
    // Each is asked for ASKING first, of which nobody awaits the answer: Vitest fails for a rejection that nobody hears.
    for (const endsAt = performance.now() + 1_500; performance.now() < endsAt; ) {
      for (let more = 0; more < 5; more++) void cache.values.get(there)
      void cache.values.get(name)
      await pause(10)
    }
    to.kill('SIGCONT')
    const value = await until('a value', async () => {
      await cache.values.set(there, 'value', 10_000)
      return cache.values.get(there)
    })
    expect(value).toBe('value')
  })
})
