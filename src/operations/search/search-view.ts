import type { HotelItem, SearchInfo, SearchProviderView, SimilarHotel, Sparse } from '../../domain/contract/search.ts'
import { totalGuests } from '../../domain/occupancy.ts'
import { camelCase } from '../../domain/wire.ts'
import { type CatalogueHotel, named } from '../../hotel-index/catalogue.ts'
import { ownTurn } from '../../platform/request-trace.ts'
import type { Deps } from '../deps.ts'
import { supplierNames } from '../prices/asker.ts'
import { isRuledOut } from '../prices/page-prices.ts'
import { estimatedPrice } from '../prices/prices-view.ts'
import type { TypicalPrices } from '../prices/typical-prices.ts'
import { type ItemContext, oneDecimal, pricedItem, sparse, unpricedItem } from './hotel-item.ts'
import { partsOf, withParts } from './item-parts.ts'
import type { PricedPage } from './price-page.ts'
import { placeName, type SearchSession } from './search-session.ts'
import type { Similar } from './select-hotels.ts'

/** A supplier of which all hotels were left out was not asked for that reason. */
export function reportSuppressed(
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

/** A page of a hundred hotels takes milliseconds: it is made in pieces. */
const ITEMS_IN_A_ROW = 25

export async function pageView(
  deps: Deps,
  session: SearchSession,
  page: PricedPage,
  beside: {
    readonly near: readonly Similar[]
    readonly extra: readonly CatalogueHotel[]
    readonly typical: TypicalPrices
  },
): Promise<{ hotels: Sparse<HotelItem>[]; similar: Sparse<SimilarHotel>[] }> {
  const { input, tenant, destination, list, language, terms } = session
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
  function item(hotel: CatalogueHotel, estimates: boolean): HotelItem {
    const shown = page.book.of(hotel.hotelId).shownIn(list, names)
    if (shown.price) return pricedItem(hotel, shown, context)
    // Of a hotel that is known to have nothing refundable, nothing is guessed either.
    const isOut = (input.refundableOnly ?? false) && isRuledOut(page.book, hotel, tenant)
    const price = estimates && !isOut ? estimatedPrice(typical.estimate(hotel.hotelId), list) : null
    return unpricedItem(hotel, price, context)
  }
  const distances = new Map(beside.near.map(({ hotelId, distanceKm }) => [hotelId, distanceKm]))
  const hotels: Sparse<HotelItem>[] = []
  for (const hotel of page.hotels) {
    hotels.push(sparse(item(hotel, page.estimates), fields))
    if (hotels.length % ITEMS_IN_A_ROW === 0) await ownTurn()
  }
  return {
    hotels,
    similar: beside.extra.map((hotel) => {
      const shown = item(hotel, true)
      const near = { ...shown, distanceKm: oneDecimal(distances.get(hotel.hotelId) ?? 0) }
      const parts = partsOf(shown)
      return sparse(parts ? withParts(near, parts) : near, fields)
    }),
  }
}

export function searchInfo(session: SearchSession, nights: number): SearchInfo {
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
