import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceKm, isSame } from '../../src/domain/geo.ts'
import { firstIdAt, ID_PREFIXES, newId, newSupplierReference, newTimelessId, timeOfId } from '../../src/domain/ids.ts'
import { guestsOf, occupancyKey, sameOccupancy, totalGuests } from '../../src/domain/occupancy.ts'
import { checkStay, nightDates, nightsOf } from '../../src/domain/stay.ts'
import { editDistance, fold } from '../../src/domain/text.ts'
import { camelCase, FOREIGN, fromWire, snakeCase, toWire } from '../../src/domain/wire.ts'

describe('ids', () => {
  it('[C-119] carry their prefix, never repeat, and tell nothing of one another', () => {
    const ids = Array.from({ length: 2_000 }, () => newId('booking', 1_000, randomBytes))
    expect(new Set(ids).size).toBe(2_000)
    for (const id of ids) expect(id).toMatch(/^ubk_[0-9A-Z]{26}$/)
    expect(new Set(Object.values(ID_PREFIXES)).size).toBe(Object.keys(ID_PREFIXES).length)
  })

  /** The bytes that are there to be told from one another: 250, 249 and so on. */
  function counted(size: number): Uint8Array {
    return Uint8Array.from({ length: size }, (_, index) => 250 - index)
  }

  it('are time and then chance in Crockford’s base 32, five bits a letter, so that they sort by age', () => {
    expect(newId('offer', 0, () => new Uint8Array(10))).toBe(`off_${'0'.repeat(26)}`)
    expect(newId('offer', 2 ** 48 - 1, () => new Uint8Array(10).fill(255))).toBe(`off_${'Z'.repeat(25)}W`)
    // 0x0123456789ab, then the bytes above, as a number in base 32.
    const bits = ['0123456789ab', ...Array.from(counted(10), (byte) => byte.toString(16).padStart(2, '0'))].join('')
    const number = BigInt(`0x${bits}`) << 2n
    const digits = Array.from({ length: 26 }, (_, index) => Number((number >> BigInt(5 * (25 - index))) & 31n))
    const letters = digits.map((digit) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[digit]).join('')
    expect(newId('event', 0x0123456789ab, counted)).toBe(`evt_${letters}`)
    const ages = [1, 255, 256, 65_535, 65_536, 2 ** 40].map((at) => newId('case', at, () => new Uint8Array(10)))
    expect(ages.toSorted()).toEqual(ages)
  })

  it('tell their kind by the prefix that the contract gives them', () => {
    expect(Object.values(ID_PREFIXES).join(' ')).toBe(
      'ubk_ off_ cq_ srch_ stream_ opt_ bkt_ alc_ evt_ whe_ whd_ cxl_ req_ case_ room_ usr_ ses_ prop_ sxg_',
    )
  })

  it('without an age, and references for suppliers, are 20 letters of chance alone', () => {
    expect(newTimelessId('case', counted)).toMatch(/^case_[0-9A-HJKMNP-TV-Z]{20}$/)
    expect(newTimelessId('case', counted)).toBe(`case_${newSupplierReference(counted)}`)
    expect(newSupplierReference(() => new Uint8Array(13).fill(255))).toBe('Z'.repeat(20))
    const sizes: number[] = []
    newSupplierReference((size) => {
      sizes.push(size)
      return counted(size)
    })
    newTimelessId('case', (size) => {
      sizes.push(size)
      return counted(size)
    })
    expect(sizes).toEqual([13, 13])
  })

  it('for suppliers are at most 20 of A-Z and 0-9', () => {
    for (let index = 0; index < 100; index++) expect(newSupplierReference(randomBytes)).toMatch(/^[A-Z0-9]{20}$/)
  })
})

