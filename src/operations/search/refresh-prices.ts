import type { PriceUpdate, SearchProviderView } from '../../domain/contract/search.ts'
import { SECOND_MS } from '../../domain/time.ts'
import type { EnabledSupplier } from '../../store/organizations.ts'
import type { CatalogueHotel } from '../catalogue.ts'
import type { Deps } from '../deps.ts'
import { pendingProviders, type SupplierAnswer } from './ask-suppliers.ts'
import { priceOf } from './hotel-prices.ts'
import type { PriceBook } from './known-prices.ts'
import { rememberNoPrice } from './no-price.ts'
import { observePrices } from './observe-prices.ts'
import { refreshSupplier } from './refresh-supplier.ts'
import { type SearchProgress, writeProgress } from './search-record.ts'
import { type SearchSession, supplierNames } from './search-session.ts'
import { type TypicalPrices, valueOf } from './typical-prices.ts'

/** Polling keeps the currency of its prices: USD, whatever the list is shown in. */
const inUsd = (session: Pick<SearchSession, 'list'>): SearchSession['list'] => ({ ...session.list, currency: 'USD' })

/** A refresh that goes on for longer is given up: a poll would take it for one whose process is gone. */
const REFRESH_WITHIN_MS = 45 * SECOND_MS

/** What is being refreshed: the hotels of an answer, and what was known of them when it was made. */
export type Refreshing = {
  readonly session: Pick<SearchSession, 'key' | 'tenant' | 'list' | 'question' | 'caller' | 'language'>
  readonly hotels: readonly CatalogueHotel[]
  readonly book: PriceBook
  readonly typical: TypicalPrices
}

const priceUpdate = (
  deps: Deps,
  { session, book, typical }: Refreshing,
  hotelId: number,
  revision: number,
): PriceUpdate => {
  const names = supplierNames(deps)
  const prices = book.of(hotelId)
  const { price, supplierPrices } = prices.shownIn(inUsd(session), names).value
  const overridden = session.list.currency !== 'USD'
  const { valuePct, vsTypicalPct } = valueOf(price, typical.total(hotelId), session.list.rates)
  return {
    hotelId: String(hotelId),
    price,
    listPrice: overridden ? prices.shownIn(session.list, names).value.price : null,
    supplierPrices,
    valuePct,
    vsTypicalPct,
    revision,
  }
}

/** Suppliers that sell a hotel and have not answered about it; hotels of which everything is known are not there. */
type Waiting = ReadonlyMap<number, Set<string>>

const isListed = (listings: CatalogueHotel['suppliers'], supplierCode: string): boolean => {
  for (const listing of listings) if (listing.supplierCode === supplierCode) return true
  return false
}

/** What the suppliers have told so far: hotels that each sells, and those of which a price is known. */
type Standing = { sold: number; priced: number; isAsked: boolean }

const lookAt = ({
  session,
  hotels,
  book,
}: Refreshing): { waiting: Waiting; standings: ReadonlyMap<string, Standing> } => {
  const waiting = new Map<number, Set<string>>()
  const standings = new Map<string, Standing>()
  for (const { supplierCode } of session.tenant.suppliers)
    standings.set(supplierCode, { sold: 0, priced: 0, isAsked: false })
  for (const { hotelId, suppliers } of hotels) {
    const known = book.answers(hotelId)
    for (const [supplierCode, standing] of standings) {
      if (!isListed(suppliers, supplierCode)) continue
      standing.sold += 1
      const price = priceOf(known, supplierCode)
      if (price?.quote) standing.priced += 1
      if (price) continue
      standing.isAsked = true
      const codes = waiting.get(hotelId)
      if (codes) codes.add(supplierCode)
      else waiting.set(hotelId, new Set([supplierCode]))
    }
  }
  return { waiting, standings }
}

/** True when every supplier that sells it has been heard of. */
const isSettled = (waiting: Waiting, hotelId: number): boolean => (waiting.get(hotelId)?.size ?? 0) === 0

const isPriced = (book: PriceBook, hotelId: number): boolean =>
  book.of(hotelId).suppliers.some(({ quote }) => quote !== null)

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
export const createRefresh = (deps: Deps, refreshing: Refreshing): Refresh => {
  const { session, hotels, book } = refreshing
  const { waiting, standings } = lookAt(refreshing)
  const failed = new Set<number>()
  const updates = new Map<number, PriceUpdate>()
  const tellKnown = (): void => {
    for (const { hotelId } of hotels)
      if (isPriced(book, hotelId)) updates.set(hotelId, priceUpdate(deps, refreshing, hotelId, 1))
  }
  const views = new Map<string, SearchProviderView>()
  for (const view of pendingProviders(session.tenant.suppliers)) {
    const standing = standings.get(view.supplierCode)
    views.set(view.supplierCode, standing ? viewOf(view, standing) : view)
  }
  let revision = 1

  const progress = (status: SearchProgress['status']): SearchProgress => ({
    revision,
    status,
    hotels: [...updates.values()],
    noPriceHotelIds: hotels
      .filter(({ hotelId }) => isSettled(waiting, hotelId) && !failed.has(hotelId) && !isPriced(book, hotelId))
      .map(({ hotelId }) => String(hotelId)),
    pendingCount: [...waiting.values()].filter((codes) => codes.size > 0).length,
    providers: [...views.values()],
  })

  const keep = ({ supplierCode, hotelIds, prices, failed: lost }: SupplierAnswer): void => {
    revision += 1
    for (const hotelId of hotelIds) {
      waiting.get(hotelId)?.delete(supplierCode)
      if (lost) failed.add(hotelId)
      const price = prices.get(hotelId)
      if (price) book.put(hotelId, supplierCode, price, 'live')
      if (price?.quote) updates.set(hotelId, priceUpdate(deps, refreshing, hotelId, revision))
    }
  }

  const run = async (): Promise<void> => {
    tellKnown()
    let written: Promise<void> = Promise.resolve()
    // One write after the other: an older state must never overtake a newer one.
    const write = (state: SearchProgress): void => {
      written = written.then(() => writeProgress(deps, session.key, state))
    }
    const given = AbortSignal.timeout(REFRESH_WITHIN_MS)
    const refresh = (enabled: EnabledSupplier): Promise<void> =>
      refreshSupplier(deps, session, enabled, {
        hotels: hotels.filter(({ hotelId }) => waiting.get(hotelId)?.has(enabled.supplierCode)),
        signal: given,
        onProvider: (facts) => {
          const view = views.get(enabled.supplierCode)
          if (view) views.set(enabled.supplierCode, { ...view, ...facts })
        },
        onAnswer: (answer) => {
          keep(answer)
          write(progress('PENDING'))
        },
      })
    await Promise.all(session.tenant.suppliers.map(refresh))
    revision += 1
    write(progress('COMPLETE'))
    await rememberNoPrice(deps, session, hotels, book)
    observePrices(deps, session, hotels, book)
    await written
  }

  const asks = waiting.size > 0
  const status = asks ? 'PENDING' : 'COMPLETE'
  const initial = (): SearchProgress => {
    tellKnown()
    return progress(status)
  }
  return { status, providers: [...views.values()], initial, run: asks ? run : null }
}

/** Where a supplier stands before it is asked, or that need not be: what is shown of it was answered before, and is still fresh. */
const viewOf = (view: SearchProviderView, { sold, priced, isAsked }: Standing): SearchProviderView => {
  if (isAsked) return view
  if (sold === 0) return { ...view, outcome: 'SKIPPED_UNMAPPED' }
  return { ...view, hotelsPriced: priced, outcome: priced > 0 ? 'PRICED' : 'NO_AVAILABILITY' }
}
