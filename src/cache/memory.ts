import { createCallSlots } from '../platform/call-slots.ts'
import type { Clock } from '../platform/clock.ts'
import { createBoundedMemory } from '../platform/kept.ts'
import type { Cache, StreamEntry } from './cache.ts'
import { memoryLimits } from './memory-limits.ts'
import { memoryNoPrice } from './memory-no-price.ts'

type Value = { readonly value: string; readonly expiresAt: number }
type Stream = { entries: StreamEntry[]; characters: number; newestId: number; expiresAt: number }

/** Beyond these limits the oldest entries are evicted. A character counts as a byte, which is exact for ASCII. */
const MAX_VALUES = 200_000
const MAX_VALUE_CHARACTERS = 256 * 1024 * 1024
const MAX_STREAMS = 10_000
const MAX_STREAM_CHARACTERS = 256 * 1024 * 1024

/** The cache of a single process; its content is lost when the process ends. */
export function createMemoryCache({ clock }: { readonly clock: Pick<Clock, 'real'> }): Cache {
  return {
    values: memoryValues(clock),
    streams: memoryStreams(clock),
    limits: memoryLimits(),
    calls: createCallSlots(),
    noPrice: memoryNoPrice(),
    trouble: () => null,
    isAway: () => false,
    healthy: async () => true,
    close: async () => undefined,
  }
}

function memoryValues(clock: Pick<Clock, 'real'>): Cache['values'] {
  const values = createBoundedMemory<string, Value>({ max: MAX_VALUES, maxWeight: MAX_VALUE_CHARACTERS })
  function read(key: string): string | null {
    const known = values.get(key)
    if (!known) return null
    if (known.expiresAt > clock.real()) return known.value
    values.delete(key)
    return null
  }
  function write(key: string, value: string, ttlMs: number): void {
    values.set(key, { value, expiresAt: clock.real() + ttlMs }, value.length)
  }
  return {
    get: async (key) => read(key),
    getMany: async (keys) => keys.map(read),
    set: async (key, value, ttlMs) => write(key, value, ttlMs),
    setMany: async (entries, ttlMs) => {
      for (const [key, value] of entries) write(key, value, ttlMs)
    },
    setIfAbsent: async (key, value, ttlMs) => {
      if (read(key) !== null) return false
      write(key, value, ttlMs)
      return true
    },
    claim: async (keys, ttlMs) =>
      keys.map((key) => {
        if (read(key) !== null) return false
        write(key, '1', ttlMs)
        return true
      }),
    deleteMany: async (keys) => {
      for (const key of keys) values.delete(key)
    },
    extendIfEqual: async (key, value, ttlMs) => {
      if (read(key) !== value) return false
      write(key, value, ttlMs)
      return true
    },
    deleteIfEqual: async (key, value) => read(key) === value && values.delete(key),
    delete: async (key) => {
      values.delete(key)
    },
    together: (part) => part,
  }
}

function memoryStreams(clock: Pick<Clock, 'real'>): Cache['streams'] {
  const streams = createBoundedMemory<string, Stream>({ max: MAX_STREAMS, maxWeight: MAX_STREAM_CHARACTERS })
  const followers = new Map<string, Set<() => void>>()
  function wakeAll(name: string): void {
    for (const wake of followers.get(name) ?? []) wake()
  }
  function find(name: string): Stream | null {
    const stream = streams.get(name)
    if (!stream) return null
    if (stream.expiresAt > clock.real()) return stream
    streams.delete(name)
    return null
  }
  return {
    append: async (name, data, { maxEntries, ttlMs }) => {
      const stream = find(name) ?? { entries: [], characters: 0, newestId: 0, expiresAt: 0 }
      stream.newestId += 1
      stream.entries.push({ id: stream.newestId, data })
      stream.characters += data.length
      for (const trimmed of stream.entries.splice(0, Math.max(0, stream.entries.length - maxEntries)))
        stream.characters -= trimmed.data.length
      stream.expiresAt = clock.real() + ttlMs
      streams.set(name, stream, stream.characters)
      wakeAll(name)
      return stream.newestId
    },
    read: async (name, afterId, limit) => {
      const stream = find(name)
      if (!stream) return null
      const oldestId = stream.entries[0]?.id ?? stream.newestId + 1
      const from = Math.max(0, afterId + 1 - oldestId)
      return { entries: stream.entries.slice(from, from + limit), oldestId, newestId: stream.newestId }
    },
    follow: (name, wake) => {
      const wakes = followers.get(name) ?? new Set()
      wakes.add(wake)
      followers.set(name, wakes)
      return () => {
        wakes.delete(wake)
        if (wakes.size === 0) followers.delete(name)
      }
    },
    wake: async (name) => wakeAll(name),
    expire: async (name, ttlMs) => {
      const stream = find(name)
      if (stream) stream.expiresAt = clock.real() + ttlMs
    },
    delete: async (name) => {
      streams.delete(name)
    },
  }
}
