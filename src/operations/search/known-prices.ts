import type { CatalogueHotel } from '../catalogue.ts'
import type { Deps } from '../deps.ts'
import { type KnownPrice, type PricedListing, recallPrices } from './price-cache.ts'
import type { HotelPrices } from './prices-view.ts'
import type { SearchSession } from './search-session.ts'

/** What is known of many hotels' prices while they are being found out. */
export type PriceBook = {
  readonly put: (hotelId: number, supplierCode: string, price: KnownPrice, rateType: 'live' | 'cached') => void
  /** What may be shown, in the organization's order of suppliers: with `refundable_only`, no other quotes. */
  readonly of: (hotelId: number) => HotelPrices
  /** What suppliers have answered, shown or not. */
  readonly answers: (hotelId: number) => HotelPrices
}

type BookedPrice = KnownPrice & { readonly rateType: 'live' | 'cached' }

const NOTHING: HotelPrices = new Map()

export const createPriceBook = (supplierCodes: readonly string[], refundableOnly: boolean): PriceBook => {
  const book = new Map<number, Map<string, BookedPrice>>()
  /** Made once for what is in the book. */
  const shown = new Map<number, HotelPrices>()
  const answers = (hotelId: number): HotelPrices => book.get(hotelId) ?? NOTHING
  const show = (hotelId: number): HotelPrices => {
    const prices = answers(hotelId)
    const visible = new Map<string, BookedPrice>()
    for (const code of supplierCodes) {
      const price = prices.get(code)
      if (!price) continue
      const isHidden = refundableOnly && price.quote?.refundable === false
      visible.set(code, isHidden ? { ...price, quote: null } : price)
    }
    return visible
  }
  return {
    put: (hotelId, supplierCode, price, rateType) => {
      const booked = { quote: price.quote, fetchedAt: price.fetchedAt, rateType }
      const prices = book.get(hotelId)
      if (prices) prices.set(supplierCode, booked)
      else book.set(hotelId, new Map([[supplierCode, booked]]))
      shown.delete(hotelId)
    },
    answers,
    of: (hotelId) => {
      const known = shown.get(hotelId) ?? show(hotelId)
      shown.set(hotelId, known)
      return known
    },
  }
}

/** Puts every remembered price of the hotels into the book: one read of the cache. */
export const recallInto = async (
  deps: Deps,
  { tenant, question }: Pick<SearchSession, 'tenant' | 'question'>,
  hotels: readonly CatalogueHotel[],
  book: PriceBook,
): Promise<void> => {
  const wanted: (PricedListing & { readonly hotelId: number; readonly supplierCode: string })[] = []
  for (const { supplierCode, connectionId } of tenant.suppliers)
    for (const { hotelId, suppliers } of hotels)
      for (const { supplierCode: code, supplierHotelId } of suppliers)
        if (code === supplierCode) wanted.push({ hotelId, supplierCode, connectionId, supplierHotelId })
  const known = await recallPrices(deps, question, wanted)
  wanted.forEach(({ hotelId, supplierCode }, index) => {
    const price = known[index]
    if (price) book.put(hotelId, supplierCode, price, 'cached')
  })
}
