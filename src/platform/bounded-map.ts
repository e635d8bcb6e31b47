export type BoundedMap<Value> = {
  readonly get: (key: string) => Value | undefined
  /** Puts the value in as the newest. `weight` counts against `maxWeight`: whatever all weights of the map are counted in. */
  readonly set: (key: string, value: Value, weight?: number) => void
  readonly delete: (key: string) => boolean
}

/** A fiftieth goes at once: walking to the oldest past all that was deleted costs, so it is not done for every write. */
const KEPT = 0.98

/** Keeps what was put in last, at most `max` values and `maxWeight` together, so that no flood of keys can fill the process. */
export const createBoundedMap = <Value>(max: number, maxWeight = Number.POSITIVE_INFINITY): BoundedMap<Value> => {
  const entries = new Map<string, { readonly value: Value; readonly weight: number }>()
  let total = 0

  const remove = (key: string): boolean => {
    total -= entries.get(key)?.weight ?? 0
    return entries.delete(key)
  }
  const dropOldest = (): void => {
    if (entries.size <= max && total <= maxWeight) return
    for (const key of entries.keys()) {
      if (entries.size <= Math.floor(max * KEPT) && total <= maxWeight * KEPT) return
      remove(key)
    }
  }
  return {
    get: (key) => entries.get(key)?.value,
    set: (key, value, weight = 0) => {
      remove(key)
      entries.set(key, { value, weight })
      total += weight
      dropOldest()
    },
    delete: remove,
  }
}
