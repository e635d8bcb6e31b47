import { describe, expect, it } from 'vitest'
import { judgeRooms } from '../../../src/mapping/rooms/judge-rooms.ts'
import { parseRoom } from '../../../src/mapping/rooms/parse-room.ts'
import type { RgExt, ToldBed, ToldRoom } from '../../../src/mapping/rooms/room-attributes.ts'

function beds(...told: readonly (readonly [type: string, count: number])[]): readonly (readonly ToldBed[])[] {
  return [told.map(([type, count]) => ({ type, count }))]
}

function whatContradicts(room: ToldRoom): string[] {
  return parseRoom(room).contradictions.map(({ what }) => what)
}

describe('the beds of a field', () => {
  it('tell what the name does not: one silent name is EQUAL when its beds say the same', () => {
    const told = { name: 'Deluxe Room', bedChoices: beds(['KING', 1]) }
    expect(judgeRooms({ name: 'Deluxe King' }, told).verdict).toBe('EQUAL')
    expect(judgeRooms({ name: 'Deluxe King' }, { name: 'Deluxe Room' }).verdict).toBe('REVIEW')
    expect(judgeRooms({ name: 'Deluxe Twin' }, told).verdict).toBe('DIFFERENT')
  })

  it('win over the name, and the contradiction is told', () => {
    const room = { name: 'Twin Room', bedChoices: beds(['DOUBLE', 1]) }
    expect(parseRoom(room).beds.choices).toEqual(['DOUBLE:1'])
    expect(parseRoom(room).contradictions).toEqual([{ what: 'BEDS', name: 'SINGLE:2', field: 'DOUBLE:1' }])
    const { verdict, evidence } = judgeRooms(room, { name: 'Room, 1 Double Bed' })
    expect(verdict).toBe('REVIEW')
    expect(evidence).toContainEqual({
      kind: 'CONTRADICTION',
      effect: 'REVIEW',
      a: 'BEDS: name SINGLE:2, field DOUBLE:1',
      b: null,
    })
  })

  it.each([
    ['King Room', ['DOUBLE', 1], 'KING:1', 'a double bed by the field may be a king'],
    ['Queen Room', ['QUEEN', 2], 'QUEEN:2', 'a room named by its bed has as many as the field says'],
    ['Twin Room', ['TWIN', 1], 'SINGLE:2', 'one TWIN is a pair where two sleep'],
    ['Room, 1 Twin Bed', ['Twin Bed', 1], 'SINGLE:1', 'one twin bed is one'],
    ['Chambre Deluxe, 2 grands lits', ['QUEEN', 2], 'QUEEN:2', 'a wide double bed is a small queen'],
    ['Deluxe Double room (full double bed)', ['KING', 1], 'KING:1', 'RateHawk calls every bed for two so'],
    ['Habitación Doble', ['SINGLE', 2], 'SINGLE:2', 'a habitación doble may have two beds'],
  ] as const)('%s with %j has %s: %s', (name, [type, count], expected, _why) => {
    const { beds: plan, contradictions } = parseRoom({ name, bedChoices: beds([type, count]) })
    expect(plan.choices).toEqual([expected])
    expect(contradictions).toEqual([])
  })

  it('[20] of RateHawk are rounded: its full double bed may be a queen or a king, and is no pair of singles', () => {
    const rounded = { name: 'Superior Double room (full double bed)' }
    function against(name: string): string {
      return judgeRooms(rounded, { name }).verdict
    }
    expect(against('Superior Room, 1 Double Bed')).toBe('EQUAL')
    expect(against('Superior Room, 1 Queen Bed')).toBe('REVIEW')
    expect(against('Superior King Room')).toBe('REVIEW')
    expect(against('Superior Room, 2 Twin Beds')).toBe('DIFFERENT')
    expect(judgeRooms({ name: 'Superior King Room' }, { name: 'Superior Room, 1 Double Bed' }).verdict).toBe(
      'DIFFERENT',
    )
    const told = { name: 'Superior Double room (full double bed) (queen size bed)' }
    expect(judgeRooms(told, { name: 'Superior Queen Room' }).verdict).toBe('EQUAL')
  })

  it('never narrow a choice that the name leaves: neither told as one set nor as one of the two', () => {
    const name = 'Double or Twin Room'
    for (const bedChoices of [beds(['DOUBLE', 1], ['SINGLE', 2]), beds(['DOUBLE', 1])])
      expect(parseRoom({ name, bedChoices }).beds.choices).toEqual(['DOUBLE:1', 'SINGLE:2'])
  })

  it('are a choice when the supplier offers several sets', () => {
    const bedChoices = [...beds(['KING', 1]), ...beds(['QUEEN', 2])]
    expect(parseRoom({ name: 'Deluxe Room', bedChoices }).beds.choices).toEqual(['KING:1', 'QUEEN:2'])
  })

  it('leave sofa beds to themselves, and futons to Japanese rooms', () => {
    const suite = parseRoom({ name: 'Junior Suite', bedChoices: beds(['KING', 1], ['SOFA_BED', 1]) })
    expect([suite.beds.choices, suite.sofa]).toEqual([['KING:1'], 'SOFA:1'])
    const told = { name: '和室 8畳', bedChoices: beds(['FUTON', 4]) }
    expect(judgeRooms(told, { name: 'Japanese-Style Room, 8 tatami' }).verdict).toBe('EQUAL')
  })
})

