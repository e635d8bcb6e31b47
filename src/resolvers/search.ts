import type { HotelItem, SearchData } from '../domain/contract/search.ts'
import { invalid } from '../domain/errors.ts'
import { type Issue, issue } from '../domain/issue.ts'
import { DESTINATIONS_INPUT, LANGUAGE_INPUT, POLL_PRICES_INPUT } from '../domain/meanings/search-inputs.ts'
import { err } from '../domain/result.ts'
import { cursorsOf } from '../operations/search/page-cursors.ts'
import { DestinationListType, HotelFiltersType, NationalityListType } from '../schema/destination.ts'
import { HotelItemType } from '../schema/hotel-item.ts'
import { SearchPricesType, SearchType } from '../schema/search.ts'
import { SearchInputType } from '../schema/search-input.ts'
import { builder, contextOf, resultUnion, told } from './builder.ts'
import { edgeType, PageInfoType } from './connection.ts'
import { answer } from './context.ts'
import { inOwnNames, PAGE_ARGUMENTS } from './own-names.ts'

const SearchResult = resultUnion('SearchResult', 'Search', SearchType)
const SearchPricesResult = resultUnion('SearchPricesResult', 'SearchPrices', SearchPricesType)
const DestinationsResult = resultUnion('DestinationsResult', 'DestinationList', DestinationListType)
const HotelFiltersResult = resultUnion('HotelFiltersResult', 'HotelFilters', HotelFiltersType)
const NationalitiesResult = resultUnion('NationalitiesResult', 'NationalityList', NationalityListType)

const STATIC = { scope: 'search', rateClass: 'static' } as const

type SearchArgs = typeof SearchInputType.$inferInput

/** Converts `{placeId}` or `{hotelId}` to the contract's `{type, id}`. */
function toSearch({ destination, ...input }: SearchArgs) {
  return {
    ...input,
    rooms: input.rooms.map(toRoom),
    ...(destination ? { destination: toDestination(destination) } : {}),
  }
}

function toDestination({ hotelId, placeId }: NonNullable<SearchArgs['destination']>) {
  return hotelId != null ? { type: 'hotel', id: hotelId } : { type: 'place', id: placeId }
}

export function toRoom({ adults, childAges }: { adults: number; childAges?: readonly number[] | null | undefined }) {
  return {
    adults,
    childAges: childAges ?? [],
  }
}

type SearchPageArgs = {
  readonly input: SearchArgs
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
}

/** A page is asked for as a connection or by the input, not by both. */
function saidTwice({ input, first, after }: SearchPageArgs): Issue[] {
  return [
    ...(first != null && input.limit != null ? [issue('first', 'EXACTLY_ONE', 'give first or limit, not both')] : []),
    ...(after != null && input.cursor != null ? [issue('after', 'EXACTLY_ONE', 'give after or cursor, not both')] : []),
  ]
}

/** What a search was asked by, where that is not the field of its operation. */
function argumentsOf({ input: { destination }, first, after }: SearchPageArgs) {
  return {
    'destination.id': destination?.hotelId != null ? 'destination.hotelId' : 'destination.placeId',
    ...(first == null ? {} : { limit: PAGE_ARGUMENTS.limit }),
    ...(after == null ? {} : { cursor: PAGE_ARGUMENTS.cursor }),
  }
}

// GraphQL selects its own fields, so an item of a search always has all of them here.
function hotelsOf({ hotels }: SearchData): readonly HotelItem[] {
  return hotels as readonly HotelItem[]
}

const HotelEdge = edgeType({ name: 'HotelItem', node: HotelItemType, items: 'hotels' })

/** The search as a connection; its cursors are those of HTTP, byte for byte. */
builder.objectFields(SearchType, (t) => ({
  edges: t.field({
    type: [HotelEdge],
    description: 'The hotels of this page, each with the cursor behind which the list goes on.',
    resolve: (search) => {
      const cursorAt = cursorsOf(search)
      return hotelsOf(search).map((node, index) => ({ node, cursor: cursorAt(index) }))
    },
  }),
  nodes: t.field({
    type: [HotelItemType],
    description: 'The hotels of this page without cursors: what {hotels} has, by the name that every connection uses.',
    resolve: hotelsOf,
  }),
  pageInfo: t.field({
    type: PageInfoType,
    description: 'Whether there is another page of hotels, and the cursor to ask for it with: {nextCursor}.',
    resolve: (search) => ({
      hasNextPage: search.nextCursor !== null,
      hasPreviousPage: false as const,
      startCursor: search.hotels.length > 0 ? cursorsOf(search)(0) : null,
      endCursor: search.nextCursor,
    }),
  }),
}))

builder.queryFields((t) => ({
  search: t.field({
    type: SearchResult,
    nullable: true,
    ...told('searchHotels'),
    args: {
      input: t.arg({ type: SearchInputType, required: true }),
      first: t.arg.int({
        description:
          'How many hotels the page has at the most, 1 to 100: the same as {limit} of {input}, of which only one may be sent.',
      }),
      after: t.arg.string({
        description:
          'Where the page begins: the {endCursor} of the page before, or the cursor of a hotel. The same as {cursor} of {input}, of which only one may be sent.',
      }),
    },
    resolve: (_root, { input, first, after }, context) =>
      answer(
        contextOf(context),
        { scope: 'search', rateClass: input.pricingMode === 'live' ? 'search_live' : 'search' },
        async (gateway, caller) => {
          const faults = saidTwice({ input, first, after })
          if (faults.length > 0) return err(invalid(faults))
          const page = { limit: first ?? input.limit, cursor: after ?? input.cursor }
          const found = await gateway.searchHotels(caller, { ...toSearch(input), ...page })
          return found.ok ? found : err(inOwnNames(found.error, argumentsOf({ input, first, after })))
        },
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
}))
