import { describe, expect, it } from 'vitest'
import { facadeAnswer } from '../../bench/facade-answer.ts'
import { toWire } from '../../src/domain/wire.ts'
import { searchText } from '../../src/http/search-text.ts'

describe('a search’s data as JSON', () => {
  const whole = facadeAnswer(5)
  const [first, second] = whole.hotels
  const near = { hotelId: '', ...first, distanceKm: 1.5 }
  const unpriced = { hotelId: '', ...second, price: null, supplierPrices: [] }

  it.each([
    ['as it is', whole],
    ['with neighbours, and hotels without a price', { ...whole, hotels: [unpriced], similarHotels: [near] }],
    ['with some fields only', { ...whole, hotels: [{ hotelId: '1', price: first?.price ?? null }] }],
    ['without a hotel', { ...whole, hotels: [] }],
  ])('%s, is what the contract’s names make of it', (_what, view) => {
    for (let time = 0; time < 2; time++) expect(JSON.parse(searchText(view))).toEqual(toWire(view))
  })
})
