import type { HotelItem, SearchData } from '../src/domain/contract/search.ts'
import { pricedItem } from '../src/operations/search/hotel-item.ts'
import { partsOf, withParts } from '../src/operations/search/item-parts.ts'
import { SharedPart } from '../src/platform/written-once.ts'
import { sandboxCatalogue } from '../src/sandbox/catalogue/catalogue.ts'
import { catalogueRows } from '../src/sandbox/seed-catalogue.ts'

const LONDON = 1842

/** The answer that every facade gives: 30 hotels of London, each with two suppliers' prices. */
export function facadeAnswer(hotels = 30): SearchData {
  const rows = catalogueRows(sandboxCatalogue())
  const places = new Map(rows.places.map((place) => [place.placeId, place]))
  function named(kind: string) {
    return rows.terms.filter((term) => term.kind === kind)
  }
  const terms = {
    chains: new Map(named('chain').map(({ id, names }) => [Number(id), names])),
    facilities: new Map(named('facility').map(({ id, names }) => [Number(id), names])),
    propertyTypes: new Map(named('property_type').map(({ id, names }) => [id, names])),
  }
  const centre = places.get(LONDON) ?? { latitude: 0, longitude: 0 }
  const price = {
    amount: 41_200,
    currency: 'USD',
    rateType: 'live',
    isRefundable: true,
    freeCancellationUntil: '2027-03-08T18:00:00.000Z',
  } as const
  const items = rows.hotels
    .filter(({ placeId }) => placeId === LONDON)
    .slice(0, hotels)
    .map((hotel) => {
      const quote = {
        hotelId: String(hotel.hotelId),
        supplierCode: 'expedia_rapid',
        supplierName: 'Expedia Rapid',
        fetchedAt: '2027-01-01T00:00:00.000Z',
        ...price,
      }
      const other = { ...quote, supplierCode: 'hotelbeds', supplierName: 'Hotelbeds', amount: 43_900 }
      const { isRefundable: _, ...refundableFrom } = price
      const shown = { price, lowestPrice: price, refundableFrom, supplierPrices: [quote, other], made: null }
      return pricedItem({ ...hotel, suppliers: [] }, shown, {
        places,
        terms,
        language: 'en',
        centre,
        typical: { version: 1, total: () => null, estimate: () => 0, rankedValue: null },
        rates: new Map(),
      })
    })
  return {
    searchInfo: {
      countryCode: 'GB',
      checkIn: '2027-03-10',
      checkOut: '2027-03-13',
      nights: 3,
      totalRooms: 1,
      totalGuests: 2,
      priceSort: null,
      hotelId: null,
      hotel: null,
      placeId: LONDON,
      place: 'London',
      placeType: 'city',
    },
    totalResults: 234,
    totalIsEstimate: false,
    requestedResults: hotels,
    returnedResults: items.length,
    hotels: items,
    searchId: 'srch_06GZQVV1YAJRRRM4FGN66GEKYW',
    searchExpiresAt: '2027-01-01T00:30:00.000Z',
    refreshStatus: 'PENDING',
    nextCursor: 'r1.-1700.brLY4BTWEb_900004',
    similarHotels: [],
    providers: [
      {
        supplierCode: 'expedia_rapid',
        outcome: 'PENDING',
        latencyMs: null,
        hotelsRequested: 0,
        hotelsPriced: 0,
        retryAfterMs: null,
      },
    ],
    warnings: [],
  }
}

type Item = SearchData['hotels'][number]

/** More than there are requests under way. */
const COPIES = 20

/**
 * The same, each time with prices that no facade has written down yet: in truth not every search shows what another has just
 * shown.
 */
export function withOwnPrices(view: SearchData): () => SearchData {
  const copies = Array.from({ length: COPIES }, () => ({ ...view, hotels: view.hotels.map(copyOf) }))
  let turn = 0
  return () => {
    turn = (turn + 1) % COPIES
    const copy = copies[turn] ?? view
    for (const item of copy.hotels) forget(item)
    return copy
  }
}

function copyOf(item: Item): Item {
  const parts = partsOf(item)
  const copy = { ...item }
  return parts ? withParts(copy as HotelItem, { ...parts, rest: new SharedPart() }) : copy
}

/** What facades wrote of its prices is under another key from now on. */
function forget(item: Item): void {
  const parts = partsOf(item)
  if (parts) withParts(item as HotelItem, { ...parts, rest: new SharedPart() })
}
