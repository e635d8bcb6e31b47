import { occupancyKey } from '../../domain/occupancy.ts'
import type { HotelQuote } from '../../domain/rate.ts'
import { type Instant, MINUTE_MS } from '../../domain/time.ts'
import type { SearchRequest } from '../../suppliers/supplier.ts'
import type { Deps } from '../deps.ts'

/** How long a supplier's answer counts as fresh. */
const FRESH_MS = 15 * MINUTE_MS

/** What is asked, apart from the hotels. */
export type PriceQuestion = Omit<SearchRequest, 'supplierHotelIds'>

/** What a supplier said of one hotel for one stay; `quote` null: it has no room. */
export type KnownPrice = { readonly quote: HotelQuote | null; readonly fetchedAt: Instant }

/** Organizations that share a connection share its prices; others never do. */
const keyOf = (connectionId: string, question: PriceQuestion): string => {
  const { stay, occupancy, nationality } = question
  return `price:${connectionId}:${stay.checkInDate}:${stay.checkOutDate}:${occupancyKey(occupancy)}:${nationality}:`
}

/** What is remembered of the hotels, in their order; null where nothing is. */
export const recallPrices = async (
  { cache }: Pick<Deps, 'cache'>,
  connectionId: string,
  question: PriceQuestion,
  supplierHotelIds: readonly string[],
): Promise<readonly (KnownPrice | null)[]> => {
  const prefix = keyOf(connectionId, question)
  const texts = await cache.values.getMany(supplierHotelIds.map((id) => prefix + id))
  // Written by `rememberPrices`.
  return texts.map((text) => (text === null ? null : (JSON.parse(text) as KnownPrice)))
}

export const rememberPrices = (
  { cache }: Pick<Deps, 'cache'>,
  connectionId: string,
  question: PriceQuestion,
  prices: ReadonlyMap<string, KnownPrice>,
): Promise<void> => {
  const prefix = keyOf(connectionId, question)
  const entries = [...prices].map(([id, price]) => [prefix + id, JSON.stringify(price)] as const)
  return cache.values.setMany(entries, FRESH_MS)
}
