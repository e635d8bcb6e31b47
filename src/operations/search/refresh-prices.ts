import type { PriceUpdate, SearchProviderView } from '../../domain/contract/search.ts'
import { SECOND_MS } from '../../domain/time.ts'
import type { CatalogueHotel } from '../../hotel-index/catalogue.ts'
import { ownTurn } from '../../platform/request-trace.ts'
import type { EnabledSupplier } from '../../store/organizations.ts'
import type { Deps } from '../deps.ts'
import { pendingProviders, type SupplierAnswer } from '../prices/ask-suppliers.ts'
import { supplierNames } from '../prices/asker.ts'
import { rememberNoPrice } from '../prices/no-price.ts'
import { observePrices } from '../prices/observe-prices.ts'
import { isPriced, type PagePrices } from '../prices/page-prices.ts'
import { type TypicalPrices, valueOf } from '../prices/typical-prices.ts'
import { createProgressWriter } from './progress-writer.ts'
import { refreshSupplier } from './refresh-supplier.ts'
import type { SearchProgress } from './search-record.ts'
import type { SearchSession } from './search-session.ts'

/** Polling keeps the currency of its prices: USD, whatever the list is shown in. */
function inUsd(session: Pick<SearchSession, 'list'>): SearchSession['list'] {
  return { ...session.list, currency: 'USD' }
}

/** A refresh that goes on for longer is given up: a poll would take it for one whose process is gone. */
const REFRESH_WITHIN_MS = 45 * SECOND_MS

/** What is being refreshed: the hotels of an answer, and what was known of them when it was made. */
export type Refreshing = {
  readonly session: Pick<SearchSession, 'key' | 'tenant' | 'list' | 'question' | 'caller' | 'language'>
  readonly hotels: readonly CatalogueHotel[]
  readonly book: PagePrices
  readonly typical: TypicalPrices
}

function priceUpdate(
  deps: Deps,
  { session, book, typical }: Refreshing,
  hotelId: number,
  revision: number,
): PriceUpdate {
  const names = supplierNames(deps)
  const prices = book.of(hotelId)
  const { price, supplierPrices } = prices.shownIn(inUsd(session), names)
  const inList = prices.shownIn(session.list, names)
  const { lowestPrice, refundableFrom } = inList
  const { valuePct, vsTypicalPct } =
    typical.rankedValue?.(hotelId) ?? valueOf(lowestPrice ?? price, typical.total(hotelId), session.list.rates)
  return {
    hotelId: String(hotelId),
    price,
    listPrice: session.list.currency === 'USD' ? null : inList.price,
    lowestPrice,
    refundableFrom,
    supplierPrices,
    valuePct,
    vsTypicalPct,
    revision,
  }
}

/** Suppliers that sell a hotel and have not answered about it; hotels of which everything is known are not there. */
type Waiting = ReadonlyMap<number, Set<string>>

/** Of a supplier: how many of the hotels it sells, of how many a price is known, and whether it is to be asked about any. */
type Told = { sold: number; priced: number; isAsked: boolean }

function lookAt({ session, hotels, book }: Refreshing): {
  readonly waiting: Waiting
  readonly told: ReadonlyMap<string, Told>
} {
  const { suppliers } = session.tenant
  const waiting = new Map<number, Set<string>>()
  const byPlace = suppliers.map(({ supplierCode }) => ({ supplierCode, sold: 0, priced: 0, isAsked: false }))
  for (const hotel of hotels) {
    const { listed: sold, priced, unanswered: unheard } = book.of(hotel.hotelId).coverage(hotel, suppliers)
    for (let place = 0; place < byPlace.length; place++) {
      const bit = 1 << place
      const told = byPlace[place]
      if (!told || (sold & bit) === 0) continue
      told.sold += 1
      if ((priced & bit) !== 0) told.priced += 1
    }
    if (unheard === 0) continue
    const unheardOf = byPlace.filter((_, place) => (unheard & (1 << place)) !== 0)
    for (const told of unheardOf) told.isAsked = true
    waiting.set(hotel.hotelId, new Set(unheardOf.map(({ supplierCode }) => supplierCode)))
  }
  return { waiting, told: new Map(byPlace.map((told) => [told.supplierCode, told])) }
}

