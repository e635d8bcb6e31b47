import type { Sort } from '../contract/search.ts'
import type { Point } from '../geo.ts'
import type { RoomOccupancy } from '../occupancy.ts'
import { means, typeMeaning, valuesMeaning } from './meaning.ts'

export const HOTEL_SORT = valuesMeaning<Sort>(
  'The order of a list. It is computed beforehand, once an hour at the most, and never depends on what suppliers answer, so that pages neither repeat nor skip hotels.',
  {
    recommended: 'The best first, by the hotel’s standing and class, then by how much cheaper than usual it is.',
    price_low_to_high: 'The cheapest first, by what a night for two has recently cost, or by an estimate.',
    price_high_to_low: 'The dearest first, by what a night for two has recently cost, or by an estimate.',
    stars: 'The most stars first; hotels without stars come last.',
    distance_from_center: 'The nearest to the centre of the searched place first, or to the {center} that was sent.',
    value: 'The highest {valuePct} first; hotels of which it is not known come last.',
  },
)

export const PRICE_SORT = valuesMeaning<'low_to_high' | 'high_to_low'>('An order by price.', {
  low_to_high: 'The cheapest hotel comes first.',
  high_to_low: 'The dearest hotel comes first.',
})

export const PRICING_MODE = valuesMeaning<'instant' | 'live'>('Whether a search waits for the suppliers.', {
  instant:
    'It answers at once from known and estimated prices, and asks the suppliers afterwards: poll {@pollPrices}. For pages that a customer waits for.',
  live: 'It asks the suppliers and waits for them, up to 15 seconds, then answers with every price that arrived. Hotels for which every supplier has answered that it has nothing are left out.',
})

const LANGUAGE = means(
  'The language of names in the answer: `en`, `fr`, `de`, `ja` or `ar`, also with a region (`fr-CA`). When it is absent or another, the headers `language` and then `Accept-Language` decide; what has no name in it comes in English.',
  'en',
)

const STAY = {
  checkIn: means(
    'The day on which the guests arrive, as YYYY-MM-DD: today at the destination or later, and at most 500 days ahead.',
    '2027-03-10',
  ),
  checkOut: means('The day on which the guests leave, as YYYY-MM-DD: 1 to 30 nights after {checkIn}.', '2027-03-12'),
  nationality: means(
    'The nationality of the guests, as a code of {@listNationalities}. Suppliers’ prices depend on it, and some sell to certain nationalities only.',
    'GB',
  ),
} as const

export const ROOM_OCCUPANCY = typeMeaning<RoomOccupancy>(
  'Who sleeps in one room: one to five people, at least one of them an adult.',
  {
    adults: means('How many adults sleep in the room, at least 1.', 2),
    childAges: means(
      'The age of each child that sleeps in the room, in whole years, 0 to 17. Leave it out, or empty, when there are none.',
      [7],
    ),
  },
)

export const DESTINATION_INPUT = typeMeaning<{ readonly type: 'hotel' | 'place'; readonly id: number }>(
  'What is searched: a place, or one hotel.',
  {
    type: means('Whether {id} is that of a hotel or of a place, as {@findDestinations} returned it.', 'place'),
    id: means(
      'The id of the place or hotel, as {@findDestinations} returned it; digits as text are accepted too.',
      1842,
    ),
  },
)

export const CENTER_INPUT = typeMeaning<Point & { readonly radiusKm: number }>(
  'A circle on the map. It may lie over the date line or a pole.',
  {
    latitude: means('The latitude of its centre in degrees, −90 to 90, WGS 84.', 51.5033),
    longitude: means('The longitude of its centre in degrees, −180 to 180, WGS 84.', -0.1196),
    radiusKm: means(
      'How far hotels may be from its centre, in kilometres as the crow flies: above 0, at most 50.',
      2.5,
    ),
  },
)

export const TRAVELLER_INPUT = typeMeaning(
  'Who shops. Some suppliers demand the guest’s own address, and one session from the first search to the booking; a part that is told in one step holds in the next ones. It is stored sealed, and erased with the guests.',
  {
    ip: means(
      'The IP address of the guest’s device, IPv4 or IPv6; not your server’s. Over HTTP the header `X-Traveller-IP` does the same. Absent: suppliers get the address that called.',
      '203.0.113.9',
    ),
    sessionId: means(
      'Your session of the guest: 8 to 64 of letters, digits, `.`, `-` and `_`, the same from the first search to the booking, and new for the next guest. Over HTTP also as the header `X-Traveller-Session`. Absent: the gateway makes one for each search, and carries it through its tokens.',
      'web-7f3a91c04d',
    ),
    userAgent: means('What the guest’s browser or app calls itself, at most 512 characters.', 'Mozilla/5.0 (iPhone)'),
  },
)

