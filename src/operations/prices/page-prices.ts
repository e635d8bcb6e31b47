import type { CatalogueHotel } from '../../hotel-index/catalogue.ts'
import type { PriceAsker } from './asker.ts'
import { cheaperListing } from './cheaper-listing.ts'
import { type HotelPrices, hotelPrices } from './hotel-prices.ts'
import {
  FRESH_MS,
  type KnownPrice,
  type PricedListing,
  questionKey,
  type RateType,
  type SupplierPrice,
} from './known-price.ts'
import type { RecallDeps } from './price-cache.ts'
import { readVersion, recallPrices } from './price-cache.ts'

/** What is known of many hotels' prices while they are being found out. */
export type PagePrices = {
  readonly put: (hotelId: number, supplierCode: string, price: KnownPrice, rateType: RateType) => void
  /** All that is known of a hotel at once. */
  readonly enter: (hotelId: number, prices: HotelPrices) => void
  /** What suppliers have answered to the question, in the organization's order of suppliers. */
  readonly of: (hotelId: number) => HotelPrices
}

const NOTHING = hotelPrices(0, [])

export function createPagePrices(supplierCodes: readonly string[]): PagePrices {
  const book = new Map<number, HotelPrices>()
  function of(hotelId: number): HotelPrices {
    return book.get(hotelId) ?? NOTHING
  }
  function inOrder(a: SupplierPrice, b: SupplierPrice): number {
    return supplierCodes.indexOf(a.supplierCode) - supplierCodes.indexOf(b.supplierCode)
  }
  return {
    put: (hotelId, supplierCode, { quote, fetchedAt }, rateType) => {
      const others = of(hotelId).suppliers.filter((price) => price.supplierCode !== supplierCode)
      const price = { supplierCode, quote, fetchedAt, rateType }
      book.set(hotelId, hotelPrices(hotelId, [...others, price].sort(inOrder)))
    },
    enter: (hotelId, prices) => {
      book.set(hotelId, prices)
    },
    of,
  }
}

/** True when there is a price to show. */
export function isPriced(book: PagePrices, { hotelId }: Pick<CatalogueHotel, 'hotelId'>): boolean {
  return book.of(hotelId).suppliers.some(({ quote }) => quote !== null)
}

/** True when every supplier that sells the hotel has answered, and none with a price. */
export function isRuledOut(book: PagePrices, hotel: CatalogueHotel, { suppliers }: PriceAsker['tenant']): boolean {
  const { listed: sold, unanswered: unheard } = book.of(hotel.hotelId).coverage(hotel, suppliers)
  return sold !== 0 && unheard === 0 && !isPriced(book, hotel)
}

type WantedPrice = PricedListing & { readonly supplierCode: string }

type Recalling = Pick<PriceAsker, 'tenant' | 'question'>

/**
 * Puts every remembered price of the hotels into the book. Hotels whose prices this process has read before are taken as they
 * were, if the cache's version of the prices says that nobody has written since; the others are read, all together.
 */
export async function recallInto(
  deps: RecallDeps,
  recalling: Recalling,
  hotels: readonly CatalogueHotel[],
  book: PagePrices,
): Promise<void> {
  const { tenant, question } = recalling
  const connectionIds = tenant.suppliers.map(({ connectionId }) => connectionId)
  const near = deps.recentPrices.hotels(questionKey(question), connectionIds.join())
  // Asked before any price: what is read under a version is never older than it.
  const versioned = readVersion(deps, connectionIds, question)
  const known = hotels.map((hotel) => near.get(hotel))
  const unread = hotels.filter((_, index) => !known[index])
  const reading = unread.length > 0 ? readPrices(deps, recalling, unread) : null
  const version = await versioned
  const freshSince = deps.clock.now() - FRESH_MS
  const outdated = hotels.filter((hotel, index) => {
    const kept = known[index]
    if (!kept) return false
    const isCurrent = kept.version === version && kept.prices.oldestAt > freshSince
    if (isCurrent) book.enter(hotel.hotelId, kept.prices)
    return !isCurrent
  })
  const missed = unread.length + outdated.length
  deps.metrics.countCacheReads('near_price', hotels.length - missed, missed)
  function enter({ hotel, prices }: Read): void {
    book.enter(hotel.hotelId, prices)
    // Nothing at all may be a cache that did not answer.
    if (prices.suppliers.length > 0) near.put(hotel, { prices, version })
  }
  if (reading) for (const read of await reading) enter(read)
  if (outdated.length > 0) for (const read of await readPrices(deps, recalling, outdated)) enter(read)
}

type Read = { readonly hotel: CatalogueHotel; readonly prices: HotelPrices }

/** What the cache has of the hotels: one read, whatever their number and that of the suppliers. */
async function readPrices(
  deps: RecallDeps,
  { tenant, question }: Recalling,
  hotels: readonly CatalogueHotel[],
): Promise<readonly Read[]> {
  const wanted = hotels.map((hotel) => listingsOf(tenant, hotel))
  const prices = await recallPrices(deps, question, wanted.flat())
  let next = 0
  return hotels.map((hotel, index) => {
    // One price a supplier, though it may list the hotel twice.
    const known = new Map<string, SupplierPrice>()
    for (const { supplierCode } of wanted[index] ?? []) {
      const price = prices[next++]
      if (price)
        known.set(supplierCode, { ...cheaperListing(known.get(supplierCode), price), supplierCode, rateType: 'cached' })
    }
    return { hotel, prices: hotelPrices(hotel.hotelId, [...known.values()]) }
  })
}

/** What there is to know of a hotel, in the organization's order of suppliers. */
function listingsOf({ suppliers }: PriceAsker['tenant'], hotel: CatalogueHotel): WantedPrice[] {
  const listings: WantedPrice[] = []
  for (const { supplierCode, connectionId } of suppliers)
    for (const listing of hotel.suppliers)
      if (listing.supplierCode === supplierCode)
        listings.push({ supplierCode, connectionId, supplierHotelId: listing.supplierHotelId })
  return listings
}