/** True when every supplier that sells it has been heard of. */
function isSettled(waiting: Waiting, hotelId: number): boolean {
  return (waiting.get(hotelId)?.size ?? 0) === 0
}

export type Refresh = {
  readonly status: 'PENDING' | 'COMPLETE'
  readonly providers: readonly SearchProviderView[]
  /** What is known before any supplier is asked. Made when somebody polls for it. */
  readonly initial: () => SearchProgress
  /** Asks, and writes to the search what is found; null when everything is known and fresh. */
  readonly run: (() => Promise<void>) | null
}

/**
 * The refresh behind an instant answer. It asks only about hotels of which something is not known: what is fresh in the
 * cache is told as revision 1. A hotel is without a price only when every supplier that sells it has answered and none had
 * one; a failure is no answer.
 */
export function createRefresh(deps: Deps, refreshing: Refreshing): Refresh {
  const { session, hotels, book } = refreshing
  const { waiting, told } = lookAt(refreshing)
  const failed = new Set<number>()
  const updates = new Map<number, PriceUpdate>()
  function tellKnown(): void {
    for (const hotel of hotels)
      if (isPriced(book, hotel)) updates.set(hotel.hotelId, priceUpdate(deps, refreshing, hotel.hotelId, 1))
  }
  const views = new Map<string, SearchProviderView>()
  for (const view of pendingProviders(session.tenant.suppliers)) {
    const known = told.get(view.supplierCode)
    views.set(view.supplierCode, known ? viewOf(view, known) : view)
  }
  let revision = 1

  function progress(status: SearchProgress['status']): SearchProgress {
    return {
      revision,
      status,
      hotels: [...updates.values()],
      noPriceHotelIds: hotels
        .filter((hotel) => isSettled(waiting, hotel.hotelId) && !failed.has(hotel.hotelId) && !isPriced(book, hotel))
        .map(({ hotelId }) => String(hotelId)),
      pendingCount: [...waiting.values()].filter((codes) => codes.size > 0).length,
      providers: [...views.values()],
    }
  }

  function keep({ supplierCode, hotelIds, prices, failed: lost }: SupplierAnswer): void {
    revision += 1
    for (const hotelId of hotelIds) {
      waiting.get(hotelId)?.delete(supplierCode)
      if (lost) failed.add(hotelId)
      const price = prices.get(hotelId)
      if (price) book.put(hotelId, supplierCode, price)
      if (price?.quote && isPriced(book, { hotelId }))
        updates.set(hotelId, priceUpdate(deps, refreshing, hotelId, revision))
    }
  }

  async function run(): Promise<void> {
    // Behind the answer, which has been made in this turn and is about to be written.
    await ownTurn()
    tellKnown()
    const writer = createProgressWriter(deps, session.key, () => progress('PENDING'))
    const given = AbortSignal.timeout(REFRESH_WITHIN_MS)
    function refresh(enabled: EnabledSupplier): Promise<void> {
      return refreshSupplier(deps, session, enabled, {
        hotels: hotels.filter(({ hotelId }) => waiting.get(hotelId)?.has(enabled.supplierCode)),
        signal: given,
        onProvider: (facts) => {
          const view = views.get(enabled.supplierCode)
          if (view) views.set(enabled.supplierCode, { ...view, ...facts })
        },
        onAnswer: (answer) => {
          keep(answer)
          writer.changed()
        },
      })
    }
    await Promise.all(session.tenant.suppliers.map(refresh))
    revision += 1
    const written = writer.finish(progress('COMPLETE'))
    await rememberNoPrice(deps, session, hotels, book)
    observePrices(deps, session, hotels, book)
    await written
  }

  const asks = waiting.size > 0
  const status = asks ? 'PENDING' : 'COMPLETE'
  function initial(): SearchProgress {
    tellKnown()
    return progress(status)
  }
  return { status, providers: [...views.values()], initial, run: asks ? run : null }
}

/** Where a supplier stands before it is asked, or that need not be: what is shown of it was answered before, and is still fresh. */
function viewOf(view: SearchProviderView, { sold, priced, isAsked }: Told): SearchProviderView {
  if (isAsked) return view
  if (sold === 0) return { ...view, outcome: 'SKIPPED_UNMAPPED' }
  return { ...view, hotelsPriced: priced, outcome: priced > 0 ? 'PRICED' : 'NO_AVAILABILITY' }
}
