import type { WeekdayClass } from '../domain/observed-price.ts'
import type { Instant } from '../domain/time.ts'
import type { ColumnBytes } from '../store/columns.ts'
import { type Columns, fromBytes, toBytes } from './columns.ts'
import { type Edition, indexIn } from './edition.ts'

const SHAPE = {
  /** What a night has cost recently, else a guess; two guests, USD cents. */
  nightly: Int32Array,
  /** More is better. */
  recommendations: Int32Array,
  /** How much cheaper than typical, tenths of a percent; UNKNOWN_VALUE when nobody knows. */
  values: Int32Array,
  /** Rows in the order of each sort; ties by id, which is by row. */
  byRecommendation: Uint32Array,
  byPrice: Uint32Array,
  byPriceDown: Uint32Array,
  byStars: Uint32Array,
  byValue: Uint32Array,
  /** What a night typically costs, by row, party and class of weekday: `typicalKey`, ascending. */
  typicalKeys: Uint32Array,
  typicalNightly: Uint32Array,
} as const

export type RankingColumns = Columns<typeof SHAPE>

/** Sorts last, whatever the sort's direction makes of it. */
export const UNKNOWN_VALUE = -2_147_483_648

/** One version of every order, over one edition. It never changes; pages of a walk are of one version. */
export type Ranking = {
  readonly version: number
  readonly createdAt: Instant
  readonly edition: Edition
  readonly columns: RankingColumns
}

/** The sorts whose order does not depend on where one searches. */
type StoredSort = 'recommended' | 'price_low_to_high' | 'price_high_to_low' | 'stars' | 'value'

/** A sort's key of a row: smaller comes first, whatever the sort. */
export function sortKey({ columns, edition }: Ranking, sort: StoredSort, row: number): number {
  switch (sort) {
    case 'recommended':
      return -(columns.recommendations[row] ?? 0)
    case 'price_low_to_high':
      return columns.nightly[row] ?? 0
    case 'price_high_to_low':
      return -(columns.nightly[row] ?? 0)
    case 'stars':
      return -(edition.columns.stars[row] ?? 0)
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

/** Rows × 256 fit into a word for sixteen million hotels; a party has at most 40 guests. */
export function typicalKey(row: number, party: number, weekdayClass: WeekdayClass): number {
  return row * 256 + Math.min(party, 127) * 2 + (weekdayClass === 'WEEKEND' ? 1 : 0)
}

/** What a night typically costs, all rooms, USD cents; null under five observations. */
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
  bytes: ColumnBytes,
): Ranking {
  return { version, createdAt, edition, columns: fromBytes(SHAPE, bytes) }
}
