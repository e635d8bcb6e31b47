import { MINUTE_MS } from '../domain/time.ts'
import { createBoundedMemory } from '../platform/kept.ts'
import type { PageRow } from '../store/hotel-contents.ts'
import type { Store } from '../store/store.ts'

/**
 * What pages about hotels are made of. A cached row is used while the hotel has the version that it was read with, which is asked
 * for each time: a changed hotel is shown at once in every process, and one that left is not shown any more.
 */
export type HotelPages = {
  /** In the order of the ids; null for hotels that do not exist. */
  readonly find: (hotelIds: readonly number[]) => Promise<readonly (PageRow | null)[]>
}

/** All cached rows of a process together, in characters of their JSON. Read into memory they and the views made of them take some three times that. */
const MAX_CHARACTERS = 16_000_000
const MAX_ROWS = 5_000
/** Mappings of rooms change without a new version of the hotel; they are read again after this time. */
const KEEP_MS = 5 * MINUTE_MS

type Kept = { readonly row: PageRow; readonly readAt: number }

export function createHotelPages({
  store,
  now,
}: {
  readonly store: Pick<Store, 'hotelContents'>
  readonly now: () => number
}): HotelPages {
  const kept = createBoundedMemory<number, Kept>({ max: MAX_ROWS, maxWeight: MAX_CHARACTERS, drops: 'least-used' })
  /** The reads that are under way, by hotel and version: a page that many ask for at once is read once. */
  const reading = new Map<string, Promise<ReadonlyMap<number, PageRow>>>()

  function keyOf(hotelId: number, version: string | undefined): string {
    return `${hotelId} ${version}`
  }

  function cached(hotelId: number, version: string | undefined): PageRow | null {
    const known = kept.get(hotelId)
    return known && known.row.version === version && now() - known.readAt < KEEP_MS ? known.row : null
  }

  async function read(hotelIds: readonly number[]): Promise<ReadonlyMap<number, PageRow>> {
    const readAt = now()
    const rows = await store.hotelContents.pages(hotelIds)
    for (const row of rows) kept.set(row.hotel.hotelId, { row, readAt }, row.size)
    return new Map(rows.map((row) => [row.hotel.hotelId, row]))
  }

  /** Reads what no other caller is reading. */
  function readMissing(missing: readonly number[], versions: ReadonlyMap<number, string>): void {
    const own = missing.filter((hotelId) => !reading.has(keyOf(hotelId, versions.get(hotelId))))
    if (own.length === 0) return
    const rows = read(own)
    const keys = own.map((hotelId) => keyOf(hotelId, versions.get(hotelId)))
    for (const key of keys) reading.set(key, rows)
    function landed(): void {
      for (const key of keys) reading.delete(key)
    }
    rows.then(landed, landed)
  }

  return {
    find: async (hotelIds) => {
      const versions = await store.hotelContents.versions(hotelIds)
      const known = new Map(hotelIds.map((hotelId) => [hotelId, cached(hotelId, versions.get(hotelId))]))
      const missing = [...known].flatMap(([hotelId, row]) => (row === null && versions.has(hotelId) ? [hotelId] : []))
      readMissing(missing, versions)
      const reads = new Map(missing.map((hotelId) => [hotelId, reading.get(keyOf(hotelId, versions.get(hotelId)))]))
      return Promise.all(
        hotelIds.map(async (hotelId) => known.get(hotelId) ?? (await reads.get(hotelId))?.get(hotelId) ?? null),
      )
    },
  }
}
