/**
 * The two kinds of in-process cache: one is bounded by its size, one by the age of its values. Both evict entries on their own;
 * losing an entry only costs speed, never correctness.
 */

export type Bounds = {
  /** The largest number of entries. */
  readonly max: number
  /** The largest sum of all weights, in the unit that `set` uses; without it weights do not matter. */
  readonly maxWeight?: number
  /** Which entries are evicted first: those written longest ago (the default), or those used longest ago. */
  readonly drops?: 'first-written' | 'least-used'
}

type BoundedMemory<Key, Value> = {
  readonly get: (key: Key) => Value | undefined
  readonly has: (key: Key) => boolean
  /** Stores the value as the newest entry. Returns the evicted values, so that their owner can close them. */
  readonly set: (key: Key, value: Value, weight?: number) => readonly Value[]
  readonly delete: (key: Key) => boolean
  readonly size: () => number
  readonly values: () => readonly Value[]
}

type Entry<Value> = { readonly value: Value; readonly weight: number }

/** A large cache evicts a fiftieth of its entries at a time, because skipping many deleted entries to find the oldest is slow. */
const SWEPT_PART = 50

/** A cache that never exceeds its bounds, so that a flood of keys cannot exhaust the process' memory. */
export function createBoundedMemory<Key, Value>({
  max,
  maxWeight = Number.POSITIVE_INFINITY,
  drops = 'first-written',
}: Bounds): BoundedMemory<Key, Value> {
  /** A map iterates in the order in which its keys were inserted, so the first entry is evicted first. */
  const entries = new Map<Key, Entry<Value>>()
  /** The key that was inserted last: when it is read repeatedly, it need not be moved each time. */
  let newest: Key | null = null
  let total = 0

  function remove(key: Key): boolean {
    const entry = entries.get(key)
    if (!entry) return false
    total -= entry.weight
    return entries.delete(key)
  }

  function sweep(): readonly Value[] {
    if (entries.size <= max && total <= maxWeight) return NOTHING
    const dropped: Value[] = []
    for (const [key, { value }] of entries) {
      if (entries.size <= max - Math.floor(max / SWEPT_PART) && total <= maxWeight * (1 - 1 / SWEPT_PART)) break
      remove(key)
      dropped.push(value)
    }
    return dropped
  }

  return {
    get: (key) => {
      const entry = entries.get(key)
      if (entry && drops === 'least-used' && key !== newest) {
        entries.delete(key)
        entries.set(key, entry)
        newest = key
      }
      return entry?.value
    },
    has: (key) => entries.has(key),
    set: (key, value, weight = 0) => {
      remove(key)
      entries.set(key, { value, weight })
      newest = key
      total += weight
      return sweep()
    },
    delete: remove,
    size: () => entries.size,
    values: () => [...entries.values()].map(({ value }) => value),
  }
}

const NOTHING: readonly never[] = []

type TimedMemory<Key, Value> = {
  /** Returns the value of the key if it was read at most `keepMs` ago; otherwise reads it now. */
  readonly get: (key: Key) => Promise<Value>
  /** Makes the next `get` read again, even if a read is under way. */
  readonly forget: (key: Key) => void
}

type TimedMemoryOptions<Key, Value> = {
  readonly read: (key: Key) => Promise<Value>
  readonly keepMs: number
  readonly max: number
  /** Milliseconds of any monotonic clock; by default the process' own. */
  readonly now?: () => number
}

/**
 * Caches what it read for a limited time. Concurrent callers for the same key share one read; a failed read is not cached. A
 * value is used for up to `keepMs` from the start of its read, since the source may have changed after that start.
 */
export function createTimedMemory<Key, Value>({
  read,
  keepMs,
  max,
  now = () => performance.now(),
}: TimedMemoryOptions<Key, Value>): TimedMemory<Key, Value> {
  const kept = createBoundedMemory<Key, { readonly value: Promise<Value>; readonly readAt: number }>({ max })
  return {
    get: (key) => {
      const known = kept.get(key)
      if (known && now() - known.readAt < keepMs) return known.value
      const readAt = now()
      const mine = { value: read(key), readAt }
      kept.set(key, mine)
      mine.value.catch(() => {
        if (kept.get(key) === mine) kept.delete(key)
      })
      return mine.value
    },
    forget: (key) => void kept.delete(key),
  }
}
