import { describe, expect, it } from 'vitest'
import type { Sort } from '../../src/domain/contract/search.ts'
import type { SearchInput } from '../../src/operations/inputs/search.ts'
import { cursorSeal, parseCursor, toCursor } from '../../src/operations/search/cursor.ts'
import { createMac } from '../../src/platform/mac.ts'
import { toMasterKeys } from '../../src/platform/master-key.ts'

const mac = createMac(toMasterKeys(Buffer.alloc(32, 7), null), 'test')

const INPUT: SearchInput = {
  destination: { type: 'place', id: 1 },
  checkIn: '2027-03-01',
  checkOut: '2027-03-04',
  nationality: 'GB',
  rooms: [{ adults: 2, childAges: [] }],
}

/** Another value for every input; the type demands one for each that is added. */
const OTHERS: Required<{ readonly [Name in keyof SearchInput]: NonNullable<SearchInput[Name]> }> = {
  destination: { type: 'place', id: 2 },
  checkIn: '2027-03-02',
  checkOut: '2027-03-05',
  nationality: 'FR',
  rooms: [{ adults: 3, childAges: [] }],
  starRatings: [4],
  minTotalPriceUsdCents: 1,
  maxTotalPriceUsdCents: 2,
  propertyTypes: ['HOTEL'],
  chainIds: [3],
  facilityIds: [4],
  currency: 'EUR',
  traveller: { sessionId: 'session-2' },
  hotelName: 'Grand',
  hotelIds: [5],
  refundableOnly: true,
  center: { latitude: 51.5, longitude: -0.1, radiusKm: 2 },
  freeCancellation: true,
  boardCodes: ['BB'],
  sort: 'stars',
  priceSort: 'high_to_low',
  limit: 7,
  cursor: 'r1.1.1.abcdefghij_1',
  pricingMode: 'live',
  fields: ['name'],
  language: 'de',
  maxWaitMs: 8,
}

const MAY_CHANGE = [
  'sort',
  'priceSort',
  'limit',
  'cursor',
  'pricingMode',
  'fields',
  'language',
  'maxWaitMs',
  'currency',
  'traveller',
]

describe('[C-021] [C-022] a cursor of a search', () => {
  function sealOf(input: SearchInput, changed: { readonly organizationId?: string; readonly sort?: Sort } = {}) {
    return cursorSeal(mac, input, { organizationId: 'org_a', sort: 'recommended', ...changed })
  }
  const position = { version: 3, key: -14, returned: 20, hotelId: 551 }
  const cursor = toCursor('recommended', sealOf(INPUT), position)

  it('goes on where the page ended', () => {
    expect(parseCursor(cursor, 'recommended', sealOf(INPUT))).toEqual(position)
  })

  it.each(Object.entries(OTHERS))(
    'is refused or goes on when %s changes to %j, as that input decides',
    (name, value) => {
      const parsed = parseCursor(cursor, 'recommended', sealOf({ ...INPUT, [name]: value }))
      expect(parsed).toEqual(MAY_CHANGE.includes(name) ? position : null)
    },
  )

  it('[C-124] of the release before the later filters goes on, when none of them is sent', () => {
    const { destination, checkIn, checkOut, nationality, rooms } = INPUT
    const inputs = [destination, checkIn, checkOut, nationality, rooms, ...Array.from({ length: 9 }, () => null)]
    const before = JSON.stringify(['org_a', 'recommended', inputs])
    const text = 'r3.-14.20'
    const earlier = `${text}.${mac.mac(`${before}${text}_551`).slice(0, 10)}_551`
    expect(parseCursor(earlier, 'recommended', sealOf(INPUT))).toEqual(position)
    expect(parseCursor(earlier, 'recommended', sealOf({ ...INPUT, boardCodes: ['BB'] }))).toBeNull()
  })

  it('is refused under another sort, and to another organization', () => {
    expect(parseCursor(cursor, 'stars', sealOf(INPUT))).toBeNull()
    expect(parseCursor(cursor, 'recommended', sealOf(INPUT, { organizationId: 'org_b' }))).toBeNull()
    expect(parseCursor(cursor, 'recommended', sealOf(INPUT, { sort: 'value' }))).toBeNull()
  })
})
