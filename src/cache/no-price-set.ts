/** Hotels that had no price recently. It changes as more is heard, and tells what has changed. */
export type NoPriceSet = {
  readonly size: () => number
  readonly has: (hotelId: number) => boolean
  readonly hotelIds: () => Iterable<number>
  /** Counts the hotels that have come or gone. */
  readonly version: () => number
  /** Those that have come or gone since a version, some perhaps twice; null when that is not known any more. */
  readonly changedSince: (version: number) => readonly number[] | null
}

/** A hotel with the time until which it counts. */
export type NoPriceEntry = readonly [hotelId: number, until: number]

export type WritableNoPriceSet = NoPriceSet & {
  /** A hotel that is there already counts until the new time. */
  readonly put: (hotelId: number, until: number) => void
  readonly drop: (hotelId: number) => void
  /** Takes all that was there away and puts others in. */
  readonly replace: (entries: Iterable<NoPriceEntry>) => void
  /** Drops those whose time is over, some of them a moment late. */
  readonly sweep: (now: number) => void
}

/** Walking through a hundred thousand takes a millisecond: no more often than this, ms. */
const SWEEP_EVERY_MS = 250
/** Changes that are remembered: more than come between two searches. */
const MAX_CHANGES = 4_096

export function createNoPriceSet(): WritableNoPriceSet {
  const untilOf = new Map<number, number>()
  /** The newest changes, oldest first: the last one made `version`. */
  let changes: number[] = []
  let version = 0
  /** No hotel's time is over before this. */
  let soonest = Number.POSITIVE_INFINITY
  let sweptAt = Number.NEGATIVE_INFINITY

  function note(hotelId: number): void {
    version += 1
    changes.push(hotelId)
    if (changes.length >= 2 * MAX_CHANGES) changes = changes.slice(-MAX_CHANGES)
  }

  function put(hotelId: number, until: number): void {
    if (!untilOf.has(hotelId)) note(hotelId)
    // The order is that in which they were put in: of those with equal terms the oldest comes first.
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
