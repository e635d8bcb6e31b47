import { occupancyKey } from '../../domain/occupancy.ts'
import type { HotelQuote } from '../../domain/rate.ts'
import { type Instant, MINUTE_MS } from '../../domain/time.ts'
import type { OrganizationTime } from '../../platform/clock.ts'
import type { SearchRequest } from '../../suppliers/supplier.ts'

/** How long a supplier's answer counts as fresh. */
export const FRESH_MS = 15 * MINUTE_MS

/** A question about prices, without the hotels. */
export type PriceQuestion = Omit<SearchRequest, 'supplierHotelIds'> & {
  /** The time of whoever asks: prices of one world are unknown in another, and age by its clock. */
  readonly time: OrganizationTime
}

/** A supplier's answer about one hotel for one question; `quote` is null when it has no rate of the requested kind. */
export type KnownPrice = { readonly quote: HotelQuote | null; readonly fetchedAt: Instant }

/** The stay, the guests and their nationality, as a part of a key. */
export function stayKey({ stay, occupancy, nationality }: Omit<PriceQuestion, 'refundableOnly' | 'time'>): string {
  return `${stay.checkInDate}:${stay.checkOutDate}:${occupancyKey(occupancy)}:${nationality}`
}

/**
 * A question as a part of a key for prices, their versions, claims and running calls. An answer about refundable rates alone says
 * nothing about a hotel's other rates, and an ordinary answer need not contain its refundable ones, so the two have different
 * keys.
 */
export function questionKey(question: PriceQuestion): string {
  const key = question.refundableOnly ? `${stayKey(question)}:refundable` : stayKey(question)
  const { world } = question.time
  return world === '' ? key : `${world}:${key}`
}

/** A supplier's listing through a connection. Organizations that share a connection share its prices, but
 * for the sandbox, where each has its own time; others never do. */
export type PricedListing = { readonly connectionId: string; readonly supplierHotelId: string }

/** A supplier's answers to a question through a connection, by the supplier's own hotel ids. */
export type LearnedPrices = {
  readonly connectionId: string
  readonly question: PriceQuestion
  readonly prices: ReadonlyMap<string, KnownPrice>
}

type RateType = 'live' | 'cached'

/** What one supplier has answered about a hotel. */
export type SupplierPrice = KnownPrice & { readonly supplierCode: string; readonly rateType: RateType }