export const TRAVELLER = means(
  'Who shops, for suppliers that demand the guest’s address and one session. All of it may be left out.',
)

export const SEARCH_INPUT = typeMeaning(
  'A search for the hotels of a place, for one hotel with its neighbours, or for hotels by their ids. Filters narrow it together: a hotel must pass all of them.',
  {
    destination: means(
      'Where to search: a place or a hotel that {@findDestinations} returned. It may only be left out when {hotelIds} are sent in its place.',
    ),
    ...STAY,
    rooms: means(
      'The rooms that are wanted, 1 to 8, each with its guests. Send the same rooms to {@createRoomSearch} afterwards.',
    ),
    starRatings: means(
      'Only hotels with one of these numbers of stars, 1 to 5; half a star more is found with the whole: 4 finds 4.5. Leave it out for any; an empty list matches no hotel.',
      [4, 5],
    ),
    minTotalPriceUsdCents: means(
      'Only hotels that cost at least this much for the whole stay and all rooms, in US cents. It is divided by nights and rooms, and compared with the price of a night for two by which lists are sorted, so a price that is shown may be lower.',
      20000,
    ),
    maxTotalPriceUsdCents: means(
      'Only hotels that cost at most this much for the whole stay and all rooms, in US cents, compared like {minTotalPriceUsdCents}: a price that is shown may be higher.',
      90000,
    ),
    propertyTypes: means(
      'Only these kinds of accommodation, by their ids in {@listHotelFilters}. Leave it out for any; an empty list matches no hotel.',
      ['hotel', 'aparthotel'],
    ),
    chainIds: means(
      'Only hotels of one of these chains, by their ids in {@listHotelFilters}. Leave it out for any; an empty list matches no hotel.',
      [12],
    ),
    facilityIds: means('Only hotels that have all of these facilities, by their ids in {@listHotelFilters}.', [3, 9]),
    hotelName: means(
      'Only hotels with this text in their name, in any language; case, accents and punctuation do not matter. An empty text does not filter.',
      'lotus',
    ),
    hotelIds: means(
      'With a {destination}: only these hotels, at most 1000, as far as they lie in it; leave it out for any, an empty list matches no hotel. Without one: these hotels, 1 to 500, each once and in this order, all on one page, whatever places they lie in. Such a search takes the other filters, but no {center}, {sort}, {priceSort} or {cursor}; warnings tell which of the hotels cannot be searched, and why.',
      [565, 820],
    ),
    center: means(
      'Only hotels of the searched place within this circle. Distances in the answer, and the order {=distance_from_center}, are then from its centre. Not with a hotel as the {destination}.',
    ),
    refundableOnly: means(
      'True: only hotels with a rate of which something is paid back when it is cancelled, and only the prices of such rates. An instant search keeps hotels about which no supplier has answered yet; polling tells which have no such rate.',
    ),
    freeCancellation: means(
      'True: only hotels with a rate that costs nothing to cancel now, and only the prices of such rates. That is less than {refundableOnly}, of which a part may be kept. What it does in an instant search is the same.',
    ),
    boardCodes: means(
      'Only hotels with a rate with one of these meals for all guests, by the codes of a room option’s board, and only the prices of such rates. A rate whose meals its supplier does not tell has none of them. What it does in an instant search is the same as for {refundableOnly}; a warning names each supplier of which a search cannot find all such hotels.',
      ['BB', 'HB'],
    ),
    sort: means(
      'The order of the list, {=recommended} when it is left out. It wins over {priceSort}.',
      'price_low_to_high',
    ),
    priceSort: means(
      'The order by price, for clients that do not use {sort}. Sent together, it is ignored with a warning.',
      'low_to_high',
    ),
    limit: means(
      'How many hotels a page may have, 1 to 100; 20 when it is left out. A search by {hotelIds} alone has one page with all of them: a lower number is refused.',
      20,
    ),
    cursor: means(
      'Where to go on: the {nextCursor} of the page before, unchanged. Destination, stay, rooms, filters and order must be as they were. Leave it out, or null, for the first page.',
      'p12.17766.20.7W41Ha9S2X_820',
    ),
    pricingMode: means(
      'Whether to answer at once, or to wait for the suppliers; {=instant} when it is left out.',
      'instant',
    ),
    fields: means(
      'Which fields each hotel is to have, by their names in the answer; {hotelId} is always there, and {distanceKm} of similar hotels. Unknown names are ignored. Leave it out for all fields.',
      ['hotel_name', 'price'],
    ),
    language: LANGUAGE,
    maxWaitMs: means(
      'How long a {=live} search may take, in milliseconds, 0 to 15000; 15000 when it is left out. Suppliers that have not answered by then are reported as `TIMEOUT`. An instant search ignores it.',
      8000,
    ),
    currency: means(
      'The currency in which a {=live} search lists its prices, as its ISO 4217 code, in place of your organization’s. An instant search refuses it.',
      'EUR',
    ),
    traveller: TRAVELLER,
  },
)

