import { occupancyKey } from '../../domain/occupancy.ts'
import type { HotelQuote } from '../../domain/rate.ts'
import { type Instant, MINUTE_MS } from '../../domain/time.ts'
import type { SearchRequest } from '../../suppliers/supplier.ts'

/** How long a supplier's answer counts as fresh. */
export const FRESH_MS = 15 * MINUTE_MS

/** What is asked, apart from the hotels. */
export type PriceQuestion = Omit<SearchRequest, 'supplierHotelIds'>

/** What a supplier said of one hotel for one question; `quote` null: it has no rate of the kind that was asked for. */
export type KnownPrice = { readonly quote: HotelQuote | null; readonly fetchedAt: Instant }

/** Who wants to stay, and when, as a part of a key. */
export function stayKey({ stay, occupancy, nationality }: Omit<PriceQuestion, 'refundableOnly'>): string {
  return `${stay.checkInDate}:${stay.checkOutDate}:${occupancyKey(occupancy)}:${nationality}`
}

/**
 * A question as a part of a key. Prices, their versions, claims and calls under way are kept by it: what was asked about
 * refundable rates only says nothing of a hotel's other rates, and few rates of each hotel say nothing of its refundable ones.
 */
export function questionKey(question: PriceQuestion): string {
  return question.refundableOnly ? `${stayKey(question)}:refundable` : stayKey(question)
}

/** A supplier's listing under a contract. Organizations that share a connection share its prices; others never do. */
export type PricedListing = { readonly connectionId: string; readonly supplierHotelId: string }

/** What a supplier has answered to a question through a connection, by its own ids of the hotels. */
export type LearnedPrices = {
  readonly connectionId: string
  readonly question: PriceQuestion
  readonly prices: ReadonlyMap<string, KnownPrice>
}

type RateType = 'live' | 'cached'

/** What one supplier has said of a hotel. */
export type SupplierPrice = KnownPrice & { readonly supplierCode: string; readonly rateType: RateType }
