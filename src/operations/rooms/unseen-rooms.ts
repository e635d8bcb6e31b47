import type { ProviderRoom } from '../../domain/rate.ts'
import { SECOND_MS } from '../../domain/time.ts'
import { pricedRoom } from '../../mapping/rooms/listed-rooms.ts'
import { matchRoom, type ReadServiceRoom, readServiceRoom } from '../../mapping/rooms/match-room.ts'
import { createBoundedMemory } from '../../platform/kept.ts'
import type { SupplierHotel, SupplierRoom } from '../../store/hotels.ts'
import type { StoredServiceRoom } from '../../store/service-rooms.ts'
import type { Store } from '../../store/store.ts'

/**
 * Rooms that prices name and no content: read when they come, and compared with the service rooms of their hotel. Both the rooms of a
 * hotel and what became of a name are remembered for some seconds, in bounded memory; the database is asked only about a hotel with
 * such a name.
 */
export type UnseenRooms = {
  /** What the rooms are that `known`, by the supplier's room id, lacks: by `unseenKey`. */
  readonly find: (
    listing: SupplierHotel,
    rooms: readonly ProviderRoom[],
    known: ReadonlyMap<string, SupplierRoom>,
  ) => Promise<ReadonlyMap<string, SupplierRoom>>
}

/** Suppliers may sell two rooms without an id under one code. */
export function unseenKey({ code, name }: ProviderRoom): string {
  return `${code}\n${name.normalize('NFKC').toLowerCase()}`
}

/** The rooms of a hotel as they were read; `found` is by supplier and room. */
type HotelRooms = {
  readonly readAt: number
  readonly byId: ReadonlyMap<string, StoredServiceRoom>
  readonly read: readonly ReadServiceRoom[]
  readonly found: Map<string, SupplierRoom | null>
}

/** Rooms of a hotel change seldom, and are shown within so long. */
const KEEP_MS = 5 * SECOND_MS
const MAX_HOTELS = 2_000
/** Of all hotels together: each takes a kilobyte or two. */
const MAX_MEMBERS = 20_000
/** Of one hotel: further names are judged each time. */
const MAX_NAMES = 500

export function createUnseenRooms({
  store,
  now,
}: {
  readonly store: Pick<Store, 'serviceRooms'>
  readonly now: () => number
}): UnseenRooms {
  const hotels = createBoundedMemory<number, HotelRooms>({
    max: MAX_HOTELS,
    maxWeight: MAX_MEMBERS,
    drops: 'least-used',
  })

  async function roomsOf(hotelId: number): Promise<HotelRooms> {
    const kept = hotels.get(hotelId)
    if (kept && now() - kept.readAt < KEEP_MS) return kept
    const readAt = now()
    const stored = (await store.serviceRooms.ofHotels([hotelId])).filter((room) => room.isUsed && !room.isApart)
    const read = stored.map(({ roomId, members }) => readServiceRoom(roomId, members.map(asTold)))
    const rooms = { readAt, byId: new Map(stored.map((room) => [room.roomId, room])), read, found: new Map() }
    hotels.set(hotelId, rooms, 1 + read.reduce((sum, { members }) => sum + members.length, 0))
    return rooms
  }

  return {
    find: async (listing, rooms, known) => {
      const { supplierCode, hotelId, verification } = listing
      // Whose hotel is doubted is not taken for one of its rooms.
      if (verification !== 'VERIFIED') return NONE
      const unseen = new Map(rooms.filter(({ code }) => !known.has(code)).map((room) => [unseenKey(room), room]))
      if (unseen.size === 0) return NONE
      const hotel = await roomsOf(hotelId)
      if (hotel.read.length === 0) return NONE
      const found = [...unseen].flatMap(([key, room]) => {
        const row = rowOf(hotel, supplierCode, { key, room })
        return row ? [[key, row] as const] : []
      })
      return new Map(found)
    },
  }
}

const NONE: ReadonlyMap<string, SupplierRoom> = new Map()

type Unseen = { readonly key: string; readonly room: ProviderRoom }

function rowOf(hotel: HotelRooms, supplierCode: string, { key, room }: Unseen): SupplierRoom | null {
  const name = `${supplierCode}\n${key}`
  const before = hotel.found.get(name)
  if (before !== undefined) return before
  const told = pricedRoom(supplierCode, room)
  const row = told && supplierRoom(hotel, room.code, matchRoom(told, hotel.read))
  if (hotel.found.size < MAX_NAMES) hotel.found.set(name, row)
  return row
}

function supplierRoom(hotel: HotelRooms, code: string, { status, roomId }: ReturnType<typeof matchRoom>): SupplierRoom {
  const room = roomId === null ? undefined : hotel.byId.get(roomId)
  return {
    supplierRoomId: code,
    mappingStatus: status,
    roomId,
    names: room?.names ?? null,
    imageUrls: room?.imageUrls ?? [],
  }
}

/** Whoever plans rooms writes them as they are compared. */
function asTold(member: Readonly<Record<string, unknown>>): Parameters<typeof readServiceRoom>[1][number] {
  return member as Parameters<typeof readServiceRoom>[1][number]
}
