import type { HotelPriceView } from '../../domain/contract/search.ts'
import { exchange, type UsdRates } from '../../domain/exchange.ts'
import { valuePermille, weekdayClassOf } from '../../domain/observed-price.ts'
import { totalGuests } from '../../domain/occupancy.ts'
import { nightsOf } from '../../domain/stay.ts'
import { rowOf } from '../ranking/edition.ts'
import { type Ranking, typicalOf } from '../ranking/ranking.ts'
import type { SearchSession } from './search-session.ts'

/** What hotels typically cost for the stay and party of a search, by what suppliers have asked before. USD cents, whole stay. */
export type TypicalPrices = {
  /** Of the ranking that they are from. */
  readonly version: number
  /** Null under five observations. */
  readonly total: (hotelId: number) => number | null
  /** The same where it is known, else from what two pay a night, whatever is known of that. */
  readonly estimate: (hotelId: number) => number
}

export const typicalPrices = (
  ranking: Ranking,
  { question, roomNights }: Pick<SearchSession, 'question' | 'roomNights'>,
): TypicalPrices => {
  const party = totalGuests(question.occupancy)
  const weekdayClass = weekdayClassOf(question.stay.checkInDate)
  const nights = nightsOf(question.stay)
  const totalOf = (row: number): number | null => {
    const nightly = typicalOf(ranking, row, party, weekdayClass)
    return nightly === null ? null : nightly * nights
  }
  return {
    version: ranking.version,
    total: (hotelId) => totalOf(rowOf(ranking.edition, hotelId)),
    estimate: (hotelId) => {
      const row = rowOf(ranking.edition, hotelId)
      return totalOf(row) ?? (ranking.columns.nightly[row] ?? 0) * roomNights
    },
  }
}

export type Value = { readonly valuePct: number | null; readonly vsTypicalPct: number | null }

const UNKNOWN: Value = { valuePct: null, vsTypicalPct: null }

/** How a price compares with the typical one, percent with one decimal; an estimate is compared with nothing. */
export const valueOf = (price: HotelPriceView | null, typicalUsdCents: number | null, rates: UsdRates): Value => {
  if (!price || price.rateType === 'estimated' || typicalUsdCents === null) return UNKNOWN
  const usd = exchange({ amountMinor: price.amount, currency: price.currency }, 'USD', rates)
  if (!usd) return UNKNOWN
  const permille = valuePermille(usd.amountMinor, typicalUsdCents)
  // Not −0.
  return { valuePct: permille / 10 || 0, vsTypicalPct: -permille / 10 || 0 }
}
