import type {
  HotelItem,
  SearchData,
  SearchInfo,
  SearchProviderView,
  SimilarHotel,
  Sparse,
} from '../../domain/contract/search.ts'
import type { Warning } from '../../domain/contract/warning.ts'
import { totalGuests } from '../../domain/occupancy.ts'
import { isFiltered } from '../../domain/rate-filter.ts'
import { type Instant, toRfc3339 } from '../../domain/time.ts'
import { camelCase } from '../../domain/wire.ts'
import { type CatalogueHotel, named } from '../../hotel-index/catalogue.ts'
import { ownTurn } from '../../platform/request-trace.ts'
import type { Deps } from '../deps.ts'
import { supplierNames } from '../prices/asker.ts'
import { isRuledOut } from '../prices/page-prices.ts'
import { estimatedPrice } from '../prices/prices-view.ts'
import { supplierWarnings } from '../prices/supplier-warnings.ts'
import type { TypicalPrices } from '../prices/typical-prices.ts'
import { toCursor } from './cursor.ts'
import { type ItemContext, oneDecimal, pricedItem, sparse, unpricedItem } from './hotel-item.ts'
import { absentHotels } from './hotels-by-id.ts'
import { partsOf, withParts } from './item-parts.ts'
import { withCursors } from './page-cursors.ts'
import type { PricedPage } from './price-page.ts'
import { toSearchId } from './search-record.ts'
import type { SearchSession } from './search-session.ts'
import type { Selection, Similar } from './select-hotels.ts'
import { filterWarnings, warningsOf } from './warnings.ts'

/** A page with its prices, and everything else that its answer needs. */
export type FoundPage = {
  readonly selection: Selection
  readonly near: readonly Similar[]
  /** The catalogue entries of the hotels in `near`. */
  readonly extra: readonly CatalogueHotel[]
  readonly typical: TypicalPrices
  readonly page: PricedPage
  /** The time until which the search can be polled. */
  readonly keptUntil: Instant
}

/** Builds the answer of a search. */
export async function searchData(deps: Deps, session: SearchSession, found: FoundPage): Promise<SearchData> {
  const { selection, page, keptUntil } = found
  const { ranking, total, returned } = selection
  const { hotels, similar } = await pageView(deps, session, found)
  const returnedNow = page.hotels.length
  const yetToCome = total - returned - page.dealtWith
  const position = page.last && { ...page.last, version: ranking.version, returned: returned + returnedNow }
  const providers = reportSuppressed(page.providers, selection.suppressedCodes)
  const data: SearchData = {
    searchInfo: searchInfo(session),
    totalResults: returned + returnedNow + yetToCome,
    // Hotels of later pages may be left out, which this process does not know.
    totalIsEstimate: page.mayDropOthers || (page.last !== null && !selection.isExact),
    requestedResults: session.limit,
    returnedResults: returnedNow,
    hotels,
    searchId: toSearchId(deps, session.caller, { key: session.key, status: page.status }),
    searchExpiresAt: toRfc3339(keptUntil),
    refreshStatus: page.status,
    nextCursor: position && toCursor(session.sort, session.seal, position),
    similarHotels: similar,
    providers,
    warnings: allWarnings(deps, session, { selection, providers }),
  }
  return withCursors(data, session, { ranked: page.ranked, version: ranking.version, returned })
}

type Shown = { readonly selection: Selection; readonly providers: readonly SearchProviderView[] }

function allWarnings(deps: Deps, session: SearchSession, { selection, providers }: Shown): readonly Warning[] {
  const { destination, tenant, question } = session
  const { refreshed, ranking, isLeftOut } = selection
  return [
    ...warningsOf({ ...session, refreshed, isCacheAway: deps.cache.isAway() }),
    ...(destination.listed ? absentHotels(destination.listed, { edition: ranking.edition, isLeftOut }, tenant) : []),
    ...filterWarnings(deps, question, providers),
    ...supplierWarnings(providers),
  ]
}

/** A supplier was not asked because all its hotels were left out: its outcome is then SUPPRESSED_NO_PRICE. */
function reportSuppressed(
  providers: readonly SearchProviderView[],
  suppressedCodes: () => ReadonlySet<string>,
): readonly SearchProviderView[] {
  if (providers.every(({ outcome }) => outcome !== 'SKIPPED_UNMAPPED')) return providers
  const codes = suppressedCodes()
  return providers.map((view) =>
    view.outcome === 'SKIPPED_UNMAPPED' && codes.has(view.supplierCode)
      ? { ...view, outcome: 'SUPPRESSED_NO_PRICE' }
      : view,
  )
}

type PageView = { readonly hotels: Sparse<HotelItem>[]; readonly similar: Sparse<SimilarHotel>[] }

/** A page of a hundred hotels takes milliseconds to make, so the event loop gets a pause after this many items. */
const ITEMS_IN_A_ROW = 25

async function pageView(deps: Deps, session: SearchSession, found: FoundPage): Promise<PageView> {
  const { input, tenant, question, destination, list, language, terms } = session
  const { page, near, extra, typical } = found
  const places = await deps.catalogue.places()
  const context: ItemContext = {
    places,
    terms,
    language,
    centre: destination.centre,
    typical,
    rates: list.rates,
  }
  const names = supplierNames(deps)
  const isForSome = isFiltered(question)
  const fields = input.fields ? new Set([...input.fields.map(camelCase), 'distanceKm']) : null
  /** Hotels by their ids have no place in common. */
  function contextOf({ placeId }: CatalogueHotel): ItemContext {
    return destination.listed ? { ...context, centre: places.get(placeId) ?? destination.centre } : context
  }
  function item(hotel: CatalogueHotel, estimates: boolean): HotelItem {
    const shown = page.book.of(hotel.hotelId).shownIn(list, names)
    if (shown.price) return pricedItem(hotel, shown, contextOf(hotel))
    // A hotel that is known to have no matching rate gets no estimate either.
    const isOut = isForSome && isRuledOut(page.book, hotel, tenant)
    const price = estimates && !isOut ? estimatedPrice(typical.estimate(hotel.hotelId), list) : null
    return unpricedItem(hotel, price, contextOf(hotel))
  }
  const distances = new Map(near.map(({ hotelId, distanceKm }) => [hotelId, distanceKm]))
  const hotels: Sparse<HotelItem>[] = []
  for (const hotel of page.hotels) {
    hotels.push(sparse(item(hotel, page.estimates), fields))
    if (hotels.length % ITEMS_IN_A_ROW === 0) await ownTurn()
  }
  return {
    hotels,
    similar: extra.map((hotel) => {
      const shown = item(hotel, true)
      const neighbour = { ...shown, distanceKm: oneDecimal(distances.get(hotel.hotelId) ?? 0) }
      const parts = partsOf(shown)
      return sparse(parts ? withParts(neighbour, parts) : neighbour, fields)
    }),
  }
}

function searchInfo({ input, nights, destination, sort, language }: SearchSession): SearchInfo {
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
    place: named(destination.place.names, language),
    placeType: destination.place.type,
  }
}
