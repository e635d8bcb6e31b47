import type { CatalogueHotel } from '../../hotel-index/catalogue.ts'
import type { PriceAsker } from './asker.ts'
import { cheaperListing } from './cheaper-listing.ts'
import { type HotelPrices, hotelPrices } from './hotel-prices.ts'
import {
  FRESH_MS,
  freshness,
  type KnownPrice,
  type LearnedPrices,
  listingKey,
  type PricedListing,
  type PriceQuestion,
  questionKey,
  type SupplierPrice,
} from './known-price.ts'
import { createPagePrices, type PagePrices } from './page-prices.ts'
import { type PriceCacheDeps, readPrices, readVersion, writePrices } from './price-cache.ts'
import { createRecentPrices, type JustAnswered, pricesKeptIn, type RecentPrices } from './recent-prices.ts'

/*
 * All access to remembered prices goes through this module. It combines the cache, which all processes share (`price-cache.ts`),
 * and the part of it that this process holds in memory (`recent-prices.ts`). Why this is correct: docs/decisions/0011.
 *
 * A supplier's price of a listing, for one question through one connection, is for this process in one of these states:
 *
 *   unknown         neither this process nor the cache has it: only the supplier knows it
 *   just answered   this process has it from the supplier; it overrides the cache, which may not have it yet
 *   cached          every process can read it from the cache
 *
 *   unknown, cached → just answered   `learn`
 *   just answered   → cached          3 s later; `learn` has written it to the cache by then (unknown, if the cache refused it)
 *   unknown         → cached          another process has learned it
 *   any             → unknown         15 minutes after the supplier's answer; earlier if the cache loses it, in a search for free
 *                                     cancellation when the rate begins to cost, and when the listing's mapping has another
 *                                     version, for whoever knows that version
 *
 * All prices of one hotel, for one question through the connections of an organization, are in one of these:
 *
 *   unread     this process does not hold them: `recall` reads them
 *   held       this process holds them with the version that it read before them: `recall` reads the version only
 *   outdated   it holds them, but the cache has another version by now, or one of them is unknown by now
 *
 *   unread, outdated → held       `recall`, if it found any price, and nothing was learned in the 3 s before it began
 *   held             → outdated   another process learns a price, or time passes
 *   held, outdated   → unread     this process learns a price for the question; the catalogue has a new object for the hotel, as
 *                                 it has when a mapping changes; the question is forgotten
 *
 * The version of a question through a connection is in one of these:
 *
 *   none     no process has learned anything within 15 minutes, or the cache has lost it
 *   random   `learn` writes a new one, in the same command as the prices and after them
 *
 * No caller has to delete anything: entries of the cache expire after 15 minutes, and this process deletes the question that was
 * used least recently when it holds more than 40,000 hotels and prices, or more than fit into a quarter of its heap.
 */
export type PriceMemory = {
  /** All remembered prices of the hotels, for the asker's question and through the asker's connections. */
  readonly recall: (asker: Recalling, hotels: readonly CatalogueHotel[]) => Promise<PagePrices>
  /** The remembered prices of single listings, in their order; null where there is none. */
  readonly recallListings: (
    question: PriceQuestion,
    listings: readonly PricedListing[],
  ) => Promise<readonly (KnownPrice | null)[]>
  /**
   * Remembers what a supplier has just answered: in this process immediately, in the cache once `quiet` has resolved. The
   * returned promise resolves when the cache has it.
   */
  readonly learn: (learned: LearnedPrices, quiet: Promise<unknown>) => Promise<void>
}

type Recalling = Pick<PriceAsker, 'tenant' | 'question'>

/** The two memories that this module combines. */
type Memories = PriceCacheDeps & { readonly recent: RecentPrices }

/** `heapBytes`: the heap limit of this process, which bounds how many prices it holds. */
export function createPriceMemory(deps: PriceCacheDeps, heapBytes: number = Number.POSITIVE_INFINITY): PriceMemory {
  const memories = { ...deps, recent: createRecentPrices(pricesKeptIn(heapBytes)) }
  return {
    recall: (asker, hotels) => recall(memories, asker, hotels),
    recallListings: (question, listings) => recallListings(memories, question, listings),
    learn: async (learned, quiet) => {
      const { question, connectionId, prices } = learned
      const justAnswered = memories.recent.justAnswered(questionKey(question), connectionId)
      for (const [listing, price] of prices) justAnswered.put(listing, price)
      await quiet
      await writePrices(deps, learned)
    },
  }
}

/**
 * Hotels that this process holds are used as they are, if the version of their prices in the cache is still the same; all others
 * are read together.
 */