describe('names', () => {
  it('go to the contract’s spelling and back', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,8}(_[a-z][a-z0-9]{0,6}){0,3}$/), (name) => {
        expect(snakeCase(camelCase(name))).toBe(name)
      }),
    )
    expect(toWire({ holdDeadlineAt: [{ isTerminal: true }] })).toEqual({ hold_deadline_at: [{ is_terminal: true }] })
  })

  it('are one for each field: camelCase over HTTP is nobody’s', () => {
    expect(fromWire({ checkIn: 1 })).toEqual({ [`${FOREIGN}checkIn`]: 1 })
  })

  it('leave a client’s own keys alone', () => {
    const metadata = { 'Their-Key': 'x', other_key: 'y' }
    expect(toWire(fromWire({ metadata }))).toEqual({ metadata })
  })

  it('are compared without accents, case and punctuation', () => {
    expect(fold('Hôtel  de l’Église')).toBe('hotel de l eglise')
    expect(editDistance('london', 'lodnon')).toBe(1)
    expect(editDistance('abc', 'bac')).toBe(1)
    expect(editDistance('abc', 'acb')).toBe(1)
    expect(editDistance('abcd', 'badc')).toBe(2)
    expect(editDistance('', 'abc')).toBe(3)
    expect(editDistance('abc', 'xyz')).toBe(3)
    expect(editDistance('ca', 'abc')).toBe(3)
    fc.assert(
      fc.property(
        fc.string({ maxLength: 12 }),
        fc.string({ maxLength: 12 }),
        (a, b) => editDistance(a, b) === editDistance(b, a),
      ),
    )
  })
})

describe('names on the wire', () => {
  it('are renamed in lists and in what is nested, and values are left alone', () => {
    expect(toWire([{ aB: { cD: [1, 'eF', null] } }, null, 'gH'])).toEqual([
      { a_b: { c_d: [1, 'eF', null] } },
      null,
      'gH',
    ])
    expect(fromWire([{ a_b: [{ c_d: true }] }, 5])).toEqual([{ aB: [{ cD: true }] }, 5])
    expect([toWire(null), toWire('aB'), toWire(7), fromWire(undefined)]).toEqual([null, 'aB', 7, undefined])
  })

  it('that are marked as foreign stay so, and none reaches what is behind every object', () => {
    expect(camelCase(`${FOREIGN}checkIn`)).toBe(`${FOREIGN}checkIn`)
    expect(camelCase('room_2_b')).toBe('room2B')
    const hostile = JSON.parse('{"__proto__": {"polluted": true}, "a_b": 1}')
    const read = fromWire(hostile)
    expect(Object.keys(read as object)).toEqual(['aB'])
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  })
})

describe('a stay', () => {
  const noon = Date.parse('2027-03-10T12:00:00Z')
  function paths(checkInDate: string, checkOutDate: string, zone: string | null): string[] {
    return checkStay({ checkInDate, checkOutDate }, noon, zone).map(({ path, code }) => `${path} ${code}`)
  }

  it('[C-016] may begin today, where the hotel is', () => {
    expect(paths('2027-03-11', '2027-03-12', 'Pacific/Auckland')).toEqual([])
    expect(paths('2027-03-10', '2027-03-12', 'Pacific/Auckland')).toEqual(['check_in IN_THE_PAST'])
    expect(paths('2027-03-10', '2027-03-12', 'Pacific/Honolulu')).toEqual([])
    expect(paths('2027-03-10', '2027-03-12', null)).toEqual([])
  })

  it('[C-016] ends after it begins, within 30 nights and 500 days', () => {
    expect(paths('2027-03-12', '2027-03-12', 'UTC')).toEqual(['check_out NOT_AFTER'])
    expect(paths('2027-03-12', '2027-04-12', 'UTC')).toEqual(['check_out STAY_TOO_LONG'])
    expect(paths('2029-03-12', '2029-03-13', 'UTC')).toEqual(['check_in TOO_FAR_AHEAD'])
    expect(paths('2026-02-30', 'tomorrow', 'UTC')).toEqual(['check_in INVALID_DATE', 'check_out INVALID_DATE'])
  })
})

