import { type MergedHotel, mergeHotel } from '../../domain/content/merge-hotel.ts'
import type { TrustOrders } from '../../domain/content/trust.ts'
import type { DueHotel, HotelListing } from '../../store/content-due.ts'
import type { MergedRow } from '../../store/hotel-contents.ts'
import type { RoomPlan } from '../../store/service-rooms.ts'
import { type Deps, makeId } from '../deps.ts'
import { trustOrders } from '../operator/content-trust.ts'
import { rowOfMerged } from '../operator/merge-content.ts'
import { createRowFollower, type RowFollower } from './follow-rows.ts'
import { planRooms, type RoomsOfHotel } from './plan-rooms.ts'

type FollowDeps = Pick<Deps, 'store' | 'catalogue' | 'log' | 'clock' | 'randomBytes'>

export type FollowOptions = {
  /** At most about so many hotels; those beyond stay due. */
  readonly most?: number
  readonly onProgress?: (done: number, total: number, said: string) => void
  readonly isStopping?: () => boolean
}

export type FollowedListings = {
  readonly hotels: number
  /** How many hotels show other content or other rooms than before. */
  readonly changed: number
}

/** Hotels that are read and written together: each may have a hundred kilobytes from each of its suppliers. */
const BATCH = 40

/**
 * Merges the content and plans the rooms of the hotels whose staged listings have changed, or their mappings. Each batch is written in
 * one transaction with the word that it is done: a run that is cut off is continued by the next one, and two at a time are no harm. Every
 * process shows what has changed from then on.
 */
export async function followListings(deps: FollowDeps, options: FollowOptions = {}): Promise<FollowedListings> {
  const { most = Number.POSITIVE_INFINITY, onProgress, isStopping = () => false } = options
  const { contentDue } = deps.store
  const total = onProgress ? await contentDue.count() : 0
  const rows = createRowFollower(deps)
  let done = { hotels: 0, changed: 0 }
  for (let after = 0; done.hotels < most && !isStopping(); ) {
    const due = await contentDue.next(after, BATCH)
    const last = due.at(-1)
    if (!last) break
    after = last.hotelId
    const changed = await followBatch(deps, due, rows)
    done = { hotels: done.hotels + due.length, changed: done.changed + changed }
    onProgress?.(done.hotels, total, `${done.hotels.toLocaleString('en')} hotels merged`)
  }
  return done
}

/** Content and rooms of a hotel as they are to be written, and what its row is made of. */
type Made = {
  readonly told: readonly HotelListing[]
  readonly merged: MergedHotel | null
  readonly content: MergedRow
  readonly rooms: RoomPlan
}

/** What has been marked before it is read is done when it is written; what is marked meanwhile stays due. */
async function followBatch(deps: FollowDeps, due: readonly DueHotel[], rows: RowFollower): Promise<number> {
  const trust = await trustOrders(deps.store)
  const made = (await readHotels(deps, due)).flatMap((hotel) => make(deps, hotel, trust))
  return deps.store.transaction(async (tx) => {
    const taken = await tx.contentDue.take(due)
    const ours = made.filter(({ content }) => taken.has(content.hotelId))
    const merged = await tx.hotelContents.writeMerged(ours.map(({ content }) => content))
    const planned = await tx.serviceRooms.write(ours.map(({ rooms }) => rooms))
    const described = await rows.follow(
      tx,
      ours.map(({ content: { hotelId }, told, merged: whole }) => ({ hotelId, told, merged: whole })),
    )
    return new Set([...merged, ...planned, ...described]).size
  })
}

type ReadHotel = RoomsOfHotel & { readonly told: readonly HotelListing[] }

async function readHotels({ store }: FollowDeps, due: readonly DueHotel[]): Promise<ReadHotel[]> {
  const hotelIds = due.map(({ hotelId }) => hotelId)
  const [listings, stored, decided, pins] = await Promise.all([
    store.contentDue.listings(hotelIds),
    store.serviceRooms.ofHotels(hotelIds),
    store.serviceRooms.decided(hotelIds),
    store.serviceRooms.pins(hotelIds),
  ])
  const byHotel = Map.groupBy(listings, ({ hotelId }) => hotelId)
  return hotelIds.map((hotelId) => ({
    hotelId,
    told: byHotel.get(hotelId) ?? [],
    listings: (byHotel.get(hotelId) ?? []).map(({ listing }) => listing),
    stored: stored.filter((one) => one.hotelId === hotelId),
    imported: decided.filter((one) => one.hotelId === hotelId && one.decidedBy === 'IMPORT'),
    pins: pins.filter((one) => one.hotelId === hotelId),
  }))
}

/** A hotel that cannot be merged keeps what it shows, and the others go on: it would fail again, so it waits for its next change. */
function make(deps: FollowDeps, hotel: ReadHotel, trust: TrustOrders): Made[] {
  const { hotelId, listings, told } = hotel
  try {
    const rooms = planRooms(hotel, { trust: trust.rooms ?? [], newRoomId: () => makeId(deps, 'room') })
    const merged = mergeHotel(listings, trust)
    return [{ told, merged, content: rowOfMerged(hotelId, merged), rooms }]
  } catch (error) {
    deps.log.error({ err: error, hotelId }, 'the content of a hotel could not be merged')
    return []
  }
}
