import { pinRoom as keepWord, type RoomWord } from '../operations/mapping/pin-room.ts'
import type { SupplierRoomId } from '../store/service-rooms.ts'
import { type Command, ItemError, optionalText, text, UsageError, type Values } from './command.ts'
import { followSome } from './follow-some.ts'
import { listingOf, noteOf } from './listing-argument.ts'

/** A supplier's room, as SUPPLIER/HOTEL/ROOM; a room's own id may have slashes. */
function supplierRoomOf(values: Values): SupplierRoomId {
  const given = text(values, 'room-of')
  const [supplierCode = '', supplierHotelId = '', ...rest] = given.split('/')
  const supplierRoomId = rest.join('/')
  if (supplierRoomId === '')
    throw new UsageError(`a supplier’s room is SUPPLIER/HOTEL/ROOM, for example hotelbeds/1533/DBL.ST-1, not ${given}`)
  return { ...listingOf({ listing: `${supplierCode}/${supplierHotelId}` }), supplierRoomId }
}

function wordOf(values: Values): RoomWord['room'] {
  const roomId = optionalText(values, 'room')
  const words = [roomId !== null, values['apart'] === true, values['release'] === true]
  if (words.filter(Boolean).length !== 1) throw new UsageError('one of --room ROOM_ID, --apart and --release is needed')
  if (roomId !== null) return { roomId }
  return values['apart'] === true ? 'APART' : null
}

export const pinRoom: Command = {
  noun: 'mapping',
  verb: 'pin-room',
  summary:
    'says which room of its hotel a supplier’s room is, or that it is one of its own; it stands whatever changes, until --release',
  usage: 'SUPPLIER/HOTEL/ROOM --room ROOM_ID | --apart | --release [--reason TEXT]',
  options: {
    room: { type: 'string' },
    apart: { type: 'boolean' },
    release: { type: 'boolean' },
    reason: { type: 'string' },
  },
  positionals: ['room-of'],
  required: ['room-of'],
  isLineByLine: true,
  after: followSome,
  change: async ({ tx, actor }, values) => {
    const supplierRoom = supplierRoomOf(values)
    const pinned = await keepWord(tx, { ...supplierRoom, room: wordOf(values), actor, note: noteOf(values) })
    if (!pinned.ok) throw new ItemError(pinned.error)
    const { hotelId, before, after } = pinned.value
    const { supplierCode, supplierHotelId, supplierRoomId } = supplierRoom
    const subject = `${supplierCode}/${supplierHotelId}/${supplierRoomId}`
    return {
      rows: [
        { ...supplierRoom, hotelId, roomId: after?.roomId ?? null, apart: after !== null && after.roomId === null },
      ],
      trace: { action: 'mapping.pin-room', subject, organizationId: null, before, after },
    }
  },
}
