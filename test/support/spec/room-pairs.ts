import type { ToldRoom } from '../../../src/mapping/rooms/room-attributes.ts'
import type { RoomPair } from '../room-pairs.ts'
import { sharedLines } from './shared.ts'

type WireRoom = {
  readonly name: string
  readonly language?: string
  readonly beds?: readonly { readonly type: string; readonly count: number }[]
  readonly max_occupancy?: number
  readonly supplier_code?: string
}

/** The labelled pairs of rooms in ../shared, which are not ours to copy. */
export function developmentRoomPairs(): RoomPair[] {
  return sharedLines('data/mapping/rooms-dev.ndjson').map((line) => {
    const { a, b, label, kind } = line as Record<'a' | 'b', WireRoom> & Pick<RoomPair, 'label' | 'kind'>
    return { a: fromWire(a), b: fromWire(b), label, kind }
  })
}

function fromWire(room: WireRoom): ToldRoom {
  return {
    name: room.name,
    language: room.language,
    bedChoices: room.beds ? [room.beds] : [],
    maxOccupancy: room.max_occupancy,
    supplierCode: room.supplier_code,
  }
}
