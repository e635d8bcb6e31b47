import type { PriceUpdate, SearchProviderView } from '../../domain/contract/search.ts'
import type { CatalogueHotel } from '../catalogue.ts'
import type { Deps } from '../deps.ts'
import { askSuppliers } from './ask-suppliers.ts'
import type { PriceBook } from './known-prices.ts'
import { hotelPriceView, supplierPricesView } from './prices-view.ts'
import { type SearchProgress, writeProgress } from './search-record.ts'
import { type SearchSession, supplierNames } from './search-session.ts'

/** Polling keeps the currency of its prices: USD, whatever the list is shown in. */
const inUsd = (session: SearchSession): SearchSession['list'] => ({ ...session.list, currency: 'USD' })

export const priceUpdate = (
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

/** Suppliers that sell the hotel and have not answered about it. */
type Waiting = Map<number, Set<string>>

const waitingFor = (session: SearchSession, hotels: readonly CatalogueHotel[]): Waiting => {
  const enabled = new Set(session.tenant.suppliers.map(({ supplierCode }) => supplierCode))
  return new Map(
    hotels.map(({ hotelId, suppliers }) => [
      hotelId,
      new Set(suppliers.map(({ supplierCode }) => supplierCode).filter((code) => enabled.has(code))),
    ]),
  )
}

/**
 * Asks the suppliers again after an instant answer has gone out, and writes what is found to the search as it arrives. A
 * hotel is without a price only when every supplier that sells it has answered and none had one; a failure is no answer.
 */
export const refreshPrices = async (
  deps: Deps,
  session: SearchSession,
  hotels: readonly CatalogueHotel[],
  book: PriceBook,
): Promise<void> => {
  const waiting = waitingFor(session, hotels)
  const failed = new Set<number>()
  const updates = new Map<number, PriceUpdate>()
  let revision = 0
  let written: Promise<void> = Promise.resolve()

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
  // One write after the other: an older state must never overtake a newer one.
  const write = (state: SearchProgress): void => {
    written = written.then(() => writeProgress(deps, session.searchId, state))
  }

  const providers = await askSuppliers(deps, {
    question: session.question,
    suppliers: session.tenant.suppliers,
    hotels,
    context: {
      requestId: session.caller.requestId,
      language: session.language,
      customerIp: session.caller.ip,
      signal: null,
      timeoutMs: null,
    },
    onAnswer: ({ supplierCode, hotelIds, prices, failed: lost }, soFar) => {
      revision += 1
      for (const hotelId of hotelIds) {
        waiting.get(hotelId)?.delete(supplierCode)
        if (lost) failed.add(hotelId)
        const price = prices.get(hotelId)
        if (price) book.put(hotelId, supplierCode, price, 'live')
        if (price?.quote) updates.set(hotelId, priceUpdate(deps, session, book, hotelId, revision))
      }
      write(progress('PENDING', soFar))
    },
  })
  revision += 1
  write(progress('COMPLETE', providers))
  await written
}

const priced = (book: PriceBook, hotelId: number): boolean =>
  [...book.of(hotelId).values()].some(({ quote }) => quote !== null)
