import type { HotelPriceView, RefundableFromView, SupplierPriceView } from '../../domain/contract/search.ts'
import type { Instant } from '../../domain/time.ts'
import type { CatalogueHotel } from '../../hotel-index/catalogue.ts'
import type { EnabledSupplier } from '../../store/organizations.ts'
import type { SupplierPrice } from './known-price.ts'
import {
  hotelPriceView,
  type ListMoney,
  lowestPriceView,
  refundableFromView,
  type SupplierNames,
  supplierPricesView,
} from './prices-view.ts'

/** A hotel's prices as a list shows them: those that represent the hotel, and all of them. */
export type ListedPrices = {
  /** The price of the first supplier, in the organization's order, that has one. */
  readonly price: HotelPriceView | null
  readonly lowestPrice: HotelPriceView | null
  readonly refundableFrom: RefundableFromView | null
  readonly supplierPrices: readonly SupplierPriceView[]
}

/** Bit masks over the organization's suppliers, in its order: those that list the hotel, have a price, have not answered. */
type SupplierCoverage = { readonly listed: number; readonly priced: number; readonly unanswered: number }

/** The known prices of a hotel for one question. The object never changes; a new price makes a new object. */
export type HotelPrices = {
  readonly hotelId: number
  /** In the organization's order of suppliers. */
  readonly suppliers: readonly SupplierPrice[]
  /** The fetch time of the oldest price. */
  readonly oldestAt: Instant
  /**
   * The prices as a list in that currency shows them. The last result is cached, so that searches with the same rates share it.
   */
  readonly shownIn: (list: ListMoney, names: SupplierNames) => ListedPrices
  /**
   * Which suppliers list the hotel, have a price for it, or have not answered. The last result is cached for searches with the
   * same suppliers.
   */
  readonly coverage: (hotel: CatalogueHotel, suppliers: readonly EnabledSupplier[]) => SupplierCoverage
}

export function hotelPrices(hotelId: number, suppliers: readonly SupplierPrice[]): HotelPrices {
  let shown: { readonly list: ListMoney; readonly prices: ListedPrices } | null = null
  let stood: {
    readonly hotel: CatalogueHotel
    readonly asked: readonly EnabledSupplier[]
    readonly standing: SupplierCoverage
  } | null = null
  const made: HotelPrices = {
    hotelId,
    suppliers,
    oldestAt: Math.min(...suppliers.map(({ fetchedAt }) => fetchedAt)),
    shownIn: (list, names) => {
      if (shown && shown.list.currency === list.currency && shown.list.rates === list.rates) return shown.prices
      const supplierPrices = supplierPricesView(made, list, names)
      const prices = {
        price: hotelPriceView(supplierPrices),
        lowestPrice: lowestPriceView(supplierPrices, list),
        refundableFrom: refundableFromView(suppliers, list),
        supplierPrices,
      }
      shown = { list, prices }
      return prices
    },
    coverage: (hotel, asked) => {
      if (stood && stood.hotel === hotel && stood.asked === asked) return stood.standing
      const standing = findCoverage(hotel, suppliers, asked)
      stood = { hotel, asked, standing }
      return standing
    },
  }
  return made
}

function findCoverage(
  hotel: CatalogueHotel,
  known: readonly SupplierPrice[],
  asked: readonly EnabledSupplier[],
): SupplierCoverage {
  const coverage = { listed: 0, priced: 0, unanswered: 0 }
  asked.forEach(({ supplierCode }, index) => {
    if (!hotel.suppliers.some((listing) => listing.supplierCode === supplierCode)) return
    const bit = 1 << index
    const price = known.find((one) => one.supplierCode === supplierCode)
    coverage.listed |= bit
    if (!price) coverage.unanswered |= bit
    else if (price.quote) coverage.priced |= bit
  })
  return coverage
}
