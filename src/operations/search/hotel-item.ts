import { isDeepStrictEqual } from 'node:util'
import type {
  HotelContent,
  HotelItem,
  HotelPriceView,
  Sparse,
  SupplierPriceView,
} from '../../domain/contract/search.ts'
import type { UsdRates } from '../../domain/exchange.ts'
import { distanceKm, isSame, type Point } from '../../domain/geo.ts'
import { type CatalogueHotel, named, type Terms } from '../../hotel-index/catalogue.ts'
import { Beside } from '../../platform/side-field.ts'
import { SharedPart } from '../../platform/written-once.ts'
import type { Hotel, Place } from '../../store/hotels.ts'
import type { ListedPrices } from '../prices/hotel-prices.ts'
import { type TypicalPrices, valueOf } from '../prices/typical-prices.ts'
import { withParts } from './item-parts.ts'
import { readingOf } from './reading.ts'

export type ItemContext = {
  readonly places: ReadonlyMap<number, Place>
  readonly terms: Terms
  readonly language: string
  /** The centre of the place that is searched, or the hotel that is searched. */
  readonly centre: Point
  readonly typical: TypicalPrices
  readonly rates: UsdRates
}

type Content = { readonly hotelId: number; readonly fields: HotelContent; readonly part: SharedPart }

/**
 * Names are read again every minute and after an import; `places` and `terms` identify the readings that the content was last
 * compared with.
 */
type NamedContent = { readonly content: Content; readonly places: symbol; readonly terms: symbol }

/**
 * Hotels as searches show them, by language. They are made when a hotel is first shown with these names, and are
 * garbage-collected with the hotel.
 */
class Contents extends Beside {
  readonly #contents = new Map<string, NamedContent>()
  private constructor(hotel: object) {
    super(hotel)
  }
  static of(hotel: object): Map<string, NamedContent> {
    return #contents in hotel ? hotel.#contents : new Contents(hotel).#contents
  }
}

function contentOf(hotel: CatalogueHotel, context: Pick<ItemContext, 'places' | 'terms' | 'language'>): Content {
  const inLanguages = Contents.of(hotel)
  const known = inLanguages.get(context.language)
  const places = readingOf(context.places)
  const terms = readingOf(context.terms)
  if (known && known.places === places && known.terms === terms) return known.content
  const fields = hotelContent(hotel, context)
  // A new reading seldom changes the names of a hotel. When they are equal, the items and texts that were made with the old ones
  // remain valid.
  const hasNoOther = known && isDeepStrictEqual(known.content.fields, fields)
  const content = hasNoOther ? known.content : { hotelId: hotel.hotelId, fields, part: new SharedPart() }
  inLanguages.set(context.language, { content, places, terms })
  return content
}

/** The content of a hotel in one language. */
export function hotelContent(
  hotel: Hotel,
  { places, terms, language }: Pick<ItemContext, 'places' | 'terms' | 'language'>,
): HotelContent {
  const place = places.get(hotel.placeId)
  const chain = hotel.chainId === null ? undefined : terms.chains.get(hotel.chainId)
  return {
    hotelId: String(hotel.hotelId),
    hotelName: named(hotel.names, language),
    city: place ? named(place.names, language) : '',
    country: place?.countryCode ?? '',
    facilities: hotel.facilityIds.flatMap((id) => {
      const names = terms.facilities.get(id)
      return names ? [named(names, language)] : []
    }),
    stars: hotel.stars,
    address: hotel.address,
    latitude: hotel.latitude,
    longitude: hotel.longitude,
    placeHidden: hotel.placeHidden ?? false,
    mainImageUrl: hotel.mainImageUrl,
    chain: chain ? named(chain, language) : null,
  }
}

/** 0: no price is known; 1: an estimate only; 2: one supplier with a price; 3: two or more. */
function bandOf(price: HotelPriceView | null, supplierPrices: readonly SupplierPriceView[]): 0 | 1 | 2 | 3 {
  if (supplierPrices.length > 0) return supplierPrices.length === 1 ? 2 : 3
  return price ? 1 : 0
}

export function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10
}

/** The item that was last made from a hotel's prices, and the other values it was made from. */
type MadeItem = {
  readonly item: HotelItem
  readonly content: Content
  readonly centre: Point
  /** The version of the ranking that has the typical prices. */
  readonly version: number
  /** True when the item shows the value by which the list is sorted. */
  readonly isByValue: boolean
}

class ItemMade extends Beside {
  #made: MadeItem
  private constructor(prices: object, made: MadeItem) {
    super(prices)
    this.#made = made
  }
  static put(prices: object, made: MadeItem): void {
    const carrier = #made in prices ? prices : new ItemMade(prices, made)
    carrier.#made = made
  }
  static of(prices: object): MadeItem | undefined {
    return #made in prices ? prices.#made : undefined
  }
}

/**
 * A hotel with its suppliers' prices. The item is made once and reused by all searches of the place that show the same prices.
 */
export function pricedItem(hotel: CatalogueHotel, shown: ListedPrices, context: ItemContext): HotelItem {
  const content = contentOf(hotel, context)
  const { centre, typical } = context
  const { version } = typical
  const isByValue = typical.rankedValue !== null
  const made = ItemMade.of(shown)
  const isOfRanking = made?.version === version && made.isByValue === isByValue
  if (made && isOfRanking && made.content === content && isSame(made.centre, centre)) return made.item
  const item = makeItem(content, shown, context)
  // The item is stored as long as the prices are, so it must not refer to anything large.
  const { latitude, longitude } = centre
  ItemMade.put(shown, { item, content, version, isByValue, centre: { latitude, longitude } })
  return item
}

const UNPRICED = { lowestPrice: null, refundableFrom: null, supplierPrices: [] } as const

/** A hotel without a known supplier price: it has an estimate, or no price at all. */
export function unpricedItem(hotel: CatalogueHotel, price: HotelPriceView | null, context: ItemContext): HotelItem {
  return makeItem(contentOf(hotel, context), { ...UNPRICED, price }, context)
}

function makeItem(
  { hotelId, fields, part }: Content,
  { price, lowestPrice, refundableFrom, supplierPrices }: ListedPrices,
  { typical, centre, rates }: ItemContext,
): HotelItem {
  const typicalPriceUsdCents = typical.total(hotelId)
  const item = {
    ...fields,
    availabilityBand: bandOf(price, supplierPrices),
    price,
    lowestPrice,
    refundableFrom,
    supplierPrices,
    distanceFromCenterKm: oneDecimal(distanceKm(fields, centre)),
    typicalPriceUsdCents,
    ...(typical.rankedValue?.(hotelId) ?? valueOf(lowestPrice ?? price, typicalPriceUsdCents, rates)),
  }
  return withParts(item, { content: part, rest: new SharedPart() })
}

/** Returns only the requested fields, by their contract names. hotel_id is always included; unknown names are ignored. */
export function sparse<T extends { readonly hotelId: string }>(item: T, names: ReadonlySet<string> | null): Sparse<T> {
  if (!names) return item
  const kept = Object.entries(item).filter(([name]) => name === 'hotelId' || names.has(name))
  return Object.fromEntries(kept) as Sparse<T> // a subset of T's own entries
}
