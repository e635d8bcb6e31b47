import DataLoader from 'dataloader'
import type { SearchProviderView } from '../../domain/contract/search.ts'
import { nightsOf } from '../../domain/stay.ts'
import { dateInZone, daysBetween } from '../../domain/time.ts'
import type { CatalogueHotel } from '../../hotel-index/catalogue.ts'
import { ownTurn } from '../../platform/request-trace.ts'
import type { EnabledSupplier } from '../../store/organizations.ts'
import type { CallContext, Supplier } from '../../suppliers/supplier.ts'
import type { SupplierFailure } from '../../suppliers/supplier-call.ts'
import type { ChosenSupplier } from '../access/choose-connections.ts'
import type { Deps } from '../deps.ts'
import { cheaperListing } from './cheaper-listing.ts'
import { type KnownPrice, listingKey, type MappedListing, type PriceQuestion } from './known-price.ts'
import { failureOutcome, searchSupplier } from './supplier-reads.ts'

/** One supplier's answer about some hotels: a price or none for each, or that the call failed. */
export type SupplierAnswer = {
  readonly supplierCode: string
  readonly hotelIds: readonly number[]
  readonly prices: ReadonlyMap<number, KnownPrice>
  readonly failed: boolean
}

/** The dependencies for asking suppliers. */
export type AskDeps = Pick<
  Deps,
  'suppliers' | 'flights' | 'priceMemory' | 'clock' | 'metrics' | 'log' | 'background' | 'credentials'
>

/** The fields of a hotel that asking needs: its listings. */
export type AskedHotel = Pick<CatalogueHotel, 'hotelId' | 'suppliers'>

type Asking = {
  readonly question: PriceQuestion
  readonly suppliers: readonly ChosenSupplier[]
  readonly hotels: readonly AskedHotel[]
  readonly context: CallContext
  /**
   * True: the prices are written to the cache a moment later, when no search is waiting for an answer. A refresh omits it,
   * because other refreshes wait for its prices.
   */
  readonly writesLater?: boolean
  /** Called when a batch of a supplier has settled. */
  readonly onAnswer?: (answer: SupplierAnswer) => void
}

/** The state of each enabled supplier while it is asked. */
type ProviderBoard = {
  readonly settle: (supplierCode: string, facts: Partial<SearchProviderView>) => void
  readonly providers: () => readonly SearchProviderView[]
}

/**
 * Asks every supplier about the hotels that it lists, in parallel, in batches as large as it accepts. Returns each supplier's
 * outcome; prices go to `onAnswer` and into the price memory. A supplier that fails or hangs does not affect the others.
 */
export async function askSuppliers(
  deps: AskDeps,
  asking: Asking,
  board: ProviderBoard = createBoard(asking.suppliers),
): Promise<readonly SearchProviderView[]> {
  await Promise.all(asking.suppliers.map((enabled) => askOne(deps, asking, { enabled, board })))
  return board.providers()
}

/** The state of every enabled supplier before it is asked. */
export function pendingProviders(suppliers: readonly EnabledSupplier[]): SearchProviderView[] {
  return suppliers.map(({ supplierCode }) => ({
    supplierCode,
    outcome: 'PENDING',
    latencyMs: null,
    hotelsRequested: 0,
    hotelsPriced: 0,
    retryAfterMs: null,
  }))
}

export function createBoard(suppliers: readonly EnabledSupplier[]): ProviderBoard {
  const views = new Map(pendingProviders(suppliers).map((view) => [view.supplierCode, view]))
  return {
    settle: (supplierCode, facts) => {
      const view = views.get(supplierCode)
      if (view) views.set(supplierCode, { ...view, ...facts })
    },
    providers: () => [...views.values()],
  }
}

type Listing = MappedListing & { readonly hotelId: number }

function listingsOf(hotels: readonly AskedHotel[], supplierCode: string): Listing[] {
  return hotels.flatMap(({ hotelId, suppliers }) =>
    suppliers
      .filter((listing) => listing.supplierCode === supplierCode)
      .map(({ supplierHotelId, version = null }) => ({ hotelId, supplierHotelId, version })),
  )
}

async function askOne(
  deps: AskDeps,
  asking: Asking,
  { enabled, board }: { readonly enabled: ChosenSupplier; readonly board: ProviderBoard },
): Promise<void> {
  const { supplierCode } = enabled
  const supplier = deps.suppliers.find(supplierCode)
  const listings = supplier ? listingsOf(asking.hotels, supplierCode) : []
  if (!supplier || listings.length === 0) return board.settle(supplierCode, { outcome: 'SKIPPED_UNMAPPED' })
  if (enabled.notSold) return board.settle(supplierCode, { outcome: 'MARKET_NOT_SOLD' })
  if (!accepts(supplier, asking.question)) return board.settle(supplierCode, { outcome: 'STAY_NOT_SUPPORTED' })
  board.settle(supplierCode, { hotelsRequested: new Set(listings.map(({ hotelId }) => hotelId)).size })
  const startedAt = performance.now()
  /** The prices so far. They are collected over all batches, because a hotel's listings may be in different ones. */
  const prices = new Map<number, KnownPrice>()
  let hotelsPriced = 0
  let failure: SupplierFailure | null = null
  function onBatch(batch: Batch): void {
    failure ??= batch.failure
    for (const [hotelId, price] of batch.answer.prices) prices.set(hotelId, cheaperListing(prices.get(hotelId), price))
    hotelsPriced = [...prices.values()].filter(({ quote }) => quote !== null).length
    board.settle(supplierCode, { hotelsPriced })
    asking.onAnswer?.({ ...batch.answer, prices: onlyOf(prices, batch.answer.hotelIds) })
  }
  const maxBatchSize = supplier.capabilities.hotelsPerSearch
  await createPriceLoader(deps, asking, { enabled, maxBatchSize, onBatch }).loadMany(listings)
  const latencyMs = Math.round(performance.now() - startedAt)
  board.settle(supplierCode, { ...outcomeOf(failure, hotelsPriced), latencyMs, hotelsPriced })
}

