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
 * What a refresh finds about each hotel and each supplier. A hotel is in one of these states:
 *
 *   waiting     a supplier that lists it has not answered about it; it may have a price already
 *   priced      all have answered or failed, and there is a price
 *   without     all have answered, none has a price: `noPriceHotelIds`
 *   undecided   it has no price and a supplier has failed, so nothing is certain: neither list shows it
 *
 *   waiting → priced, without, undecided   `add`, with the last answer that was missing; never back
 *
 * A hotel whose prices are all known and fresh starts as priced or without.
 *
 * A supplier is in one of these states:
 *
 *   PENDING               it has to be asked about at least one hotel
 *   SKIPPED_UNMAPPED      it lists none of the hotels; this state is final
 *   PRICED, NO_AVAILABILITY   all its prices are known and fresh; this state is final
 *   any other outcome     the result of the calls so far, updated after each turn (`refresh-supplier.ts`)
 */

/** What is refreshed: the hotels of an answer, and the prices that were known when it was made. */
export type Refreshed = {
  readonly suppliers: readonly EnabledSupplier[]
  /** The currency and rates with which the list was shown. */
  readonly list: ListMoney
  readonly hotels: readonly CatalogueHotel[]
  readonly book: PagePrices
  readonly typical: TypicalPrices
}

export type Findings = {
  /** True when at least one supplier has to be asked. */
  readonly isAsking: boolean
  readonly providers: () => readonly SearchProviderView[]
  /** The hotels that the supplier has to be asked about, in the order of the page. */
  readonly hotelsFor: (supplierCode: string) => readonly CatalogueHotel[]
  /** Reports the prices that were known before any supplier was asked, as revision 1. */
  readonly addKnown: () => void
  /** Adds a supplier's answer, as the next revision. */
  readonly add: (answer: SupplierAnswer) => void
  readonly setProvider: (supplierCode: string, facts: Partial<SearchProviderView>) => void
  /** The state as a poll shows it. If suppliers were asked, COMPLETE is a revision of its own. */
  readonly progress: (status: SearchProgress['status']) => SearchProgress
  readonly complete: () => SearchProgress
}

/** For each hotel, the suppliers that list it and have not answered about it. Hotels that need no answer are not in the map. */
type Waiting = ReadonlyMap<number, Set<string>>

/** For a supplier: how many of the hotels it lists, for how many of them a price is known, and whether it has to be asked. */
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

  /** True when every supplier that lists the hotel has answered, and none has a price. */
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
  /** The array is indexed by the supplier, and the index is also the number of its bit. */
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

/**
 * The first state of a supplier: PENDING if it is to be asked; otherwise the outcome of its earlier answers, which are still
 * fresh.
 */
function viewOf(view: SearchProviderView, coverage: Coverage | undefined): SearchProviderView {
  if (!coverage || coverage.isAsked) return view
  const { listed, priced } = coverage
  if (listed === 0) return { ...view, outcome: 'SKIPPED_UNMAPPED' }
  return { ...view, hotelsPriced: priced, outcome: priced > 0 ? 'PRICED' : 'NO_AVAILABILITY' }
}

/** A poll shows prices in USD, in whichever currency the list is shown. */
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
