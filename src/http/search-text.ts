import type {
  HotelContent,
  HotelPriceView,
  SearchData,
  SimilarHotel,
  Sparse,
  SupplierPriceView,
} from '../domain/contract/search.ts'
import { toWire } from '../domain/wire.ts'
import type { ShownPrices } from '../operations/search/hotel-prices.ts'
import { SHARED, type Shared, type WithShared } from '../operations/search/shared.ts'

/** Written once for all answers that have it. */
const textOf = <T>(shared: Shared<T>, write: (value: T) => string): string => (shared.text ??= write(shared.value))

/** Fields as JSON, without the braces around them. */
const inner = (fields: object): string => JSON.stringify(fields).slice(1, -1)

const contentText = (content: HotelContent): string => inner(toWire(content) as object)

// These two are spelled out, not renamed by `toWire`: a page has sixty of them. A test holds them against it.

const priceWire = (price: HotelPriceView | null | undefined) =>
  price && {
    amount: price.amount,
    currency: price.currency,
    rate_type: price.rateType,
    is_refundable: price.isRefundable,
    free_cancellation_until: price.freeCancellationUntil,
  }

const supplierPriceWire = (price: SupplierPriceView) => ({
  hotel_id: price.hotelId,
  supplier_code: price.supplierCode,
  supplier_name: price.supplierName,
  amount: price.amount,
  currency: price.currency,
  rate_type: price.rateType,
  fetched_at: price.fetchedAt,
  is_refundable: price.isRefundable,
  free_cancellation_until: price.freeCancellationUntil,
})

const pricesText = ({ price, supplierPrices }: ShownPrices): string =>
  inner({ price: priceWire(price), supplier_prices: supplierPrices.map(supplierPriceWire) })

/** What differs from search to search comes after what does not. */
const itemText = (item: Sparse<SimilarHotel> & WithShared): string => {
  const shared = item[SHARED]
  if (!shared) return JSON.stringify(toWire(item))
  const { content, prices } = shared
  const { price = null, supplierPrices = [] } = item
  const own = {
    availability_band: item.availabilityBand,
    distance_from_center_km: item.distanceFromCenterKm,
    typical_price_usd_cents: item.typicalPriceUsdCents,
    value_pct: item.valuePct,
    vs_typical_pct: item.vsTypicalPct,
    distance_km: item.distanceKm,
  }
  return `{${textOf(content, contentText)},${prices ? textOf(prices, pricesText) : pricesText({ price, supplierPrices })},${inner(own)}}`
}

/**
 * A search's data as JSON. It is the largest answer and the one most asked for: each hotel's content is written once for all
 * searches that show it.
 */
export const searchText = ({ hotels, similarHotels, ...rest }: SearchData): string =>
  `${JSON.stringify(toWire(rest)).slice(0, -1)},"hotels":[${hotels.map(itemText).join()}],"similar_hotels":[${similarHotels.map(itemText).join()}]}`
