import type { HotelItem, SearchData, SearchInfo, SimilarHotel, Warning } from '../domain/contract/search.ts'
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
import { inputChecksum, toCursor } from './search/cursor.ts'
import { findDestination } from './search/destination.ts'
import { hotelFilter } from './search/filters.ts'
import { type ItemContext, hotelItem, sparse } from './search/hotel-item.ts'
import { listMoney } from './search/list-money.ts'
import { estimatedPrice, hotelPriceView, supplierPricesView } from './search/prices-view.ts'
import { type PricedPage, priceInstantly, priceLive } from './search/price-page.ts'
import { RANKING_VERSION, type Ranked } from './search/ranking.ts'
import { newSearchId, SEARCH_LIVES_MS, writeSearch } from './search/search-record.ts'
import { placeName, questionOf, roomNightsOf, type SearchSession, supplierNames } from './search/search-session.ts'
import { effectiveSort, selectHotels, similarHotels } from './search/select-hotels.ts'

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
  const codes = new Set(tenant.suppliers.map(({ supplierCode }) => supplierCode))
  const nights = nightsOf(session.question.stay)
  const checksum = inputChecksum(deps.tokenSeal, input, caller.organizationId, sort)
  const selected = selectHotels(destination, hotelFilter(input, nights, codes), sort, {
    text: input.cursor ?? null,
    checksum,
  })
  if (!selected.ok) return selected
  const { ranked, from, refreshed } = selected.value
  const sold = (hotel: CatalogueHotel): boolean => hotel.suppliers.some(({ supplierCode }) => codes.has(supplierCode))
  const similar = from === 0 ? similarHotels(destination, sold, ranked) : []
  const limit = input.limit ?? DEFAULT_LIMIT
  const price = input.pricingMode === 'live' ? priceLive : priceInstantly
  const page = await price(deps, session, { rest: ranked.slice(from), limit, extra: similar.map(({ hotel }) => hotel) })
  const view = await pageView(deps, session, page, similar)
  const now = deps.clock.now()
  const expiresAt = now + SEARCH_LIVES_MS
  const hotelIds = [...page.hotels.map(({ hotel }) => hotel.hotelId), ...similar.map(({ hotel }) => hotel.hotelId)]
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
      hotelIds,
      createdAt: now,
      expiresAt,
    },
    page.progress,
  )
  page.afterAnswer?.()
  return ok({
    searchInfo: searchInfo(session, nights),
    totalResults: ranked.length,
    requestedResults: limit,
    returnedResults: page.hotels.length,
    hotels: view.hotels,
    searchId: session.searchId,
    searchExpiresAt: toRfc3339(expiresAt),
    refreshStatus: page.progress.status,
    nextCursor: page.last ? cursorAfter(session, checksum, page.last) : null,
    similarHotels: view.similar,
    providers: page.progress.providers,
    warnings: warningsOf(input, refreshed),
  })
}

const cursorAfter = ({ sort }: SearchSession, checksum: string, { key, hotel }: Ranked): string =>
  toCursor(sort, RANKING_VERSION, checksum, { key, hotelId: hotel.hotelId })

const pageView = async (
  deps: Deps,
  session: SearchSession,
  page: PricedPage,
  similar: readonly { readonly hotel: CatalogueHotel; readonly distanceKm: number }[],
): Promise<{ hotels: Partial<HotelItem>[]; similar: Partial<SimilarHotel>[] }> => {
  const { input, destination, list, roomNights, language, terms } = session
  const context: ItemContext = {
    places: await deps.catalogue.places(),
    terms,
    language,
    centre: destination.place,
  }
  const names = supplierNames(deps)
  const fields = input.fields ? new Set([...input.fields.map(camelCase), 'distanceKm']) : null
  const item = (hotel: CatalogueHotel, estimates: boolean): HotelItem => {
    const quotes = supplierPricesView(hotel.hotelId, page.book.of(hotel.hotelId), names, list)
    const guess = estimates ? estimatedPrice(hotel.nightlyUsdCents, roomNights, list) : null
    return hotelItem(hotel, hotelPriceView(quotes) ?? guess, quotes, context)
  }
  return {
    hotels: page.hotels.map(({ hotel }) => sparse(item(hotel, page.estimates), fields)),
    similar: similar.map(({ hotel, distanceKm }) =>
      sparse({ ...item(hotel, true), distanceKm: Math.round(distanceKm * 10) / 10 }, fields),
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

const warningsOf = ({ sort, priceSort }: SearchInput, refreshed: boolean): Warning[] => [
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
]
