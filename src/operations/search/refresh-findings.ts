import type { PriceUpdate, SearchProviderView } from '../../domain/contract/search.ts'
import type { CatalogueHotel } from '../../hotel-index/catalogue.ts'
import type { EnabledSupplier } from '../../store/organizations.ts'
import type { Deps } from '../deps.ts'
import { pendingProviders, type SupplierAnswer } from '../prices/ask-suppliers.ts'
import { supplierNames } from '../prices/asker.ts'
import { isPriced, type PagePrices } from '../prices/page-prices.ts'
import type { ListMoney } from '../prices/prices-view.ts'
import { type TypicalPrices, valueOf } from '../prices/typical-prices.ts'
import type { SearchProgress } from './search-record.ts'

/*
 * What a refresh finds out about each hotel and each supplier. For the refresh a hotel is in one of these states:
 *
 *   waiting     a supplier that lists it has not answered about it; it may have a price already
 *   priced      all have answered or failed, and there is a price
 *   without     all have answered, none has a price: `noPriceHotelIds`
 *   undecided   there is no price and a supplier has failed, which is no answer: it is shown in neither list
 *
 *   waiting → priced, without, undecided   `add`, with the last answer that was missing; never back
 *
 * A hotel of which everything is known and fresh begins as priced or without.
 *
 * A supplier is in one of these states:
 *
 *   PENDING               it is to be asked about at least one hotel
 *   SKIPPED_UNMAPPED      it lists none of the hotels; it stays so
 *   PRICED, NO_AVAILABILITY   everything that is shown of it is known and fresh; it stays so
 *   any other outcome     what asking it has come to so far, after each turn (`refresh-supplier.ts`)
 */

/** What is refreshed: the hotels of an answer, and what was known of them when it was made. */
export type Refreshed = {
  readonly suppliers: readonly EnabledSupplier[]
  /** In which money the list was shown. */
  readonly list: ListMoney
  readonly hotels: readonly CatalogueHotel[]
  readonly book: PagePrices
  readonly typical: TypicalPrices
}

export type Findings = {
  /** True when a supplier is to be asked about anything. */
  readonly isAsking: boolean
  readonly providers: () => readonly SearchProviderView[]
  /** The hotels that a supplier is to be asked about, in the order of the page. */
  readonly hotelsFor: (supplierCode: string) => readonly CatalogueHotel[]
  /** Reports what was known before any supplier was asked, as revision 1. */
  readonly addKnown: () => void
  /** Adds what a supplier has answered, as the next revision. */
  readonly add: (answer: SupplierAnswer) => void
  readonly setProvider: (supplierCode: string, facts: Partial<SearchProviderView>) => void
  /** The state as a poll shows it; COMPLETE is a revision of its own when suppliers were asked. */
  readonly progress: (status: SearchProgress['status']) => SearchProgress
  readonly complete: () => SearchProgress
}

/** Suppliers that list a hotel and have not answered about it; hotels of which everything is known are not there. */
type Waiting = ReadonlyMap<number, Set<string>>

/** Of a supplier: how many of the hotels it lists, of how many a price is known, and whether it is to be asked about any. */
type Coverage = { listed: number; priced: number; isAsked: boolean }

