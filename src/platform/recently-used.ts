export type RecentlyUsed<Key, Value> = {
  readonly get: (key: Key) => Value | undefined
  /** Forgets the one that was used longest ago when there are too many. */
  readonly set: (key: Key, value: Value) => void
  readonly size: () => number
}

/** At most `limit` values by key; reading one counts as use. */
export const createRecentlyUsed = <Key, Value>(limit: number): RecentlyUsed<Key, Value> => {
  // A map keeps the order in which keys were put in.
  const values = new Map<Key, Value>()
  const touch = (key: Key, value: Value): void => {
    values.delete(key)
    values.set(key, value)
  }
  return {
    get: (key) => {
      const value = values.get(key)
      if (value !== undefined) touch(key, value)
      return value
    },
    set: (key, value) => {
      touch(key, value)
      const oldest = values.size > limit ? values.keys().next() : null
      if (oldest && !oldest.done) values.delete(oldest.value)
    },
    size: () => values.size,
  }
}
