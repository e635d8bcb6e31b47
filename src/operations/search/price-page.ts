import { setTimeout as sleep } from 'node:timers/promises'
import type { SearchProviderView } from '../../domain/contract/search.ts'
import { isFiltered } from '../../domain/rate-filter.ts'
import { SECOND_MS } from '../../domain/time.ts'
import type { CatalogueHotel } from '../../hotel-index/catalogue.ts'
import { ownTurn } from '../../platform/request-trace.ts'
import type { EnabledSupplier } from '../../store/organizations.ts'
import type { Deps } from '../deps.ts'
import { askSuppliers, createBoard, type SupplierAnswer } from '../prices/ask-suppliers.ts'
import { callContext } from '../prices/asker.ts'
import { rememberNoPrice } from '../prices/no-price.ts'
import { observePrices } from '../prices/observe-prices.ts'
import { type FoundPrices, isPriced, isRuledOut, type PagePrices } from '../prices/page-prices.ts'
import type { TypicalPrices } from '../prices/typical-prices.ts'
import { type Chosen, idsOf } from './choose-hotels.ts'
import { createRefresh } from './refresh-prices.ts'
import type { SearchProgress } from './search-record.ts'
import type { SearchSession } from './search-session.ts'
import type { Ranked } from './walk.ts'

/** The hotels to be priced: the chosen results, and neighbours that are shown next to them. */
export type PageRequest = Pick<Chosen, 'results' | 'more'> & {
  readonly extra: readonly CatalogueHotel[]
  readonly typical: TypicalPrices
}

export type PricedPage = {
  readonly hotels: readonly CatalogueHotel[]
  /** Returns the same hotels by their places in the ranking: only a Relay connection asks for them. */
  readonly ranked: () => readonly Ranked[]
  /** How many results of the search this page has processed, whether it shows them or not. */
  readonly dealtWith: number
  /** The last processed result, if others follow; null at the end of the list. */
  readonly last: Ranked | null
  /** True when later results may turn out to have no price and be left out. */
  readonly mayDropOthers: boolean
  readonly book: PagePrices
  /** True when results without a price get an estimate; neighbours always do. */
  readonly estimates: boolean
  readonly status: 'PENDING' | 'COMPLETE'
  readonly providers: SearchProgress['providers']
  /** The work that starts once the answer has been made. */
  readonly afterAnswer: (() => void) | null
}

/** The maximum that a live search waits for its suppliers. */
const LIVE_WAIT_MS = 15 * SECOND_MS
/** The part of a live search's time that is reserved for making the answer. */
const ANSWER_MS = 300

/**
 * Prices the page in the order of the ranking with remembered prices; the suppliers are asked after the answer. With a filter on
 * rates a hotel is left out when all its suppliers have answered and none has a rate that passes; a hotel with an estimate
 * remains.
 */
export async function priceInstantly(
  deps: Deps,
  session: SearchSession,
  { results, more, extra, typical }: PageRequest,
): Promise<PricedPage> {
  const wanted = await deps.catalogue.hotels(idsOf(results))
  const book = await deps.priceMemory.recall(session, [...wanted, ...extra])
  const isForSome = isFiltered(session.question)
  const hotels = isForSome
    ? wanted.filter((hotel) => isSearched(session, hotel) || !isRuledOut(book, hotel, session.tenant))
    : wanted
  const shown = [...hotels, ...extra]
  await ownTurn()
  const { status, providers, run } = createRefresh(deps, session, { hotels: shown, book, typical })
  return {
    hotels,
    ranked: () => rankedOf(hotels, results),
    dealtWith: results.length,
    last: more ? (results.at(-1) ?? null) : null,
    mayDropOthers: isForSome && more,
    book,
    estimates: true,
    status,
    providers,
    afterAnswer: () =>
      deps.background.follow('refresh-prices', run ? run() : rememberNoPrice(deps, session, { hotels: shown, book })),
  }
}

/**
 * Asks about the page's hotels and as many of the following ones as fit into the suppliers' batches. The page is filled, in
 * ranking order, with the hotels that got a quote, or whose suppliers failed or did not answer in time.
 */
