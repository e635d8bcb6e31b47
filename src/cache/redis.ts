import { Redis } from 'ioredis'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { Cache, StreamEntry } from './cache.ts'
import { redisCallSlots } from './redis-call-slots.ts'
import { redisLimits } from './redis-limits.ts'
import { redisNoPrice } from './redis-no-price.ts'
import { SCRIPTS } from './redis-scripts.ts'
import type { Wire } from './redis-wire.ts'

type RedisCacheOptions = {
  readonly url: string
  readonly clock: Pick<Clock, 'real'>
  readonly log: Pick<Logger, 'warn'>
  /** The prefix of every key, so that several gateways (and tests) can share a server. */
  readonly prefix?: string
}

const COMMAND_TIMEOUT_MS = 1_000
const WARN_EVERY_MS = 60_000

const CONNECTION = {
  // A server that is frozen, or behind a network partition, keeps its connection open. The connection is closed after one late
  // command: then the server counts as unreachable, and no further caller waits for it.
  socketTimeout: COMMAND_TIMEOUT_MS,
  // A command that cannot be sent now is not queued: the caller continues without the cache.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 2_000,
  retryStrategy: (attempt: number) => Math.min(2_000, attempt * 100),
}

/** The cache that all processes share. It reconnects automatically; until then every read is a miss. */
export function createRedisCache({ url, clock, log, prefix = 'hdg:' }: RedisCacheOptions): Cache {
  // All commands of one search are sent in one write.
  const redis = new Redis(url, { ...CONNECTION, commandTimeout: COMMAND_TIMEOUT_MS, enableAutoPipelining: true })
  let warnedAt = Number.NEGATIVE_INFINITY
  function warn(error: unknown): void {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    log.warn({ err: error }, 'Redis is unreachable: continuing without the shared cache')
  }
  redis.on('error', warn)
  for (const [name, lua] of Object.entries(SCRIPTS)) redis.defineCommand(name, { lua })
  const ready = new Promise<void>((resolve) => {
    redis.once('ready', resolve)
    setTimeout(resolve, COMMAND_TIMEOUT_MS).unref()
  })
  const wire: Wire = {
    redis,
    clock,
    key: (name) => prefix + name,
    guard: async (command, otherwise) => {
      try {
        if (redis.status === 'connecting' || redis.status === 'connect') await ready
        return await command()
      } catch (error) {
        warn(error)
        return otherwise
      }
    },
    run: (script, keys, args) => {
      // defineCommand adds a method with this name, which the library's types do not show.
      const commands = redis as unknown as Record<string, (...args: readonly (string | number)[]) => Promise<unknown>>
      return commands[script]?.call(redis, keys.length, ...keys, ...args) ?? Promise.reject(new Error(script))
    },
  }
  const channel = `${prefix}streams`
  const bell = createBell(url, channel, warn)
  return {
    values: redisValues(wire),
    streams: redisStreams(wire, channel, bell),
    limits: redisLimits(wire),
    calls: redisCallSlots(wire, tellAlone(log)),
    noPrice: redisNoPrice(wire),
    isAway: () => redis.status !== 'ready',
    healthy: () => wire.guard(async () => (await redis.ping()) === 'PONG', false),
    close: async () => {
      redis.disconnect()
      bell.close()
    },
  }
}

/** Says once a minute that caps are kept by each process for itself. */
function tellAlone(log: Pick<Logger, 'warn'>): (connectionId: string, processes: number) => void {
  let toldAt = Number.NEGATIVE_INFINITY
  return (connectionId, processes) => {
    if (performance.now() - toldAt < WARN_EVERY_MS) return
    toldAt = performance.now()
    log.warn(
      { connectionId, processes },
      'Redis is unreachable: this process keeps to its share of a connection’s calls',
    )
  }
}