const SEARCH_ID = 'srch_06GZX10JD96DM61D2BZPPR0Q4CpLqSzWnQgkw5l'

export const POLL_PRICES_INPUT = typeMeaning('Which search to poll, and what is wanted of it.', {
  searchId: means('The {searchId} of the search’s answer; another page of the same list has another.', SEARCH_ID),
  refreshIds: means(
    'The hotels that the customer sees at the moment, at most 100: suppliers are asked about them first, and they come first in the answer.',
    [565, 820],
  ),
  since: means(
    'The {revision} of the last poll: only hotels whose prices changed after it are returned. Leave it out for everything so far.',
    5,
  ),
})

const HOTEL_ID = means('The id of the hotel, as searches return it; a number is accepted as well as text.', 565)
const STREAM_ID = 'stream_06GZX10YDY08R5T7NQJJMX8508'

export const ROOM_SEARCH_INPUT = typeMeaning(
  'A search for the rooms of one hotel. With a {searchId}, its dates and rooms must be those of that search.',
  {
    hotelId: HOTEL_ID,
    searchId: means(
      'The id of the search in which the customer found the hotel. Other dates or rooms than its own are refused with `OCCUPANCY_MISMATCH`, so that nobody books for other guests than were priced; a search that has expired is not compared. Leave it out when there was none.',
      SEARCH_ID,
    ),
    ...STAY,
    rooms: means('The rooms that are wanted, 1 to 8, each with its guests. Each room option covers all of them.'),
    language: means(
      'The language of room names and of what suppliers write: `en`, `fr`, `de`, `ja` or `ar`. When it is left out, the headers `language` and then `Accept-Language` decide; what is not available in it comes in English.',
      'en',
    ),
    maxWaitMs: means(
      'How long to collect room options into this answer, in milliseconds, 0 to 15000, for clients that do not stream. 0 or left out: the answer comes at once, without options, and the stream has them.',
      8000,
    ),
    currency: means(
      'The currency of {listPrice}, as its ISO 4217 code. Absent: that of your organization’s lists.',
      'EUR',
    ),
    traveller: TRAVELLER,
  },
)

export const ROOM_STREAM_INPUT = typeMeaning('Which stream to read, and from where.', {
  hotelId: means('The hotel of the room search that made the stream; another one’s stream is not found.', 565),
  streamId: means('The {streamId} of the room search’s answer.', STREAM_ID),
  afterEventId: means(
    'The id of the last event that was processed: the stream goes on after it, and an older connection to it ends. Leave it out, or 0, on the first connection.',
    3,
  ),
})

export const DESTINATIONS_INPUT = typeMeaning('What to look for among the names of places and hotels.', {
  q: means(
    'The text that the customer has typed, 1 to 100 characters: the beginning of words of a name, in any language. Case, accents and small slips do not matter.',
    'Lond',
  ),
  limit: means('How many destinations to return at the most, 1 to 50; 10 when it is left out.', 5),
  language: LANGUAGE,
})

export const LANGUAGE_INPUT = typeMeaning('In which language to answer.', { language: LANGUAGE })

export const HOTEL_ID_INPUT = typeMeaning('Which hotel to describe, and in which language.', {
  hotelId: HOTEL_ID,
  language: LANGUAGE,
})
