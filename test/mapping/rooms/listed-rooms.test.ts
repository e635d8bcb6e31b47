import { describe, expect, it } from 'vitest'
import type { ListedRoom } from '../../../src/domain/listing.ts'
import { listedRooms } from '../../../src/mapping/rooms/listed-rooms.ts'
import { foldRoomName } from '../../../src/mapping/rooms/room-tokens.ts'
import { serviceRoomsOf } from '../../../src/mapping/rooms/service-rooms.ts'

function listed(room: Partial<ListedRoom> & Pick<ListedRoom, 'key' | 'names'>): ListedRoom {
  return {
    rateKey: null,
    bedChoices: [],
    maxOccupancy: null,
    maxAdults: null,
    maxChildren: null,
    view: null,
    squareMetres: null,
    isSmoking: null,
    isAccessible: null,
    amenities: [],
    images: [],
    description: null,
    ...room,
  }
}

describe('the rooms of listings', () => {
  it('are one room over four suppliers, each told in its own manner', () => {
    const rapid = listed({
      key: '1',
      names: { 'en-US': 'Deluxe Room' },
      bedChoices: [[{ type: 'KING', count: 1 }]],
      view: 'Ocean view',
    })
    const hotelbeds = listed({ key: 'DBL.DX-1', names: { en: 'DELUXE KING SEA VIEW' } })
    const ratehawk = listed({ key: '3-6-0-2-3-0-2-0-0-0-31-0', names: { en: 'Deluxe Double room (king size bed)' } })
    const liteapi = listed({ key: '77', names: { de: 'Deluxe-Zimmer mit Kingsize-Bett und Meerblick' } })
    const rooms = [
      ...listedRooms({ supplierCode: 'expedia_rapid', rooms: [rapid] }),
      ...listedRooms({ supplierCode: 'hotelbeds', rooms: [hotelbeds] }),
      ...listedRooms({ supplierCode: 'ratehawk', rooms: [ratehawk] }),
      ...listedRooms({ supplierCode: 'liteapi', rooms: [liteapi] }),
    ]
    const { rooms: planned } = serviceRoomsOf(rooms)
    expect(planned).toHaveLength(1)
    expect(planned[0]?.members).toHaveLength(4)
    expect(Object.keys(planned[0]?.names ?? {})).toEqual(['de', 'en'])
  })

  it('are named in English where there is English, and left out without a name', () => {
    const named = listed({ key: 'a', names: { de: 'Doppelzimmer', 'en-GB': 'Double Room' } })
    const nameless = listed({ key: 'b', names: { en: ' ' } })
    const rooms = listedRooms({ supplierCode: 'hotelbeds', rooms: [named, nameless] })
    expect(rooms.map(({ roomKey, name, language }) => [roomKey, name, language])).toEqual([
      ['a', 'Double Room', 'en-GB'],
    ])
  })

  it('of RateHawk without its numbers are read by their name alone', () => {
    const [room] = listedRooms({ supplierCode: 'ratehawk', rooms: [listed({ key: 'Suite', names: { en: 'Suite' } })] })
    expect(room?.rgExt).toBeNull()
  })
})

describe('the key of a name', () => {
  it('is one for spellings that are read alike, and another for other words', () => {
    expect(foldRoomName('Chambre Supérieure (2 lits)')).toBe(foldRoomName('ＣＨＡＭＢＲＥ SUPERIEURE, 2 Lits'))
    expect(foldRoomName('2BR Suite')).toBe(foldRoomName('2 BR suite'))
    expect(foldRoomName('Suite')).not.toBe(foldRoomName('Junior Suite'))
  })
})