function redisValues({ redis, clock, key, guard, run }: Wire): Cache['values'] {
  function pack(value: string, ttlMs: number): string {
    return `${clock.real() + ttlMs}:${value}`
  }
  function unpack(stored: string | null): string | null {
    if (stored === null) return null
    const colon = stored.indexOf(':')
    return Number(stored.slice(0, colon)) > clock.real() ? stored.slice(colon + 1) : null
  }
  return {
    get: (name) => guard(async () => unpack(await redis.get(key(name))), null),
    getMany: (names) =>
      names.length === 0
        ? Promise.resolve([])
        : guard(
            async () => (await redis.mget(names.map(key))).map(unpack),
            names.map(() => null),
          ),
    set: (name, value, ttlMs) =>
      guard(async () => {
        await redis.set(key(name), pack(value, ttlMs), 'PX', Math.max(1, Math.ceil(ttlMs)))
      }, undefined),
    setMany: (entries, ttlMs) =>
      guard(async () => {
        const pipeline = redis.pipeline()
        for (const [name, value] of entries)
          pipeline.set(key(name), pack(value, ttlMs), 'PX', Math.max(1, Math.ceil(ttlMs)))
        await pipeline.exec()
      }, undefined),
    // While the server is unreachable no other process can hold the lock, so the caller may continue.
    setIfAbsent: (name, value, ttlMs) =>
      guard(
        async () =>
          (await run('setIfAbsent', [key(name)], [clock.real(), pack(value, ttlMs), Math.max(1, Math.ceil(ttlMs))])) ===
          1,
        true,
      ),
    claim: (names, ttlMs) =>
      names.length === 0
        ? Promise.resolve([])
        : guard(
            async () => {
              const taken = await run('claim', names.map(key), [
                clock.real(),
                pack('1', ttlMs),
                Math.max(1, Math.ceil(ttlMs)),
              ])
              return (taken as number[]).map((one) => one === 1) // The script returns this type.
            },
            names.map(() => true),
          ),
    deleteMany: (names) =>
      guard(async () => {
        if (names.length > 0) await redis.del(...names.map(key))
      }, undefined),
    extendIfEqual: (name, value, ttlMs) =>
      guard(async () => {
        const args = [clock.real(), value, pack(value, ttlMs), Math.max(1, Math.ceil(ttlMs))]
        return (await run('extendIfEqual', [key(name)], args)) === 1
      }, true),
    deleteIfEqual: (name, value) =>
      guard(async () => (await run('deleteIfEqual', [key(name)], [clock.real(), value])) === 1, false),
    delete: (name) =>
      guard(async () => {
        await redis.del(key(name))
      }, undefined),
  }
}

function redisStreams({ redis, clock, key, guard, run }: Wire, channel: string, bell: Bell): Cache['streams'] {
  function keysOf(stream: string): [string, string] {
    return [key(`s:${stream}`), key(`s:${stream}:meta`)]
  }
  return {
    append: (stream, data, { maxEntries, ttlMs }) =>
      guard(async () => {
        const now = clock.real()
        return Number(await run('append', keysOf(stream), [data, maxEntries, ttlMs, now + ttlMs, channel, now]))
      }, 0),
    read: (stream, afterId, limit) =>
      guard(async () => {
        const found = await run('read', keysOf(stream), [clock.real(), afterId, limit])
        if (!Array.isArray(found)) return null
        const [newest, oldest, entries] = found as [number, number, string[]] // The script returns this type.
        const first = Math.max(afterId + 1, oldest)
        const page = entries.map((entry, index): StreamEntry => ({ id: first + index, data: entry }))
        return { entries: page, oldestId: oldest, newestId: newest }
      }, null),
    follow: (stream, wake) => bell.follow(keysOf(stream)[0], wake),
    wake: (stream) =>
      guard(async () => {
        await redis.publish(channel, keysOf(stream)[0])
      }, undefined),
    expire: (stream, ttlMs) =>
      guard(async () => {
        await run('expire', keysOf(stream), [Math.max(1, Math.ceil(ttlMs)), clock.real() + ttlMs])
      }, undefined),
    delete: (stream) =>
      guard(async () => {
        await redis.del(...keysOf(stream))
      }, undefined),
  }
}

type Bell = { readonly follow: (key: string, wake: () => void) => () => void; readonly close: () => void }

/** One subscription for the whole process. After a reconnect all followers are woken, because messages may have been missed. */
function createBell(url: string, channel: string, warn: (error: unknown) => void): Bell {
  const followers = new Map<string, Set<() => void>>()
  const subscriber = new Redis(url, { ...CONNECTION, autoResubscribe: false })
  subscriber.on('error', warn)
  subscriber.on('ready', () => {
    subscriber.subscribe(channel).catch(warn)
    for (const wakes of followers.values()) for (const wake of wakes) wake()
  })
  subscriber.on('message', (_channel, key: string) => {
    for (const wake of followers.get(key) ?? []) wake()
  })
  return {
    follow: (key, wake) => {
      const wakes = followers.get(key) ?? new Set()
      wakes.add(wake)
      followers.set(key, wakes)
      return () => {
        wakes.delete(wake)
        if (wakes.size === 0) followers.delete(key)
      }
    },
    close: () => subscriber.disconnect(),
  }
}
