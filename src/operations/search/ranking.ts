import { distanceKm, type Point } from '../../domain/geo.ts'
import type { CatalogueHotel } from '../catalogue.ts'
import type { Sort } from './cursor.ts'

/** One version for now: estimates do not change. Observed prices will make numbered ones. */
export const RANKING_VERSION = 1

/** A hotel with its sort key, smallest first whatever the sort; ties break by hotel id, so that every order is total. */
export type Ranked = { readonly hotel: CatalogueHotel; readonly key: number }

const recommendation = ({ weight, stars }: CatalogueHotel): number => weight * 10 + (stars ?? 0) * 400

const KEYS: Readonly<Record<Sort, (hotel: CatalogueHotel, centre: Point) => number>> = {
  recommended: (hotel) => -recommendation(hotel),
  price_low_to_high: ({ nightlyUsdCents }) => nightlyUsdCents,
  price_high_to_low: ({ nightlyUsdCents }) => -nightlyUsdCents,
  stars: ({ stars }) => -(stars ?? 0),
  distance_from_center: (hotel, centre) => Math.round(distanceKm(hotel, centre) * 1_000),
  // No price has been observed yet, so every value is unknown and the ids decide.
  value: () => 0,
}

/** Orders that were made for a place's hotels; they go with the list itself, which the catalogue renews. */
const made = new WeakMap<readonly CatalogueHotel[], Map<Sort, readonly Ranked[]>>()

/** A place's hotels in the order of a sort: computed once for each list and sort. */
export const rank = (hotels: readonly CatalogueHotel[], sort: Sort, centre: Point): readonly Ranked[] => {
  const orders = made.get(hotels) ?? new Map<Sort, readonly Ranked[]>()
  made.set(hotels, orders)
  const known = orders.get(sort)
  if (known) return known
  const ranked = hotels
    .map((hotel) => ({ hotel, key: KEYS[sort](hotel, centre) }))
    .sort((a, b) => a.key - b.key || a.hotel.hotelId - b.hotel.hotelId)
  orders.set(sort, ranked)
  return ranked
}
