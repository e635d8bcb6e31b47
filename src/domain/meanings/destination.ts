import type { DestinationView, HotelFiltersView, NationalityView } from '../contract/search.ts'
import { means, typeMeaning, valuesMeaning } from './meaning.ts'

export const DESTINATION_TYPE = valuesMeaning<DestinationView['type']>('What a destination is.', {
  hotel: 'One hotel: a search finds it, and shows its neighbours beside it.',
  place: 'A city, region, airport or another place: a search finds its hotels.',
})

export const DESTINATION = typeMeaning<DestinationView>('A place or a hotel that can be searched.', {
  type: means('Whether {id} is that of a hotel or of a place. Send both to {@searchHotels}.', 'place'),
  id: means(
    'The id of the place or hotel. Places and hotels are numbered apart, so the id means nothing without {type}.',
    1842,
  ),
  name: means('The name of the place or hotel alone, in the language of the answer.', 'London'),
  countryCode: means('The country in which the destination lies, as its ISO 3166-1 alpha-2 code.', 'GB'),
  label: means(
    'The name with the places around it, in the language of the answer: what a list of suggestions shows to tell namesakes apart.',
    'London, United Kingdom',
  ),
  latitude: means(
    'The latitude of the hotel or of the place’s centre, in degrees (WGS 84); south is negative.',
    51.5074,
  ),
  longitude: means(
    'The longitude of the hotel or of the place’s centre, in degrees (WGS 84); west is negative.',
    -0.1278,
  ),
  placeType: means(
    'What kind of place it is: `country`, `region`, `city`, `district`, `airport` or `landmark`. Null for a hotel.',
    'city',
  ),
  hotelCount: means(
    'How many hotels the catalogue has in the place, with those of the places in it; a search may find fewer. 1 for a hotel.',
    330,
  ),
})

export const HOTEL_FILTERS = typeMeaning<HotelFiltersView>(
  'What a search can be filtered by. Names are in the language of the answer.',
  {
    propertyTypes: means(
      'The kinds of accommodation, such as hotels and guest houses, for the filter {propertyTypes}.',
    ),
    chains: means('The hotel chains, for the filter {chainIds}.'),
    facilities: means('What hotels can offer, such as a pool or parking, for the filter {facilityIds}.'),
  },
)

export const PROPERTY_TYPE = typeMeaning<HotelFiltersView['propertyTypes'][number]>('A kind of accommodation.', {
  id: means('What to send in {propertyTypes} of {@searchHotels}.', 'aparthotel'),
  name: means('What to show for the kind of accommodation.', 'Aparthotel'),
})

export const CHAIN = typeMeaning<HotelFiltersView['chains'][number]>('A hotel chain.', {
  id: means('What to send in {chainIds} of {@searchHotels}.', 12),
  name: means('What to show for the chain.', 'Lotus Grand'),
})

export const FACILITY = typeMeaning<HotelFiltersView['facilities'][number]>('Something that a hotel can offer.', {
  id: means('What to send in {facilityIds} of {@searchHotels}.', 3),
  name: means('What to show for the facility.', 'Swimming pool'),
})

/** GraphQL has one type for the three. */
export const FILTER_TERM = typeMeaning<{ readonly id: string | number; readonly name: string }>(
  'A property type, chain or facility that a search can be filtered by.',
  {
    id: means(
      'What to send to {@searchHotels} in {propertyTypes}, {chainIds} or {facilityIds}, after the list that it is in.',
      'aparthotel',
    ),
    name: means('What to show for it, in the language of the answer.', 'Aparthotel'),
  },
)

export const NATIONALITY = typeMeaning<NationalityView>('A nationality that searches and room searches take.', {
  isoCode: means('The country’s ISO 3166-1 alpha-2 code: what to send as {nationality}.', 'GB'),
  name: means('The country’s name in the language of the answer, by which the list is sorted.', 'United Kingdom'),
})