describe('the bounds of a stay', () => {
  const noon = Date.parse('2027-03-10T12:00:00Z')
  function faults(checkInDate: string, checkOutDate: string, zone: string | null = 'UTC') {
    return checkStay({ checkInDate, checkOutDate }, noon, zone)
  }

  it('[C-016] are a night and 30, today and 500 days ahead', () => {
    expect(faults('2027-03-10', '2027-03-11')).toEqual([])
    expect(faults('2027-03-10', '2027-04-09')).toEqual([])
    expect(faults('2027-03-10', '2027-04-10')).toHaveLength(1)
    expect(faults('2028-07-22', '2028-07-23')).toEqual([])
    expect(faults('2028-07-23', '2028-07-24')).toHaveLength(1)
    expect(faults('2027-03-12', '2027-03-10')).toMatchObject([{ path: 'check_out', code: 'NOT_AFTER' }])
  })

  it('are told with the date at the destination where that is known', () => {
    expect(faults('2027-03-09', '2027-03-11')).toMatchObject([
      { message: 'check_in must be today (2027-03-10 at the destination) or later' },
    ])
    expect(faults('2027-03-08', '2027-03-11', null)).toMatchObject([{ message: 'check_in must be today or later' }])
    expect(faults('2027-03-10', 'soon')).toMatchObject([{ path: 'check_out', code: 'INVALID_DATE' }])
    expect(faults('soon', '2027-03-11')).toMatchObject([{ path: 'check_in', code: 'INVALID_DATE' }])
    expect(faults('2027-03-09', 'soon')).toMatchObject([{ path: 'check_out' }, { path: 'check_in' }])
    expect(faults('2027-03-09', 'soon')).toHaveLength(2)
    expect(faults('2029-03-09', '2029-03-01').map(({ code }) => code)).toEqual(['TOO_FAR_AHEAD', 'NOT_AFTER'])
    expect(faults('2027-03-10', 'soon')).toHaveLength(1)
  })

  it('are the nights between its dates', () => {
    const stay = { checkInDate: '2027-02-27', checkOutDate: '2027-03-02' }
    expect(nightsOf(stay)).toBe(3)
    expect(nightDates(stay)).toEqual(['2027-02-27', '2027-02-28', '2027-03-01'])
  })
})

describe('an occupancy', () => {
  it('is told from others by its rooms, in their order, their adults and their children', () => {
    const rooms = [
      { adults: 2, childAges: [17, 3, 10] },
      { adults: 1, childAges: [] },
    ]
    expect(occupancyKey(rooms)).toBe('2-3,10,17|1')
    expect(occupancyKey(rooms.toReversed())).toBe('1|2-3,10,17')
    expect(rooms.map(guestsOf)).toEqual([5, 1])
    expect(totalGuests(rooms)).toBe(6)
  })

  it('is the same whatever the order of the children’s ages', () => {
    expect(sameOccupancy([{ adults: 2, childAges: [7, 3] }], [{ adults: 2, childAges: [3, 7] }])).toBe(true)
    expect(sameOccupancy([{ adults: 2, childAges: [7] }], [{ adults: 2, childAges: [8] }])).toBe(false)
  })
})

describe('a distance', () => {
  it.each([
    [51.5074, -0.1278, 48.8566, 2.3522, 343.6],
    [-33.8688, 151.2093, -37.8136, 144.9631, 713.4],
    [40.7128, -74.006, 40.7128, -74.006, 0],
    [90, 0, -90, 0, 20_015.1],
    [10, 20, 10, 21, 109.5],
  ])('from %d, %d to %d, %d is %d km', (latitude, longitude, toLatitude, toLongitude, km) => {
    const [from, to] = [
      { latitude, longitude },
      { latitude: toLatitude, longitude: toLongitude },
    ]
    expect(distanceKm(from, to)).toBeCloseTo(km, 0)
    expect(distanceKm(to, from)).toBeCloseTo(km, 0)
    expect(isSame(from, to)).toBe(km === 0)
    expect(isSame(from, { ...from, latitude: 1 }) || isSame(from, { ...from, longitude: 1 })).toBe(false)
  })

  it('is right across the date line', () => {
    const apart = distanceKm({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })
    expect(apart).toBeGreaterThan(111)
    expect(apart).toBeLessThan(112)
  })
})

describe('the first id of a time', () => {
  const moment = fc.integer({ min: 0, max: 2 ** 48 - 1 })

  it('[21] comes before every id of that time and later, and behind every earlier one', () => {
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        const id = newId('offer', one, randomBytes)
        expect(id >= firstIdAt('offer', other)).toBe(one >= other)
      }),
    )
  })

  it('[21] tells its time, as every id does that has one, and no other text', () => {
    fc.assert(
      fc.property(moment, (at) => {
        expect(timeOfId(firstIdAt('event', at))).toBe(at)
        expect(timeOfId(newId('booking', at, randomBytes))).toBe(at)
      }),
    )
    for (const text of ['', 'ubk_1', 'ubk_000000001', newTimelessId('case', randomBytes), 'evt_ubk_1_1'])
      expect(timeOfId(text)).toBeNull()
  })
})
