import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type KnownServiceRoom,
  type ServiceRooms,
  type SuppliedRoom,
  serviceRoomsOf,
} from '../../../src/mapping/rooms/service-rooms.ts'
import { madeHotels } from '../../support/room-pairs.ts'

/** `hotelbeds DBL.SU: DOUBLE SUPERIOR` */
function supplied(line: string, more: Partial<SuppliedRoom> = {}): SuppliedRoom {
  const [, supplierCode = '', roomKey = '', name = ''] = /^(\S+) (\S+): (.+)$/.exec(line) ?? []
  return { supplierCode, roomKey, name, language: 'en', ...more }
}

function statuses({ placements }: ServiceRooms): Record<string, string> {
  return Object.fromEntries(
    placements.map(({ supplierCode, roomKey, status }) => [`${supplierCode} ${roomKey}`, status]),
  )
}

function membersOf({ rooms }: ServiceRooms): string[][] {
  return rooms
    .map(({ members }) => members.map(({ supplierCode, roomKey }) => `${supplierCode} ${roomKey}`))
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
}

function known(roomId: string, name: string, ...members: readonly string[]): KnownServiceRoom {
  const refs = members
    .map((member) => member.split(' '))
    .map(([supplierCode = '', roomKey = '']) => ({ supplierCode, roomKey }))
  return { roomId, names: { en: name }, members: refs }
}

const FOUR = [
  supplied('expedia_rapid 1: Deluxe Room, 1 King Bed, Sea View'),
  supplied('hotelbeds DBL.DX: DELUXE KING SEA VIEW'),
  supplied('ratehawk 3-6: Deluxe Double room (king size bed, sea view)'),
  supplied('liteapi 9: Deluxe King Room with Ocean View'),
]

describe('a supplier’s room', () => {
  it('is MATCHED to the service room that is EQUAL to it', () => {
    const planned = serviceRoomsOf([...FOUR, supplied('hotelbeds TWN.DX: TWIN DELUXE SEA VIEW')])
    expect(membersOf(planned)).toEqual([
      ['expedia_rapid 1', 'hotelbeds DBL.DX', 'liteapi 9', 'ratehawk 3-6'],
      ['hotelbeds TWN.DX'],
    ])
    expect(new Set(Object.values(statuses(planned)))).toEqual(new Set(['MATCHED']))
  })

  it('that tells less than another supplier’s is UNMAPPED, with what it may be', () => {
    const planned = serviceRoomsOf([supplied('hotelbeds DBL: DELUXE KING'), ...FOUR.slice(2)])
    expect(statuses(planned)['hotelbeds DBL']).toBe('UNMAPPED')
    expect(planned.placements.find(({ roomKey }) => roomKey === 'DBL')?.candidates).toEqual([0])
    expect(planned.rooms).toHaveLength(1)
  })

  it('that its own supplier sells beside the better one is a room of its own, and others match it', () => {
    const own = supplied('liteapi 10: Deluxe King Room')
    const other = supplied('expedia_rapid 2: Deluxe Room, 1 King Bed')
    const planned = serviceRoomsOf([...FOUR, own, other])
    expect(statuses(planned)).toMatchObject({ 'liteapi 10': 'MATCHED', 'expedia_rapid 2': 'MATCHED' })
    expect(membersOf(planned)).toContainEqual(['expedia_rapid 2', 'liteapi 10'])
  })

  it('that is EQUAL to rooms which are DIFFERENT to each other is a CONFLICT', () => {
    const smoking = supplied('expedia_rapid 1: King Room - Smoking')
    const not = supplied('expedia_rapid 2: King Room - Non-Smoking')
    const silent = supplied('hotelbeds DBL: KING ROOM')
    const planned = serviceRoomsOf([smoking, not, silent])
    expect(statuses(planned)).toEqual({
      'expedia_rapid 1': 'MATCHED',
      'expedia_rapid 2': 'MATCHED',
      'hotelbeds DBL': 'CONFLICT',
    })
    expect(membersOf(planned)).toEqual([['expedia_rapid 1'], ['expedia_rapid 2']])
    expect(planned.placements.find(({ roomKey }) => roomKey === 'DBL')?.candidates).toEqual([0, 1])
  })

  it('whose name contradicts its own fields is a CONFLICT, and no service room is made of it', () => {
    const wrong = supplied('liteapi 9: Twin Room', { bedChoices: [[{ type: 'KING', count: 1 }]] })
    const planned = serviceRoomsOf([wrong])
    expect(statuses(planned)).toEqual({ 'liteapi 9': 'CONFLICT' })
    expect(planned.rooms).toEqual([])
  })

  it('that is EQUAL to several service rooms, which may be one, is AMBIGUOUS', () => {
    const two = supplied('expedia_rapid 1: Deluxe King Room', { maxOccupancy: 2 })
    const three = supplied('expedia_rapid 2: Deluxe King Room', { maxOccupancy: 3 })
    const planned = serviceRoomsOf([two, three, supplied('hotelbeds DBL: DELUXE KING')])
    expect(statuses(planned)).toEqual({
      'expedia_rapid 1': 'MATCHED',
      'expedia_rapid 2': 'MATCHED',
      'hotelbeds DBL': 'AMBIGUOUS',
    })
  })

  it('that LiteAPI itself maps to another of its rooms is judged by what it says', () => {
    const rooms = [
      supplied('liteapi a: Twin Room', { mappedRoomId: '7' }),
      supplied('liteapi b: King Room', { mappedRoomId: '7' }),
    ]
    expect(serviceRoomsOf(rooms).rooms).toHaveLength(2)
  })

  it('that a supplier sells twice under one name is one room, told twice', () => {
    const planned = serviceRoomsOf([
      supplied('hotelbeds A: TWIN STANDARD'),
      supplied('hotelbeds B: STANDARD TWIN ROOM'),
    ])
    expect(membersOf(planned)).toEqual([['hotelbeds A', 'hotelbeds B']])
  })
})

