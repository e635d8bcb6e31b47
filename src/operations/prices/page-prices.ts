import type { CatalogueHotel } from '../../hotel-index/catalogue.ts'
import type { EnabledSupplier } from '../../store/organizations.ts'
import type { PriceAsker } from './asker.ts'
import { type HotelPrices, hotelPrices } from './hotel-prices.ts'
import type { KnownPrice, SupplierPrice } from './known-price.ts'

/** The known prices of many hotels, while suppliers are being asked. */
export type PagePrices = {
  /** Adds a supplier's new answer about a hotel. */
  readonly put: (hotelId: number, supplierCode: string, price: KnownPrice) => void
  /** Sets all known prices of a hotel. */
  readonly enter: (hotelId: number, prices: HotelPrices) => void
  /** The suppliers' answers to the question, in the organization's order of suppliers. */
  readonly of: (hotelId: number) => HotelPrices
}

/** Hotels with the prices that were found for them. */
export type FoundPrices = { readonly hotels: readonly CatalogueHotel[]; readonly book: PagePrices }

const NOTHING = hotelPrices(0, [])

export function createPagePrices(suppliers: readonly EnabledSupplier[]): PagePrices {
  const hotels = new Map<number, HotelPrices>()
  function of(hotelId: number): HotelPrices {
    return hotels.get(hotelId) ?? NOTHING
  }
  const supplierCodes = suppliers.map(({ supplierCode }) => supplierCode)
  function inOrder(a: SupplierPrice, b: SupplierPrice): number {
    return supplierCodes.indexOf(a.supplierCode) - supplierCodes.indexOf(b.supplierCode)
  }
  return {
    put: (hotelId, supplierCode, { quote, fetchedAt }) => {
      const others = of(hotelId).suppliers.filter((price) => price.supplierCode !== supplierCode)
      const price = { supplierCode, quote, fetchedAt, rateType: 'live' } as const
      hotels.set(hotelId, hotelPrices(hotelId, [...others, price].sort(inOrder)))
    },
    enter: (hotelId, prices) => {
      hotels.set(hotelId, prices)
    },
    of,
  }
}

/** True when the hotel has a price to show. */
export function isPriced(book: PagePrices, { hotelId }: Pick<CatalogueHotel, 'hotelId'>): boolean {
  return book.of(hotelId).suppliers.some(({ quote }) => quote !== null)
}

/** True when every supplier that lists the hotel has answered, and none has a price. */
export function isRuledOut(book: PagePrices, hotel: CatalogueHotel, { suppliers }: PriceAsker['tenant']): boolean {
  const { listed, unanswered } = book.of(hotel.hotelId).coverage(hotel, suppliers)
  return listed !== 0 && unanswered === 0 && !isPriced(book, hotel)
}