async function recall(
  memories: Memories,
  { tenant, question }: Recalling,
  hotels: readonly CatalogueHotel[],
): Promise<PagePrices> {
  const page = createPagePrices(tenant.suppliers)
  const connectionIds = tenant.suppliers.map(({ connectionId }) => connectionId)
  const recent = memories.recent.hotels(questionKey(question), connectionIds.join())
  // The version is requested before any price, so that prices which are stored under it are never older than it.
  const versioned = readVersion(memories, connectionIds, question)
  const held = hotels.map((hotel) => recent.get(hotel))
  const unread = hotels.filter((_, index) => !held[index])
  const reading = unread.length > 0 ? readHotels(memories, { tenant, question }, unread) : null
  const version = await versioned
  const freshSince = question.time.now() - FRESH_MS
  const isFresh = freshness(question)
  function areFresh({ oldestAt, suppliers }: HotelPrices): boolean {
    return question.freeCancellation ? suppliers.every(isFresh) : oldestAt > freshSince
  }
  const outdated = hotels.filter((hotel, index) => {
    const one = held[index]
    if (!one) return false
    const isCurrent = one.version === version && areFresh(one.prices)
    if (isCurrent) page.enter(hotel.hotelId, one.prices)
    return !isCurrent
  })
  const missed = unread.length + outdated.length
  memories.metrics.countCacheReads('near_price', hotels.length - missed, missed)
  function enter({ hotel, prices }: ReadHotel): void {
    page.enter(hotel.hotelId, prices)
    // Without prices nothing is stored, because the cache may not have answered.
    if (prices.suppliers.length > 0) recent.put(hotel, { prices, version })
  }
  if (reading) for (const read of await reading) enter(read)
  if (outdated.length > 0) for (const read of await readHotels(memories, { tenant, question }, outdated)) enter(read)
  return page
}

type ReadHotel = { readonly hotel: CatalogueHotel; readonly prices: HotelPrices }

/**
 * Reads the remembered prices of the hotels, listing by listing, with one read of the cache for any number of hotels and
 * suppliers.
 */
async function readHotels(
  memories: Memories,
  { tenant, question }: Recalling,
  hotels: readonly CatalogueHotel[],
): Promise<readonly ReadHotel[]> {
  const wanted = hotels.map((hotel) => listingsOf(tenant, hotel))
  const prices = await recallListings(memories, question, wanted.flat())
  let next = 0
  return hotels.map((hotel, index) => {
    // A hotel has one price per supplier, even if the supplier lists it twice.
    const known = new Map<string, SupplierPrice>()
    for (const { supplierCode } of wanted[index] ?? []) {
      const price = prices[next++]
      if (!price) continue
      const { quote, fetchedAt } = cheaperListing(known.get(supplierCode), price)
      known.set(supplierCode, { quote, fetchedAt, supplierCode, rateType: 'cached' })
    }
    return { hotel, prices: hotelPrices(hotel.hotelId, [...known.values()]) }
  })
}

type WantedPrice = PricedListing & { readonly supplierCode: string }

/** The listings of a hotel with the asker's suppliers, in the organization's order of suppliers. */
function listingsOf({ suppliers }: PriceAsker['tenant'], hotel: CatalogueHotel): WantedPrice[] {
  const listings: WantedPrice[] = []
  for (const { supplierCode, connectionId } of suppliers)
    for (const listing of hotel.suppliers)
      if (listing.supplierCode === supplierCode)
        listings.push({
          supplierCode,
          connectionId,
          supplierHotelId: listing.supplierHotelId,
          version: listing.version ?? null,
        })
  return listings
}

async function recallListings(
  memories: Memories,
  question: PriceQuestion,
  listings: readonly PricedListing[],
): Promise<readonly (KnownPrice | null)[]> {
  const justAnswered = justAnsweredListings(memories, question, listings)
  const missing = listings.filter((_, index) => !justAnswered[index])
  if (missing.length === 0) return justAnswered
  const cached = await readPrices(memories, question, missing)
  let next = 0
  return justAnswered.map((price) => price ?? cached[next++] ?? null)
}

/** The prices that this process has just received from suppliers, in the order of the listings; null where there is none. */
function justAnsweredListings(
  { recent }: Memories,
  question: PriceQuestion,
  listings: readonly PricedListing[],
): readonly (KnownPrice | null)[] {
  const key = questionKey(question)
  const byConnection = new Map<string, JustAnswered>()
  const isFresh = freshness(question)
  return listings.map((listing) => {
    const { connectionId } = listing
    const known = byConnection.get(connectionId)
    const prices = known ?? recent.justAnswered(key, connectionId)
    if (!known) byConnection.set(connectionId, prices)
    const price = prices.get(listingKey(listing))
    return price && isFresh(price) ? price : null
  })
}
