import type {
  HotelItem,
  SearchData,
  SearchInfo,
  SearchProviderView,
  SimilarHotel,
  Warning,
} from '../domain/contract/search.ts'
import { invalid, type Problem } from '../domain/errors.ts'
import { type Issue, issue } from '../domain/issue.ts'
import { totalGuests } from '../domain/occupancy.ts'
import { err, ok, type Result } from '../domain/result.ts'
import { nightsOf } from '../domain/stay.ts'
import { toRfc3339 } from '../domain/time.ts'
import { camelCase } from '../domain/wire.ts'
import { checkAvailabilityRequest } from './availability-request.ts'
import type { Caller } from './caller.ts'
import { type CatalogueHotel, named } from './catalogue.ts'
import type { Deps } from './deps.ts'
import { parseInput } from './inputs/input.ts'
import { type SearchInput, searchInput } from './inputs/search.ts'
import { matchLanguage } from './languages.ts'
import { cursorSeal, toCursor } from './search/cursor.ts'
import { findDestination } from './search/destination.ts'
import { type ItemContext, hotelItem, oneDecimal, sparse } from './search/hotel-item.ts'
import { listMoney } from './search/list-money.ts'
import { suppressedHotels } from './search/no-price.ts'
import { type PricedPage, priceInstantly, priceLive } from './search/price-page.ts'
import { estimatedPrice, hotelPriceView, supplierPricesView } from './search/prices-view.ts'
import { newSearchId, SEARCH_LIVES_MS, writeSearch } from './search/search-record.ts'
import { placeName, questionOf, roomNightsOf, type SearchSession, supplierNames } from './search/search-session.ts'
import { effectiveSort, type Similar, selectHotels, similarHotels } from './search/select-hotels.ts'
import { type TypicalPrices, typicalPrices } from './search/typical-prices.ts'

const DEFAULT_LIMIT = 20

/**
 * Finds hotels of a place, or one hotel with its neighbours. Instant: cached or estimated prices at once, refreshed behind
 * the answer. Live: the suppliers' own quotes, at most 15 s later. The order never depends on what suppliers answer.
 */
export const searchHotels = async (deps: Deps, caller: Caller, raw: unknown): Promise<Result<SearchData, Problem>> => {
  const input = parseInput(searchInput, raw, checkPriceRange)
  if (!input.ok) return input
  const session = await openSession(deps, caller, input.value)
  return session.ok ? answer(deps, session.value) : session
}

const checkPriceRange = ({ minTotalPriceUsdCents: min, maxTotalPriceUsdCents: max }: SearchInput): Issue[] =>
  min != null && max != null && min > max
    ? [issue('min_total_price_usd_cents', 'ABOVE_MAXIMUM', 'min_total_price_usd_cents must not be above the maximum')]
    : []

