import type { HotelQuote, RefundableQuote } from '../../domain/rate.ts'
import type { KnownPrice } from './known-price.ts'

/**
 * A supplier may list a hotel twice, each listing with rates of its own, and a hotel has one price of a supplier: the cheapest total
 * of both listings, and the cheapest refundable one. It counts as fetched when the older of the two was.
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

/** A contract has one currency. Should a supplier mix them all the same, the first listing stands. */
function isCheaper({ total }: RefundableQuote, { total: than }: RefundableQuote): boolean {
  return total.currency === than.currency && total.amountMinor < than.amountMinor
}
