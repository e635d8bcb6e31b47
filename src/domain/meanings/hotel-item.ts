import type { HotelItem, SimilarHotel } from '../contract/search.ts'
import { means, typeMeaning } from './meaning.ts'

export const HOTEL_ID = means(
  'The hotel’s id: digits, as text. Send it to {@createRoomSearch} for the rooms, and match polled prices by it.',
  '565',
)

export const LOWEST_PRICE = means(
  'The cheapest of the hotel’s supplier prices, in the list’s currency. Null while no supplier’s price is known, or none can be converted to that currency; it is never an estimate.',
)

export const REFUNDABLE_FROM = means(
  'The cheapest known rate of which something is paid back when it is cancelled, in the list’s currency. Null while no supplier has answered, and when none returned such a rate for the list: a dearer one may exist, which a search with {refundableOnly} finds. With a filter on rates it is among those that pass it.',
)

export const VALUE_PCT = means(
  'How many percent the hotel is cheaper than usual, with one decimal: {vsTypicalPct} with the opposite sign, so higher is better. Null wherever {vsTypicalPct} is.',
  4.4,
)

export const VS_TYPICAL_PCT = means(
  'By how many percent the lowest price is above (positive) or below (negative) what the hotel typically costs, with one decimal. Null for an estimate, and when no typical price is known. In a list sorted by {=value} it is the figure that the list is sorted by: the hotel’s recent price for two guests, compared in the same way.',
  -4.4,
)

/** What lists and pages show of a hotel. */
export const CONTENT = {
  hotelId: HOTEL_ID,
  hotelName: means(
    'The name of the hotel, in the language of the answer where it has one in it, otherwise in English.',
    'Lotus Grand Hotel London',
  ),
  city: means(
    'The name of the place that the catalogue puts the hotel in, usually its city, in the language of the answer.',
    'London',
  ),
  country: means('The country in which the hotel is, as its ISO 3166-1 alpha-2 code.', 'GB'),
  facilities: means(
    'What the hotel offers, as names to show, in the language of the answer. {@listHotelFilters} has the same names with their ids. Empty when nothing is known.',
    ['Free Wi-Fi', 'Air conditioning'],
  ),
  stars: means('The hotel’s class in stars, 0.5 to 5 in halves. Null when it has none or it is not known.', 4.5),
  address: means(
    'The street address in one line, to show to the guest. It is not translated.',
    '12 Garden Row, London',
  ),
  latitude: means('How far north of the equator the hotel lies, in degrees (WGS 84); south is negative.', 51.50659),
  longitude: means('How far east of Greenwich the hotel lies, in degrees (WGS 84); west is negative.', -0.14079),
  placeHidden: means(
    'True when the exact place may be told only after booking: {latitude} and {longitude} are then approximate, and {address} is empty. The voucher has the place itself.',
  ),
  mainImageUrl: means(
    'The address of the picture to show for the hotel. Null when there is none.',
    'https://images.sandbox.invalid/hotels/1fkk5xq.jpg',
  ),
  chain: means(
    'The name of the chain that the hotel belongs to, in the language of the answer. Null when it belongs to none.',
    'Lotus Grand',
  ),
} as const

const ITEM = {
  ...CONTENT,
  availabilityBand: means(
    'How much is known about prices: 0 nothing, 1 only an estimate, 2 the price of one supplier, 3 prices of two or more.',
    3,
  ),
  price: means(
    'The price to show for the hotel: that of the first supplier, in the organization’s order, that has one, even where another is cheaper. An instant search shows an estimate while no supplier’s price is known. With a filter on rates ({refundableOnly}, {freeCancellation}, {boardCodes}) it is that of a rate that passes it. Null when nothing is known.',
  ),
  lowestPrice: LOWEST_PRICE,
  refundableFrom: REFUNDABLE_FROM,
  supplierPrices: means(
    'The price of each supplier that has one, in the organization’s order of suppliers; with a filter on rates of those that pass it. Empty while none is known.',
  ),
  distanceFromCenterKm: means(
    'How far the hotel is from the centre of the searched place, or from the searched hotel: kilometres as the crow flies, with one decimal.',
    1.2,
  ),
  valuePct: VALUE_PCT,
  typicalPriceUsdCents: means(
    'What a stay as long as this one typically costs at the hotel, in US cents: the median of the cheapest prices that were seen in the last 90 days for as many guests, arriving on a like day of the week (Friday and Saturday, or any other). Null with fewer than five such prices.',
    61000,
  ),
  vsTypicalPct: VS_TYPICAL_PCT,
} as const

export const HOTEL_ITEM = typeMeaning<HotelItem>(
  'A hotel of a search, with what its stay costs as far as it is known.',
  ITEM,
)

export const SIMILAR_HOTEL = typeMeaning<SimilarHotel>(
  'A hotel near the searched one, or near the centre of a place with few results. It need not pass the filters of the search.',
  {
    ...ITEM,
    distanceKm: means(
      'How many kilometres the hotel lies from what was searched, with one decimal: from the searched hotel, or from the place’s centre. The section is sorted by it.',
      0.8,
    ),
  },
)
