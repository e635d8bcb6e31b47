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
import { SHARED, type Shared, type WithShared, type Written } from '../operations/search/shared.ts'

const written = (text: string): Written => ({ text, bytes: Buffer.byteLength(text) })

/** Written once for all answers that have it. */
const writeOnce = <T>(shared: Shared<T>, write: (value: T) => string): Written =>
  (shared.written ??= written(write(shared.value)))

/** Fields as JSON, without the braces around them. */
const inner = (fields: object): string => JSON.stringify(fields).slice(1, -1)

/** The beginning of an item. */
const contentText = (content: HotelContent): string => `{${inner(toWire(content) as object)},`

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

/** Puts texts end to end in the bytes that are sent: no string of them all is ever made. */
const createBuilder = () => {
  const parts: Written[] = []
  let size = 0
  const add = (part: Written): void => {
    parts.push(part)
    size += part.bytes
  }
  return {
    add,
    /** Text without a letter beyond ASCII. */
    addAscii: (text: string): void => add({ text, bytes: text.length }),
    bytes: (): Buffer => {
      const all = Buffer.allocUnsafe(size)
      let at = 0
      for (const { text, bytes } of parts) at += all.write(text, at, bytes === text.length ? 'latin1' : 'utf8')
      return all
    },
  }
}

type Builder = ReturnType<typeof createBuilder>

/** What differs from search to search comes after what does not. */
const addItem = (builder: Builder, item: Sparse<SimilarHotel> & WithShared): void => {
  const shared = item[SHARED]
  if (!shared) return builder.add(written(JSON.stringify(toWire(item))))
  const { content, prices } = shared
  const { price = null, supplierPrices = [] } = item
  builder.add(writeOnce(content, contentText))
  builder.add(prices ? writeOnce(prices, pricesText) : written(pricesText({ price, supplierPrices })))
  builder.addAscii(`,${ownText(item)}}`)
}

/** Numbers and nulls, which JSON spells as JavaScript does. */
const ownText = (item: Sparse<SimilarHotel>): string => {
  const text =
    `"availability_band":${item.availabilityBand},"distance_from_center_km":${item.distanceFromCenterKm},` +
    `"typical_price_usd_cents":${item.typicalPriceUsdCents},"value_pct":${item.valuePct},` +
    `"vs_typical_pct":${item.vsTypicalPct}`
  return item.distanceKm === undefined ? text : `${text},"distance_km":${item.distanceKm}`
}

const addItems = (builder: Builder, items: readonly (Sparse<SimilarHotel> & WithShared)[]): void =>
  items.forEach((item, index) => {
    if (index > 0) builder.addAscii(',')
    addItem(builder, item)
  })

/**
 * A search's data as JSON, as the value of `data` in the answer that `start` begins. It is the largest answer and the one most
 * asked for: what hotels have in common with other searches is written once for all that show it.
 */
export const searchAnswer = (start: object, { hotels, similarHotels, ...rest }: SearchData): Buffer => {
  const builder = createBuilder()
  builder.add(written(`{${inner(start)},"data":{${inner(toWire(rest) as object)},"hotels":[`))
  addItems(builder, hotels)
  builder.addAscii('],"similar_hotels":[')
  addItems(builder, similarHotels)
  builder.addAscii(']}}')
  return builder.bytes()
}
