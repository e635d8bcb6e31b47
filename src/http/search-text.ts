import type {
  HotelContent,
  HotelPriceView,
  RefundableFromView,
  SearchData,
  SimilarHotel,
  Sparse,
  SupplierPriceView,
} from '../domain/contract/search.ts'
import { toWire, type Wire } from '../domain/wire.ts'
import { partsOf } from '../operations/search/item-parts.ts'
import { createTextBuilder, type TextBuilder, written } from '../platform/text-builder.ts'
import { type PartWriter, SharedPart } from '../platform/written-once.ts'

/** Writes fields as JSON without the surrounding braces. */
function inner(fields: object): string {
  return JSON.stringify(fields).slice(1, -1)
}

/** Writes the first part of an item: the descriptive content. */
function contentText(item: Sparse<SimilarHotel>): string {
  return `{${inner(contentWire(item))},`
}

function contentWire(item: Sparse<SimilarHotel>): Record<keyof Wire<HotelContent>, unknown> {
  return {
    hotel_id: item.hotelId,
    hotel_name: item.hotelName,
    city: item.city,
    country: item.country,
    facilities: item.facilities,
    stars: item.stars,
    address: item.address,
    latitude: item.latitude,
    longitude: item.longitude,
    place_hidden: item.placeHidden,
    main_image_url: item.mainImageUrl,
    chain: item.chain,
  }
}

// The fields are listed here instead of renamed by `toWire`, for speed: a page has sixty prices.

function priceWire(price: HotelPriceView | null | undefined): Wire<HotelPriceView> | null {
  return price
    ? {
        amount: price.amount,
        currency: price.currency,
        rate_type: price.rateType,
        is_refundable: price.isRefundable,
        free_cancellation_until: price.freeCancellationUntil,
      }
    : null
}

function refundableFromWire(rate: RefundableFromView | null | undefined): Wire<RefundableFromView> | null {
  return rate
    ? {
        amount: rate.amount,
        currency: rate.currency,
        rate_type: rate.rateType,
        free_cancellation_until: rate.freeCancellationUntil,
      }
    : null
}

function supplierPriceWire(price: SupplierPriceView): Wire<SupplierPriceView> {
  return {
    hotel_id: price.hotelId,
    supplier_code: price.supplierCode,
    supplier_name: price.supplierName,
    amount: price.amount,
    currency: price.currency,
    rate_type: price.rateType,
    fetched_at: price.fetchedAt,
    is_refundable: price.isRefundable,
    free_cancellation_until: price.freeCancellationUntil,
  }
}

/** Adds an item. The text of its shared content is written once and reused in all answers that show it. */
function addItem(builder: TextBuilder, item: Sparse<SimilarHotel>): void {
  const parts = partsOf(item)
  if (!parts) return builder.add(written(JSON.stringify(toWire(item))))
  const { content, rest } = parts
  builder.add(SharedPart.written(content, CONTENT, item))
  if (item.distanceKm !== undefined) builder.addAscii(`"distance_km":${item.distanceKm},`)
  builder.add(SharedPart.written(rest, REST, item))
}

/**
 * Writes the second part of an item, which differs between searches. It is one string, because a string made of pieces would be
 * copied once more.
 */
function restText(item: Sparse<SimilarHotel>): string {
  return JSON.stringify({
    price: priceWire(item.price),
    lowest_price: priceWire(item.lowestPrice),
    refundable_from: refundableFromWire(item.refundableFrom),
    supplier_prices: item.supplierPrices?.map(supplierPriceWire) ?? [],
    availability_band: item.availabilityBand,
    distance_from_center_km: item.distanceFromCenterKm,
    typical_price_usd_cents: item.typicalPriceUsdCents,
    value_pct: item.valuePct,
    vs_typical_pct: item.vsTypicalPct,
  }).slice(1)
}

const CONTENT: PartWriter<Sparse<SimilarHotel>> = { write: contentText }
const REST: PartWriter<Sparse<SimilarHotel>> = { write: restText }

function addItems(builder: TextBuilder, items: readonly Sparse<SimilarHotel>[]): void {
  return items.forEach((item, index) => {
    if (index > 0) builder.addAscii(',')
    addItem(builder, item)
  })
}

/**
 * Writes a search's data as JSON, as the value of `data` in the envelope that `start` begins. It is the largest and most frequent
 * answer, so the content that hotels have in every search is written once and reused.
 */
export function searchAnswer(start: object, { hotels, similarHotels, ...rest }: SearchData): Buffer {
  const builder = createTextBuilder()
  builder.add(written(`{${inner(start)},"data":{${inner(toWire(rest) as object)},"hotels":[`))
  addItems(builder, hotels)
  builder.addAscii('],"similar_hotels":[')
  addItems(builder, similarHotels)
  builder.addAscii(']}}')
  return builder.bytes()
}
