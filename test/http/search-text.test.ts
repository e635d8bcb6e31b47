import { describe, expect, it } from 'vitest'
import { facadeAnswer } from '../../bench/facade-answer.ts'
import type { HotelItem } from '../../src/domain/contract/search.ts'
import { toWire } from '../../src/domain/wire.ts'
import { searchAnswer } from '../../src/http/search-text.ts'
import { partsOf, withParts } from '../../src/operations/search/item-parts.ts'
import { SharedPart } from '../../src/platform/written-once.ts'

describe('a search’s data as JSON', () => {
  const whole = facadeAnswer(5)
  const [first, second] = whole.hotels
  const near = { hotelId: '', ...first, distanceKm: 1.5 }
  const parts = second && partsOf(second)
  if (!parts) throw new Error('the items of a list share parts')
  // oxlint-disable-next-line func-style -- what was found above is known to be there in an arrow only
  const changed = (change: Partial<HotelItem>): HotelItem => {
    const item = { ...second, ...change } as HotelItem
    return withParts(item, { ...parts, rest: new SharedPart() })
  }
  const estimate = { amount: 40_000, currency: 'USD', rateType: 'estimated', isRefundable: null } as const
  const unpriced = changed({ supplierPrices: [], price: null })
  const estimated = changed({ supplierPrices: [], price: { ...estimate, freeCancellationUntil: null } })

  it.each([
    ['as it is', whole],
    ['with neighbours, and hotels without a price', { ...whole, hotels: [unpriced, estimated], similarHotels: [near] }],
    ['with some fields only', { ...whole, hotels: [{ hotelId: '1', price: first?.price ?? null }] }],
    ['in letters of every length', { ...whole, hotels: [{ hotelId: '1', hotelName: 'Hôtel 東京 🏨' }] }],
    ['without a hotel', { ...whole, hotels: [] }],
  ])('%s, is what the contract’s names make of it', (_what, view) => {
    for (let time = 0; time < 2; time++) {
      const bytes = searchAnswer({ success: true }, view)
      expect(JSON.parse(bytes.toString())).toEqual({ success: true, data: toWire(view) })
    }
  })
})