export function createFindings(deps: Pick<Deps, 'suppliers'>, refreshed: Refreshed): Findings {
  const { hotels, book } = refreshed
  const { waiting, providers } = lookAt(refreshed)
  const failed = new Set<number>()
  const updates = new Map<number, PriceUpdate>()
  let revision = 1

  function update(hotelId: number): void {
    updates.set(hotelId, { ...priceUpdate(deps, refreshed, hotelId), revision })
  }

  /** True when every supplier that lists it has answered, and none with a price. */
  function isWithout(hotel: CatalogueHotel): boolean {
    const { hotelId } = hotel
    return (waiting.get(hotelId)?.size ?? 0) === 0 && !failed.has(hotelId) && !isPriced(book, hotel)
  }

  function progress(status: SearchProgress['status']): SearchProgress {
    return {
      revision,
      status,
      hotels: [...updates.values()],
      noPriceHotelIds: hotels.filter(isWithout).map(({ hotelId }) => String(hotelId)),
      pendingCount: [...waiting.values()].filter((codes) => codes.size > 0).length,
      providers: [...providers.values()],
    }
  }

  return {
    isAsking: waiting.size > 0,
    providers: () => [...providers.values()],
    hotelsFor: (supplierCode) => hotels.filter(({ hotelId }) => waiting.get(hotelId)?.has(supplierCode)),
    addKnown: () => {
      for (const hotel of hotels) if (isPriced(book, hotel)) update(hotel.hotelId)
    },
    add: ({ supplierCode, hotelIds, prices, failed: hasFailed }) => {
      revision += 1
      for (const hotelId of hotelIds) {
        waiting.get(hotelId)?.delete(supplierCode)
        if (hasFailed) failed.add(hotelId)
        const price = prices.get(hotelId)
        if (price) book.put(hotelId, supplierCode, price)
        if (price?.quote && isPriced(book, { hotelId })) update(hotelId)
      }
    },
    setProvider: (supplierCode, facts) => {
      const view = providers.get(supplierCode)
      if (view) providers.set(supplierCode, { ...view, ...facts })
    },
    progress,
    complete: () => {
      revision += 1
      return progress('COMPLETE')
    },
  }
}

function lookAt({ suppliers, hotels, book }: Refreshed): {
  readonly waiting: Waiting
  readonly providers: Map<string, SearchProviderView>
} {
  const waiting = new Map<number, Set<string>>()
  /** By the supplier's index, which is its bit as well. */
  const coverages: Coverage[] = suppliers.map(() => ({ listed: 0, priced: 0, isAsked: false }))
  for (const hotel of hotels) {
    const { listed, priced, unanswered } = book.of(hotel.hotelId).coverage(hotel, suppliers)
    for (let index = 0; index < coverages.length; index++) {
      const coverage = coverages[index]
      if (!coverage || !hasSupplier(listed, index)) continue
      coverage.listed += 1
      if (hasSupplier(priced, index)) coverage.priced += 1
      if (hasSupplier(unanswered, index)) coverage.isAsked = true
    }
    if (unanswered === 0) continue
    const codes = suppliers.filter((_, index) => hasSupplier(unanswered, index)).map(({ supplierCode }) => supplierCode)
    waiting.set(hotel.hotelId, new Set(codes))
  }
  const views = pendingProviders(suppliers).map((view, index) => viewOf(view, coverages[index]))
  return { waiting, providers: new Map(views.map((view) => [view.supplierCode, view])) }
}

function hasSupplier(mask: number, index: number): boolean {
  return (mask & (1 << index)) !== 0
}

/** A supplier before it is asked; or one that need not be: what is shown of it was answered before, and is still fresh. */
function viewOf(view: SearchProviderView, coverage: Coverage | undefined): SearchProviderView {
  if (!coverage || coverage.isAsked) return view
  const { listed, priced } = coverage
  if (listed === 0) return { ...view, outcome: 'SKIPPED_UNMAPPED' }
  return { ...view, hotelsPriced: priced, outcome: priced > 0 ? 'PRICED' : 'NO_AVAILABILITY' }
}

/** Polling keeps the currency of its prices: USD, in whatever currency the list is shown. */
function priceUpdate(
  deps: Pick<Deps, 'suppliers'>,
  { list, book, typical }: Refreshed,
  hotelId: number,
): Omit<PriceUpdate, 'revision'> {
  const names = supplierNames(deps)
  const prices = book.of(hotelId)
  const { price, supplierPrices } = prices.shownIn({ ...list, currency: 'USD' }, names)
  const inList = prices.shownIn(list, names)
  const { lowestPrice, refundableFrom } = inList
  const { valuePct, vsTypicalPct } =
    typical.rankedValue?.(hotelId) ?? valueOf(lowestPrice ?? price, typical.total(hotelId), list.rates)
  return {
    hotelId: String(hotelId),
    price,
    listPrice: list.currency === 'USD' ? null : inList.price,
    lowestPrice,
    refundableFrom,
    supplierPrices,
    valuePct,
    vsTypicalPct,
  }
}
