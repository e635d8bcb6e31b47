import type {
  HotelPriceView,
  PriceUpdate,
  PriceUpdates,
  RefreshStatus,
  RefundableFromView,
  SearchData,
  SupplierPriceView,
} from '../contract/search.ts'
import { HOTEL_ID, LOWEST_PRICE, REFUNDABLE_FROM as REFUNDABLE_RATE, VALUE_PCT, VS_TYPICAL_PCT } from './hotel-item.ts'
import { means, typeMeaning, valuesMeaning } from './meaning.ts'

const KNOWN_FROM_SUPPLIER = {
  live: 'The supplier answered it for this search, or for the refresh behind it.',
  cached:
    'The supplier answered it at most 15 minutes ago for the same stay, nationality and rooms, so an instant search does not ask for it again.',
} as const

export const RATE_TYPE = valuesMeaning<HotelPriceView['rateType']>(
  'How a price is known, and so how far it can be relied on.',
  {
    ...KNOWN_FROM_SUPPLIER,
    estimated:
      'No supplier’s price is known: it derives from earlier prices of the hotel or, without any, from a guess by its class, and is only for orientation.',
  },
)

/** Suppliers' own prices are never estimates. */
export const SUPPLIER_RATE_TYPE = valuesMeaning<SupplierPriceView['rateType']>(
  'How a supplier’s price is known, and so how old it can be.',
  KNOWN_FROM_SUPPLIER,
)

const AMOUNT = means('The price of the whole stay for all rooms, in minor units of {currency}.', 45900)
const CURRENCY = means('The currency of {amount}, as its ISO 4217 code. Read it at each price.', 'GBP')
const FREE_CANCELLATION_UNTIL = '2027-03-08T17:00:00.000Z'

export const HOTEL_PRICE = typeMeaning<HotelPriceView>(
  'A price that stands for a hotel in a list: the whole stay, all rooms.',
  {
    amount: AMOUNT,
    currency: CURRENCY,
    rateType: means('How the price is known. Mark an estimate as one where you show it.', 'cached'),
    isRefundable: means(
      'Whether something is paid back when a booking at this price is cancelled in time. False also when the terms are not known; null for an estimate.',
      true,
    ),
    freeCancellationUntil: means(
      'Until when cancelling at this price is free, as RFC 3339 in UTC. Null when it never is, when it is without a limit, and for an estimate.',
      FREE_CANCELLATION_UNTIL,
    ),
  },
)

export const SUPPLIER_PRICE = typeMeaning<SupplierPriceView>(
  'The price of one supplier for a hotel: of its cheapest rate, or of the cheapest that passes the filters of the search on rates.',
  {
    hotelId: means('The id of the hotel that the price is for, the same as that of the item around it.', '565'),
    supplierCode: means(
      'The supplier that sells at this price, by the code that room options carry too.',
      'expedia_rapid',
    ),
    supplierName: means('The supplier’s name, for people at your side. Do not branch on it.', 'Expedia Rapid'),
    amount: AMOUNT,
    currency: CURRENCY,
    rateType: means('Whether the supplier answered the price for this search or a little earlier.', 'live'),
    fetchedAt: means('When the supplier answered the price, as RFC 3339 in UTC.', '2026-11-21T14:30:30.913Z'),
    isRefundable: means(
      'Whether something is paid back when the supplier’s rate is booked and cancelled in time. False also when the supplier does not say.',
      true,
    ),
    freeCancellationUntil: means(
      'Until when cancelling the supplier’s rate is free, as RFC 3339 in UTC. Null when it never is, or is without a limit: {isRefundable} tells whether anything is paid back.',
      FREE_CANCELLATION_UNTIL,
    ),
  },
)

export const REFUNDABLE_FROM = typeMeaning<RefundableFromView>(
  'The cheapest rate of a hotel of which something is paid back when it is cancelled, whichever supplier sells it.',
  {
    amount: AMOUNT,
    currency: means('The currency of {amount}, as its ISO 4217 code: always that of the list.', 'GBP'),
    rateType: means('Whether its supplier answered the rate for this search or a little earlier.', 'live'),
    freeCancellationUntil: means(
      'Until when cancelling the rate is free, as RFC 3339 in UTC. Null when it never is, because a part is kept, or when it is without a limit.',
      FREE_CANCELLATION_UNTIL,
    ),
  },
)

export const REFRESH_STATUS = valuesMeaning<RefreshStatus>('Whether more prices are to come for a search.', {
  PENDING: 'Suppliers are still being asked. Poll {@pollPrices}.',
  COMPLETE: 'Every supplier has answered or was given up. Nothing more comes: stop polling.',
  EXPIRED:
    'The search is over, 30 minutes after it was made, or its refresh broke off. Stop polling, and search again for fresh prices.',
})

