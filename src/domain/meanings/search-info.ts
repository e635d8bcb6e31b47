import type { SearchInfo, SearchProviderView } from '../contract/search.ts'
import type { ProviderOutcome, Warning, WarningCode } from '../contract/warning.ts'
import { means, typeMeaning, valuesMeaning } from './meaning.ts'
import { withValues } from './values-text.ts'

export const SEARCH_INFO = typeMeaning<SearchInfo>(
  'The search as it was understood: its place, stay and guests, for the heading of a result page.',
  {
    countryCode: means('The country of {place}, as its ISO 3166-1 alpha-2 code.', 'GB'),
    checkIn: means(
      'The day on which the guests arrive, as YYYY-MM-DD in the calendar of the hotel’s place.',
      '2027-03-10',
    ),
    checkOut: means(
      'The day on which the guests leave, as YYYY-MM-DD in the calendar of the hotel’s place.',
      '2027-03-12',
    ),
    nights: means('How many nights lie between {checkIn} and {checkOut}. Prices are for all of them.', 2),
    totalRooms: means('How many rooms were asked for. Prices are for all of them.', 1),
    totalGuests: means('How many people sleep in all rooms together, adults and children.', 3),
    priceSort: means(
      'The order by price that the list is in, whether {sort} or {priceSort} asked for it. Null when it is in another order.',
      'low_to_high',
    ),
    hotelId: means('The id of the hotel that was searched. Null when a place was searched.', '565'),
    hotel: means(
      'The name of the hotel that was searched, in the language of the answer. Null when a place was searched.',
      'Lotus Grand Hotel London',
    ),
    placeId: means(
      'The id of the place that was searched, or of the place that the searched hotel belongs to; in a search by {hotelIds} alone, that of the first of them.',
      1842,
    ),
    place: means('The name of the place with the id {placeId}, in the language of the answer.', 'London'),
    placeType: means(
      'What kind of place {place} is: `country`, `region`, `city`, `district`, `airport` or `landmark`.',
      'city',
    ),
  },
)

export const PROVIDER_OUTCOME = valuesMeaning<ProviderOutcome>(
  'What came of asking a supplier. `TIMEOUT`, `ERROR` and `RATE_LIMITED` mean that it may have rooms to sell that are not shown.',
  {
    PRICED:
      'The supplier has at least one price or room option. Some of several requests to it may have failed nevertheless.',
    NO_AVAILABILITY: 'The supplier has nothing to sell for the stay.',
    TIMEOUT: 'The supplier did not answer in time. The same question a little later may bring its prices.',
    ERROR:
      'The request to the supplier failed, its answer could not be used, or it has failed too often lately to be asked. The other suppliers are not affected.',
    RATE_LIMITED:
      'The supplier was not asked, or refused to answer, because too many requests were made to it. Ask again after {retryAfterMs}.',
    SKIPPED_UNMAPPED: 'The supplier was not asked: it sells none of the hotels.',
    SUPPRESSED_NO_PRICE:
      'The supplier was not asked: the hotels that it sells there were left out, because no supplier recently had a price for them. Only a hotel search answers this.',
    STAY_NOT_SUPPORTED:
      'The supplier was not asked: the stay is longer or further ahead, or for more rooms, than it takes.',
    MARKET_NOT_SOLD:
      'The supplier was not asked: no contract with it sells to the nationality in the country of the destination.',
    CREDENTIALS_REFUSED:
      'The supplier refused the credentials of the contract with it. The operator has to mend that; nothing in the request can.',
    BUDGET_SPENT:
      'The supplier was not asked: as many questions as agreed have been put to it for now. Ask again after {retryAfterMs}.',
    PENDING:
      'The supplier has not answered yet. Poll {@pollPrices} for the prices of a hotel search, or follow the stream of a room search.',
  },
)

