import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Cache } from '../../src/cache/cache.ts'
import { createRedisCache } from '../../src/cache/redis.ts'
import { allowedOf } from '../support/allowed-of.ts'
import { hasRedisServer, openRedisServers, startRedisSentinels } from '../support/redis-servers.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'
import { useCaches } from '../support/use-caches.ts'

const { log, clock, keep } = useCaches()
const HAS_SERVER = hasRedisServer()

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function open(url: string, prefix = `test:${randomUUID()}:`): Promise<Cache> {
  const cache = keep(createRedisCache({ url, clock, log, prefix }))
  await until('Redis', cache.healthy)
  return cache
}

const KEEP = { maxEntries: 100, ttlMs: 60_000 }

describe.runIf(HAS_SERVER)('[21] a Redis that has become a replica', () => {
  it('is no Redis until it is a master again, and says so', async () => {
    const servers = await openRedisServers()
    closers.push(servers.stop)
    const [first, second] = [await servers.start({}), await servers.start({})]
    const prefix = `test:${randomUUID()}:`
    const url = `redis://127.0.0.1:${first.port}`
    const [one, two] = [await open(url, prefix), await open(url, prefix)]
    expect([one.trouble(), one.isAway()]).toEqual([null, false])
    await first.ask('REPLICAOF', '127.0.0.1', second.port)
    expect(await one.healthy()).toBe(false)
    await until('to be told', () => one.trouble() === 'read-only')
    expect(one.isAway()).toBe(true)
    expect(await allowedOf('key', [one]), 'each process counts for itself').toBe(7)
    await first.ask('REPLICAOF', 'NO', 'ONE')
    for (const cache of [one, two]) await until('health', cache.healthy)
    expect([one.trouble(), one.isAway()]).toEqual([null, false])
    expect(await allowedOf('after', [one, two])).toBe(7)
  })

  it('is left for the master that its address leads to now, with all subscriptions', async () => {
    const servers = await openRedisServers()
    closers.push(servers.stop)
    const first = await servers.start({})
    const second = await servers.start({ replicaof: `127.0.0.1 ${first.port}` })
    const address = await startTcpProxy('127.0.0.1', first.port)
    closers.push(address.close)
    const prefix = `test:${randomUUID()}:`
    const [one, two] = [
      await open(`redis://127.0.0.1:${address.port}`, prefix),
      await open(`redis://127.0.0.1:${address.port}`, prefix),
    ]
    let woken = 0
    two.streams.follow('s', () => {
      woken += 1
    })
    await until('the subscription', () => woken > 0)
    // The connections stay: only what is connected from now on reaches the new master.
    address.lead(second.port)
    await second.ask('REPLICAOF', 'NO', 'ONE')
    await first.ask('REPLICAOF', '127.0.0.1', second.port)
    await Promise.all([one, two].map((cache) => cache.limits.consume('x', { points: 1, windowMs: 1_000 })))
    for (const cache of [one, two]) await until('health', cache.healthy)
    expect(await allowedOf('key', [one, two])).toBe(7)
    woken = 0
    await until('a wake-up over the new master', async () => {
      await one.streams.append('s', 'a', KEEP)
      return woken > 0
    })
  })
})

describe.runIf(HAS_SERVER)('[21] a process on Sentinels', () => {
  it('shares limits and streams, and goes to the new master after a failover', async () => {
    const sentinels = await startRedisSentinels()
    closers.push(sentinels.stop)
    const prefix = `test:${randomUUID()}:`
    const [one, two] = [await open(sentinels.url, prefix), await open(sentinels.url, prefix)]
    expect(await allowedOf('before', [one, two])).toBe(7)
    let woken = 0
    two.streams.follow('s', () => {
      woken += 1
    })
    await until('the subscription', () => woken > 0)
    await one.streams.append('s', 'a', KEEP)
    const [first, second] = sentinels.servers
    await until('the replica to have it', async () => (await second.ask<number>('EXISTS', `${prefix}s:s`)) === 1)
    first.kill('SIGKILL')
    expect(await one.values.get('a')).toBeNull()
    expect(await one.healthy()).toBe(false)
    expect(one.trouble()).toBe('away')
    await until('the promotion', async () => (await sentinels.master()) === second)
    for (const cache of [one, two]) await until('health', cache.healthy)
    expect(await allowedOf('after', [one, two])).toBe(7)
    expect((await two.streams.read('s', 0, 10))?.entries).toEqual([{ id: 1, data: 'a' }])
    woken = 0
    await until('a wake-up over the new master', async () => {
      await one.streams.append('s', 'b', KEEP)
      return woken > 0
    })
  })
})
