import DataLoader from 'dataloader'
import type { SearchProviderView } from '../../domain/contract/search.ts'
import { nightsOf } from '../../domain/stay.ts'
import { dateInZone, daysBetween } from '../../domain/time.ts'
import type { CatalogueHotel } from '../../hotel-index/catalogue.ts'
import { ownTurn } from '../../platform/request-trace.ts'
import type { EnabledSupplier } from '../../store/organizations.ts'
import type { CallContext, Supplier } from '../../suppliers/supplier.ts'
import type { SupplierFailure } from '../../suppliers/supplier-call.ts'
import type { Deps } from '../deps.ts'
import { cheaperListing } from './cheaper-listing.ts'
import type { KnownPrice, PriceQuestion } from './known-price.ts'
import { failureOutcome, searchSupplier } from './supplier-reads.ts'

/** One supplier's answer about some hotels: a price or none for each, or that it failed. */
export type SupplierAnswer = {
  readonly supplierCode: string
  readonly hotelIds: readonly number[]
  readonly prices: ReadonlyMap<number, KnownPrice>
  readonly failed: boolean
}

/** What asking takes. */
export type AskDeps = Pick<Deps, 'suppliers' | 'flights' | 'priceMemory' | 'clock' | 'metrics' | 'log' | 'background'>

/** What is asked about a hotel takes no more of it than how suppliers list it. */
export type AskedHotel = Pick<CatalogueHotel, 'hotelId' | 'suppliers'>

export type Asking = {
  readonly question: PriceQuestion
  readonly suppliers: readonly EnabledSupplier[]
  readonly hotels: readonly AskedHotel[]
  readonly context: CallContext
  /**
   * True: other processes may learn of these prices a moment later, when nobody waits for an answer any more. A refresh has
   * promised them to others, so it does not.
   */
  readonly writesLater?: boolean
  /** Called as each batch of each supplier settles. */
  readonly onAnswer?: (answer: SupplierAnswer) => void
}

/** Where every enabled supplier stands, at any time while they are asked. */
export type ProviderBoard = {
  readonly settle: (supplierCode: string, facts: Partial<SearchProviderView>) => void
  readonly providers: () => readonly SearchProviderView[]
}

/**
 * Asks every supplier about the hotels that it sells, in parallel, in batches as large as it takes. Answers what each made
 * of it; prices go to `onAnswer` and into the cache. One that fails or hangs takes nothing from the others.
 */
export async function askSuppliers(
  deps: AskDeps,
  asking: Asking,
  board: ProviderBoard = createBoard(asking.suppliers),
): Promise<readonly SearchProviderView[]> {
  await Promise.all(asking.suppliers.map((supplier) => askOne(deps, asking, supplier, board)))
  return board.providers()
}

/** Every enabled supplier as it stands before it was asked. */
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

type Listing = { readonly hotelId: number; readonly supplierHotelId: string }

function listingsOf(hotels: readonly AskedHotel[], supplierCode: string): Listing[] {
  return hotels.flatMap(({ hotelId, suppliers }) =>
    suppliers
      .filter((listing) => listing.supplierCode === supplierCode)
      .map(({ supplierHotelId }) => ({ hotelId, supplierHotelId })),
  )
}

async function askOne(deps: AskDeps, asking: Asking, enabled: EnabledSupplier, board: ProviderBoard): Promise<void> {
  const { supplierCode } = enabled
  const supplier = deps.suppliers.find(supplierCode)
  const listings = supplier ? listingsOf(asking.hotels, supplierCode) : []
  if (!supplier || listings.length === 0) return board.settle(supplierCode, { outcome: 'SKIPPED_UNMAPPED' })
  if (!takes(supplier, enabled, asking.question, deps.clock.now()))
    return board.settle(supplierCode, { outcome: 'NO_AVAILABILITY' })
  board.settle(supplierCode, { hotelsRequested: new Set(listings.map(({ hotelId }) => hotelId)).size })
  const startedAt = performance.now()
  /** What was answered so far: the listings of a hotel may be asked about in different batches. */
  const prices = new Map<number, KnownPrice>()
  let hotelsPriced = 0
  let failure: SupplierFailure | null = null
  const loader = createPriceLoader(deps, asking, enabled, supplier.capabilities.hotelsPerSearch, (batch) => {
    failure ??= batch.failure
    for (const [hotelId, price] of batch.answer.prices) prices.set(hotelId, cheaperListing(prices.get(hotelId), price))
    hotelsPriced = [...prices.values()].filter(({ quote }) => quote !== null).length
    board.settle(supplierCode, { hotelsPriced })
    asking.onAnswer?.({ ...batch.answer, prices: onlyOf(prices, batch.answer.hotelIds) })
  })
  await loader.loadMany(listings)
  const latencyMs = Math.round(performance.now() - startedAt)
  board.settle(supplierCode, { ...outcomeOf(failure, hotelsPriced), latencyMs, hotelsPriced })
}

