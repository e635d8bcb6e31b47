import type { Clock } from '../platform/clock.ts'
import type { Cache, LimitState, StreamEntry } from './cache.ts'
import { noPriceKeys } from './no-price-keys.ts'

type Value = { readonly value: string; readonly expiresAt: number }
type Stream = { entries: StreamEntry[]; newestId: number; expiresAt: number }
type Window = { taken: number; readonly endsAt: number }

/** Bounds: beyond these the oldest goes, so that no flood of keys can fill the process. */
const MAX_VALUES = 200_000
const MAX_STREAMS = 10_000
const MAX_WINDOWS = 50_000

/** A fiftieth at once: walking to the oldest past all that was deleted costs, so it is not done for every write. */
const dropOldest = (map: Map<string, unknown>, max: number): void => {
  if (map.size <= max) return
  const keep = Math.floor(max * 0.98)
  for (const key of map.keys()) {
    if (map.size <= keep) return
    map.delete(key)
  }
}

/** The cache of a single process; nothing of it outlives the process. */
export const createMemoryCache = ({ clock }: { readonly clock: Pick<Clock, 'now'> }): Cache => ({
  values: memoryValues(clock),
  streams: memoryStreams(clock),
  limits: memoryLimits(),
  noPrice: memoryNoPrice(clock),
  isAway: () => false,
  healthy: async () => true,
  close: async () => undefined,
})

const memoryValues = (clock: Pick<Clock, 'now'>): Cache['values'] => {
  const values = new Map<string, Value>()
  const read = (key: string): string | null => {
    const known = values.get(key)
    if (!known) return null
    if (known.expiresAt > clock.now()) return known.value
    values.delete(key)
    return null
  }
  const write = (key: string, value: string, ttlMs: number): void => {
    values.delete(key)
    values.set(key, { value, expiresAt: clock.now() + ttlMs })
    dropOldest(values, MAX_VALUES)
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
  }
}

const memoryStreams = (clock: Pick<Clock, 'now'>): Cache['streams'] => {
  const streams = new Map<string, Stream>()
  const followers = new Map<string, Set<() => void>>()
  const wakeAll = (name: string): void => {
    for (const wake of followers.get(name) ?? []) wake()
  }
  const find = (name: string): Stream | null => {
    const stream = streams.get(name)
    if (!stream) return null
    if (stream.expiresAt > clock.now()) return stream
    streams.delete(name)
    return null
  }
  return {
    append: async (name, data, { maxEntries, ttlMs }) => {
      const stream = find(name) ?? { entries: [], newestId: 0, expiresAt: 0 }
      stream.newestId += 1
      stream.entries.push({ id: stream.newestId, data })
      if (stream.entries.length > maxEntries) stream.entries.splice(0, stream.entries.length - maxEntries)
      stream.expiresAt = clock.now() + ttlMs
      streams.set(name, stream)
      dropOldest(streams, MAX_STREAMS)
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
      if (stream) stream.expiresAt = clock.now() + ttlMs
    },
    delete: async (name) => {
      streams.delete(name)
    },
  }
}

/** Windows follow real time: the sandbox's clock moves bookings, not the load that a process can bear. */
const memoryLimits = (): Cache['limits'] => {
  const windows = new Map<string, Window>()
  return {
    consume: async (key, { points, windowMs }): Promise<LimitState> => {
      const now = performance.now()
      const known = windows.get(key)
      const window = known && known.endsAt > now ? known : { taken: 0, endsAt: now + windowMs }
      if (window !== known) {
        windows.delete(key)
        windows.set(key, window)
        dropOldest(windows, MAX_WINDOWS)
      }
      window.taken += 1
      return {
        allowed: window.taken <= points,
        limit: points,
        remaining: Math.max(0, points - window.taken),
        resetMs: Math.ceil(window.endsAt - now),
      }
    },
  }
}

const MAX_NO_PRICE = 200_000

/** Times by name, as Redis' sorted sets have them; what is over goes when it is next looked at. */
type Times = Map<string | number, number>

const memoryNoPrice = (clock: Pick<Clock, 'now'>): Cache['noPrice'] => {
  const sets = new Map<string, Times>()
  const timesOf = (key: string): Times => {
    const times: Times = sets.get(key) ?? new Map()
    sets.delete(key)
    sets.set(key, times)
    dropOldest(sets, MAX_NO_PRICE)
    return times
  }
  const dropUntil = (times: Times, until: number): Times => {
    for (const [name, at] of times) if (at <= until) times.delete(name)
    return times
  }
  return {
    hotels: async (question) => {
      const { exact, chronic } = noPriceKeys(question)
      const now = clock.now()
      return [exact, chronic].flatMap((key) => {
        const times = sets.get(key)
        return times ? [...dropUntil(times, now).keys()].map(Number) : []
      })
    },
    record: async (question, hotelIds, { exactMs, chronicDates, chronicWithinMs }) => {
      const keys = noPriceKeys(question)
      const now = clock.now()
      for (const hotelId of hotelIds) {
        timesOf(keys.exact).set(hotelId, now + exactMs)
        const history = dropUntil(timesOf(keys.history(hotelId)), now - chronicWithinMs)
        history.delete(question.checkInDate)
        history.set(question.checkInDate, now)
        const [oldest] = history.keys()
        if (history.size > chronicDates && oldest !== undefined) history.delete(oldest)
        if (history.size >= chronicDates)
          timesOf(keys.chronic).set(hotelId, Math.min(...history.values()) + chronicWithinMs)
      }
    },
    clear: async (question, hotelIds) => {
      const keys = noPriceKeys(question)
      for (const hotelId of hotelIds) {
        sets.get(keys.exact)?.delete(hotelId)
        sets.get(keys.chronic)?.delete(hotelId)
        sets.delete(keys.history(hotelId))
      }
    },
  }
}
