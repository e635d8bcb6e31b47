import type { HotelQuote, RefundableQuote } from '../../domain/rate.ts'
import type { KnownPrice } from './known-price.ts'

/**
 * A supplier may list a hotel twice with different rates, but a hotel has one price per supplier: the cheapest total of both
 * listings, and their cheapest refundable rate. The older of the two times counts as its fetch time.
 */
export function cheaperListing(one: KnownPrice | undefined, other: KnownPrice): KnownPrice {
  if (!one) return other
  return { quote: cheaperQuote(one.quote, other.quote), fetchedAt: Math.min(one.fetchedAt, other.fetchedAt) }
}

function cheaperQuote(one: HotelQuote | null, other: HotelQuote | null): HotelQuote | null {
  if (!one || !other) return one ?? other
  const cheaper = isCheaper(other, one) ? other : one
  return { ...cheaper, cheapestRefundable: cheaperRefundable(one.cheapestRefundable, other.cheapestRefundable) }
}

function cheaperRefundable(one: RefundableQuote | null, other: RefundableQuote | null): RefundableQuote | null {
  if (!one || !other) return one ?? other
  return isCheaper(other, one) ? other : one
}

/** A connection has one currency. If a supplier mixes currencies nevertheless, the first listing is used. */
function isCheaper({ total }: RefundableQuote, { total: than }: RefundableQuote): boolean {
  return total.currency === than.currency && total.amountMinor < than.amountMinor
}
