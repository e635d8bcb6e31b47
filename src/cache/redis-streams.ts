import type { Cache, StreamEntry } from './cache.ts'
import type { Bell } from './redis-bell.ts'
import { wholeMs } from './redis-values.ts'
import type { Wire } from './redis-wire.ts'

export function redisStreams({ redis, clock, key, together, guard, run }: Wire, bell: Bell): Cache['streams'] {
  /** The key of the entries, after which the channel is named too, and the key of what is known of them. */
  function keysOf(stream: string): [string, string] {
    const entries = key(`s:${together(stream)}`)
    return [entries, `${entries}:meta`]
  }
  return {
    append: (stream, data, { maxEntries, ttlMs }) =>
      guard(async () => {
        const now = clock.real()
        return Number(await run('append', keysOf(stream), [data, maxEntries, ttlMs, now + ttlMs, now]))
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
        await redis.spublish(keysOf(stream)[0], '')
      }, undefined),
    expire: (stream, ttlMs) =>
      guard(async () => {
        await run('expire', keysOf(stream), [wholeMs(ttlMs), clock.real() + ttlMs])
      }, undefined),
    delete: (stream) =>
      guard(async () => {
        await redis.del(...keysOf(stream))
      }, undefined),
  }
}
