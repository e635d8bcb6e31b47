import {
  DESTINATIONS_INPUT,
  HOTEL_ID_INPUT,
  LANGUAGE_INPUT,
  POLL_PRICES_INPUT,
} from '../domain/meanings/search-inputs.ts'
import { DestinationListType, HotelFiltersType, NationalityListType } from '../schema/destination.ts'
import { HotelType } from '../schema/hotel-item.ts'
import { SearchPricesType, SearchType } from '../schema/search.ts'
import { SearchInputType } from '../schema/search-input.ts'
import { builder, contextOf, resultUnion, told } from './builder.ts'
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
    ...told('searchHotels'),
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
    ...told('pollPrices', POLL_PRICES_INPUT),
    args: {
      searchId: t.arg.id({ required: true }),
      refreshIds: t.arg.idList(),
      since: t.arg.int(),
    },
    resolve: (_root, args, context) =>
      answer(contextOf(context), { scope: 'search', rateClass: 'polling' }, (gateway, caller) =>
        gateway.pollPrices(caller, args),
      ),
  }),
  destinations: t.field({
    type: DestinationsResult,
    nullable: true,
    ...told('findDestinations', DESTINATIONS_INPUT),
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
    ...told('listHotelFilters', LANGUAGE_INPUT),
    args: { language: t.arg.string() },
    resolve: (_root, args, context) =>
      answer(contextOf(context), STATIC, (gateway, caller) => gateway.listHotelFilters(caller, args)),
  }),
  nationalities: t.field({
    type: NationalitiesResult,
    nullable: true,
    ...told('listNationalities', LANGUAGE_INPUT),
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
    ...told('getHotel', HOTEL_ID_INPUT),
    args: { hotelId: t.arg.id({ required: true }), language: t.arg.string() },
    resolve: (_root, args, context) =>
      answer(contextOf(context), STATIC, (gateway, caller) => gateway.getHotel(caller, args)),
  }),
}))
