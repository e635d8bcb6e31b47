import { describe, expect, it } from 'vitest'
import type { HotelFacts } from '../../src/mapping/hotel-facts.ts'
import { judgeHotels, prepareHotel } from '../../src/mapping/judge-hotels.ts'
import type { Verdict } from '../../src/mapping/verdict.ts'
import { describeMisplaced } from './pairs/describe-misplaced.ts'
import { type HotelList, makePairs, NOTHING } from './pairs/make-pairs.ts'

type Told = Partial<HotelFacts>

const HOUSE = {
  name: 'Hotel Lindenwirt',
  addressLines: ['Weihburggasse 31'],
  postcode: '8010',
  city: 'Graz',
  countryCode: 'AT',
  latitude: 47.06421,
  longitude: 15.43817,
  phones: ['+43 316 555026'],
} as const

function judge(a: Told, b: Told): Verdict {
  const [one, other] = [a, b].map((told) => prepareHotel({ ...NOTHING, ...HOUSE, ...told }))
  if (!one || !other) throw new Error('two listings were told')
  return judgeHotels(one, other).verdict
}

/** Two digits the wrong way round, latitude and longitude swapped, the wrong sign, a town of that name far away, two kilometres along. */
const WRONG_POINTS = [
  { latitude: 47.60421, longitude: 15.43817 },
  { latitude: 15.43817, longitude: 47.06421 },
  { latitude: 47.06421, longitude: -15.43817 },
  { latitude: 48.3, longitude: 14.29 },
  { latitude: 47.0822, longitude: 15.43817 },
] as const

describe('a point that all else contradicts [20]', () => {
  it.each(WRONG_POINTS)('is wrong where name, house, town and telephone are one: %j', (point) => {
    expect(judge({}, point)).toBe('SAME')
  })

  it('is wrong without a telephone where name, house, town and postcode are one, within some kilometres', () => {
    const untold = { phones: null }
    expect(judge(untold, { latitude: 47.0822 })).toBe('SAME')
    expect(judge(untold, { latitude: 47.60421 })).toBe('REVIEW')
    expect(judge({ ...untold, postcode: null }, { latitude: 47.0822 })).toBe('REVIEW')
    expect(judge({ ...untold, name: 'Hotel Post' }, { name: 'Hotel Post', latitude: 47.0822 })).toBe('REVIEW')
  })

  it.each<[string, Told, Told]>([
    ['another telephone', {}, { phones: ['+43 316 777888'] }],
    ['another house number', {}, { addressLines: ['Weihburggasse 90'] }],
    ['another town', {}, { city: 'Linz', postcode: null }],
    ['another postcode', {}, { postcode: '4020' }],
    ['no street', {}, { addressLines: null }],
    ['more words in one name', {}, { name: 'Hotel Lindenwirt Schlossblick' }],
    ['flats, which an agent lets', { name: 'Apartment Lindenwirt' }, { name: 'Apartment Lindenwirt' }],
  ])('is asked about beside %s', (_, a, b) => {
    for (const point of WRONG_POINTS) expect(judge(a, { ...b, ...point })).not.toBe('SAME')
  })
})

const LISTS: readonly HotelList[] = [
  'hotels.txt',
  'more-hotels.txt',
  'third-hotels.txt',
  'fourth-hotels.txt',
  'fifth-hotels.txt',
]
describeMisplaced(LISTS.map((file) => [file, [1, 2, 3].flatMap((seed) => makePairs(seed, file))] as const))
