import { describe, expect, it } from 'vitest'
import { isSameHotel, type ListedHotel } from '../../src/domain/mapping.ts'

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
