/**
 * The two memories that a process keeps: one bounded by how much it holds, one by how old it may be. Both forget by
 * themselves; nothing in them is needed for a right answer, only for a fast one.
 */

export type Bounds = {
  /** Entries at most. */
  readonly max: number
  /** The sum of all weights at most, in whatever `set` counts them; without it weights do not matter. */
  readonly maxWeight?: number
  /** Which entries go first when there are too many: those written longest ago (the default), or those used longest ago. */
  readonly drops?: 'first-written' | 'least-used'
}

type BoundedMemory<Key, Value> = {
  readonly get: (key: Key) => Value | undefined
  readonly has: (key: Key) => boolean
  /** Puts the value in as the newest; answers what had to go for it, so that its owner can close it. */
  readonly set: (key: Key, value: Value, weight?: number) => readonly Value[]
  readonly delete: (key: Key) => boolean
  readonly size: () => number
  readonly values: () => readonly Value[]
}

type Entry<Value> = { readonly value: Value; readonly weight: number }

/** Of a large memory a fiftieth goes in one sweep: finding the oldest past many deleted entries costs. */
const SWEPT_PART = 50

/** Keeps at most what its bounds allow, so that no flood of keys can fill the process. */
export function createBoundedMemory<Key, Value>({
  max,
  maxWeight = Number.POSITIVE_INFINITY,
  drops = 'first-written',
}: Bounds): BoundedMemory<Key, Value> {
  /** A map keeps the order in which its keys were put in: the first goes first. */
  const entries = new Map<Key, Entry<Value>>()
  /** The key that was put in last: what is asked for again and again need not be moved each time. */
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
  /** What was read of the key at most `keepMs` ago; otherwise it is read now. */
  readonly get: (key: Key) => Promise<Value>
  /** The next `get` reads again, whatever is being read meanwhile. */
  readonly forget: (key: Key) => void
}

type TimedMemoryOptions<Key, Value> = {
  readonly read: (key: Key) => Promise<Value>
  readonly keepMs: number
  readonly max: number
  /** Milliseconds on any clock that only moves forward; the process's own by default. */
  readonly now?: () => number
}

/**
 * Remembers what it read for a while. Whoever asks while a key is being read waits for that read; a read that failed is not
 * remembered. What was true when a read began may have changed: a value is up to `keepMs` old, counted from that beginning.
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
