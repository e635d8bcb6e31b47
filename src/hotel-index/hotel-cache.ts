type HotelCache<T> = {
  /** In the order of the ids; unknown ids are left out. */
  readonly find: (hotelIds: readonly number[]) => Promise<readonly T[]>
  readonly forget: (hotelId: number) => void
}

/**
 * Caches at most `most` hotels. Those that were shown only once are evicted first. `read` returns the hotels that exist, in any
 * order.
 */
export function createHotelCache<T extends { readonly hotelId: number }>(
  most: number,
  read: (hotelIds: readonly number[]) => Promise<readonly T[]>,
): HotelCache<T> {
  const kept = new Map<number, T>()
  /** The cached hotels that were shown again since the last eviction. */
  const used = new Set<number>()
  /** Counts removed hotels: a read that overlaps a removal may return outdated data, so its result is not cached. */
  let forgotten = 0

  async function readMany(hotelIds: readonly number[]): Promise<ReadonlyMap<number, T>> {
    const before = forgotten
    const found = await read(hotelIds)
    if (before === forgotten) for (const hotel of found) kept.set(hotel.hotelId, hotel)
    makeRoom()
    return new Map(found.map((hotel) => [hotel.hotelId, hotel]))
  }

  /**
   * Evicts the oldest hotels, except those that were shown again: a hotel that is shown once must not evict those that searches
   * show all the time.
   */
  function makeRoom(): void {
    for (const [hotelId, hotel] of kept) {
      if (kept.size <= most) return
      kept.delete(hotelId)
      if (used.delete(hotelId)) kept.set(hotelId, hotel)
    }
  }

  return {
    find: async (hotelIds) => {
      const missing: number[] = []
      const known: T[] = []
      for (const hotelId of hotelIds) {
        const hotel = kept.get(hotelId)
        if (hotel) {
          known.push(hotel)
          used.add(hotelId)
        } else missing.push(hotelId)
      }
      if (missing.length === 0) return known
      const found = new Map(known.map((hotel) => [hotel.hotelId, hotel]))
      const more = await readMany(missing)
      return hotelIds.flatMap((hotelId) => found.get(hotelId) ?? more.get(hotelId) ?? [])
    },
    forget: (hotelId) => {
      forgotten += 1
      kept.delete(hotelId)
      used.delete(hotelId)
    },
  }
}
