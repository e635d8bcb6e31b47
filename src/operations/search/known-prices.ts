import type { CatalogueHotel } from '../catalogue.ts'
import type { Deps } from '../deps.ts'
import type { KnownPrice } from './price-cache.ts'
import { recallPrices } from './price-cache.ts'
import type { HotelPrices } from './prices-view.ts'
import type { SearchSession } from './search-session.ts'

/** The prices of many hotels while they are being found out. */
export type PriceBook = {
  readonly put: (hotelId: number, supplierCode: string, price: KnownPrice, rateType: 'live' | 'cached') => void
  /** In the organization's order of suppliers. */
  readonly of: (hotelId: number) => HotelPrices
}

export const createPriceBook = (supplierCodes: readonly string[], refundableOnly: boolean): PriceBook => {
  const book = new Map<number, Map<string, KnownPrice & { rateType: 'live' | 'cached' }>>()
  return {
    put: (hotelId, supplierCode, price, rateType) => {
      const shown = refundableOnly && price.quote?.refundable === false ? { ...price, quote: null } : price
      const prices = book.get(hotelId) ?? new Map()
      prices.set(supplierCode, { ...shown, rateType })
      book.set(hotelId, prices)
    },
    of: (hotelId) => {
      const prices = book.get(hotelId)
      return new Map(
        supplierCodes.flatMap((code) => {
          const price = prices?.get(code)
          return price ? [[code, price] as const] : []
        }),
      )
    },
  }
}

/** Puts every remembered price of the hotels into the book: one read of the cache a supplier. */
export const recallInto = async (
  deps: Deps,
  { tenant, question }: SearchSession,
  hotels: readonly CatalogueHotel[],
  book: PriceBook,
): Promise<void> => {
  await Promise.all(
    tenant.suppliers.map(async ({ supplierCode, connectionId }) => {
      const listings = hotels.flatMap(({ hotelId, suppliers }) =>
        suppliers
          .filter((listing) => listing.supplierCode === supplierCode)
          .map(({ supplierHotelId }) => ({ hotelId, supplierHotelId })),
      )
      const ids = listings.map(({ supplierHotelId }) => supplierHotelId)
      const known = await recallPrices(deps, connectionId, question, ids)
      listings.forEach(({ hotelId }, index) => {
        const price = known[index]
        if (price) book.put(hotelId, supplierCode, price, 'cached')
      })
    }),
  )
}