/** Those of a batch that failed were perhaps told by another one. */
function onlyOf(prices: ReadonlyMap<number, KnownPrice>, hotelIds: readonly number[]): Map<number, KnownPrice> {
  const wanted = new Map<number, KnownPrice>()
  for (const hotelId of hotelIds) {
    const price = prices.get(hotelId)
    if (price) wanted.set(hotelId, price)
  }
  return wanted
}

/** Beyond a supplier's limits, or a contract's markets, there is nothing to ask: it could only refuse. */
function takes(
  { capabilities }: Supplier,
  { markets }: EnabledSupplier,
  { stay, occupancy, nationality }: PriceQuestion,
  now: number,
): boolean {
  return (
    occupancy.length <= capabilities.maxRooms &&
    nightsOf(stay) <= capabilities.maxNights &&
    daysBetween(dateInZone(now, 'UTC'), stay.checkInDate) <= capabilities.maxDaysAhead &&
    (markets?.includes(nationality) ?? true)
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

/** Gathers what one request wants to know of one supplier into calls as large as the supplier takes. */
function createPriceLoader(
  deps: AskDeps,
  asking: Asking,
  enabled: EnabledSupplier,
  maxBatchSize: number,
  onBatch: (batch: Batch) => void,
): DataLoader<Listing, KnownPrice | null> {
  return new DataLoader(
    async (listings: readonly Listing[]) => {
      const batch = await askBatch(deps, asking, enabled, listings)
      onBatch(batch)
      return listings.map(({ hotelId }) => batch.answer.prices.get(hotelId) ?? null)
    },
    { maxBatchSize, cache: false },
  )
}

async function askBatch(
  deps: AskDeps,
  { question, context, writesLater }: Asking,
  enabled: EnabledSupplier,
  listings: readonly Listing[],
): Promise<Batch> {
  const { supplierCode, connectionId } = enabled
  const supplierHotelIds = listings.map(({ supplierHotelId }) => supplierHotelId)
  const found = await searchSupplier(deps, enabled, { ...question, supplierHotelIds }, context)
  const hotelIds = listings.map(({ hotelId }) => hotelId)
  if (!found.ok) {
    const { kind, detail } = found.error
    deps.log.debug({ supplierCode, kind, detail, requestId: context.requestId }, 'search failed at a supplier')
    return { answer: { supplierCode, hotelIds, prices: new Map(), failed: true }, failure: found.error }
  }
  const quotes = new Map(found.value.quotes.map((quote) => [quote.supplierHotelId, quote]))
  const fetchedAt = deps.clock.now()
  const known = new Map(supplierHotelIds.map((id) => [id, { quote: quotes.get(id) ?? null, fetchedAt }]))
  const quiet = afterAnswering(writesLater ?? false).then(ownTurn)
  deps.background.follow('remember-prices', deps.priceMemory.learn({ connectionId, question, prices: known }, quiet))
  const prices = new Map<number, KnownPrice>()
  for (const { hotelId, supplierHotelId } of listings)
    prices.set(hotelId, cheaperListing(prices.get(hotelId), known.get(supplierHotelId) ?? none(fetchedAt)))
  return { answer: { supplierCode, hotelIds, prices, failed: false }, failure: null }
}

/** Searches that arrive together are answered within this time, ms; writing waits until they are. */
const QUIET_AFTER_MS = 25

/** Whoever waits for these prices gets them before they are written down. */
function afterAnswering(later: boolean): Promise<void> {
  return new Promise((resolve) => void (later ? setTimeout(resolve, QUIET_AFTER_MS) : setImmediate(resolve)))
}

function none(fetchedAt: number): KnownPrice {
  return { quote: null, fetchedAt }
}
