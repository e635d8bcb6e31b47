import { describe, expect, it } from 'vitest'
import { sandboxCatalogue } from '../../../src/sandbox/catalogue/catalogue.ts'
import { SCENARIOS } from '../../../src/sandbox/scenarios.ts'
import { type Awkward, awkwardOf } from '../../../src/sandbox/suppliers/expedia-rapid/awkward.ts'
import {
  cheapestOffers,
  findProperty,
  RAPID,
  toShopRequest,
} from '../../../src/sandbox/suppliers/expedia-rapid/offer.ts'
import { cheapest } from '../../../src/sandbox/suppliers/stock/offer.ts'
import { NOW, STAY } from '../../support/rapid.ts'

const catalogue = sandboxCatalogue()
const request = toShopRequest({
  ...STAY,
  occupancies: ['2'],
  requestCurrency: 'USD',
  shoppedAt: NOW,
  asked: [],
  shopper: { sessions: [], customerIp: null, apiKey: '' },
})

function stockOf(propertyIds: readonly string[], stock: 'awkward' | 'plain'): Awkward[] {
  return propertyIds.flatMap((id) => {
    const property = findProperty(catalogue, id)
    const offers = property ? cheapestOffers(catalogue, property, { request, wanted: cheapest(250) }) : []
    return offers.map((offer) => awkwardOf({ stock }, offer))
  })
}

function isAwkward(stock: Awkward): boolean {
  return Object.values(stock).some((value) => value !== false && value !== null && value !== 'NO' && value !== 'NONE')
}

describe('the awkward stock of the sandbox', () => {
  const ids = catalogue.supplierHotels.filter(({ supplierCode }) => supplierCode === RAPID).slice(0, 100)
  const ordinary = ids.map(({ supplierHotelId }) => supplierHotelId)

  it('is a share of ordinary rates, always the same', () => {
    const stock = stockOf(ordinary, 'awkward')
    expect(stock).toEqual(stockOf(ordinary, 'awkward'))
    const share = stock.filter(({ minimumPermille }) => minimumPermille !== null).length / stock.length
    expect(share).toBeGreaterThan(0.03)
    expect(share).toBeLessThan(0.07)
  })

  it('is switched off, and is never at the hotels of scenarios', () => {
    expect(stockOf(ordinary, 'plain').some(isAwkward)).toBe(false)
    // Some scenarios are about one awkward thing, in which they have it always.
    const scenarios = SCENARIOS.filter(({ behaviour }) => behaviour.quirk === null).map(
      ({ supplierHotelId }) => supplierHotelId,
    )
    expect(stockOf(scenarios, 'awkward').some(isAwkward)).toBe(false)
  })
})
