import { CENTER_INPUT, ROOM_OCCUPANCY, SEARCH_INPUT, TRAVELLER_INPUT } from '../domain/meanings/search-inputs.ts'
import { builder, meant } from './builder.ts'
import { BoardCodeEnum, PriceSortEnum, PricingModeEnum, SortEnum } from './enums.ts'

export const RoomOccupancyInput = builder.inputType('RoomOccupancyInput', {
  ...meant(ROOM_OCCUPANCY),
  fields: (t) => ({ adults: t.int({ required: true }), childAges: t.intList({ required: false }) }),
})

export const TravellerInput = builder.inputType('TravellerInput', {
  ...meant(TRAVELLER_INPUT),
  fields: (t) => ({ ip: t.string(), sessionId: t.string(), userAgent: t.string() }),
})

const DestinationInput = builder.inputType('DestinationInput', {
  description:
    'What is searched: a place, or one hotel. Send exactly one of the fields, with the {id} that {@findDestinations} returned.',
  isOneOf: true,
  fields: (t) => ({
    placeId: t.id({ description: 'The place whose hotels to find: the {id} of a destination of the type {=place}.' }),
    hotelId: t.id({
      description: 'The hotel to find, with its neighbours: the {id} of a destination of the type {=hotel}.',
    }),
  }),
})

const SearchCenterInput = builder.inputType('SearchCenterInput', {
  ...meant(CENTER_INPUT),
  fields: (t) => ({
    latitude: t.float({ required: true }),
    longitude: t.float({ required: true }),
    radiusKm: t.float({ required: true }),
  }),
})

export const SearchInputType = builder.inputType('SearchInput', {
  ...meant(SEARCH_INPUT),
  fields: (t) => ({
    destination: t.field({ type: DestinationInput }),
    checkIn: t.field({ type: 'Date', required: true }),
    checkOut: t.field({ type: 'Date', required: true }),
    nationality: t.field({ type: 'CountryCode', required: true }),
    rooms: t.field({ type: [RoomOccupancyInput], required: true }),
    starRatings: t.intList(),
    minTotalPriceUsdCents: t.field({ type: 'SafeInt' }),
    maxTotalPriceUsdCents: t.field({ type: 'SafeInt' }),
    propertyTypes: t.stringList(),
    chainIds: t.idList(),
    facilityIds: t.idList(),
    hotelName: t.string(),
    hotelIds: t.idList(),
    center: t.field({ type: SearchCenterInput }),
    refundableOnly: t.boolean(),
    freeCancellation: t.boolean(),
    boardCodes: t.field({ type: [BoardCodeEnum] }),
    sort: t.field({ type: SortEnum }),
    priceSort: t.field({ type: PriceSortEnum }),
    limit: t.int(),
    cursor: t.string(),
    pricingMode: t.field({ type: PricingModeEnum }),
    language: t.string(),
    maxWaitMs: t.int(),
    currency: t.field({ type: 'CurrencyCode' }),
    traveller: t.field({ type: TravellerInput }),
  }),
})