export async function priceLive(
  deps: Deps,
  session: SearchSession,
  { results, more, extra }: PageRequest,
): Promise<PricedPage> {
  const { limit } = session
  const asked = await deps.catalogue.hotels(idsOf(results))
  // Neighbours get remembered prices only, so that the results need not wait for them.
  const book = await deps.priceMemory.recall(session, extra)
  const { providers, failed } = await askWithin(deps, session, { hotels: asked, book })
  const silent = silentSuppliers(session, providers)
  function isUnknown(hotel: CatalogueHotel): boolean {
    return failed.has(hotel.hotelId) || book.of(hotel.hotelId).coverage(hotel, silent).unanswered !== 0
  }
  function shows(hotel: CatalogueHotel): boolean {
    return isSearched(session, hotel) || isPriced(book, hotel) || isUnknown(hotel)
  }
  const hotels = asked.filter(shows).slice(0, limit)
  const isFull = hotels.length === limit
  const lastShown = hotels.at(-1)?.hotelId
  const dealtWith = isFull ? results.findIndex(({ hotelId }) => hotelId === lastShown) + 1 : results.length
  const hasMore = more || dealtWith < results.length
  return {
    hotels,
    ranked: () => rankedOf(hotels, results),
    dealtWith,
    last: hasMore ? (results[dealtWith - 1] ?? null) : null,
    mayDropOthers: hasMore,
    book,
    estimates: false,
    status: 'COMPLETE',
    providers,
    afterAnswer: null,
  }
}

/** The results that are shown. Both lists are in the order of the ranking. */
function rankedOf(hotels: readonly CatalogueHotel[], results: readonly Ranked[]): Ranked[] {
  const shown = new Set(hotels.map(({ hotelId }) => hotelId))
  return results.filter(({ hotelId }) => shown.has(hotelId))
}

/**
 * The suppliers that had not answered everything in time. Nothing is known about the hotels that they have not answered about.
 */
function silentSuppliers(
  { tenant }: SearchSession,
  providers: SearchProgress['providers'],
): readonly EnabledSupplier[] {
  const late = new Set(providers.filter(({ outcome }) => outcome === 'TIMEOUT').map((view) => view.supplierCode))
  return tenant.suppliers.filter(({ supplierCode }) => late.has(supplierCode))
}

/** The hotel that was searched for is always shown, with or without a price. */
function isSearched({ destination }: SearchSession, { hotelId }: CatalogueHotel): boolean {
  return hotelId === destination.hotel?.hotelId
}

/** The result of asking suppliers for a limited time. */
type Asked = {
  readonly providers: SearchProgress['providers']
  /** The hotels for which a supplier's call has failed. */
  readonly failed: ReadonlySet<number>
}

/**
 * Asks about the hotels and puts the suppliers' answers into the book. It waits no longer than the client allows: a supplier that
 * has not finished by then is a TIMEOUT, and its answer is used by the next search.
 */
async function askWithin(deps: Deps, session: SearchSession, { hotels, book }: FoundPrices): Promise<Asked> {
  const timeoutMs = Math.max(1, (session.input.maxWaitMs ?? LIVE_WAIT_MS) - ANSWER_MS)
  const failed = new Set<number>()
  function onAnswer({ supplierCode, hotelIds, prices, failed: hasFailed }: SupplierAnswer): void {
    for (const hotelId of hotelIds) {
      const price = prices.get(hotelId)
      if (price) book.put(hotelId, supplierCode, price)
      if (hasFailed) failed.add(hotelId)
    }
  }
  const board = createBoard(session.tenant.suppliers)
  const work = askSuppliers(
    deps,
    {
      question: session.question,
      suppliers: session.tenant.suppliers,
      hotels,
      context: { ...callContext(session), signal: session.caller.signal, timeoutMs: null },
      onAnswer,
      writesLater: true,
    },
    board,
  )
  async function remember(): Promise<void> {
    await work
    observePrices(deps, session, { hotels, book })
    await rememberNoPrice(deps, session, { hotels, book })
  }
  deps.background.follow('live-search', remember())
  const over = new AbortController()
  const late = sleep(timeoutMs + 100, null, { signal: over.signal }).catch(() => null)
  const settled = await Promise.race([work, late])
  over.abort()
  return { providers: settled ?? board.providers().map(asTimeout), failed }
}

function asTimeout(view: SearchProviderView): SearchProviderView {
  return view.outcome === 'PENDING' ? { ...view, outcome: 'TIMEOUT' } : view
}
