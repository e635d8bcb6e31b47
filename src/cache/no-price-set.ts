/** A set of hotels that recently had no price. It changes over time, and records its changes. */
export type NoPriceSet = {
  readonly size: () => number
  readonly has: (hotelId: number) => boolean
  readonly hotelIds: () => Iterable<number>
  /** The number of changes so far. */
  readonly version: () => number
  /**
   * The hotels that were added or removed since a version, possibly with duplicates; null when the changes are no longer
   * recorded.
   */
  readonly changedSince: (version: number) => readonly number[] | null
}

/** A hotel with its expiry time. */
export type NoPriceEntry = readonly [hotelId: number, until: number]

export type WritableNoPriceSet = NoPriceSet & {
  /** Adds a hotel; for a hotel that is already in the set, replaces its expiry time. */
  readonly put: (hotelId: number, until: number) => void
  readonly drop: (hotelId: number) => void
  /** Replaces the content of the set. */
  readonly replace: (entries: Iterable<NoPriceEntry>) => void
  /** Removes expired hotels, some with a short delay. */
  readonly sweep: (now: number) => void
}

/** The shortest interval between sweeps, ms: iterating over a hundred thousand hotels takes a millisecond. */
const SWEEP_EVERY_MS = 250
/** How many changes are recorded: more than occur between two searches. */
const MAX_CHANGES = 4_096

export function createNoPriceSet(): WritableNoPriceSet {
  const untilOf = new Map<number, number>()
  /** The newest changes, oldest first; the last one made `version`. */
  let changes: number[] = []
  let version = 0
  /** No hotel expires before this time. */
  let soonest = Number.POSITIVE_INFINITY
  let sweptAt = Number.NEGATIVE_INFINITY

  function note(hotelId: number): void {
    version += 1
    changes.push(hotelId)
    if (changes.length >= 2 * MAX_CHANGES) changes = changes.slice(-MAX_CHANGES)
  }

  function put(hotelId: number, until: number): void {
    if (!untilOf.has(hotelId)) note(hotelId)
    // The map keeps the order of insertion: of hotels with equal terms the oldest comes first.
    else untilOf.delete(hotelId)
    untilOf.set(hotelId, until)
    soonest = Math.min(soonest, until)
  }

  return {
    size: () => untilOf.size,
    has: (hotelId) => untilOf.has(hotelId),
    hotelIds: () => untilOf.keys(),
    version: () => version,
    changedSince: (since) => {
      const missed = version - since
      return missed <= changes.length ? changes.slice(changes.length - missed) : null
    },
    put,
    drop: (hotelId) => {
      if (untilOf.delete(hotelId)) note(hotelId)
    },
    replace: (entries) => {
      const before = untilOf.size
      untilOf.clear()
      soonest = Number.POSITIVE_INFINITY
      for (const [hotelId, until] of entries) {
        untilOf.set(hotelId, until)
        soonest = Math.min(soonest, until)
      }
      if (before === 0 && untilOf.size === 0) return
      changes = []
      version += 1
    },
    sweep: (now) => {
      if (now < soonest || Math.abs(now - sweptAt) < SWEEP_EVERY_MS) return
      sweptAt = now
      soonest = Number.POSITIVE_INFINITY
      for (const [hotelId, until] of untilOf) {
        if (until > now) soonest = Math.min(soonest, until)
        else {
          untilOf.delete(hotelId)
          note(hotelId)
        }
      }
    },
  }
}
