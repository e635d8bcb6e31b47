import type { HotelContent, HotelItem, SearchData, SimilarHotel } from '../domain/contract/search.ts'
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

/** What differs from search to search comes after what does not. */
const itemText = (item: Partial<SimilarHotel> & WithContent): string => {
  const content = item[CONTENT]
  if (!content) return JSON.stringify(toWire(item))
  const own = {
    availabilityBand: item.availabilityBand,
    price: item.price,
    supplierPrices: item.supplierPrices,
    distanceFromCenterKm: item.distanceFromCenterKm,
    typicalPriceUsdCents: item.typicalPriceUsdCents,
    valuePct: item.valuePct,
    vsTypicalPct: item.vsTypicalPct,
    ...(item.distanceKm === undefined ? {} : { distanceKm: item.distanceKm }),
  } satisfies Record<Exclude<keyof HotelItem, keyof HotelContent>, unknown>
  return `${contentText(content)},${JSON.stringify(toWire(own)).slice(1)}`
}

/**
 * A search's data as JSON. It is the largest answer and the one most asked for: each hotel's content is written once for all
 * searches that show it.
 */
export const searchText = ({ hotels, similarHotels, ...rest }: SearchData): string =>
  `${JSON.stringify(toWire(rest)).slice(0, -1)},"hotels":[${hotels.map(itemText).join()}],"similar_hotels":[${similarHotels.map(itemText).join()}]}`
