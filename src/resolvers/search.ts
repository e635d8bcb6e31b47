import { DestinationListType, HotelFiltersType, NationalityListType } from '../schema/destination.ts'
import { HotelType } from '../schema/hotel-item.ts'
import { SearchPricesType, SearchType } from '../schema/search.ts'
import { SearchInputType } from '../schema/search-input.ts'
import { builder, contextOf, resultUnion } from './builder.ts'
import { answer } from './context.ts'

const SearchResult = resultUnion('SearchResult', 'Search', SearchType)
const SearchPricesResult = resultUnion('SearchPricesResult', 'SearchPrices', SearchPricesType)
const DestinationsResult = resultUnion('DestinationsResult', 'DestinationList', DestinationListType)
const HotelFiltersResult = resultUnion('HotelFiltersResult', 'HotelFilters', HotelFiltersType)
const NationalitiesResult = resultUnion('NationalitiesResult', 'NationalityList', NationalityListType)
const HotelResult = resultUnion('HotelResult', 'Hotel', HotelType)

const STATIC = { scope: 'search', rateClass: 'static' } as const

type SearchArgs = typeof SearchInputType.$inferInput

/** Converts `{placeId}` or `{hotelId}` to the contract's `{type, id}`. */
function toSearch({ destination, ...input }: SearchArgs) {
  return {
    ...input,
    rooms: input.rooms.map(toRoom),
    destination:
      destination.hotelId != null
        ? { type: 'hotel', id: destination.hotelId }
        : { type: 'place', id: destination.placeId },
  }
}

export function toRoom({ adults, childAges }: { adults: number; childAges?: readonly number[] | null | undefined }) {
  return {
    adults,
    childAges: childAges ?? [],
  }
}

builder.queryFields((t) => ({
  search: t.field({
    type: SearchResult,
    nullable: true,
    description: 'Finds hotels. HTTP: `POST /hotels/search`.',
    args: { input: t.arg({ type: SearchInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      answer(
        contextOf(context),
        { scope: 'search', rateClass: input.pricingMode === 'live' ? 'search_live' : 'search' },
        (gateway, caller) => gateway.searchHotels(caller, toSearch(input)),
      ),
  }),
  searchPrices: t.field({
    type: SearchPricesResult,
    nullable: true,
    description: 'What the refresh of an instant search has found. HTTP: `GET /hotels/search/{search_id}/prices`.',
    args: {
      searchId: t.arg.id({ required: true }),
      refreshIds: t.arg.idList({ description: 'Hotels that are on screen.' }),
      since: t.arg.int({ description: 'A revision: only what changed after it.' }),
    },
    resolve: (_root, args, context) =>
      answer(contextOf(context), { scope: 'search', rateClass: 'polling' }, (gateway, caller) =>
        gateway.pollPrices(caller, args),
      ),
  }),
  destinations: t.field({
    type: DestinationsResult,
    nullable: true,
    description: 'Places and hotels by the beginning of their names. HTTP: `GET /destinations/autocomplete`.',
    args: { q: t.arg.string({ required: true }), limit: t.arg.int(), language: t.arg.string() },
    resolve: (_root, args, context) =>
      answer(contextOf(context), STATIC, async (gateway, caller) => {
        const found = await gateway.findDestinations(caller, args)
        return found.ok ? { ok: true, value: { destinations: found.value } } : found
      }),
  }),
  hotelFilters: t.field({
    type: HotelFiltersResult,
    nullable: true,
    description: 'What a search can be filtered by. HTTP: `GET /hotels/filters`.',
    args: { language: t.arg.string() },
    resolve: (_root, args, context) =>
      answer(contextOf(context), STATIC, (gateway, caller) => gateway.listHotelFilters(caller, args)),
  }),
  nationalities: t.field({
    type: NationalitiesResult,
    nullable: true,
    description: 'Every nationality that a search takes. HTTP: `GET /master-data/nationalities`.',
    args: { language: t.arg.string() },
    resolve: (_root, args, context) =>
      answer(contextOf(context), STATIC, async (gateway, caller) => {
        const found = await gateway.listNationalities(caller, args)
        return found.ok ? { ok: true, value: { nationalities: found.value } } : found
      }),
  }),
  hotel: t.field({
    type: HotelResult,
    nullable: true,
    description: 'What the catalogue knows of a hotel.',
    args: { hotelId: t.arg.id({ required: true }), language: t.arg.string() },
    resolve: (_root, args, context) =>
      answer(contextOf(context), STATIC, (gateway, caller) => gateway.getHotel(caller, args)),
  }),
}))