describe('a service room', () => {
  it('keeps its id and its names when members come and go, and learns names in other languages', () => {
    const before = [known('r1', 'Sea King', 'hotelbeds DBL.DX', 'ratehawk 3-6')]
    const german = supplied('liteapi 10: Deluxe Zimmer mit Kingsize-Bett und Meerblick', { language: 'de' })
    const [room] = serviceRoomsOf([...FOUR.slice(0, 2), german], before).rooms
    expect(room).toMatchObject({ roomId: 'r1', names: { en: 'Sea King', de: german.name } })
    expect(room?.members).toHaveLength(3)
  })

  it('that splits goes with most of its members; the other part is new', () => {
    const before = [known('r1', 'Deluxe', 'expedia_rapid 1', 'hotelbeds DBL.DX', 'hotelbeds TWN.DX')]
    const planned = serviceRoomsOf([...FOUR, supplied('hotelbeds TWN.DX: TWIN DELUXE SEA VIEW')], before)
    expect(Object.fromEntries(planned.rooms.map(({ roomId, members }) => [roomId, members.length]))).toEqual({
      null: 1,
      r1: 4,
    })
  })

  it('that was two keeps one id, and the other is unused', () => {
    const before = [known('r2', 'B', 'liteapi 9'), known('r1', 'A', 'ratehawk 3-6')]
    const planned = serviceRoomsOf(FOUR, before)
    expect(planned.rooms.map(({ roomId }) => roomId)).toEqual(['r1'])
    expect(planned.unused).toEqual(['r2'])
  })

  it('whose members are all gone is unused, and not taken by another room', () => {
    const planned = serviceRoomsOf(FOUR, [known('r1', 'Gone', 'hotelbeds TPL')])
    expect([planned.rooms[0]?.roomId, planned.unused]).toEqual([null, ['r1']])
  })

  it('is called by the plainest of its names: no capitals, no board, no words that nobody knows', () => {
    const [room] = serviceRoomsOf([
      supplied('hotelbeds A: DELUXE KING SEA VIEW'),
      supplied('liteapi b: Deluxe King, Sea View (Non-refundable)'),
      supplied('liteapi c: Deluxe King Sea View - Bed & Breakfast'),
      supplied('expedia_rapid 1: Deluxe Room, 1 King Bed, Sea View'),
    ]).rooms
    expect(room?.names).toEqual({ en: 'Deluxe Room, 1 King Bed, Sea View' })
  })
})

/** The rooms of the made-up hotels, each sold by four suppliers under the names of a line in turn. */
const HOTELS = madeHotels().map((rooms, hotel) =>
  rooms.flatMap((names, room) =>
    ['expedia_rapid', 'hotelbeds', 'liteapi', 'ratehawk'].map((supplierCode, at): SuppliedRoom => {
      const told = names[at % names.length] ?? { name: '?' }
      return { ...told, supplierCode, roomKey: `${hotel}-${room}` }
    }),
  ),
)

describe('the rooms of a hotel', () => {
  it('are the same for any order of the input', () => {
    fc.assert(
      fc.property(fc.constantFrom(...HOTELS), fc.infiniteStream(fc.nat()), (rooms, numbers) => {
        const shuffled = rooms.map((room) => [numbers.next().value, room] as const).sort(([a], [b]) => a - b)
        expect(serviceRoomsOf(shuffled.map(([, room]) => room))).toEqual(serviceRoomsOf(rooms))
      }),
      { numRuns: 60 },
    )
  })

  it('are stable: planned again with what was planned, nothing changes', () => {
    for (const rooms of HOTELS) {
      const first = serviceRoomsOf(rooms)
      const named = first.rooms.map((room, at) => ({ ...room, roomId: `r${at}` }))
      const second = serviceRoomsOf(rooms, named)
      expect(second.rooms).toEqual(named)
      expect(second.placements).toEqual(first.placements)
    }
  })

  it('put every supplier’s name of a room into one service room, and never two rooms into one', () => {
    for (const rooms of HOTELS) {
      const { rooms: planned, placements } = serviceRoomsOf(rooms)
      for (const { members } of planned) expect(new Set(members.map(({ roomKey }) => roomKey)).size).toBe(1)
      expect(placements.filter(({ status }) => status === 'MATCHED').length / placements.length).toBeGreaterThan(0.85)
    }
  })
})
