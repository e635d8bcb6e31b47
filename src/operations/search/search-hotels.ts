import type { HotelItem, SearchData, SimilarHotel, Sparse } from '../../domain/contract/search.ts'
import { invalid, type Problem } from '../../domain/errors.ts'
import { type Issue, issue } from '../../domain/issue.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { nightsOf } from '../../domain/stay.ts'
import { type Instant, toRfc3339 } from '../../domain/time.ts'
import type { LeftOut } from '../../hotel-index/left-out.ts'
import type { Ranking } from '../../hotel-index/ranking.ts'
import { ownTurn } from '../../platform/request-trace.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { parseInput } from '../inputs/input.ts'
import { type SearchInput, searchInput } from '../inputs/search.ts'
import { listMoney } from '../prices/list-money.ts'
import { askLeftOut, hearLeftOut, knownLeftOut } from '../prices/no-price.ts'
import { typicalPrices } from '../prices/typical-prices.ts'
import { checkAvailabilityRequest } from './availability-request.ts'
import { type CursorSeal, cursorSeal, toCursor } from './cursor.ts'
import { findDestination } from './destination.ts'
import { matchLanguage } from './languages.ts'
import { askedLive, type PageRequest, type PricedPage, priceInstantly, priceLive } from './price-page.ts'
import { newSearchKey, SEARCH_LIVES_MS, toSearchId, writeProgress, writeSearch } from './search-record.ts'
import { questionOf, roomNightsOf, type SearchSession } from './search-session.ts'
import { pageView, reportSuppressed, searchInfo } from './search-view.ts'
import { effectiveSort, type Selection, type Similar, selectHotels, similarHotels } from './select-hotels.ts'
import { warningsOf } from './warnings.ts'

const DEFAULT_LIMIT = 20

/**
 * Finds hotels of a place, or one hotel with its neighbours. Instant: cached or estimated prices at once, refreshed behind
 * the answer. Live: the suppliers' own quotes, at most 15 s later. The order never depends on what suppliers answer.
 */
export async function searchHotels(deps: Deps, caller: Caller, raw: unknown): Promise<Result<SearchData, Problem>> {
  const input = parseInput(searchInput, raw, (read, isWhole) => [
    ...checkPriceRange(read),
    // The whole question is checked at the destination's own time.
    ...(isWhole ? [] : checkAvailabilityRequest(read, deps.clock.now(), null)),
  ])
  if (!input.ok) return input
  const session = await openSession(deps, caller, input.value)
  return session.ok ? answer(deps, session.value) : session
}

function checkPriceRange({ minTotalPriceUsdCents: min, maxTotalPriceUsdCents: max }: Partial<SearchInput>): Issue[] {
  return min != null && max != null && min > max
    ? [issue('min_total_price_usd_cents', 'ABOVE_MAXIMUM', 'min_total_price_usd_cents must not be above the maximum')]
    : []
}

async function openSession(deps: Deps, caller: Caller, input: SearchInput): Promise<Result<SearchSession, Problem>> {
  const [destination, tenant, terms] = await Promise.all([
    findDestination(deps, input.destination),
    deps.tenants.of(caller.organizationId),
    deps.catalogue.terms(),
  ])
  const timeZone = destination.ok ? destination.value.timeZone : null
  const issues = checkAvailabilityRequest(input, deps.clock.now(), timeZone)
  if (issues.length > 0) return err(invalid(issues))
  if (!destination.ok) return destination
  const list = await listMoney(deps, tenant)
  if (!list.ok) return list
  return ok({
    key: newSearchKey(deps),
    caller,
    input,
    tenant,
    destination: destination.value,
    sort: effectiveSort(input),
    language: matchLanguage(input.language) ?? caller.language,
    list: list.value,
    question: questionOf(input),
    roomNights: roomNightsOf(input),
    terms,
  })
}

/** One try at a page: what was chosen, and its prices. */
type Attempt = {
  readonly selection: Selection
  readonly seal: CursorSeal
  readonly page: PricedPage
  readonly view: { readonly hotels: Sparse<HotelItem>[]; readonly similar: Sparse<SimilarHotel>[] }
  readonly keptUntil: Instant
}

/**
 * An instant search asks for everything at once: what is left out, what prices are known, and that it be remembered. It
 * chooses by what this process knows already to be left out; only when that has changed for the place, which is rare, it
 * chooses again. A live one must know before it asks.
 */
async function answer(deps: Deps, session: SearchSession): Promise<Result<SearchData, Problem>> {
  const hearing = hearLeftOut(deps, session)
  const isLive = session.input.pricingMode === 'live'
  const first = isLive ? null : await attempt(deps, session, knownLeftOut(deps, session))
  if (first && !first.ok) return first
  const leftOut = (await hearing) ?? (await askAbout(deps, session))
  const done = first?.value.selection.isStill(leftOut) ? first : await attempt(deps, session, leftOut)
  if (!done.ok) return done
  done.value.page.afterAnswer?.()
  return ok(searchData(deps, session, done.value))
}

/** What is left out of the hotels that the page could have, for a process that does not know all that is left out. */
function askAbout(deps: Deps, session: SearchSession): Promise<LeftOut> {
  const limit = limitOf(session)
  const count = session.input.pricingMode === 'live' ? askedLive(deps, session, limit) : limit
  async function chooseAhead(leftOut: LeftOut, ahead: number) {
    const chosen = await choose(deps, session, leftOut)
    if (!chosen.ok) return { shown: [], results: [] }
    const { selection, near } = chosen.value
    const results = selection.take(ahead).results.map(({ hotelId }) => hotelId)
    return { shown: [...results.slice(0, count), ...near.map(({ hotelId }) => hotelId)], results }
  }
  return askLeftOut(deps, session, { count, choose: chooseAhead })
}

