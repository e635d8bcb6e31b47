import { setTimeout as sleep } from 'node:timers/promises'
import type { SearchProviderView } from '../../domain/contract/search.ts'
import { MINUTE_MS, SECOND_MS } from '../../domain/time.ts'
import type { CatalogueHotel } from '../../hotel-index/catalogue.ts'
import { ownTurn } from '../../platform/request-trace.ts'
import type { EnabledSupplier } from '../../store/organizations.ts'
import type { ChosenSupplier } from '../access/choose-connections.ts'
import type { Deps } from '../deps.ts'
import { askSuppliers, createBoard, type SupplierAnswer } from '../prices/ask-suppliers.ts'
import { callContext, type PriceAsker } from '../prices/asker.ts'
import { cheaperListing } from '../prices/cheaper-listing.ts'
import { type KnownPrice, questionKey } from '../prices/known-price.ts'
import { firstInQueue } from './search-record.ts'

type Session = Pick<PriceAsker, 'question' | 'caller' | 'language' | 'traveller'> & { readonly key: string }

/** The number of hotels per turn. Before each turn, the hotels that the client is looking at move to the front. */
const TURN = 50

/**
 * The limit of refreshing calls per minute for each organization and supplier. Live searches are limited elsewhere and do not
 * count.
 */
const BUDGET = { points: 600, windowMs: MINUTE_MS }

/** For how long the question of another process keeps this one from asking the same. */
const CLAIM_MS = 20 * SECOND_MS
const LOOK_EVERY_MS = 200

type SupplierRefresh = {
  readonly supplier: ChosenSupplier
  /** In the order of the page. */
  readonly hotels: readonly CatalogueHotel[]
  /** Aborted when the refresh has taken too long. */
  readonly signal: AbortSignal
  readonly onProvider: (facts: Partial<SearchProviderView>) => void
  readonly onAnswer: (answer: SupplierAnswer) => void
}

/**
 * Asks one supplier about the hotels, turn after turn. Hotels that another refresh, in any process, is asking about at the moment
 * are not asked again; its answer is awaited. Beyond its budget a supplier is not asked.
 */
export async function refreshSupplier(deps: Deps, session: Session, refresh: SupplierRefresh): Promise<void> {
  const { supplier, hotels, signal, onProvider, onAnswer } = refresh
  if (hotels.length === 0) return
  const { supplierCode } = supplier
  const sum = { hotelsRequested: 0, hotelsPriced: 0, latencyMs: 0 }
  /** The first failure of a turn is reported even if later turns succeed. */
  let failure: SearchProviderView['outcome'] | null = null
  function report({ outcome, ...facts }: SearchProviderView): void {
    if (outcome !== 'PRICED' && outcome !== 'NO_AVAILABILITY') failure ??= outcome
    sum.hotelsRequested += facts.hotelsRequested
    sum.hotelsPriced += facts.hotelsPriced
    sum.latencyMs = Math.max(sum.latencyMs, facts.latencyMs ?? 0)
    onProvider({ ...facts, ...sum, outcome: sum.hotelsPriced > 0 ? 'PRICED' : (failure ?? outcome) })
  }
  let queue = hotels
  while (queue.length > 0 && !signal.aborted) {
    queue = visibleFirst(queue, await firstInQueue(deps, session.key))
    const turn = queue.slice(0, TURN)
    queue = queue.slice(TURN)
    const limit = await deps.cache.limits.consume(`refresh:${session.caller.organizationId}:${supplierCode}`, BUDGET)
    if (!limit.allowed) {
      onAnswer(unanswered(supplierCode, [...turn, ...queue]))
      return onProvider({ outcome: sum.hotelsPriced > 0 ? 'PRICED' : 'BUDGET_SPENT', retryAfterMs: limit.resetMs })
    }
    report(await askTurn(deps, session, { ...refresh, hotels: turn }))
  }
  if (queue.length > 0) {
    onAnswer(unanswered(supplierCode, queue))
    onProvider({ outcome: sum.hotelsPriced > 0 ? 'PRICED' : 'TIMEOUT' })
  }
}

