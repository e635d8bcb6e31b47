import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceKm } from '../../src/domain/geo.ts'
import { ID_PREFIXES, newId, newSupplierReference } from '../../src/domain/ids.ts'
import { sameOccupancy } from '../../src/domain/occupancy.ts'
import { checkStay } from '../../src/domain/stay.ts'
import { editDistance, fold } from '../../src/domain/text.ts'
import { camelCase, FOREIGN, fromWire, snakeCase, toWire } from '../../src/domain/wire.ts'

describe('ids', () => {
  it('[C-119] carry their prefix, never repeat, and tell nothing of one another', () => {
    const ids = Array.from({ length: 2_000 }, () => newId('booking', 1_000, randomBytes))
    expect(new Set(ids).size).toBe(2_000)
    for (const id of ids) expect(id).toMatch(/^ubk_[0-9A-Z]{26}$/)
    expect(new Set(Object.values(ID_PREFIXES)).size).toBe(Object.keys(ID_PREFIXES).length)
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

describe('an occupancy', () => {
  it('is the same whatever the order of the children’s ages', () => {
    expect(sameOccupancy([{ adults: 2, childAges: [7, 3] }], [{ adults: 2, childAges: [3, 7] }])).toBe(true)
    expect(sameOccupancy([{ adults: 2, childAges: [7] }], [{ adults: 2, childAges: [8] }])).toBe(false)
  })
})

describe('a distance', () => {
  it('is right across the date line', () => {
    const apart = distanceKm({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })
    expect(apart).toBeGreaterThan(111)
    expect(apart).toBeLessThan(112)
  })
})
