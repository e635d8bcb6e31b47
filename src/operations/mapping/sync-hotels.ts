import { MINUTE_MS } from '../../domain/time.ts'
import { BLOCKING_VERSION, cellOf, cellsAround, keysOf, pointOf } from '../../mapping/blocking.ts'
import type { DescribedHotel, HotelRecord } from '../../store/hotel-facts.ts'
import { hashOf } from '../catalogue/stage-listings.ts'
import type { Deps } from '../deps.ts'
import { type CatalogueNames, factsOfHotel, namesOf } from './hotel-facts.ts'

const BATCH = 2_000
/** A change becomes visible when it is committed, which is later than its timestamp: each reading overlaps the one before. */
const OVERLAP_MS = MINUTE_MS
/** Listings without a hotel are judged again when a hotel within this distance is new or has changed. */
const NEAR_KM = 1
/**
 * Of so many changed rows Postgres does not know the distribution yet, and each look-up of a key reads all of them until its index has
 * them sorted in: a batch has thousands of look-ups.
 */
const MANY = 500
/** Of another version of the cells and keys, all hotels are read again. */
const MARK = `hotel-facts@${BLOCKING_VERSION}`

type SyncDeps = Pick<Deps, 'store' | 'catalogue'>

/**
 * Reads the hotels that have changed since the last time, keeps what the judge reads of them, and has the listings judged again that
 * are mapped to them or may be. Returns how many hotels are new or different.
 */
export async function syncHotels(
  { store, catalogue }: SyncDeps,
  onProgress: (hotels: number) => void = () => undefined,
): Promise<number> {
  const before = await store.hotelFacts.mark(MARK)
  const names = await namesOf({ catalogue })
  let seen = { changedAt: before === null ? 0 : before - OVERLAP_MS, hotelId: 0 }
  let read = 0
  let changed = 0
  for (let page = await store.hotelFacts.changedHotels(seen, BATCH); page.length > 0; ) {
    const last = page.at(-1)
    if (last) seen = last
    const next = store.hotelFacts.changedHotels(seen, BATCH)
    // Awaited below; without this handler its failure would be an unhandled rejection until then.
    next.catch(() => undefined)
    const written = await store.hotelFacts.put(page.map((hotel) => recordOf(hotel, names)))
    await markAround({ store }, page, new Set(written))
    changed += written.length
    read += page.length
    onProgress(read)
    page = await next
  }
  if (changed >= MANY) await store.hotelFacts.analyze()
  if (read > 0) await store.hotelFacts.setMark(MARK, seen.changedAt)
  return changed
}

async function markAround(
  { store }: Pick<Deps, 'store'>,
  page: readonly DescribedHotel[],
  written: ReadonlySet<number>,
): Promise<void> {
  if (written.size === 0) return
  const cells = page.filter(({ hotelId }) => written.has(hotelId)).flatMap((hotel) => cellsAround(hotel, NEAR_KM))
  await store.proposals.markAround([...written], [...new Set(cells)])
}

function recordOf(hotel: DescribedHotel, names: CatalogueNames): HotelRecord {
  const facts = factsOfHotel(hotel, names)
  const point = pointOf(facts)
  return {
    hotelId: hotel.hotelId,
    facts,
    factsHash: hashOf([BLOCKING_VERSION, facts]),
    cell: point && cellOf(point),
    keys: keysOf(facts),
  }
}
