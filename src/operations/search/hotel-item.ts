import type {
  HotelContent,
  HotelItem,
  HotelPriceView,
  Sparse,
  SupplierPriceView,
} from '../../domain/contract/search.ts'
import type { UsdRates } from '../../domain/exchange.ts'
import { distanceKm, type Point } from '../../domain/geo.ts'
import type { Hotel, Place } from '../../store/hotels.ts'
import { type CatalogueHotel, named, type Terms } from '../catalogue.ts'
import { type TypicalPrices, valueOf } from './typical-prices.ts'

export type ItemContext = {
  readonly places: ReadonlyMap<number, Place>
  readonly terms: Terms
  readonly language: string
  /** The searched place's centre, or the searched hotel. */
  readonly centre: Point
  readonly typical: TypicalPrices
  readonly rates: UsdRates
}

/** Under this an item carries what it has in common with every item of the hotel: a facade may write that down once. */
export const CONTENT = Symbol('content')
export type WithContent = { readonly [CONTENT]?: HotelContent }

/** What does not depend on the search, by hotel and language; it goes when the catalogue renews the hotel. */
const contentOfs = new WeakMap<CatalogueHotel, Map<string, HotelContent>>()

const contentOf = (
  hotel: CatalogueHotel,
  context: Pick<ItemContext, 'places' | 'terms' | 'language'>,
): HotelContent => {
  const parts = contentOfs.get(hotel) ?? new Map<string, HotelContent>()
  contentOfs.set(hotel, parts)
  const known = parts.get(context.language)
  if (known) return known
  const made = hotelContent(hotel, context)
  parts.set(context.language, made)
  return made
}

/** A hotel in one language. */
export const hotelContent = (
  hotel: Hotel,
  { places, terms, language }: Pick<ItemContext, 'places' | 'terms' | 'language'>,
): HotelContent => {
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
    mainImageUrl: hotel.mainImageUrl,
    chain: chain ? named(chain, language) : null,
  }
}

/** 0 no price known, 1 estimated only, 2 one supplier with a price, 3 two or more. */
const bandOf = (price: HotelPriceView | null, supplierPrices: readonly SupplierPriceView[]): 0 | 1 | 2 | 3 => {
  if (supplierPrices.length > 0) return supplierPrices.length === 1 ? 2 : 3
  return price ? 1 : 0
}

export const oneDecimal = (value: number): number => Math.round(value * 10) / 10

export const hotelItem = (
  hotel: CatalogueHotel,
  price: HotelPriceView | null,
  supplierPrices: readonly SupplierPriceView[],
  context: ItemContext,
): HotelItem & WithContent => {
  const typicalPriceUsdCents = context.typical.total(hotel.hotelId)
  const content = contentOf(hotel, context)
  return {
    ...content,
    [CONTENT]: content,
    availabilityBand: bandOf(price, supplierPrices),
    price,
    supplierPrices,
    distanceFromCenterKm: oneDecimal(distanceKm(hotel, context.centre)),
    typicalPriceUsdCents,
    ...valueOf(price, typicalPriceUsdCents, context.rates),
  }
}

/** Only the asked-for fields, by their contract names; hotel_id always, names that do not exist never. */
export const sparse = <T extends { readonly hotelId: string }>(
  item: T,
  names: ReadonlySet<string> | null,
): Sparse<T> => {
  if (!names) return item
  const kept = Object.entries(item).filter(([name]) => name === 'hotelId' || names.has(name))
  return Object.fromEntries(kept) as Sparse<T> // a subset of T's own entries
}