const openSession = async (deps: Deps, caller: Caller, input: SearchInput): Promise<Result<SearchSession, Problem>> => {
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
    searchId: newSearchId(deps, caller),
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

const answer = async (deps: Deps, session: SearchSession): Promise<Result<SearchData, Problem>> => {
  const { input, tenant, destination, sort, caller } = session
  const nights = nightsOf(session.question.stay)
  const seal = cursorSeal(deps.tokenSeal, input, caller.organizationId, sort)
  const choice = {
    input,
    nights,
    supplierCodes: tenant.suppliers.map(({ supplierCode }) => supplierCode),
    suppressed: await suppressedResults(deps, session),
  }
  const selected = await selectHotels(deps, destination, choice, sort, { text: input.cursor ?? null, seal })
  if (!selected.ok) return selected
  const { ranking, total, returned, refreshed, take } = selected.value
  const near = similarHotels(destination, choice, selected.value)
  const limit = input.limit ?? DEFAULT_LIMIT
  const price = input.pricingMode === 'live' ? priceLive : priceInstantly
  const extra = await deps.catalogue.hotels(near.map(({ hotelId }) => hotelId))
  const typical = typicalPrices(ranking, session)
  const page = await price(deps, session, { take, limit, extra, typical })
  const progress = {
    ...page.progress,
    providers: tellSuppressed(page.progress.providers, selected.value.suppressedCodes),
  }
  const view = await pageView(deps, session, page, { near, extra, typical })
  const now = deps.clock.now()
  const expiresAt = now + SEARCH_LIVES_MS
  await writeSearch(
    deps,
    session.searchId,
    {
      organizationId: caller.organizationId,
      environment: caller.environment,
      checkIn: input.checkIn,
      checkOut: input.checkOut,
      nationality: input.nationality,
      rooms: input.rooms,
      hotelIds: [...page.hotels, ...extra].map(({ hotelId }) => hotelId),
      createdAt: now,
      expiresAt,
    },
    progress,
  )
  page.afterAnswer?.()
  return ok({
    searchInfo: searchInfo(session, nights),
    totalResults: total,
    requestedResults: limit,
    returnedResults: page.hotels.length,
    hotels: view.hotels,
    searchId: session.searchId,
    searchExpiresAt: toRfc3339(expiresAt),
    refreshStatus: progress.status,
    nextCursor:
      page.last &&
      toCursor(sort, seal, { ...page.last, version: ranking.version, returned: returned + page.hotels.length }),
    similarHotels: view.similar,
    providers: progress.providers,
    warnings: warningsOf(input, refreshed, deps.cache.isAway()),
  })
}

/** Hotels that had no price of late; the one that is searched for by its id is a result all the same. */
const suppressedResults = async (deps: Deps, session: SearchSession): Promise<ReadonlySet<number>> => {
  const suppressed = await suppressedHotels(deps, session)
  const searched = session.destination.hotel?.hotelId
  return searched !== undefined && suppressed.has(searched) ? suppressed.difference(new Set([searched])) : suppressed
}

/** A supplier of which all hotels were left out was not asked for that reason. */
const tellSuppressed = (
  providers: readonly SearchProviderView[],
  suppressedCodes: ReadonlySet<string>,
): readonly SearchProviderView[] =>
  suppressedCodes.size === 0
    ? providers
    : providers.map((view) =>
        view.outcome === 'SKIPPED_UNMAPPED' && suppressedCodes.has(view.supplierCode)
          ? { ...view, outcome: 'SUPPRESSED_NO_PRICE' }
          : view,
      )

const pageView = async (
  deps: Deps,
  session: SearchSession,
  page: PricedPage,
  beside: {
    readonly near: readonly Similar[]
    readonly extra: readonly CatalogueHotel[]
    readonly typical: TypicalPrices
  },
): Promise<{ hotels: Partial<HotelItem>[]; similar: Partial<SimilarHotel>[] }> => {
  const { input, destination, list, language, terms } = session
  const { typical } = beside
  const context: ItemContext = {
    places: await deps.catalogue.places(),
    terms,
    language,
    centre: destination.centre,
    typical,
    rates: list.rates,
  }
  const names = supplierNames(deps)
  const fields = input.fields ? new Set([...input.fields.map(camelCase), 'distanceKm']) : null
  const item = (hotel: CatalogueHotel, estimates: boolean): HotelItem => {
    const quotes = supplierPricesView(hotel.hotelId, page.book.of(hotel.hotelId), names, list)
    const price = hotelPriceView(quotes) ?? (estimates ? estimatedPrice(typical.estimate(hotel.hotelId), list) : null)
    return hotelItem(hotel, price, quotes, context)
  }
  const distances = new Map(beside.near.map(({ hotelId, distanceKm }) => [hotelId, distanceKm]))
  return {
    hotels: page.hotels.map((hotel) => sparse(item(hotel, page.estimates), fields)),
    similar: beside.extra.map((hotel) =>
      sparse({ ...item(hotel, true), distanceKm: oneDecimal(distances.get(hotel.hotelId) ?? 0) }, fields),
    ),
  }
}

const searchInfo = (session: SearchSession, nights: number): SearchInfo => {
  const { input, destination, sort, language } = session
  const priceSorts = { price_low_to_high: 'low_to_high', price_high_to_low: 'high_to_low' } as const
  return {
    countryCode: destination.place.countryCode,
    checkIn: input.checkIn,
    checkOut: input.checkOut,
    nights,
    totalRooms: input.rooms.length,
    totalGuests: totalGuests(input.rooms),
    priceSort: sort === 'price_low_to_high' || sort === 'price_high_to_low' ? priceSorts[sort] : null,
    hotelId: destination.hotel ? String(destination.hotel.hotelId) : null,
    hotel: destination.hotel ? named(destination.hotel.names, language) : null,
    placeId: destination.place.placeId,
    place: placeName(session),
    placeType: destination.place.type,
  }
}

const warningsOf = ({ sort, priceSort }: SearchInput, refreshed: boolean, isCacheAway: boolean): Warning[] => [
  ...(sort && priceSort
    ? [{ code: 'PRICE_SORT_IGNORED', message: 'sort supersedes price_sort', path: 'price_sort' }]
    : []),
  ...(refreshed
    ? [
        {
          code: 'RANKING_REFRESHED',
          message: 'the ranking of the first page is gone; the walk goes on in the current one',
          path: 'cursor',
        },
      ]
    : []),
  ...(isCacheAway
    ? [
        {
          code: 'CACHE_UNAVAILABLE',
          message: 'prices are estimates and this search cannot be polled: the shared cache is away',
          path: null,
        },
      ]
    : []),
]
