import type { WeekdayClass } from '../domain/observed-price.ts'
import type { Instant } from '../domain/time.ts'
import type { ColumnBytes } from '../store/columns.ts'
import { type Columns, fromBytes, toBytes } from './columns.ts'
import { type Edition, indexIn, starsKey } from './edition.ts'

const SHAPE = {
  /** The recent price of a night for two guests, else an estimate, USD cents. */
  nightly: Int32Array,
  /** Higher is better. */
  recommendations: Int32Array,
  /** How much cheaper than typical the price is, in tenths of a percent; UNKNOWN_VALUE when there is no typical price. */
  values: Int32Array,
  /** The rows in the order of each sort; equal keys are ordered by id, which is the order of rows. */
  byRecommendation: Uint32Array,
  byPrice: Uint32Array,
  byPriceDown: Uint32Array,
  byStars: Uint32Array,
  byValue: Uint32Array,
  /** The typical price of a night by row, party size and weekday class, ordered by `typicalKey`. */
  typicalKeys: Uint32Array,
  typicalNightly: Uint32Array,
} as const

export type RankingColumns = Columns<typeof SHAPE>

/** A row with this value is sorted last. */
export const UNKNOWN_VALUE = -2_147_483_648

/** One version of all orders over one edition. It never changes, so that all pages that a client reads of one list agree. */
export type Ranking = {
  readonly version: number
  readonly createdAt: Instant
  readonly edition: Edition
  readonly columns: RankingColumns
}

/** The sorts whose order does not depend on the place that is searched. */
type StoredSort = 'recommended' | 'price_low_to_high' | 'price_high_to_low' | 'stars' | 'value'

/** The key of a row in a sort: in every sort, smaller keys come first. */
export function sortKey({ columns, edition }: Ranking, sort: StoredSort, row: number): number {
  switch (sort) {
    case 'recommended':
      return -(columns.recommendations[row] ?? 0)
    case 'price_low_to_high':
      return columns.nightly[row] ?? 0
    case 'price_high_to_low':
      return -(columns.nightly[row] ?? 0)
    case 'stars':
      return -starsKey(edition, row)
    case 'value':
      return -(columns.values[row] ?? 0)
    default:
      return sort satisfies never
  }
}

export function storedOrder({ columns }: Ranking, sort: StoredSort): Uint32Array {
  switch (sort) {
    case 'recommended':
      return columns.byRecommendation
    case 'price_low_to_high':
      return columns.byPrice
    case 'price_high_to_low':
      return columns.byPriceDown
    case 'stars':
      return columns.byStars
    case 'value':
      return columns.byValue
    default:
      return sort satisfies never
  }
}

/**
 * Packs row, party and weekday class in a number. With 256 keys per row, a 32-bit word is enough for sixteen million hotels; a
 * party has at most 40 guests.
 */
export function typicalKey(row: number, party: number, weekdayClass: WeekdayClass): number {
  return row * 256 + Math.min(party, 127) * 2 + (weekdayClass === 'WEEKEND' ? 1 : 0)
}

/** The typical price of a night for all rooms, USD cents; null with fewer than five observations. */
export function typicalOf({ columns }: Ranking, row: number, party: number, weekdayClass: WeekdayClass): number | null {
  const { typicalKeys, typicalNightly } = columns
  return typicalNightly[indexIn(typicalKeys, typicalKey(row, party, weekdayClass))] ?? null
}

export function rankingBytes({ columns }: Ranking): ColumnBytes {
  return toBytes(columns)
}

export function readRanking(
  { version, createdAt }: Pick<Ranking, 'version' | 'createdAt'>,
  edition: Edition,
  bytes: ReadonlyMap<string, Uint8Array>,
): Ranking {
  return { version, createdAt, edition, columns: fromBytes(SHAPE, bytes) }
}
