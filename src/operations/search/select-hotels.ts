import { invalid, type Problem } from '../../domain/errors.ts'
import { distanceKm } from '../../domain/geo.ts'
import { issue } from '../../domain/issue.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { CatalogueHotel } from '../catalogue.ts'
import type { SearchInput } from '../inputs/search.ts'
import { parseCursor, type Sort } from './cursor.ts'
import type { Destination } from './destination.ts'
import { type Ranked, rank, RANKING_VERSION } from './ranking.ts'

/** The whole filtered result set in order, and where the page begins in it. */
export type Selection = {
  readonly ranked: readonly Ranked[]
  readonly from: number
  /** True when the cursor is of a version that is gone. */
  readonly refreshed: boolean
}

type Filter = (hotel: CatalogueHotel) => boolean

/** `sort` wins over `price_sort`; `recommended` when neither is sent. */
export const effectiveSort = ({ sort, priceSort }: SearchInput): Sort =>
  sort ?? (priceSort ? `price_${priceSort}` : 'recommended')

export const selectHotels = (
  destination: Destination,
  filter: Filter,
  sort: Sort,
  cursor: { readonly text: string | null; readonly checksum: string },
): Result<Selection, Problem> => {
  const whole = destination.hotel
    ? [{ hotel: destination.hotel, key: 0 }]
    : rank(destination.neighbours, sort, destination.centre)
  const ranked = whole.filter(({ hotel }) => filter(hotel))
  if (cursor.text === null) return ok({ ranked, from: 0, refreshed: false })
  const position = parseCursor(cursor.text, sort, cursor.checksum)
  if (!position)
    return err(
      invalid([issue('cursor', 'INVALID_CURSOR', 'cursor must be the next_cursor of a search with the same inputs')]),
    )
  const from = ranked.findIndex(
    ({ key, hotel }) => key > position.key || (key === position.key && hotel.hotelId > position.hotelId),
  )
  return ok({ ranked, from: from < 0 ? ranked.length : from, refreshed: position.version !== RANKING_VERSION })
}

const SIMILAR_WITHIN_KM = 10
const MAX_SIMILAR = 10
/** A place with fewer results than this is shown its neighbours too. */
const SHORT_LIST = 5

/** Nearby hotels that are not results themselves, nearest first; only for hotel searches and short lists. */
export const similarHotels = (
  destination: Destination,
  sold: Filter,
  ranked: readonly Ranked[],
): { readonly hotel: CatalogueHotel; readonly distanceKm: number }[] => {
  if (!destination.hotel && ranked.length >= SHORT_LIST) return []
  const results = new Set(ranked.map(({ hotel }) => hotel.hotelId))
  return destination.neighbours
    .filter((hotel) => !results.has(hotel.hotelId) && hotel !== destination.hotel && sold(hotel))
    .map((hotel) => ({ hotel, distanceKm: distanceKm(hotel, destination.centre) }))
    .filter((near) => near.distanceKm <= SIMILAR_WITHIN_KM)
    .sort((a, b) => a.distanceKm - b.distanceKm || a.hotel.hotelId - b.hotel.hotelId)
    .slice(0, MAX_SIMILAR)
}
