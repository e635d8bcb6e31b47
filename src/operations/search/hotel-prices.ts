import type { HotelPriceView, SupplierPriceView } from '../../domain/contract/search.ts'
import type { Instant } from '../../domain/time.ts'
import type { KnownPrice } from './price-cache.ts'
import { hotelPriceView, type ListMoney, type SupplierNames, supplierPricesView } from './prices-view.ts'
import type { Shared } from './shared.ts'

export type RateType = 'live' | 'cached'

/** What one supplier has said of a hotel. */
export type SupplierPrice = KnownPrice & { readonly supplierCode: string; readonly rateType: RateType }

/** A hotel's prices as a list shows them: the one that stands for the hotel, and all of them. */
export type ShownPrices = {
  readonly price: HotelPriceView | null
  readonly supplierPrices: readonly SupplierPriceView[]
}

/** A hotel's prices as far as they are known. Never changed: what is learned makes new ones. */
export type HotelPrices = {
  /** In the organization's order of suppliers. */
  readonly suppliers: readonly SupplierPrice[]
  /** When the oldest of them was fetched. */
  readonly oldestAt: Instant
  /** As a list in that money shows them; made once for all searches whose lists do. */
  readonly shownIn: (list: ListMoney, names: SupplierNames) => Shared<ShownPrices>
}

export const hotelPrices = (hotelId: number, suppliers: readonly SupplierPrice[]): HotelPrices => {
  let last: { readonly list: ListMoney; readonly shown: Shared<ShownPrices> } | null = null
  return {
    suppliers,
    oldestAt: Math.min(...suppliers.map(({ fetchedAt }) => fetchedAt)),
    shownIn: (list, names) => {
      if (last && last.list.currency === list.currency && last.list.rates === list.rates) return last.shown
      const supplierPrices = supplierPricesView(hotelId, suppliers, names, list)
      const shown = { value: { price: hotelPriceView(supplierPrices), supplierPrices }, written: null }
      last = { list, shown }
      return shown
    },
  }
}

/** Asked for sixty times a search: no function for each. */
export const priceOf = ({ suppliers }: HotelPrices, supplierCode: string): SupplierPrice | undefined => {
  for (const price of suppliers) if (price.supplierCode === supplierCode) return price
  return undefined
}
