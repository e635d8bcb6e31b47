import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceKm, type Point } from '../../src/domain/geo.ts'
import { cellOf, cellsAround, keysOf, pointOf, reachKm } from '../../src/mapping/blocking.ts'
import { told } from '../support/told-hotels.ts'

const anyPoint = fc.record({
  latitude: fc.double({ min: -85, max: 85, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

function moved({ latitude, longitude }: Point, north: number, east: number): Point {
  const turned = longitude + east / 111.195 / Math.cos((latitude * Math.PI) / 180)
  return { latitude: latitude + north / 111.195, longitude: ((turned + 540) % 360) - 180 }
}

describe('the cells around a point', () => {
  it('have every point within the radius, across the date line and near the poles', () => {
    const offset = fc.double({ min: -1, max: 1, noNaN: true })
    fc.assert(
      fc.property(anyPoint, offset, offset, fc.constantFrom(1, 3), (point, north, east, radius) => {
        const other = moved(point, north * radius, east * radius)
        fc.pre(distanceKm(point, other) <= radius)
        expect(cellsAround(point, radius)).toContain(cellOf(other))
      }),
      { numRuns: 3_000 },
    )
  })

  it('are few, so that what is far is not looked at', () => {
    fc.assert(
      fc.property(anyPoint, (point) => {
        expect(cellsAround(point, 1).length).toBeLessThanOrEqual(20)
      }),
    )
  })

  it('are numbers that an index of 32 bits takes', () => {
    fc.assert(
      fc.property(anyPoint, (point) => {
        expect(cellOf(point)).toBeGreaterThanOrEqual(0)
        expect(cellOf(point)).toBeLessThan(2 ** 31)
      }),
    )
  })
})

describe('the keys of a listing', () => {
  function shared(a: Parameters<typeof told>[0], b: Parameters<typeof told>[0]): number {
    const keys = new Set(keysOf(told(a)))
    return keysOf(told(b)).filter((key) => keys.has(key)).length
  }

  it('have a telephone in common, with and without its country', () => {
    expect(shared({ name: 'A', phones: ['+44 20 7493 8181'] }, { name: 'B', phones: ['020 7493 8181'] })).toBe(1)
  })

  it('have a house in common: a postcode and a number of its street', () => {
    const ritz = { name: 'A', postcode: 'W1J 9BR', addressLines: ['150 Piccadilly'], countryCode: 'GB' }
    expect(shared(ritz, { ...ritz, name: 'B', postcode: 'w1j9br', addressLines: ['Piccadilly, 150'] })).toBe(1)
    expect(shared(ritz, { ...ritz, name: 'B', addressLines: ['151 Piccadilly'] })).toBe(0)
  })

  it('have two words of the name in common in any order and script, within a country', () => {
    const sacher = { name: 'Hotel Sacher Wien', countryCode: 'AT', city: null }
    expect(shared(sacher, { ...sacher, name: 'SACHER, WIEN' })).toBe(1)
    expect(shared(sacher, { ...sacher, countryCode: 'DE' })).toBe(0)
  })

  it('have a word of the name and the city in common, where the name is one word', () => {
    expect(shared({ name: 'Ritz', city: 'London' }, { name: 'The Ritz London', city: 'London' })).toBeGreaterThan(0)
  })

  it('do not hang on words that most names have', () => {
    expect(shared({ name: 'The Hotel and Resort', city: 'Rome' }, { name: 'Resort Hotel', city: 'Milan' })).toBe(0)
  })
})

describe('a point', () => {
  it('is none at 0,0 and outside the earth', () => {
    expect(pointOf(told({ name: 'A', latitude: 0, longitude: 0 }))).toBeNull()
    expect(pointOf(told({ name: 'A', latitude: 139, longitude: 35 }))).toBeNull()
    expect(pointOf(told({ name: 'A', latitude: 0, longitude: 6.7 }))).not.toBeNull()
  })

  it('reaches farther where it is told roughly', () => {
    expect(reachKm(told({ name: 'A', latitude: 48.2, longitude: 16.37 }))).toBe(3)
    expect(reachKm(told({ name: 'A', latitude: 48.2043, longitude: 16.37 }))).toBe(1)
    expect(reachKm(told({ name: 'A', latitude: 48.2043, longitude: 16.3697, pointQuality: 'CITY' }))).toBe(3)
  })
})
