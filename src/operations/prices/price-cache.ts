import type { Cache } from '../../cache/cache.ts'
import type { RefundableQuote } from '../../domain/rate.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { FRESH_MS, type KnownPrice, type PricedListing, type PriceQuestion, questionKey } from './known-price.ts'
import type { JustAnswered, RecentPrices } from './recent-prices.ts'

/** What prices are recalled from. */
export type RecallDeps = {
  readonly cache: Cache
  readonly recentPrices: RecentPrices
  readonly clock: Pick<Clock, 'now'>
  readonly metrics: Pick<Metrics, 'countCacheReads'>
}

function keyOf(question: string, { connectionId, supplierHotelId }: PricedListing): string {
  return `price:${connectionId}:${question}:${supplierHotelId}`
}

/**
 * What is remembered of the listings, in their order; null where nothing is. One read of the cache, whatever the number of
 * suppliers, for what this process has not just been told.
 */
export async function recallPrices(
  { cache, recentPrices, clock, metrics }: RecallDeps,
  question: PriceQuestion,
  listings: readonly PricedListing[],
): Promise<readonly (KnownPrice | null)[]> {
  const key = questionKey(question)
  const told = new Map<string, JustAnswered>()
  function toldBy(connectionId: string): JustAnswered {
    const known = told.get(connectionId) ?? recentPrices.justAnswered(key, connectionId)
    told.set(connectionId, known)
    return known
  }
  const freshSince = clock.now() - FRESH_MS
  const known = listings.map(({ connectionId, supplierHotelId }) => {
    const price = toldBy(connectionId).get(supplierHotelId)
    return price && price.fetchedAt > freshSince ? price : null
  })
  const missing = listings.filter((_, index) => !known[index])
  if (missing.length === 0) return known
  const texts = await cache.values.getMany(missing.map((listing) => keyOf(key, listing)))
  const found = texts.reduce((sum, text) => (text === null ? sum : sum + 1), 0)
  metrics.countCacheReads('price', found, missing.length - found)
  let next = 0
  return known.map((price, index) => {
    const listing = listings[index]
    if (price || !listing) return price
    const text = texts[next++] ?? null
    if (text === null) return null
    return unpack(text, listing.supplierHotelId)
  })
}

/** Keeps prices that a supplier has just told for the next searches of this process. */
export function notePrices(
  { recentPrices }: Pick<RecallDeps, 'recentPrices'>,
  connectionId: string,
  question: PriceQuestion,
  prices: ReadonlyMap<string, KnownPrice>,
): void {
  const told = recentPrices.justAnswered(questionKey(question), connectionId)
  for (const [supplierHotelId, price] of prices) told.put(supplierHotelId, price)
}

/** Changes with every write of prices for the question through the connection. */
function versionKey(connectionId: string, question: string): string {
  return `price-version:${connectionId}:${question}`
}

/** Stays the same for as long as nobody writes prices of these connections for the question. */
export async function readVersion(
  { cache }: Pick<RecallDeps, 'cache'>,
  connectionIds: readonly string[],
  question: PriceQuestion,
): Promise<string> {
  const key = questionKey(question)
  return (await cache.values.getMany(connectionIds.map((connectionId) => versionKey(connectionId, key)))).join()
}

/** Writes them to the cache, for all processes. */
export function writePrices(
  { cache, randomBytes }: { readonly cache: Cache; readonly randomBytes: (size: number) => Uint8Array },
  connectionId: string,
  question: PriceQuestion,
  prices: ReadonlyMap<string, KnownPrice>,
): Promise<void> {
  const key = questionKey(question)
  const version = Buffer.from(randomBytes(9)).toString('base64url')
  const entries = [...prices].map(
    ([supplierHotelId, price]) => [keyOf(key, { connectionId, supplierHotelId }), pack(price)] as const,
  )
  // The version last: whoever reads the new one finds the new prices.
  return cache.values.setMany([...entries, [versionKey(connectionId, key), version]], FRESH_MS)
}

/**
 * `fetched at|amount|currency|refundable|free until`, or the time alone: sixty of them are read for each search. Of a rate that
 * is not refundable `|amount|currency|free until` of the cheapest refundable one follows, or `|-` for none: processes of an
 * earlier release read what they know of it.
 */
function pack({ quote, fetchedAt }: KnownPrice): string {
  if (!quote) return String(fetchedAt)
  const { total, refundable, freeCancellationUntilAt } = quote
  const text = `${fetchedAt}|${total.amountMinor}|${total.currency}|${refundable ? 1 : 0}|${freeCancellationUntilAt ?? ''}`
  return refundable ? text : `${text}|${packRefundable(quote.cheapestRefundable)}`
}

function packRefundable(rate: RefundableQuote | null): string {
  return rate ? `${rate.total.amountMinor}|${rate.total.currency}|${rate.freeCancellationUntilAt ?? ''}` : '-'
}

/** Null for a text of an earlier release that leaves open whether the hotel has a refundable rate: it is asked for again. */
function unpack(text: string, supplierHotelId: string): KnownPrice | null {
  const [fetchedAt = '', amount, currency = '', refundable, freeUntil = '', ...rest] = text.split('|')
  if (amount === undefined) return { quote: null, fetchedAt: Number(fetchedAt) }
  const rate = unpackRate(amount, currency, freeUntil)
  const isRefundable = refundable === '1'
  const cheapestRefundable = isRefundable ? rate : unpackRefundable(rest)
  if (cheapestRefundable === undefined) return null
  return {
    fetchedAt: Number(fetchedAt),
    quote: { supplierHotelId, refundable: isRefundable, ...rate, cheapestRefundable },
  }
}

/** Undefined when the text says nothing of it. */
function unpackRefundable([amount, currency = '', freeUntil = '']: readonly string[]):
  | RefundableQuote
  | null
  | undefined {
  if (amount === undefined) return undefined
  return amount === '-' ? null : unpackRate(amount, currency, freeUntil)
}

function unpackRate(amount: string, currency: string, freeUntil: string): RefundableQuote {
  return {
    total: { amountMinor: Number(amount), currency },
    freeCancellationUntilAt: freeUntil === '' ? null : Number(freeUntil),
  }
}
