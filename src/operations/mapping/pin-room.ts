import { err, ok, type Result } from '../../domain/result.ts'
import type { RoomPin, SupplierRoomId } from '../../store/service-rooms.ts'
import type { StoreParts } from '../../store/store.ts'

/** A person's word about a supplier's room. */
export type RoomWord = SupplierRoomId & {
  /** Which service room it is; APART: one of its own, and no other room is it; null: whatever the engine reads. */
  readonly room: { readonly roomId: string } | 'APART' | null
  /** `operator:<name>` */
  readonly actor: string
  readonly note: string | null
}

/** What a person had said of it before, and says now; null: nothing. */
export type PinnedRoom = { readonly hotelId: number; readonly before: RoomPin | null; readonly after: RoomPin | null }

/**
 * Keeps a person's word which room a supplier's room is. Neither the engine nor a catalogue file overturns it; the other rooms of the
 * hotel are placed around it when the hotel is next merged, for which it is due. An error is a sentence with all faults.
 */
export async function pinRoom(tx: StoreParts, word: RoomWord): Promise<Result<PinnedRoom, string>> {
  const { supplierCode, supplierHotelId, supplierRoomId, room, actor, note } = word
  const mapping = await tx.mappings.find(word)
  if (!mapping) return err(`${supplierCode}/${supplierHotelId} is mapped to no hotel, so its rooms are none`)
  const { hotelId } = mapping
  const fault = room === null ? null : await faultOf(tx, hotelId, { ...word, room })
  if (fault !== null) return err(fault)
  const before = await tx.serviceRooms.pinOf(word)
  if (room === null) {
    if (!before) return err(`nobody has said which room ${supplierCode}/${supplierHotelId}/${supplierRoomId} is`)
    await tx.serviceRooms.unpin(word)
    return ok({ hotelId, before, after: null })
  }
  const after = {
    supplierCode,
    supplierHotelId,
    supplierRoomId,
    roomId: room === 'APART' ? null : room.roomId,
    actor,
    note,
  }
  await tx.serviceRooms.pin(after)
  return ok({ hotelId, before, after })
}

async function faultOf(
  tx: StoreParts,
  hotelId: number,
  { supplierCode, supplierHotelId, supplierRoomId, room }: RoomWord,
): Promise<string | null> {
  const decided = await tx.serviceRooms.decided([hotelId])
  const stored = await tx.serviceRooms.ofHotels([hotelId])
  const own = decided.filter((one) => one.supplierCode === supplierCode && one.supplierHotelId === supplierHotelId)
  const faults: string[] = []
  if (!own.some((one) => one.supplierRoomId === supplierRoomId))
    faults.push(
      `no room ${supplierRoomId} in ${supplierCode}/${supplierHotelId}; it has ${listed(own.map((one) => one.supplierRoomId))}`,
    )
  const known = new Set([...stored, ...decided].flatMap(({ roomId }) => roomId ?? []))
  if (room !== null && room !== 'APART' && !known.has(room.roomId))
    faults.push(`hotel ${hotelId} has no room ${room.roomId}; it has ${listed([...known])}`)
  return faults.length > 0 ? faults.join('; ') : null
}

const MOST_LISTED = 20

function listed(ids: readonly string[]): string {
  if (ids.length === 0) return 'none'
  const more = ids.length > MOST_LISTED ? ` and ${ids.length - MOST_LISTED} more` : ''
  return ids.slice(0, MOST_LISTED).join(', ') + more
}
