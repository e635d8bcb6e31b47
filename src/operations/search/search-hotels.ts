import type { SearchData } from '../../domain/contract/search.ts'
import type { Problem } from '../../domain/errors.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { Instant } from '../../domain/time.ts'
import type { LeftOut } from '../../hotel-index/left-out.ts'
import { ownTurn } from '../../platform/request-trace.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { hearLeftOut, knownLeftOut, memoryOf } from '../prices/no-price.ts'
import { typicalPrices } from '../prices/typical-prices.ts'
import { checkAvailabilityRequest } from './availability-request.ts'
import { askAboutPage, chooseHotels, idsOf } from './choose-hotels.ts'
import { checkPriceRange, parseSearch } from './parse-search.ts'
import { type PageRequest, priceInstantly, priceLive } from './price-page.ts'
import { SEARCH_LIVES_MS, type SearchRecord, writeProgress, writeSearch } from './search-record.ts'
import { openSession, type SearchSession } from './search-session.ts'
import { type FoundPage, searchData } from './search-view.ts'

/**
 * Finds hotels of a place, one hotel with its neighbours, or hotels by their ids. Instant searches return cached or estimated prices immediately and
 * refresh them after the answer. Live searches return the suppliers' own quotes within 15 s. The order never depends on the
 * suppliers' answers.
 */
export async function searchHotels(deps: Deps, caller: Caller, raw: unknown): Promise<Result<SearchData, Problem>> {
  const input = parseSearch({ raw, caller }, (read, isWhole) => [
    ...checkPriceRange(read),
    // A fully parsed request is checked later, with the local date of the destination.
    ...(isWhole ? [] : checkAvailabilityRequest(read, deps.clock.of(caller.organizationId).now(), null)),
  ])
  if (!input.ok) return input
  const session = await openSession(deps, caller, input.value)
  if (!session.ok) return session
  const found = await findPage(deps, session.value)
  if (!found.ok) return found
  // The prices have arrived. Making the answer occupies the event loop, so the organization's turn is awaited first.
  await ownTurn()
  const data = await searchData(deps, session.value, found.value)
  found.value.page.afterAnswer?.()
  return ok(data)
}

/**
 * An instant search sends its reads and the write of the search together. It chooses the hotels by what this process already
 * knows to be left out; only if that has changed for the place, which is rare, it chooses again. A live search must know what is
 * left out before it asks suppliers.
 */
async function findPage(deps: Deps, session: SearchSession): Promise<Result<FoundPage, Problem>> {
  const memory = memoryOf(session)
  const hearing = hearLeftOut(deps, memory)
  const first = session.isLive ? null : await attempt(deps, session, knownLeftOut(deps, memory))
  if (first && !first.ok) return first
  const leftOut = (await hearing) ?? (await askAboutPage(deps, session))
  return first?.value.selection.isStill(leftOut) ? first : attempt(deps, session, leftOut)
}

async function attempt(deps: Deps, session: SearchSession, leftOut: LeftOut): Promise<Result<FoundPage, Problem>> {
  const chosen = await chooseHotels(deps, session, leftOut)
  if (!chosen.ok) return chosen
  const { selection, near, results, more } = chosen.value
  const extra = await deps.catalogue.hotels(idsOf(near))
  const typical = typicalPrices(selection.ranking, session)
  await ownTurn()
  const price = session.isLive ? priceAndKeepLive : priceAndKeepInstantly
  const [page, keptUntil] = await price(deps, session, { results, more, extra, typical })
  return ok({ selection, near, extra, typical, page, keptUntil })
}

/** The hotels of a page are known before their prices, so the reads of prices and the write of the search are sent together. */
function priceAndKeepInstantly(deps: Deps, session: SearchSession, request: PageRequest) {
  const { results, extra, typical } = request
  const record = recordOf(session, { hotelIds: idsOf([...results, ...extra]), rankingVersion: typical.version })
  const page = priceInstantly(deps, session, request)
  return Promise.all([page, keepSearch(deps, session.key, record)])
}

async function priceAndKeepLive(deps: Deps, session: SearchSession, request: PageRequest) {
  const page = await priceLive(deps, session, request)
  const { status, providers } = page
  const hotelIds = idsOf([...page.hotels, ...request.extra])
  const record = recordOf(session, { hotelIds, rankingVersion: request.typical.version })
  const progress = { revision: 1, status, hotels: [], noPriceHotelIds: [], pendingCount: 0, providers }
  const [keptUntil] = await Promise.all([
    keepSearch(deps, session.key, record),
    writeProgress(deps, session.key, progress),
  ])
  return [page, keptUntil] as const
}

/** Stores the search; resolves to the time until which it can be polled. */
async function keepSearch(deps: Deps, key: string, record: SearchRecord): Promise<Instant> {
  await writeSearch(deps, key, record)
  return record.expiresAt
}

function recordOf(
  { input, destination, list, sort, question }: SearchSession,
  page: Pick<SearchRecord, 'hotelIds' | 'rankingVersion'>,
): SearchRecord {
  const createdAt = question.time.now()
  const { freeCancellation = false, boardCodes = null } = question
  return {
    checkIn: input.checkIn,
    checkOut: input.checkOut,
    nationality: input.nationality,
    countryCode: destination.place.countryCode,
    rooms: input.rooms,
    hotelIds: page.hotelIds,
    refundableOnly: question.refundableOnly ?? false,
    ...(freeCancellation || boardCodes ? { rates: { freeCancellation, boardCodes } } : {}),
    listCurrency: list.currency,
    listRate: list.rates.get(list.currency) ?? null,
    rankingVersion: page.rankingVersion,
    sort,
    createdAt,
    expiresAt: createdAt + SEARCH_LIVES_MS,
  }
}