function visibleFirst(hotels: readonly CatalogueHotel[], visible: ReadonlySet<number>): readonly CatalogueHotel[] {
  return visible.size === 0
    ? hotels
    : [...hotels].sort((a, b) => Number(visible.has(b.hotelId)) - Number(visible.has(a.hotelId)))
}

function unanswered(supplierCode: string, hotels: readonly CatalogueHotel[]): SupplierAnswer {
  return {
    supplierCode,
    hotelIds: hotels.map(({ hotelId }) => hotelId),
    prices: new Map(),
    failed: true,
  }
}

async function askTurn(deps: Deps, session: Session, turn: SupplierRefresh): Promise<SearchProviderView> {
  const { supplier, hotels, signal, onAnswer } = turn
  const keys = hotels.map(claimKeys(deps, session, supplier))
  const claimed = await deps.cache.values.claim(keys, CLAIM_MS)
  const ours = hotels.filter((_, index) => claimed[index])
  const theirs = hotels.filter((_, index) => !claimed[index])
  const board = createBoard([supplier])
  const asking = {
    question: session.question,
    suppliers: [supplier],
    hotels: ours,
    context: { ...callContext(session), signal, timeoutMs: null },
    onAnswer,
  }
  const [[view], waited] = await Promise.all([
    ours.length > 0 ? askSuppliers(deps, asking, board) : board.providers(),
    theirs.length > 0 ? awaitOthers(deps, session, { ...turn, hotels: theirs }) : null,
  ])
  await deps.cache.values.deleteMany(keys.filter((_, index) => claimed[index]))
  if (waited) onAnswer(waited)
  const hotelsPriced =
    (view?.hotelsPriced ?? 0) + [...(waited?.prices.values() ?? [])].filter(({ quote }) => quote !== null).length
  const outcome = view && view.outcome !== 'PENDING' ? view.outcome : waited?.failed ? 'TIMEOUT' : 'NO_AVAILABILITY'
  const [base] = createBoard([supplier]).providers()
  if (!base) throw new Error('a board has an entry for each supplier')
  return { ...base, ...view, outcome, hotelsPriced }
}

/** The claims of a turn are kept together, because they are taken together. */
function claimKeys(
  { cache }: Pick<Deps, 'cache'>,
  { question }: Session,
  { connectionId }: EnabledSupplier,
): (hotel: CatalogueHotel) => string {
  const part = cache.values.together(`${connectionId}:${questionKey(question)}`)
  return ({ hotelId }) => `asking:${part}:${hotelId}`
}

/**
 * The answers to another refresh's question, read from the cache as they arrive. Those that do not arrive in time count as no
 * answer.
 */
async function awaitOthers(
  deps: Deps,
  { question }: Session,
  { supplier, hotels, signal }: SupplierRefresh,
): Promise<SupplierAnswer> {
  const { supplierCode, connectionId } = supplier
  const listings = hotels.flatMap(({ hotelId, suppliers }) =>
    suppliers
      .filter((listing) => listing.supplierCode === supplierCode)
      .map(({ supplierHotelId, version = null }) => ({ hotelId, supplierHotelId, version, connectionId })),
  )
  const prices = new Map<number, KnownPrice>()
  let missing = listings
  const until = performance.now() + CLAIM_MS
  while (prices.size < hotels.length && performance.now() < until && !signal.aborted) {
    await sleep(LOOK_EVERY_MS)
    await ownTurn()
    const known = await deps.priceMemory.recallListings(question, missing)
    missing.forEach(({ hotelId }, index) => {
      const price = known[index]
      if (price) prices.set(hotelId, cheaperListing(prices.get(hotelId), price))
    })
    missing = missing.filter(({ hotelId }) => !prices.has(hotelId))
  }
  const hotelIds = hotels.map(({ hotelId }) => hotelId)
  return { supplierCode, hotelIds, prices, failed: prices.size < hotels.length }
}