/** The prices of a batch's hotels. If the batch failed, another batch may have brought some of them. */
function onlyOf(prices: ReadonlyMap<number, KnownPrice>, hotelIds: readonly number[]): Map<number, KnownPrice> {
  const wanted = new Map<number, KnownPrice>()
  for (const hotelId of hotelIds) {
    const price = prices.get(hotelId)
    if (price) wanted.set(hotelId, price)
  }
  return wanted
}

/** A request beyond the supplier's limits is not sent, because the supplier could only refuse it. */
function accepts({ capabilities }: Supplier, { stay, occupancy, time }: PriceQuestion): boolean {
  return (
    occupancy.length <= capabilities.maxRooms &&
    nightsOf(stay) <= capabilities.maxNights &&
    daysBetween(dateInZone(time.now(), 'UTC'), stay.checkInDate) <= capabilities.maxDaysAhead
  )
}

function outcomeOf(
  failure: SupplierFailure | null,
  priced: number,
): Pick<SearchProviderView, 'outcome' | 'retryAfterMs'> {
  const retryAfterMs = failure?.retryAfterMs ?? null
  if (priced > 0) return { outcome: 'PRICED', retryAfterMs }
  return { outcome: failure ? failureOutcome(failure) : 'NO_AVAILABILITY', retryAfterMs }
}

type Batch = { readonly answer: SupplierAnswer; readonly failure: SupplierFailure | null }

/** The parameters of a supplier's batches. */
type Batching = {
  readonly enabled: EnabledSupplier
  readonly maxBatchSize: number
  readonly onBatch: (batch: Batch) => void
}

/** Gathers a request's questions to one supplier into calls as large as the supplier accepts. */
function createPriceLoader(
  deps: AskDeps,
  asking: Asking,
  { enabled, maxBatchSize, onBatch }: Batching,
): DataLoader<Listing, KnownPrice | null> {
  return new DataLoader(
    async (listings: readonly Listing[]) => {
      const batch = await askBatch(deps, asking, { enabled, listings })
      onBatch(batch)
      return listings.map(({ hotelId }) => batch.answer.prices.get(hotelId) ?? null)
    },
    { maxBatchSize, cache: false },
  )
}

async function askBatch(
  deps: AskDeps,
  { question, context, writesLater }: Asking,
  { enabled, listings }: { readonly enabled: EnabledSupplier; readonly listings: readonly Listing[] },
): Promise<Batch> {
  const { supplierCode, connectionId } = enabled
  const supplierHotelIds = listings.map(({ supplierHotelId }) => supplierHotelId)
  const found = await searchSupplier(deps, enabled, { request: { ...question, supplierHotelIds }, context })
  const hotelIds = listings.map(({ hotelId }) => hotelId)
  if (!found.ok) {
    const { kind, detail } = found.error
    deps.log.debug({ supplierCode, kind, detail, requestId: context.requestId }, 'search failed at a supplier')
    return { answer: { supplierCode, hotelIds, prices: new Map(), failed: true }, failure: found.error }
  }
  const quotes = new Map(found.value.quotes.map((quote) => [quote.supplierHotelId, quote]))
  const fetchedAt = question.time.now()
  const known = new Map(supplierHotelIds.map((id) => [id, { quote: quotes.get(id) ?? null, fetchedAt }]))
  const quiet = afterAnswering(writesLater ?? false).then(ownTurn)
  const learned = new Map(
    listings.map((listing) => [listingKey(listing), known.get(listing.supplierHotelId) ?? none(fetchedAt)]),
  )
  deps.background.follow('remember-prices', deps.priceMemory.learn({ connectionId, question, prices: learned }, quiet))
  const prices = new Map<number, KnownPrice>()
  for (const { hotelId, supplierHotelId } of listings)
    prices.set(hotelId, cheaperListing(prices.get(hotelId), known.get(supplierHotelId) ?? none(fetchedAt)))
  return { answer: { supplierCode, hotelIds, prices, failed: false }, failure: null }
}

/** Searches that arrive together are answered within this time, ms; the write to the cache waits until then. */
const QUIET_AFTER_MS = 25

/** Resolves when the searches that wait for these prices have got them; only then the prices are written to the cache. */
function afterAnswering(later: boolean): Promise<void> {
  return new Promise((resolve) => void (later ? setTimeout(resolve, QUIET_AFTER_MS) : setImmediate(resolve)))
}

function none(fetchedAt: number): KnownPrice {
  return { quote: null, fetchedAt }
}
