import { exchange } from '../../src/domain/exchange.ts'
import type { Money } from '../../src/domain/money.ts'
import { addDays } from '../../src/domain/time.ts'
import { type SandboxSupplierHotel, sandboxCatalogue } from '../../src/sandbox/catalogue/catalogue.ts'
import { SANDBOX_USD_RATES } from '../../src/sandbox/pricing.ts'
import { behaviourOf } from '../../src/sandbox/scenarios.ts'
import { allPenaltyMinor } from '../../src/sandbox/suppliers/stock/cancel-terms.ts'
import {
  cheapest,
  cheapestOffers,
  findProperty,
  type Offer,
  toStockRequest,
} from '../../src/sandbox/suppliers/stock/offer.ts'
import { allRoomsMinor } from '../../src/sandbox/suppliers/stock/room-price.ts'
import { dayFromNow } from './day-from-now.ts'

const catalogue = sandboxCatalogue()
const RATES = new Map(Object.entries(SANDBOX_USD_RATES))

/** A hotel as the sandbox suppliers' whole stock has it, cheapest first; read past every protocol and every adapter. */
export type StockedHotel = {
  readonly hotelId: string
  /** The cheapest refundable rate of each supplier that has one: US cents for the stay, by the supplier's code. */
  readonly refundable: Readonly<Record<string, number>>
  /** How many cheaper rates there are before it, by the supplier's code. */
  readonly before: Readonly<Record<string, number>>
  readonly hasRates: boolean
  /** False: whether it has a refundable rate depends on the millisecond. */
  readonly isClear: boolean
}

function isRefundable({ cancel, prices }: Offer, nowAt: number): boolean {
  return allPenaltyMinor(cancel, prices, nowAt) < allRoomsMinor(prices)
}

/** At the sandbox's rates, which the seed stores. */
export function inUsdCents(amount: Money): number {
  return exchange(amount, 'USD', RATES)?.amountMinor ?? 0
}

/**
 * These begin to cost at the very moment at which they are shown: a few milliseconds after the gateway has asked, so that to the
 * gateway they cancel free for as long.
 */
const BEGIN_TO_COST_WHEN_SHOWN: ReadonlySet<string> = new Set(['PENALTY_NOW', 'UNKNOWN'])

function isClear({ supplierCode, supplierHotelId }: SandboxSupplierHotel): boolean {
  return !BEGIN_TO_COST_WHEN_SHOWN.has(behaviourOf(supplierCode, supplierHotelId).cancellation ?? '')
}

/** Every hotel of a city for two adults, one night, so many days ahead. */
export function stockOf(placeId: number, daysAhead: number): readonly StockedHotel[] {
  const nowAt = Date.now()
  const checkInDate = dayFromNow(daysAhead)
  const request = toStockRequest({
    checkInDate,
    checkOutDate: addDays(checkInDate, 1),
    parties: [{ adults: 2, childAges: [] }],
    shownAt: nowAt,
  })
  function offersOf(supplierCode: string, supplierHotelId: string): readonly Offer[] {
    const property = findProperty(catalogue, supplierCode, supplierHotelId)
    return property ? cheapestOffers(catalogue, property, { request, wanted: cheapest(Number.POSITIVE_INFINITY) }) : []
  }
  const ids = new Set(catalogue.hotels.filter((hotel) => hotel.placeId === placeId).map(({ hotelId }) => hotelId))
  const listings = Map.groupBy(
    catalogue.supplierHotels.filter(({ hotelId }) => ids.has(hotelId)),
    ({ hotelId }) => hotelId,
  )
  return [...listings].map(([hotelId, sold]) => {
    const refundable: Record<string, number> = {}
    const before: Record<string, number> = {}
    let hasRates = false
    for (const { supplierCode, supplierHotelId } of sold) {
      const offers = offersOf(supplierCode, supplierHotelId)
      hasRates ||= offers.length > 0
      const place = offers.findIndex((offer) => isRefundable(offer, nowAt))
      const first = offers[place]
      if (!first) continue
      refundable[supplierCode] = inUsdCents({
        amountMinor: allRoomsMinor(first.prices),
        currency: first.property.listing.currency,
      })
      before[supplierCode] = place
    }
    return { hotelId: String(hotelId), refundable, before, hasRates, isClear: sold.every(isClear) }
  })
}
