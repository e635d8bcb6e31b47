import type { Cache } from '../../cache/cache.ts'
import type { RefundableQuote } from '../../domain/rate.ts'
import type { Metrics } from '../../platform/metrics.ts'
import {
  FRESH_MS,
  freshness,
  type KnownPrice,
  type LearnedPrices,
  listingKey,
  type PricedListing,
  type PriceQuestion,
  questionKey,
} from './known-price.ts'

/** The dependencies for prices in the cache that all processes share. */
export type PriceCacheDeps = {
  readonly cache: Cache
  readonly metrics: Pick<Metrics, 'countCacheReads'>
  readonly randomBytes: (size: number) => Uint8Array
}

type PriceKeys = {
  readonly priceOf: (connectionId: string, listing: string) => string
  /** The key of a version that changes with every write of prices for the question through the connection. */
  readonly versionOf: (connectionId: string) => string
}

/** What is known of a question through a connection is kept together: it is read and written together. */
function priceKeys({ values }: Cache, question: PriceQuestion): PriceKeys {
  const text = questionKey(question)
  const parts = new Map<string, string>()
  function partOf(connectionId: string): string {
    const known = parts.get(connectionId)
    if (known !== undefined) return known
    const part = values.together(`${connectionId}:${text}`)
    parts.set(connectionId, part)
    return part
  }
  return {
    priceOf: (connectionId, listing) => `price:${partOf(connectionId)}:${listing}`,
    versionOf: (connectionId) => `price-version:${partOf(connectionId)}`,
  }
}

/**
 * The cached prices of the listings, in their order; null where the cache has none. It is one read for any number of suppliers.
 */
export async function readPrices(
  { cache, metrics }: Pick<PriceCacheDeps, 'cache' | 'metrics'>,
  question: PriceQuestion,
  listings: readonly PricedListing[],
): Promise<readonly (KnownPrice | null)[]> {
  const keys = priceKeys(cache, question)
  const texts = await cache.values.getMany(
    listings.map((listing) => keys.priceOf(listing.connectionId, listingKey(listing))),
  )
  const found = texts.reduce((sum, text) => (text === null ? sum : sum + 1), 0)
  metrics.countCacheReads('price', found, listings.length - found)
  // The cache counts fifteen minutes of real time; the organization's clock may have been moved.
  const isFresh = freshness(question)
  return listings.map(({ supplierHotelId }, index) => {
    const text = texts[index] ?? null
    const price = text === null ? null : unpack(text, supplierHotelId)
    return price && isFresh(price) ? price : null
  })
}

/** Returns a text that stays the same as long as no process writes prices of these connections for the question. */
export async function readVersion(
  { cache }: Pick<PriceCacheDeps, 'cache'>,
  connectionIds: readonly string[],
  question: PriceQuestion,
): Promise<string> {
  return (await cache.values.getMany(connectionIds.map(priceKeys(cache, question).versionOf))).join()
}

/** Writes the prices and a new version of their question to the shared cache. */
export function writePrices(
  { cache, randomBytes }: Pick<PriceCacheDeps, 'cache' | 'randomBytes'>,
  { connectionId, question, prices }: LearnedPrices,
): Promise<void> {
  const keys = priceKeys(cache, question)
  const version = Buffer.from(randomBytes(9)).toString('base64url')
  const entries = [...prices].map(([listing, price]) => [keys.priceOf(connectionId, listing), pack(price)] as const)
  // The version is written last, so that a process that reads the new version finds the new prices.
  return cache.values.setMany([...entries, [keys.versionOf(connectionId), version]], FRESH_MS)
}

/**
 * The format is `fetched at|amount|currency|refundable|free until`, or only the time when there is no price; it is compact
 * because each search reads sixty of them. For a rate that is not refundable, `|amount|currency|free until` of the cheapest
 * refundable rate follows, or `|-` for none; processes of an earlier release ignore this part.
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

/**
 * Returns null for a text of an earlier release that does not say whether the hotel has a refundable rate; the supplier is then
 * asked again.
 */
function unpack(text: string, supplierHotelId: string): KnownPrice | null {
  const [fetchedAt = '', amount, currency = '', refundable, freeUntil = '', ...rest] = text.split('|')
  if (amount === undefined) return { quote: null, fetchedAt: Number(fetchedAt) }
  const rate = unpackRate(amount, currency, freeUntil)
  const isRefundable = refundable === '1'
  const cheapestRefundable = isRefundable ? rate : unpackRefundable(rest)
  if (cheapestRefundable === undefined) return null
  const { total, freeCancellationUntilAt } = rate
  // Tens of thousands are kept: what a spread makes takes half as much memory again.
  const quote = { supplierHotelId, refundable: isRefundable, total, freeCancellationUntilAt, cheapestRefundable }
  return { quote, fetchedAt: Number(fetchedAt) }
}

/** Returns undefined when the text does not contain this part. */
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
