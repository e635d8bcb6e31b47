import { describe, expect, it } from 'vitest'
import { checkMapped } from '../../src/mapping/check-mapped.ts'
import type { HotelFacts } from '../../src/mapping/hotel-facts.ts'
import { judgeHotels, prepareHotel } from '../../src/mapping/judge-hotels.ts'
import { told } from '../support/told-hotels.ts'

const RITZ = told({
  name: 'The Ritz London',
  city: 'London',
  countryCode: 'GB',
  latitude: 51.50702,
  longitude: -0.14162,
})

function check(changes: Partial<HotelFacts>, ours: HotelFacts = RITZ) {
  const described = told({
    name: ours.name,
    countryCode: ours.countryCode,
    latitude: ours.latitude,
    longitude: ours.longitude,
    ...changes,
  })
  return checkMapped(judgeHotels(prepareHotel(described), prepareHotel(ours)))
}

describe('[C-085] the check of a mapped listing by what its supplier tells when it is asked', () => {
  it('confirms the same house in other words, and where little is told', () => {
    expect(check({})).toBe('CONFIRMED')
    expect(check({ name: 'RITZ LONDON HOTEL', latitude: 51.5085 })).toBe('CONFIRMED')
    expect(check({ latitude: null, longitude: null })).toBe('CONFIRMED')
  })

  it('refutes a neighbour, a namesake in another town, and one in another country', () => {
    expect(check({ name: 'The Stafford', latitude: 51.5057 })).toBe('REFUTED')
    expect(check({ latitude: 52.48, longitude: -1.9 })).toBe('REFUTED')
    expect(check({ countryCode: 'FR' })).toBe('REFUTED')
  })

  it('refutes another brand of the same family next door', () => {
    const ibis = told({ ...RITZ, name: 'ibis Styles London Excel', latitude: 51.5071, longitude: 0.0211 })
    expect(check({ name: 'ibis London Excel' }, ibis)).toBe('REFUTED')
    expect(check({ name: 'ibis budget London Excel' }, ibis)).toBe('REFUTED')
  })

  it('leaves to a person what speaks against it and does not refute it', () => {
    expect(check({ name: 'The Ritz London Annex' })).not.toBe('CONFIRMED')
  })
})
