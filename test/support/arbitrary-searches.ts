import fc from 'fast-check'
import type { SearchRow } from '../../src/store/hotels.ts'

export const FACILITIES = [3, 9, 40]
const SUPPLIERS = ['expedia_rapid', 'hotelbeds', 'liteapi']
const row = fc.record({
  stars: fc.option(fc.integer({ min: 1, max: 10 }).map((halves) => halves / 2)),
  chainId: fc.option(fc.integer({ min: 1, max: 4 })),
  propertyType: fc.constantFrom('hotel', 'villa', 'hostel'),
  facilityIds: fc.subarray(FACILITIES),
  nightlyUsdCents: fc.integer({ min: 4_000, max: 4_200 }),
  weight: fc.integer({ min: 0, max: 3 }),
  latitude: fc.integer({ min: 0, max: 20 }).map((step) => 51.5 + step / 1_000),
  longitude: fc.integer({ min: 0, max: 20 }).map((step) => step / 1_000 - 0.1),
  names: fc.record({ en: fc.constantFrom('Grand Palace', 'Café 100%', 'The_Inn', 'Hôtel du Lac', '東京ホテル') }),
  supplierCodes: fc.subarray(SUPPLIERS),
})

/** Catalogues of one place. */
export const catalogue = fc
  .array(row, { maxLength: 60 })
  .map((rows) => rows.map((one, index): SearchRow => ({ ...one, hotelId: 500 + index * 3, placeId: 1 })))

/** Circles about the hotels of `catalogue`. */
export const circle = fc.record({
  latitude: fc.double({ min: 51.495, max: 51.525, noNaN: true }),
  longitude: fc.double({ min: -0.105, max: -0.075, noNaN: true }),
  radiusKm: fc.double({ min: 0.05, max: 2.5, noNaN: true }),
})

/** What a search asks for. */
export const filters = fc.record(
  {
    starRatings: fc.subarray([1, 2, 3, 4, 5], { minLength: 1 }),
    propertyTypes: fc.subarray(['hotel', 'villa', 'hostel', 'castle'], { minLength: 1 }),
    chainIds: fc.subarray([1, 2, 3, 99], { minLength: 1 }),
    facilityIds: fc.subarray([...FACILITIES, 77], { minLength: 1 }),
    hotelName: fc.constantFrom('grand', 'CAFE', '100%', 'the_i', 'hotel', '京ホ', '%', '_', 'zzz'),
    hotelIds: fc.uniqueArray(fc.integer({ min: 499, max: 700 }), { minLength: 1, maxLength: 40 }),
    minTotalPriceUsdCents: fc.integer({ min: 0, max: 8_500 }),
    maxTotalPriceUsdCents: fc.integer({ min: 8_000, max: 8_500 }),
    center: circle,
  },
  { requiredKeys: [] },
)