export const SEARCH_PROVIDER = typeMeaning<SearchProviderView>(
  'How far one supplier is with a search, and what it contributed. Each supplier that is enabled for the organization has one entry.',
  {
    supplierCode: means('The supplier, by the code that prices and bookings carry too.', 'expedia_rapid'),
    outcome: means(
      'What came of asking the supplier. In a poll it is what is known so far, and may still change.',
      'PRICED',
    ),
    latencyMs: means(
      'How many milliseconds the supplier took to answer; of several rounds the longest. Null while it has not answered; null or 0 when nothing had to be sent to it.',
      129,
    ),
    hotelsRequested: means(
      'About how many hotels this search asked the supplier. 0 when nothing had to be asked, because all its prices were known, or when it was skipped.',
      48,
    ),
    hotelsPriced: means(
      'For how many hotels the supplier has a price. It may be above {hotelsRequested}, because answers that are known already, or that another search is waiting for, are not asked for again.',
      31,
    ),
    retryAfterMs: means(
      'In how many milliseconds the supplier can be asked again, where it or a limit of this service demands a pause. Null when nobody demands one.',
      4000,
    ),
  },
)

export const WARNING_CODE = valuesMeaning<WarningCode>('What was not done as asked.', {
  PRICE_SORT_IGNORED: '{priceSort} was not used, because {sort} was sent as well.',
  UNKNOWN_FILTER_VALUE: 'The value of a filter is not in {@listHotelFilters}, and so matches no hotel.',
  RANKING_REFRESHED: 'The order of earlier pages is gone, so this page may repeat or skip hotels.',
  CACHE_UNAVAILABLE: 'Prices are estimates, and the search cannot be polled.',
  HOTEL_NOT_FOUND:
    'A hotel that was asked for by its id is not in the catalogue, not any more, or cannot be searched yet: {path} and {message} tell which.',
  HOTEL_NOT_SOLD: 'A hotel that was asked for by its id is sold by none of the organization’s suppliers.',
  HOTEL_LEFT_OUT:
    'A hotel that was asked for by its id is left out, because no supplier recently had a price for it. A search with it as the {destination} finds it.',
  FILTER_MAY_MISS_HOTELS:
    'A supplier’s search returns only some rates of each hotel, which cannot be chosen by this filter: a hotel of which no other rate passes it may be missing.',
  SUPPLIER_TIMEOUT: 'A supplier did not answer in time.',
  SUPPLIER_ERROR: 'Asking a supplier has failed.',
  SUPPLIER_RATE_LIMITED: 'A supplier could not be asked, because of too many requests.',
  SUPPLIER_SUPPRESSED_NO_PRICE: 'A supplier was not asked, because its hotels recently had no price.',
  SUPPLIER_STAY_NOT_SUPPORTED: 'A supplier does not take stays of this length, lead time or number of rooms.',
  SUPPLIER_MARKET_NOT_SOLD:
    'A supplier does not sell to the nationality of the guests, or not in the country of the destination.',
  SUPPLIER_CREDENTIALS_REFUSED:
    'A supplier refuses the operator’s credentials, so that its hotels are not sold at all.',
  SUPPLIER_BUDGET_SPENT: 'A supplier was not asked, because the agreed number of questions is used up for now.',
})

export const WARNING = typeMeaning<Warning>(
  'Something that was not done as asked, although the search succeeded: usually a mistake in the request, or a supplier that brought nothing. Log it.',
  {
    code: means(
      withValues(
        'What happened, as a code to branch on.',
        WARNING_CODE,
        'Codes can be added: log one that you do not know.',
      ),
      'UNKNOWN_FILTER_VALUE',
    ),
    message: means(
      'The warning as an English sentence, for developers and logs. Its wording may change.',
      'property_types[0] is not in the filters list; did you mean hotel?',
    ),
    path: means(
      'The input that the warning is about, as HTTP spells it, with indexes in brackets. Null when it is about no single one.',
      'property_types[0]',
    ),
    supplierCode: means('The supplier that it is about, by its code. Null when it is about none.', 'hotelbeds'),
  },
)
