import { builder } from './builder.ts'
import { PriceSortEnum, PricingModeEnum, SortEnum } from './enums.ts'

export const RoomOccupancyInput = builder.inputType('RoomOccupancyInput', {
  description: 'Who sleeps in one room: at least one adult, at most five people.',
  fields: (t) => ({ adults: t.int({ required: true }), childAges: t.intList({ required: false }) }),
})

/** Exactly one of the fields must be set. */
const DestinationInput = builder.inputType('DestinationInput', {
  description: 'What is searched, as autocomplete returned it.',
  isOneOf: true,
  fields: (t) => ({ placeId: t.id(), hotelId: t.id() }),
})

export const SearchInputType = builder.inputType('SearchInput', {
  description: 'A search; the same fields as over HTTP.',
  fields: (t) => ({
    destination: t.field({ type: DestinationInput, required: true }),
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
    refundableOnly: t.boolean(),
    sort: t.field({ type: SortEnum }),
    priceSort: t.field({ type: PriceSortEnum }),
    limit: t.int({ description: '1 to 100; 20 when left out.' }),
    cursor: t.string(),
    pricingMode: t.field({ type: PricingModeEnum }),
    language: t.string(),
    maxWaitMs: t.int({ description: 'Shortens what a live search waits, 0 to 15000.' }),
  }),
})
