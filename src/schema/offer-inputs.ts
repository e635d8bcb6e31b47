import { PREBOOK_INPUT } from '../domain/meanings/booking-inputs.ts'
import { ROOM_SEARCH_INPUT } from '../domain/meanings/search-inputs.ts'
import { builder, meant } from './builder.ts'
import { MoneyInput } from './money.ts'
import { RoomOccupancyInput, TravellerInput } from './search-input.ts'

export const RoomSearchInputType = builder.inputType('CreateRoomSearchInput', {
  ...meant(ROOM_SEARCH_INPUT),
  fields: (t) => ({
    hotelId: t.id({ required: true }),
    searchId: t.id(),
    checkIn: t.field({ type: 'Date', required: true }),
    checkOut: t.field({ type: 'Date', required: true }),
    nationality: t.field({ type: 'CountryCode', required: true }),
    rooms: t.field({ type: [RoomOccupancyInput], required: true }),
    language: t.string(),
    maxWaitMs: t.int(),
    currency: t.field({ type: 'CurrencyCode' }),
    traveller: t.field({ type: TravellerInput }),
  }),
})

export const PrebookInputType = builder.inputType('PrebookInput', {
  ...meant(PREBOOK_INPUT),
  fields: (t) => ({
    bookingToken: t.string({ required: true }),
    maxPrice: t.field({ type: MoneyInput }),
    language: t.string(),
    currency: t.field({ type: 'CurrencyCode' }),
    traveller: t.field({ type: TravellerInput }),
  }),
})
