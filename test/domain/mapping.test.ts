import { describe, expect, it } from 'vitest'
import { isSameHotel, type ListedHotel, MAPPING_STATUSES, worstMapping } from '../../src/domain/mapping.ts'

const RITZ: ListedHotel = {
  name: 'The Ritz London',
  countryCode: 'GB',
  point: { latitude: 51.5071, longitude: -0.1416 },
}
function near(metres: number): ListedHotel['point'] {
  return { latitude: 51.5071 + metres / 111_320, longitude: -0.1416 }
}
function listed(changes: Partial<ListedHotel>): boolean {
  return isSameHotel(RITZ, { ...RITZ, ...changes }, 'London')
}

describe('[C-085] whether a supplier’s listing is our hotel', () => {
  it('takes another spelling of the same house, as near as two sources put it', () => {
    expect(listed({ name: 'Hotel Ritz, London', point: near(200) })).toBe(true)
    expect(listed({ name: 'RITZ LONDON HOTEL', point: near(2_500) })).toBe(true)
    expect(isSameHotel({ ...RITZ, name: 'Hôtel de la Paix' }, { ...RITZ, name: 'Hotel de la paix' }, 'Paris')).toBe(
      true,
    )
  })

  it('does not take a neighbour, a namesake in another town, or one in another country', () => {
    expect(listed({ name: 'Stafford London', point: near(300) })).toBe(false)
    expect(listed({ name: 'The Stafford', point: near(300) })).toBe(false)
    expect(listed({ point: near(5_000) })).toBe(false)
    expect(listed({ countryCode: 'FR' })).toBe(false)
  })

  it('wants nearly the same name where no place is told', () => {
    expect(listed({ point: null })).toBe(true)
    expect(listed({ name: 'London Ritz', point: null, countryCode: null })).toBe(true)
    expect(listed({ name: 'Ritz Carlton London', point: null })).toBe(false)
  })
})

describe('[C-085] the bounds between the same hotel and another', () => {
  const HERE: ListedHotel = { name: 'Alpha Beta Gamma', countryCode: null, point: { latitude: 0, longitude: 0 } }
  /** A kilometre of latitude is this many degrees. */
  const KM = 1 / 111.195_08
  function at(km: number, name: string): boolean {
    return isSameHotel(HERE, { ...HERE, name, point: { latitude: km * KM, longitude: 0 } }, 'Nowhere')
  }

  it('are half a kilometre with two words of five, and three kilometres with four words of five', () => {
    // Shared words count twice, against the words of both: 2 of 6, 4 of 10, 8 of 10.
    expect(at(0.49, 'Alpha')).toBe(true)
    expect(at(0.49, 'Alpha Delta Epsilon')).toBe(false)
    expect(at(0.49, 'Alpha Delta')).toBe(true)
    expect(at(0.51, 'Alpha Delta')).toBe(false)
    expect(at(0.51, 'Alpha Beta')).toBe(true)
    expect(at(2.99, 'Alpha Beta')).toBe(true)
    expect(at(3.01, 'Alpha Beta Gamma')).toBe(false)
    expect(at(2.99, 'Alpha Delta Beta')).toBe(false)
  })

  it('is 0.4 exactly for a neighbour', () => {
    const ours = { ...HERE, name: 'a1 a2 a3 a4 a5' }
    expect(isSameHotel(ours, { ...HERE, name: 'a1 a2 b3 b4 b5' }, 'Nowhere')).toBe(true)
    expect(isSameHotel(ours, { ...HERE, name: 'a1 b2 b3 b4 b5' }, 'Nowhere')).toBe(false)
  })

  it.each(['hotel', 'hotels', 'the', 'and', 'by', 'a', 'an', 'of', 'de', 'la', 'le', 'nowhere'])(
    'are not moved by the word “%s”',
    (word) => {
      const [ours, theirs] = ['Alpha', 'Beta'].map((name) => ({ ...HERE, point: null, name: `${name} ${word}` }))
      if (!ours || !theirs) throw new Error('there are two')
      // Half of the words of each would be the same: enough next door.
      expect(isSameHotel({ ...ours, point: HERE.point }, { ...theirs, point: HERE.point }, 'Nowhere')).toBe(false)
      expect(isSameHotel({ ...ours, name: `Alpha ${word}` }, { ...ours, name: 'Alpha' }, 'Nowhere')).toBe(true)
    },
  )

  it('hold for a name that has nothing but such words', () => {
    const [ours, same, other] = ['The Hotel', 'Hotel The', 'The Inn'].map((name) => ({ ...HERE, name }))
    if (!ours || !same || !other) throw new Error('there are three')
    expect(isSameHotel(ours, same, 'Nowhere')).toBe(true)
    expect(isSameHotel(ours, other, 'Nowhere')).toBe(false)
  })
})

describe('an option with several rooms', () => {
  it('is as certain as its least certain room', () => {
    expect(worstMapping(MAPPING_STATUSES)).toBe('CONFLICT')
    expect(worstMapping(['MATCHED', 'AMBIGUOUS', 'UNMAPPED'])).toBe('AMBIGUOUS')
    expect(worstMapping(['MATCHED', 'UNMAPPED'])).toBe('UNMAPPED')
    expect(worstMapping(['MATCHED', 'MATCHED'])).toBe('MATCHED')
    expect(worstMapping([])).toBe('UNMAPPED')
  })
})
