import type {
  HotelContent,
  HotelPriceView,
  SearchData,
  SimilarHotel,
  Sparse,
  SupplierPriceView,
} from '../domain/contract/search.ts'
import { toWire } from '../domain/wire.ts'
import { CONTENT, type WithContent } from '../operations/search/hotel-item.ts'

/** A hotel's content as JSON without its closing brace; it lives as long as the content itself. */
const texts = new WeakMap<HotelContent, string>()

const contentText = (content: HotelContent): string => {
  const known = texts.get(content)
  if (known !== undefined) return known
  const text = JSON.stringify(toWire(content)).slice(0, -1)
  texts.set(content, text)
  return text
}

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

/** What differs from search to search comes after what does not. */
const itemText = (item: Sparse<SimilarHotel> & WithContent): string => {
  const content = item[CONTENT]
  if (!content) return JSON.stringify(toWire(item))
  const own = {
    availability_band: item.availabilityBand,
    price: priceWire(item.price),
    supplier_prices: item.supplierPrices?.map(supplierPriceWire),
    distance_from_center_km: item.distanceFromCenterKm,
    typical_price_usd_cents: item.typicalPriceUsdCents,
    value_pct: item.valuePct,
    vs_typical_pct: item.vsTypicalPct,
    distance_km: item.distanceKm,
  }
  return `${contentText(content)},${JSON.stringify(own).slice(1)}`
}

/**
 * A search's data as JSON. It is the largest answer and the one most asked for: each hotel's content is written once for all
 * searches that show it.
 */
export const searchText = ({ hotels, similarHotels, ...rest }: SearchData): string =>
  `${JSON.stringify(toWire(rest)).slice(0, -1)},"hotels":[${hotels.map(itemText).join()}],"similar_hotels":[${similarHotels.map(itemText).join()}]}`
