import type { HotelPriceView } from '../../domain/contract/search.ts'
import { exchange, type UsdRates } from '../../domain/exchange.ts'
import { valuePermille, weekdayClassOf } from '../../domain/observed-price.ts'
import { totalGuests } from '../../domain/occupancy.ts'
import { nightsOf } from '../../domain/stay.ts'
import { rowOf } from '../../hotel-index/edition.ts'
import { type Ranking, typicalOf, UNKNOWN_VALUE } from '../../hotel-index/ranking.ts'
import type { PriceAsker } from './asker.ts'

/**
 * The typical prices of hotels for a search's stay and number of guests, based on earlier observations. They are in USD cents for
 * the whole stay.
 */
export type TypicalPrices = {
  /** The version of the ranking that they are from. */
  readonly version: number
  /** Null with fewer than five observations. */
  readonly total: (hotelId: number) => number | null
  /**
   * The typical price if it is known; otherwise an estimate from the sort price for two guests per night. In a list that is
   * sorted by price it is always the sort price, so that the estimates are in the order of the list.
   */
  readonly estimate: (hotelId: number) => number
  /** In a list that is sorted by value, the value by which it is sorted; null in other lists, where prices are compared. */
  readonly rankedValue: ((hotelId: number) => Value) | null
}

export function typicalPrices(
  ranking: Ranking,
  { question, roomNights, sort }: Pick<PriceAsker, 'question' | 'roomNights' | 'sort'>,
): TypicalPrices {
  const party = totalGuests(question.occupancy)
  const weekdayClass = weekdayClassOf(question.stay.checkInDate)
  const nights = nightsOf(question.stay)
  function totalOf(row: number): number | null {
    const nightly = typicalOf(ranking, row, party, weekdayClass)
    return nightly === null ? null : nightly * nights
  }
  const isByPrice = sort === 'price_low_to_high' || sort === 'price_high_to_low'
  function sortPriceOf(row: number): number {
    return (ranking.columns.nightly[row] ?? 0) * roomNights
  }
  return {
    version: ranking.version,
    total: (hotelId) => totalOf(rowOf(ranking.edition, hotelId)),
    estimate: (hotelId) => {
      const row = rowOf(ranking.edition, hotelId)
      return isByPrice ? sortPriceOf(row) : (totalOf(row) ?? sortPriceOf(row))
    },
    rankedValue: sort === 'value' ? (hotelId) => rankedValue(ranking, rowOf(ranking.edition, hotelId)) : null,
  }
}

type Value = { readonly valuePct: number | null; readonly vsTypicalPct: number | null }

const UNKNOWN: Value = { valuePct: null, vsTypicalPct: null }

function rankedValue({ columns }: Ranking, row: number): Value {
  const permille = columns.values[row] ?? UNKNOWN_VALUE
  return permille === UNKNOWN_VALUE ? UNKNOWN : valueFrom(permille)
}

/** Converts to percent, avoiding −0. */
function valueFrom(permille: number): Value {
  return { valuePct: permille / 10 || 0, vsTypicalPct: -permille / 10 || 0 }
}

/** Compares a price with the typical one, in percent with one decimal; an estimate is not compared. */
export function valueOf(price: HotelPriceView | null, typicalUsdCents: number | null, rates: UsdRates): Value {
  if (!price || price.rateType === 'estimated' || typicalUsdCents === null) return UNKNOWN
  const usd = exchange({ amountMinor: price.amount, currency: price.currency }, 'USD', rates)
  if (!usd) return UNKNOWN
  return valueFrom(valuePermille(usd.amountMinor, typicalUsdCents))
}
