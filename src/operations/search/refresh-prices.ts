import type { PriceUpdate, SearchProviderView } from '../../domain/contract/search.ts'
import type { CatalogueHotel } from '../catalogue.ts'
import type { Deps } from '../deps.ts'
import { askSuppliers, createBoard, pendingProviders, type SupplierAnswer } from './ask-suppliers.ts'
import type { PriceBook } from './known-prices.ts'
import { hotelPriceView, supplierPricesView } from './prices-view.ts'
import { type SearchProgress, writeProgress } from './search-record.ts'
import { callContext, type SearchSession, supplierNames } from './search-session.ts'

/** Polling keeps the currency of its prices: USD, whatever the list is shown in. */
const inUsd = (session: SearchSession): SearchSession['list'] => ({ ...session.list, currency: 'USD' })

const priceUpdate = (
  deps: Deps,
  session: SearchSession,
  book: PriceBook,
  hotelId: number,
  revision: number,
): PriceUpdate => {
  const names = supplierNames(deps)
  const supplierPrices = supplierPricesView(hotelId, book.of(hotelId), names, inUsd(session))
  const overridden = session.list.currency !== 'USD'
  return {
    hotelId: String(hotelId),
    price: hotelPriceView(supplierPrices),
    listPrice: overridden ? hotelPriceView(supplierPricesView(hotelId, book.of(hotelId), names, session.list)) : null,
    supplierPrices,
    valuePct: null,
    vsTypicalPct: null,
    revision,
  }
}

/** Suppliers that sell a hotel and have not answered about it. */
type Waiting = ReadonlyMap<number, Set<string>>

const waitingFor = (session: SearchSession, hotels: readonly CatalogueHotel[], book: PriceBook): Waiting => {
  const enabled = new Set(session.tenant.suppliers.map(({ supplierCode }) => supplierCode))
  return new Map(
    hotels.map(({ hotelId, suppliers }) => {
      const known = book.of(hotelId)
      const codes = suppliers.map(({ supplierCode }) => supplierCode)
      return [hotelId, new Set(codes.filter((code) => enabled.has(code) && !known.has(code)))]
    }),
  )
}

const priced = (book: PriceBook, hotelId: number): boolean =>
  [...book.of(hotelId).values()].some(({ quote }) => quote !== null)

export type Refresh = {
  /** What is known before any supplier is asked. */
  readonly initial: SearchProgress
  /** Asks, and writes to the search what is found; null when everything is known and fresh. */
  readonly run: (() => Promise<void>) | null
}

/**
 * The refresh behind an instant answer. It asks only about hotels of which something is not known: what is fresh in the
 * cache is told as revision 1. A hotel is without a price only when every supplier that sells it has answered and none had
 * one; a failure is no answer.
 */
export const createRefresh = (
  deps: Deps,
  session: SearchSession,
  hotels: readonly CatalogueHotel[],
  book: PriceBook,
): Refresh => {
  const waiting = waitingFor(session, hotels, book)
  const failed = new Set<number>()
  const known = hotels.filter(({ hotelId }) => priced(book, hotelId))
  const updates = new Map(known.map(({ hotelId }) => [hotelId, priceUpdate(deps, session, book, hotelId, 1)]))
  let revision = 1

  const progress = (status: SearchProgress['status'], providers: readonly SearchProviderView[]): SearchProgress => ({
    revision,
    status,
    hotels: [...updates.values()],
    noPriceHotelIds: hotels
      .filter(({ hotelId }) => waiting.get(hotelId)?.size === 0 && !failed.has(hotelId) && !priced(book, hotelId))
      .map(({ hotelId }) => String(hotelId)),
    pendingCount: [...waiting.values()].filter((codes) => codes.size > 0).length,
    providers,
  })

  const keep = ({ supplierCode, hotelIds, prices, failed: lost }: SupplierAnswer): void => {
    revision += 1
    for (const hotelId of hotelIds) {
      waiting.get(hotelId)?.delete(supplierCode)
      if (lost) failed.add(hotelId)
      const price = prices.get(hotelId)
      if (price) book.put(hotelId, supplierCode, price, 'live')
      if (price?.quote) updates.set(hotelId, priceUpdate(deps, session, book, hotelId, revision))
    }
  }

  const unknown = hotels.filter(({ hotelId }) => (waiting.get(hotelId)?.size ?? 0) > 0)
  const run = async (): Promise<void> => {
    let written: Promise<void> = Promise.resolve()
    // One write after the other: an older state must never overtake a newer one.
    const write = (state: SearchProgress): void => {
      written = written.then(() => writeProgress(deps, session.searchId, state))
    }
    const board = createBoard(session.tenant.suppliers)
    const asking = {
      question: session.question,
      suppliers: session.tenant.suppliers,
      hotels: unknown,
      context: { ...callContext(session), signal: null, timeoutMs: null },
      onAnswer: (answer: SupplierAnswer) => {
        keep(answer)
        write(progress('PENDING', board.providers()))
      },
    }
    const providers = await askSuppliers(deps, asking, board)
    revision += 1
    write(progress('COMPLETE', providers))
    await written
  }

  const asks = unknown.length > 0
  const providers = pendingProviders(session.tenant.suppliers)
  return {
    initial: asks
      ? progress('PENDING', providers)
      : progress(
          'COMPLETE',
          providers.map((view) => answeredBefore(view, hotels, book)),
        ),
    run: asks ? run : null,
  }
}

/** Nobody was asked: what is shown was answered before, and is still fresh. */
const answeredBefore = (
  view: SearchProviderView,
  hotels: readonly CatalogueHotel[],
  book: PriceBook,
): SearchProviderView => {
  const { supplierCode } = view
  const sold = hotels.filter(({ suppliers }) => suppliers.some((listing) => listing.supplierCode === supplierCode))
  if (sold.length === 0) return { ...view, outcome: 'SKIPPED_UNMAPPED' }
  const hotelsPriced = sold.filter(({ hotelId }) => book.of(hotelId).get(supplierCode)?.quote).length
  return { ...view, hotelsPriced, outcome: hotelsPriced > 0 ? 'PRICED' : 'NO_AVAILABILITY' }
}