describe('other fields', () => {
  it('complete a name: a view, smoking, access, and for how many', () => {
    const told = { name: 'Deluxe King', view: 'Sea view', isSmoking: false, isAccessible: true }
    expect(judgeRooms(told, { name: 'Deluxe King, Ocean View, Accessible, Non-Smoking' }).verdict).toBe('EQUAL')
    const family = { name: 'Family Room', maxOccupancy: 4 }
    expect(judgeRooms(family, { name: 'Family Room for 4' }).verdict).toBe('EQUAL')
    expect(judgeRooms({ name: 'Family Room' }, { name: 'Family Room for 4' }).verdict).toBe('REVIEW')
  })

  it('that differ by the number of guests only ask for a look', () => {
    const name = 'Deluxe King'
    expect(judgeRooms({ name, maxOccupancy: 2 }, { name, maxOccupancy: 3 }).verdict).toBe('REVIEW')
    expect(judgeRooms({ name, maxOccupancy: 2 }, { name }).verdict).toBe('EQUAL')
  })

  it('that contradict the name are told, and a room with them is EQUAL to none', () => {
    expect(whatContradicts({ name: 'King Room, Smoking', isSmoking: false })).toEqual(['SMOKING'])
    expect(whatContradicts({ name: 'King Room, Accessible', isAccessible: false })).toEqual(['ACCESSIBLE'])
    expect(whatContradicts({ name: 'King Room, Sea View', view: 'Garden' })).toEqual(['VIEW'])
    expect(whatContradicts({ name: 'Triple Room', maxOccupancy: 2 })).toEqual(['OCCUPANCY'])
    expect(whatContradicts({ name: 'Double Room', maxOccupancy: 3 })).toEqual([])
    const room = { name: 'King Room, Smoking', isSmoking: false }
    expect(judgeRooms(room, { name: 'King Room' }).verdict).toBe('REVIEW')
  })
})

describe('amenities', () => {
  it('[20] confirm a kitchen that the other name has, and add nothing', () => {
    const named = { name: 'Studio, Kitchenette' }
    expect(judgeRooms(named, { name: 'STUDIO STANDARD' }).verdict).toBe('REVIEW')
    expect(judgeRooms(named, { name: 'STUDIO STANDARD', amenities: ['Kitchenette', 'Safe'] }).verdict).toBe('EQUAL')
    expect(judgeRooms(named, { name: 'STUDIO STANDARD', amenities: ['Kitchen'] }).verdict).toBe('REVIEW')
    expect(judgeRooms({ name: 'Studio' }, { name: 'Studio', amenities: ['Kitchenette'] }).verdict).toBe('EQUAL')
    expect(judgeRooms({ name: 'Studio, Balcony' }, { name: 'Studio', amenities: ['Balcony'] }).verdict).toBe('REVIEW')
  })
})

