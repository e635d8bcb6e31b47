import type { Cache } from '../../cache/cache.ts'
import type { RefundableQuote } from '../../domain/rate.ts'
import type { Metrics } from '../../platform/metrics.ts'
import {
  FRESH_MS,
  type KnownPrice,
  type LearnedPrices,
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

function keyOf(question: string, { connectionId, supplierHotelId }: PricedListing): string {
  return `price:${connectionId}:${question}:${supplierHotelId}`
}

/**
 * The cached prices of the listings, in their order; null where the cache has none. It is one read for any number of suppliers.
 */
export async function readPrices(
  { cache, metrics }: Pick<PriceCacheDeps, 'cache' | 'metrics'>,
  question: PriceQuestion,
  listings: readonly PricedListing[],
): Promise<readonly (KnownPrice | null)[]> {
  const key = questionKey(question)
  const texts = await cache.values.getMany(listings.map((listing) => keyOf(key, listing)))
  const found = texts.reduce((sum, text) => (text === null ? sum : sum + 1), 0)
  metrics.countCacheReads('price', found, listings.length - found)
  // The cache counts fifteen minutes of real time; the organization's clock may have been moved.
  const freshSince = question.time.now() - FRESH_MS
  return listings.map(({ supplierHotelId }, index) => {
    const text = texts[index] ?? null
    const price = text === null ? null : unpack(text, supplierHotelId)
    return price && price.fetchedAt > freshSince ? price : null
  })
}

/** The key of a version that changes with every write of prices for the question through the connection. */
function versionKey(connectionId: string, question: string): string {
  return `price-version:${connectionId}:${question}`
}

/** Returns a text that stays the same as long as no process writes prices of these connections for the question. */
export async function readVersion(
  { cache }: Pick<PriceCacheDeps, 'cache'>,
  connectionIds: readonly string[],
  question: PriceQuestion,
): Promise<string> {
  const key = questionKey(question)
  return (await cache.values.getMany(connectionIds.map((connectionId) => versionKey(connectionId, key)))).join()
}

/** Writes the prices and a new version of their question to the shared cache. */
export function writePrices(
  { cache, randomBytes }: Pick<PriceCacheDeps, 'cache' | 'randomBytes'>,
  { connectionId, question, prices }: LearnedPrices,
): Promise<void> {
  const key = questionKey(question)
  const version = Buffer.from(randomBytes(9)).toString('base64url')
  const entries = [...prices].map(
    ([supplierHotelId, price]) => [keyOf(key, { connectionId, supplierHotelId }), pack(price)] as const,
  )
  // The version is written last, so that a process that reads the new version finds the new prices.
  return cache.values.setMany([...entries, [versionKey(connectionId, key), version]], FRESH_MS)
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
  return {
    fetchedAt: Number(fetchedAt),
    quote: { supplierHotelId, refundable: isRefundable, ...rate, cheapestRefundable },
  }
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