const SEARCH_ID = 'srch_06GZX10JD96DM61D2BZPPR0Q4CpLqSzWnQgkw5l'

export const SEARCH_DATA = typeMeaning<SearchData>('A page of the hotels that a search found.', {
  searchInfo: means('The search as it was understood, with the names of its place and hotel.'),
  totalResults: means(
    'How many hotels all pages of the search have together: those returned so far, and those to come as far as is known. {totalIsEstimate} tells whether it may still shrink.',
    153,
  ),
  totalIsEstimate: means(
    'True while hotels of later pages may drop out because they have no price to show. On the last page it is false, and {totalResults} is the sum of {returnedResults} of all pages.',
  ),
  requestedResults: means('How many hotels a page holds at the most: the {limit} that was sent, or its default.', 20),
  returnedResults: means('How many hotels this page has.', 20),
  hotels: means(
    'The hotels of this page, in the order of the search. The order never depends on the prices that suppliers return: sort again after merging polled prices, if you want that. Empty when nothing matches.',
  ),
  searchId: means(
    'The id of the search. Poll {@pollPrices} with it, and pass it to {@createRoomSearch} so that stay and rooms are compared. Each page has an id of its own.',
    SEARCH_ID,
  ),
  searchExpiresAt: means(
    'Until when this page can be polled, as RFC 3339 in UTC: 30 minutes after it was made.',
    '2026-11-21T15:00:30.772Z',
  ),
  refreshStatus: means('Whether polling brings more prices than this answer has.', 'PENDING'),
  nextCursor: means(
    'Where the next page begins. Send it back unchanged as {cursor}, with the same search. Null on the last page.',
    'p12.17766.20.7W41Ha9S2X_820',
  ),
  similarHotels: means(
    'At most ten hotels within 10 km, nearest first, none of which is a result: show them as a section of their own. Only on the first page, when a hotel was searched or fewer than five hotels match; empty otherwise.',
  ),
  providers: means('How far each supplier is that is enabled for the organization, in the organization’s order.'),
  warnings: means('What was ignored or matched nothing in the request. Empty when there is nothing to say.'),
})

export const PRICE_UPDATE = typeMeaning<PriceUpdate>('The newest prices of a hotel that an earlier search returned.', {
  hotelId: HOTEL_ID,
  price: means(
    'The price to show for the hotel, of the first supplier in the organization’s order that has one. Polls state it in USD, also where the list is in another currency; compare {listPrice} with the list then.',
  ),
  listPrice: means(
    'The money of {price} in the list’s currency, at the rate of the search. Null when the list is in USD, so that {price} can be compared with it.',
  ),
  lowestPrice: LOWEST_PRICE,
  refundableFrom: REFUNDABLE_RATE,
  supplierPrices: means(
    'The price of each supplier that has answered with one, in the organization’s order of suppliers. Polls state them in USD where an exchange rate is known.',
  ),
  valuePct: VALUE_PCT,
  vsTypicalPct: VS_TYPICAL_PCT,
  revision: means('The revision of the search in which these prices last changed.', 5),
})

export const PRICE_UPDATES = typeMeaning<PriceUpdates>('What the refresh behind a search has found until now.', {
  searchId: means('The id of the search that was polled.', SEARCH_ID),
  refreshStatus: means('Whether to poll again, or to stop.', 'COMPLETE'),
  revision: means(
    'A number that rises with each finding. Send it as {since} with the next poll to get only what changed after it. 0 when the search is no longer kept.',
    6,
  ),
  nextPollAfterMs: means('In how many milliseconds to poll again. Null when nothing more comes.', 2000),
  expiresAt: means('Until when the search can be polled, as RFC 3339 in UTC.', '2026-11-21T15:00:30.772Z'),
  pendingCount: means(
    'For how many hotels at least one supplier has not answered yet, neighbours included. 0 unless {refreshStatus} is `PENDING`.',
    28,
  ),
  hotels: means(
    'The hotels whose prices are known, or changed after {since}; those of {refreshIds} come first. Merge them into the list by {hotelId}. A live search has none, because its answer had every price.',
  ),
  noPriceHotelIds: means(
    'The hotels of the page for which every supplier has answered and none has a price, whatever {since} is. Leave them in the list, and show them as not available for the stay.',
    ['553'],
  ),
  providers: means('How far each enabled supplier is with the refresh. Empty when the search is no longer kept.'),
})