/** Hotels, before anything is known of their prices. */
type Chosen = { readonly selection: Selection; readonly seal: CursorSeal; readonly near: readonly Similar[] }

async function choose(deps: Deps, session: SearchSession, leftOut: LeftOut): Promise<Result<Chosen, Problem>> {
  const { input, tenant, destination, sort } = session
  const seal = sealOf(deps, session)
  const choice = {
    input,
    nights: nightsOf(session.question.stay),
    supplierCodes: tenant.suppliers.map(({ supplierCode }) => supplierCode),
    leftOut,
  }
  const selected = await selectHotels(deps, destination, choice, sort, { text: input.cursor ?? null, seal })
  if (!selected.ok) return selected
  const near = similarHotels(destination, choice, selected.value)
  return ok({ selection: selected.value, seal, near })
}

async function attempt(deps: Deps, session: SearchSession, leftOut: LeftOut): Promise<Result<Attempt, Problem>> {
  const chosen = await choose(deps, session, leftOut)
  if (!chosen.ok) return chosen
  const { selection, seal, near } = chosen.value
  const { ranking, take } = selection
  const extra = await deps.catalogue.hotels(near.map(({ hotelId }) => hotelId))
  const typical = typicalPrices(ranking, session)
  await ownTurn()
  const request = { take, limit: limitOf(session), extra, typical }
  const [page, keptUntil] =
    session.input.pricingMode === 'live'
      ? await priceAndKeepLive(deps, session, ranking, request)
      : await priceAndKeepInstantly(deps, session, ranking, request)
  // Prices have come from the cache, or from suppliers: from here to the written answer it is one piece of work.
  await ownTurn()
  const view = await pageView(deps, session, page, { near, extra, typical })
  return ok({ selection, seal, page, view, keptUntil })
}

function limitOf({ input }: SearchSession): number {
  return input.limit ?? DEFAULT_LIMIT
}

function sealOf(deps: Deps, { input, caller, sort }: SearchSession): CursorSeal {
  return cursorSeal(deps.mac, input, caller.organizationId, sort)
}

/** Which hotels a page has is known before their prices are: both go over the wire together. */
function priceAndKeepInstantly(deps: Deps, session: SearchSession, ranking: Ranking, request: PageRequest) {
  const taken = request.take(request.limit)
  const hotelIds = [...taken.results, ...request.extra].map(({ hotelId }) => hotelId)
  const page = priceInstantly(deps, session, { ...request, take: () => taken })
  return Promise.all([page, keepSearch(deps, session, ranking, hotelIds)])
}

async function priceAndKeepLive(deps: Deps, session: SearchSession, ranking: Ranking, request: PageRequest) {
  const page = await priceLive(deps, session, request)
  const hotelIds = [...page.hotels, ...request.extra].map(({ hotelId }) => hotelId)
  const { status, providers } = page
  const progress = { revision: 1, status, hotels: [], noPriceHotelIds: [], pendingCount: 0, providers }
  const [keptUntil] = await Promise.all([
    keepSearch(deps, session, ranking, hotelIds),
    writeProgress(deps, session.key, progress),
  ])
  return [page, keptUntil] as const
}

async function keepSearch(
  deps: Deps,
  { input, list, key, sort }: SearchSession,
  ranking: Ranking,
  hotelIds: readonly number[],
): Promise<Instant> {
  const createdAt = deps.clock.now()
  const expiresAt = createdAt + SEARCH_LIVES_MS
  await writeSearch(deps, key, {
    checkIn: input.checkIn,
    checkOut: input.checkOut,
    nationality: input.nationality,
    rooms: input.rooms,
    hotelIds,
    refundableOnly: input.refundableOnly ?? false,
    listCurrency: list.currency,
    listRate: list.rates.get(list.currency) ?? null,
    rankingVersion: ranking.version,
    sort,
    createdAt,
    expiresAt,
  })
  return expiresAt
}

function searchData(
  deps: Deps,
  session: SearchSession,
  { selection, seal, page, view, keptUntil }: Attempt,
): SearchData {
  const { ranking, total, returned, refreshed } = selection
  const returnedNow = page.hotels.length
  const yetToCome = total - returned - page.dealtWith
  const position = page.last && { ...page.last, version: ranking.version, returned: returned + returnedNow }
  return {
    searchInfo: searchInfo(session, nightsOf(session.question.stay)),
    totalResults: returned + returnedNow + yetToCome,
    // What this process has not heard of may leave hotels of later pages out.
    totalIsEstimate: page.mayDropOthers || (page.last !== null && !selection.isExact),
    requestedResults: limitOf(session),
    returnedResults: returnedNow,
    hotels: view.hotels,
    searchId: toSearchId(deps, session.caller, session.key, page.status),
    searchExpiresAt: toRfc3339(keptUntil),
    refreshStatus: page.status,
    nextCursor: position && toCursor(session.sort, seal, position),
    similarHotels: view.similar,
    providers: reportSuppressed(page.providers, selection.suppressedCodes),
    warnings: warningsOf({ ...session, refreshed, isCacheAway: deps.cache.isAway() }),
  }
}
