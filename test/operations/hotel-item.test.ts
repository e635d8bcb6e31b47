import { describe, expect, it } from 'vitest'
import type { CatalogueHotel } from '../../src/hotel-index/catalogue.ts'
import { hotelPrices } from '../../src/operations/prices/hotel-prices.ts'
import { type ItemContext, pricedItem } from '../../src/operations/search/hotel-item.ts'
import { partsOf } from '../../src/operations/search/item-parts.ts'
import { sandboxCatalogue } from '../../src/sandbox/catalogue/catalogue.ts'
import { catalogueRows } from '../../src/sandbox/seed-catalogue.ts'

const rows = catalogueRows(sandboxCatalogue())
const [row] = rows.hotels
if (!row) throw new Error('the sandbox has hotels')

const fetchedAt = Date.parse('2027-01-01T00:00:00Z')
function quote(amountMinor: number) {
  return {
    supplierHotelId: '1',
    total: { amountMinor, currency: 'USD' },
    refundable: true,
    freeCancellationUntilAt: null,
    cheapestRefundable: { total: { amountMinor, currency: 'USD' }, freeCancellationUntilAt: null },
  }
}
// oxlint-disable-next-line func-style -- what was found above is known to be there in an arrow only
const pricesOf = (amountMinor: number) =>
  hotelPrices(row.hotelId, [
    { supplierCode: 'hotelbeds', quote: quote(amountMinor), fetchedAt, rateType: 'cached' as const },
  ])

const context: ItemContext = {
  places: new Map(rows.places.map((place) => [place.placeId, place])),
  terms: { chains: new Map(), facilities: new Map(), propertyTypes: new Map() },
  language: 'en',
  centre: { latitude: row.latitude, longitude: row.longitude },
  typical: { version: 1, total: () => 50_000, estimate: () => 0, rankedValue: null },
  rates: new Map([['EUR', 0.5]]),
}
const list = { currency: 'USD', rates: context.rates }
function names(code: string): string {
  return code
}
// oxlint-disable-next-line func-style -- what was found above is known to be there in an arrow only
const newHotel = (): CatalogueHotel => ({ ...row, suppliers: [] })

describe('a hotel’s item', () => {
  it('is the same for searches of the same place', () => {
    const [hotel, prices] = [newHotel(), pricesOf(40_000)]
    const first = pricedItem(hotel, prices.shownIn(list, names), context)
    const centre = { ...context.centre }
    expect(pricedItem(hotel, prices.shownIn(list, names), { ...context, centre })).toBe(first)
  })

  it.each<readonly [string, Partial<ItemContext>, Record<string, unknown>]>([
    ['place', { centre: { latitude: row.latitude + 1, longitude: row.longitude } }, { distanceFromCenterKm: 111.2 }],
    [
      'ranking',
      { typical: { version: 2, total: () => 40_000, estimate: () => 0, rankedValue: null } },
      { typicalPriceUsdCents: 40_000 },
    ],
    [
      'order, by value',
      {
        typical: {
          version: 1,
          total: () => 50_000,
          estimate: () => 0,
          rankedValue: () => ({ valuePct: 7.5, vsTypicalPct: -7.5 }),
        },
      },
      { valuePct: 7.5, vsTypicalPct: -7.5 },
    ],
    [
      'ranking that knows no price',
      { typical: { version: 3, total: () => null, estimate: () => 0, rankedValue: null } },
      { valuePct: null },
    ],
  ])('is another for another %s, and back again', (_what, change, shown) => {
    const [hotel, prices] = [newHotel(), pricesOf(40_000)]
    const first = pricedItem(hotel, prices.shownIn(list, names), context)
    const other = pricedItem(hotel, prices.shownIn(list, names), { ...context, ...change })
    expect(other).toMatchObject(shown)
    expect(pricedItem(hotel, prices.shownIn(list, names), context)).toEqual(first)
  })

  it('is the same after its names were read again and found to be the same', () => {
    const [hotel, prices] = [newHotel(), pricesOf(40_000)]
    const first = pricedItem(hotel, prices.shownIn(list, names), context)
    const readAgain = { ...context, places: new Map(context.places), terms: { ...context.terms } }
    expect(pricedItem(hotel, prices.shownIn(list, names), readAgain)).toBe(first)
  })

  it('is another in another language, after the hotel has changed, and in other money', () => {
    const [hotel, prices] = [newHotel(), pricesOf(40_000)]
    const shown = prices.shownIn(list, names)
    const first = pricedItem(hotel, shown, context)
    expect(pricedItem(hotel, shown, { ...context, language: 'de' })).not.toBe(first)
    const renamed = { ...newHotel(), names: { en: 'Another name' } }
    expect(pricedItem(renamed, shown, context).hotelName).toBe('Another name')
    const places = new Map(rows.places.map((place) => [place.placeId, { ...place, names: { en: 'Another city' } }]))
    expect(pricedItem(hotel, shown, { ...context, places }).city).toBe('Another city')
    const [facilityId = 0] = row.facilityIds
    const terms = { ...context.terms, facilities: new Map([[facilityId, { en: 'Another facility' }]]) }
    expect(pricedItem(hotel, shown, { ...context, terms }).facilities).toEqual(['Another facility'])
    const inEuro = prices.shownIn({ ...list, currency: 'EUR' }, names)
    expect(pricedItem(hotel, inEuro, context).price?.currency).toBe('EUR')
    expect(pricedItem(hotel, prices.shownIn(list, names), context).price?.currency).toBe('USD')
  })

  it('of another price is another', () => {
    const hotel = newHotel()
    function amountOf(amount: number) {
      return pricedItem(hotel, pricesOf(amount).shownIn(list, names), context).price?.amount
    }
    expect([amountOf(40_000), amountOf(41_000)]).toEqual([40_000, 41_000])
  })

  it('keeps what was written of its hotel, not of its prices, when these change', () => {
    const hotel = newHotel()
    const [one, two] = [40_000, 41_000].map((amount) =>
      pricedItem(hotel, pricesOf(amount).shownIn(list, names), context),
    )
    if (!one || !two) throw new Error('two prices make two items')
    expect(partsOf(two)?.content).toBe(partsOf(one)?.content)
    expect(partsOf(two)?.rest).not.toBe(partsOf(one)?.rest)
  })
})
