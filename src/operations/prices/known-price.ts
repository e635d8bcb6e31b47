import { occupancyKey } from '../../domain/occupancy.ts'
import type { HotelQuote } from '../../domain/rate.ts'
import { type RateFilter, rateFilterKey } from '../../domain/rate-filter.ts'
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

/**
 * Tells whether an answer may be shown now: for 15 minutes, and in a search for free cancellation no longer than the rate cancels
 * free of charge.
 */
export function freshness({ time, freeCancellation }: PriceQuestion): (price: KnownPrice) => boolean {
  const now = time.now()
  const freshSince = now - FRESH_MS
  if (!freeCancellation) return ({ fetchedAt }) => fetchedAt > freshSince
  return ({ quote, fetchedAt }) =>
    fetchedAt > freshSince && (quote?.freeCancellationUntilAt ?? Number.POSITIVE_INFINITY) > now
}

/** The stay, the guests and their nationality, as a part of a key. */
export function stayKey({ stay, occupancy, nationality }: Omit<PriceQuestion, keyof RateFilter | 'time'>): string {
  return `${stay.checkInDate}:${stay.checkOutDate}:${occupancyKey(occupancy)}:${nationality}`
}

/**
 * A question as a part of a key for prices, their versions, claims and running calls. An answer about filtered rates says nothing
 * about a hotel's other rates, and an ordinary answer need not contain the filtered ones, so each filter has keys of its own.
 */
export function questionKey(question: PriceQuestion): string {
  const key = `${stayKey(question)}${rateFilterKey(question)}`
  const { world } = question.time
  return world === '' ? key : `${world}:${key}`
}

/** A supplier's listing through a connection. Organizations that share a connection share its prices, but
 * for the sandbox, where each has its own time; others never do. */
export type PricedListing = MappedListing & { readonly connectionId: string }

/** A listing under a version of its mapping; null or absent: as it was imported first. */
export type MappedListing = { readonly supplierHotelId: string; readonly version?: number | null }

/**
 * A listing as a part of a key. Of another version of its mapping nothing is remembered: so no process shows at one hotel what it has
 * learned while the listing was another's, and it changes over to the new mapping and away from the old prices at the same moment.
 */
export function listingKey({ supplierHotelId, version }: MappedListing): string {
  return version == null ? supplierHotelId : `${supplierHotelId}@${version}`
}

/** A supplier's answers to a question through a connection, by `listingKey`. */
export type LearnedPrices = {
  readonly connectionId: string
  readonly question: PriceQuestion
  readonly prices: ReadonlyMap<string, KnownPrice>
}

type RateType = 'live' | 'cached'

/** What one supplier has answered about a hotel. */
export type SupplierPrice = KnownPrice & { readonly supplierCode: string; readonly rateType: RateType }
