import { describe, expect, it } from 'vitest'
import type { HotelFacts } from '../../src/mapping/hotel-facts.ts'
import { judgeHotels, prepareHotel } from '../../src/mapping/judge-hotels.ts'
import type { Verdict } from '../../src/mapping/verdict.ts'
import { NOTHING } from './pairs/make-pairs.ts'

type Told = Partial<HotelFacts> & { readonly name: string }

const HOUSE: Partial<HotelFacts> = { addressLines: ['12 Example Street'], latitude: 10.12345, longitude: 20.12345 }

/** Both are in one country, some steps from each other. */
function judge(countryCode: string, a: Told, b: Told): Verdict {
  const place = { ...NOTHING, countryCode, longitude: 20.12345 }
  const one = prepareHotel({ ...place, latitude: 10.12345, ...a })
  return judgeHotels(one, prepareHotel({ ...place, latitude: 10.1239, ...b })).verdict
}

describe('one house that suppliers write otherwise', () => {
  it.each([
    ['GB', 'Premier Inn Loxley (Newhall Street)', 'PREMIER INN LOXLEY NEWHALL ST'],
    ['IT', 'Hotel Santa Maria Novella', 'Hotel S. Maria Novella'],
    ['HU', '7Seasons Hotel', 'Seven Seasons Hotel'],
    ['US', 'Grand Hyatt Loxley Heights', 'Hyatt Grand Loxley Heights'],
    ['FR', 'Novotel Brisac Centre Gares', 'Novotel Brisac Centre Gare'],
    ['GB', 'Premier Inn Runcorn Airport (M56/J6)', 'Premier Inn Runcorn Airport'],
    ['DE', 'Maritim Hotel Loxburg', 'Maritim Loxburg Airport'],
    ['FI', 'Ibis Styles Brisac City Centre', 'Ibis Styles Brisac Royal Mile'],
    ['AR', 'Park Hyatt Brisac', 'Palacio Duhau - Park Hyatt Brisac'],
    ['RO', 'Park Inn by Radisson Brisac Hotel & Residence', 'Park Inn Brisac'],
    ['ES', 'Hostal Brisac', 'Hotel Brisac'],
    ['BE', 'The Hotel', 'THE HOTEL'],
  ])('is one: %s, %s, %s', (country, name, other) => {
    expect(judge(country, { ...HOUSE, name }, { addressLines: ['12 Example St'], name: other })).toBe('SAME')
  })

  it.each([
    ['HK', 'Panorama Lantau by Rhombus', 'Panorama Lantau'],
    ['ID', 'Ayodya Resort Bali', 'Ayodya Resort'],
    ['GR', 'Katikies Santorini', 'Katikies Hotel'],
  ])('is one without a number in its street: %s, %s, %s', (country, name, other) => {
    const street = { addressLines: ['Jalan Brisac'] }
    expect(judge(country, { ...street, name }, { ...street, name: other })).toBe('SAME')
  })

  it('is found by a house number with a Cyrillic letter', () => {
    const [one, other] = [{ addressLines: ['ул. Ершова, 1А'] }, { addressLines: ['улица Ершова 7Б'] }]
    expect(judge('RU', { ...one, name: 'Korston' }, { ...one, name: 'Korston' })).toBe('SAME')
    expect(judge('RU', { ...one, name: 'Korston' }, { ...other, name: 'Korston' })).toBe('REVIEW')
  })
})

describe('two houses that the street would make one', () => {
  it('are a question when each has a word of its own beside its owner’s brand', () => {
    const street = { addressLines: ['Viru väljak 4'], stars: 4 }
    const names = [{ name: 'Original Sokos Hotel Viru' }, { name: 'Sokos Estoria' }] as const
    expect(judge('EE', { ...street, ...names[0] }, { ...street, ...names[1] })).toBe('REVIEW')
  })

  it('are never SAME for a region that a square is called after', () => {
    const names = [{ name: 'Catalonia Plaza Catalunya' }, { name: 'Catalonia Square' }] as const
    expect(judge('ES', names[0], names[1])).not.toBe('SAME')
  })

  it.each([
    ['Hilton Brisac Airport', 'Hilton Brisac Airport Tower'],
    ['Brisac Hotel', 'Brisac Residences'],
    ['Hotel Brisac', 'Brisac Apartments'],
    ['Hotel Brisac', 'Hotel Brisac Annex'],
  ])('are never SAME for one address: %s, %s', (name, other) => {
    expect(judge('FR', { ...HOUSE, name }, { ...HOUSE, name: other })).not.toBe('SAME')
  })
})

describe('one house under another brand', () => {
  it('is a question in one street without numbers when the one is known to have followed the other', () => {
    const street = { addressLines: ['Playas de Brisac'] }
    expect(judge('DO', { ...street, name: 'Meliá Brisac Beach Resort' }, { ...street, name: 'ME Brisac' })).toBe(
      'REVIEW',
    )
  })

  it('is no question between an airport and a station at one street and number: they lie near one house', () => {
    const names = [{ name: 'ibis budget Brisac Airport' }, { name: 'Etap Hotel Brisac Gare' }] as const
    expect(judge('FR', { ...HOUSE, ...names[0] }, { ...HOUSE, ...names[1] })).toBe('REVIEW')
  })
})