describe('codes of suppliers', () => {
  it('[20] of RateHawk count main places, which are not the most that may sleep there', () => {
    const rgExt: RgExt = { class: 3, quality: 5, bedding: 3, capacity: 2 }
    const room = { name: 'Superior Double room (full double bed) (queen size bed)', rgExt, maxOccupancy: 2 }
    expect(judgeRooms(room, { name: 'Superior Queen Room', maxOccupancy: 3 }).verdict).toBe('EQUAL')
  })

  it('of Hotelbeds only confirm: they add nothing, and tell where the name says something else', () => {
    expect(parseRoom({ name: 'ROOM', hotelbedsCode: 'TWN.SU' })).toMatchObject({ classes: [], contradictions: [] })
    expect(whatContradicts({ name: 'DOUBLE SUPERIOR', hotelbedsCode: 'DBL.SU-1' })).toEqual([])
    expect(whatContradicts({ name: 'DOUBLE SUPERIOR', hotelbedsCode: 'TPL.DX' })).toEqual(['OCCUPANCY', 'CLASS'])
    expect(whatContradicts({ name: 'SUITE', hotelbedsCode: 'JSU.ST' })).toEqual(['KIND'])
  })

  it('of RateHawk are numbers with a meaning, of which 0 is none', () => {
    const rgExt: RgExt = {
      class: 5,
      quality: 6,
      bedding: 3,
      capacity: 2,
      view: 31,
      balcony: 1,
      floor: 2,
      bathroom: 2,
      sex: 0,
    }
    expect(parseRoom({ name: 'Suite', rgExt })).toMatchObject({
      kinds: ['DUPLEX', 'SUITE'],
      classes: ['DELUXE'],
      views: ['SEA'],
      features: ['BALCONY'],
      beds: { word: 'DOUBLE' },
      contradictions: [],
    })
    const empty: RgExt = { class: 0, quality: 0, bedding: 0, capacity: 0, view: 0, balcony: 0, floor: 0, bathroom: 0 }
    expect(parseRoom({ name: 'Deluxe King, Sea View', rgExt: empty })).toEqual(
      parseRoom({ name: 'Deluxe King, Sea View' }),
    )
  })

  it('of RateHawk win over the words that contradict them', () => {
    const room = { name: 'Superior Suite, City View', rgExt: { class: 4, quality: 6, view: 31 } }
    expect(parseRoom(room)).toMatchObject({ kinds: ['JUNIOR_SUITE'], classes: ['DELUXE'], views: ['SEA'] })
    expect(whatContradicts(room).sort()).toEqual(['CLASS', 'KIND', 'VIEW'])
    // Japanese rooms have no number of their own.
    expect(whatContradicts({ name: 'Japanese-Style Room', rgExt: { class: 3, quality: 2 } })).toEqual([])
  })

  it('of LiteAPI’s own mapping move the score and never the verdict', () => {
    const a = { name: 'Deluxe King', supplierCode: 'liteapi', mappedRoomId: '11' }
    const same = judgeRooms(a, { name: 'Deluxe Twin', supplierCode: 'liteapi', mappedRoomId: '11' })
    expect(same.verdict).toBe('DIFFERENT')
    const b = { name: 'Deluxe King Room', supplierCode: 'liteapi' }
    const [agreed, silent, other] = ['11', null, '12'].map((mappedRoomId) => judgeRooms(a, { ...b, mappedRoomId }))
    expect([agreed?.verdict, silent?.verdict, other?.verdict]).toEqual(['EQUAL', 'EQUAL', 'EQUAL'])
    expect(agreed?.score).toBeGreaterThan(silent?.score ?? 1)
    expect(other?.score).toBeLessThan(silent?.score ?? 0)
    expect(judgeRooms(a, { ...b, supplierCode: 'hotelbeds', mappedRoomId: '12' })).toEqual(silent)
  })
})
