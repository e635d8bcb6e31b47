import { nightsOf } from '../../domain/stay.ts'
import type { ProviderOutcome } from '../../domain/contract/offer.ts'
import type { SearchProviderView } from '../../domain/contract/search.ts'
import { dateInZone, daysBetween } from '../../domain/time.ts'
import type { EnabledSupplier } from '../../store/organizations.ts'
import type { CallContext, Supplier, SupplierFailure } from '../../suppliers/supplier.ts'
import type { CatalogueHotel } from '../catalogue.ts'
import type { Deps } from '../deps.ts'
import { type KnownPrice, type PriceQuestion, rememberPrices } from './price-cache.ts'

/** One supplier's answer about some hotels: a price or none for each, or that it failed. */
export type SupplierAnswer = {
  readonly supplierCode: string
  readonly hotelIds: readonly number[]
  readonly prices: ReadonlyMap<number, KnownPrice>
  readonly failed: boolean
}

export type Asking = {
  readonly question: PriceQuestion
  readonly suppliers: readonly EnabledSupplier[]
  readonly hotels: readonly CatalogueHotel[]
  readonly context: CallContext
  /** Called as each batch of each supplier settles; `providers` is where all of them stand. */
  readonly onAnswer?: (answer: SupplierAnswer, providers: readonly SearchProviderView[]) => void
}

/**
 * Asks every supplier about the hotels that it sells, in parallel, in batches as large as it takes. Answers what each made
 * of it; prices go to `onAnswer` and into the cache. One that fails or hangs takes nothing from the others.
 */
export const askSuppliers = async (deps: Deps, asking: Asking): Promise<readonly SearchProviderView[]> => {
  const board = createBoard(asking.suppliers)
  await Promise.all(asking.suppliers.map((supplier) => askOne(deps, asking, supplier, board)))
  return board.providers()
}

type Board = {
  readonly settle: (supplierCode: string, facts: Partial<SearchProviderView>) => void
  readonly providers: () => readonly SearchProviderView[]
}

/** Every enabled supplier as it stands before it was asked. */
export const pendingProviders = (suppliers: readonly EnabledSupplier[]): SearchProviderView[] =>
  suppliers.map(({ supplierCode }) => ({
    supplierCode,
    outcome: 'PENDING',
    latencyMs: null,
    hotelsRequested: 0,
    hotelsPriced: 0,
    retryAfterMs: null,
  }))

const createBoard = (suppliers: readonly EnabledSupplier[]): Board => {
  const views = new Map(pendingProviders(suppliers).map((view) => [view.supplierCode, view]))
  return {
    settle: (supplierCode, facts) => {
      const view = views.get(supplierCode)
      if (view) views.set(supplierCode, { ...view, ...facts })
    },
    providers: () => [...views.values()],
  }
}

type Listing = { readonly hotelId: number; readonly supplierHotelId: string }

const listingsOf = (hotels: readonly CatalogueHotel[], supplierCode: string): Listing[] =>
  hotels.flatMap(({ hotelId, suppliers }) =>
    suppliers
      .filter((listing) => listing.supplierCode === supplierCode)
      .map(({ supplierHotelId }) => ({ hotelId, supplierHotelId })),
  )

const askOne = async (deps: Deps, asking: Asking, enabled: EnabledSupplier, board: Board): Promise<void> => {
  const { supplierCode } = enabled
  const supplier = deps.suppliers.find(supplierCode)
  const listings = supplier ? listingsOf(asking.hotels, supplierCode) : []
  if (!supplier || listings.length === 0) return board.settle(supplierCode, { outcome: 'SKIPPED_UNMAPPED' })
  if (!takes(supplier, asking.question, deps.clock.now()))
    return board.settle(supplierCode, { outcome: 'NO_AVAILABILITY' })
  board.settle(supplierCode, { hotelsRequested: listings.length })
  const startedAt = performance.now()
  const answers = await Promise.all(
    inBatches(listings, supplier.capabilities.hotelsPerSearch).map(async (batch) => {
      const { answer, failure } = await askBatch(deps, asking, enabled, batch)
      asking.onAnswer?.(answer, board.providers())
      return { answer, failure }
    }),
  )
  const latencyMs = Math.round(performance.now() - startedAt)
  const failure = answers.find((one) => one.failure !== null)?.failure ?? null
  const hotelsPriced = answers.reduce((total, { answer }) => total + pricedIn(answer), 0)
  const outcome = outcomeOf(failure, hotelsPriced)
  board.settle(supplierCode, { outcome, latencyMs, hotelsPriced, retryAfterMs: failure?.retryAfterMs ?? null })
}

const pricedIn = ({ prices }: SupplierAnswer): number =>
  [...prices.values()].filter(({ quote }) => quote !== null).length

/** Beyond a supplier's limits there is nothing to ask: it could only refuse. */
const takes = ({ capabilities }: Supplier, { stay, occupancy }: PriceQuestion, now: number): boolean =>
  occupancy.length <= capabilities.maxRooms &&
  nightsOf(stay) <= capabilities.maxNights &&
  daysBetween(dateInZone(now, 'UTC'), stay.checkInDate) <= capabilities.maxDaysAhead

const inBatches = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

const outcomeOf = (failure: SupplierFailure | null, priced: number): ProviderOutcome => {
  if (priced > 0) return 'PRICED'
  if (failure === null) return 'NO_AVAILABILITY'
  if (failure.kind === 'TIMEOUT') return 'TIMEOUT'
  return failure.kind === 'RATE_LIMITED' ? 'RATE_LIMITED' : 'ERROR'
}

const askBatch = async (
  deps: Deps,
  { question, context }: Asking,
  { supplierCode, connectionId }: EnabledSupplier,
  batch: readonly Listing[],
): Promise<{ answer: SupplierAnswer; failure: SupplierFailure | null }> => {
  const { supplier, call } = await deps.suppliers.open(connectionId, 'search', context)
  const supplierHotelIds = batch.map(({ supplierHotelId }) => supplierHotelId)
  const found = await supplier.search(call, { ...question, supplierHotelIds })
  const hotelIds = batch.map(({ hotelId }) => hotelId)
  if (!found.ok) {
    const { kind, detail } = found.error
    deps.log.warn({ supplierCode, kind, detail, requestId: context.requestId }, 'search failed at a supplier')
    return { answer: { supplierCode, hotelIds, prices: new Map(), failed: true }, failure: found.error }
  }
  const quotes = new Map(found.value.quotes.map((quote) => [quote.supplierHotelId, quote]))
  const fetchedAt = deps.clock.now()
  const known = new Map(supplierHotelIds.map((id) => [id, { quote: quotes.get(id) ?? null, fetchedAt }]))
  deps.background.follow('remember-prices', rememberPrices(deps, connectionId, question, known))
  const prices = new Map(
    batch.map(({ hotelId, supplierHotelId }) => [hotelId, known.get(supplierHotelId) ?? none(fetchedAt)]),
  )
  return { answer: { supplierCode, hotelIds, prices, failed: false }, failure: null }
}

const none = (fetchedAt: number): KnownPrice => ({ quote: null, fetchedAt })
