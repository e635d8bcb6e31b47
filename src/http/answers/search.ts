import { z } from 'zod'
import type { HotelItem, SimilarHotel, Sparse } from '../../domain/contract/search.ts'
import {
  CHAIN,
  DESTINATION,
  FACILITY,
  HOTEL_FILTERS,
  NATIONALITY,
  PROPERTY_TYPE,
} from '../../domain/meanings/destination.ts'
import { HOTEL_ITEM, SIMILAR_HOTEL } from '../../domain/meanings/hotel-item.ts'
import {
  HOTEL_PRICE,
  PRICE_UPDATE,
  PRICE_UPDATES,
  RATE_TYPE,
  REFRESH_STATUS,
  REFUNDABLE_FROM,
  SEARCH_DATA,
  SUPPLIER_PRICE,
  SUPPLIER_RATE_TYPE,
} from '../../domain/meanings/search.ts'
import { SEARCH_INFO, SEARCH_PROVIDER } from '../../domain/meanings/search-info.ts'
import { destinationType, priceSort } from '../../operations/inputs/search.ts'
import { toldValues } from '../../operations/inputs/told.ts'
import { currency } from './money.ts'
import { providerOutcome } from './provider-outcome.ts'
import { date, hotelId, id, timestamp, viewSchema } from './shape.ts'
import { warning } from './warning.ts'

const rateType = toldValues(RATE_TYPE)
const supplierRateType = toldValues(SUPPLIER_RATE_TYPE)

export const hotelPrice = viewSchema(HOTEL_PRICE)(
  z.strictObject({
    amount: z.int(),
    currency,
    rateType,
    isRefundable: z.boolean().nullable(),
    freeCancellationUntil: timestamp.nullable(),
  }),
)

export const supplierPrice = viewSchema(SUPPLIER_PRICE)(
  z.strictObject({
    hotelId,
    supplierCode: z.string(),
    supplierName: z.string(),
    amount: z.int(),
    currency,
    rateType: supplierRateType,
    fetchedAt: timestamp,
    isRefundable: z.boolean(),
    freeCancellationUntil: timestamp.nullable(),
  }),
)

const refundableFrom = viewSchema(REFUNDABLE_FROM)(
  z.strictObject({
    amount: z.int(),
    currency,
    rateType: supplierRateType,
    freeCancellationUntil: timestamp.nullable(),
  }),
)

const fullItem = z.strictObject({
  hotelId,
  hotelName: z.string(),
  city: z.string(),
  country: z.string(),
  facilities: z.array(z.string()),
  availabilityBand: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  price: hotelPrice.nullable(),
  lowestPrice: hotelPrice.nullable(),
  refundableFrom: refundableFrom.nullable(),
  supplierPrices: z.array(supplierPrice),
  stars: z.number().nullable(),
  address: z.string(),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  placeHidden: z.boolean(),
  mainImageUrl: z.string().nullable(),
  chain: z.string().nullable(),
  distanceFromCenterKm: z.number(),
  valuePct: z.number().nullable(),
  typicalPriceUsdCents: z.int().nullable(),
  vsTypicalPct: z.number().nullable(),
})

export const hotelItem = viewSchema<Sparse<HotelItem>>({
  ...HOTEL_ITEM,
  says: `${HOTEL_ITEM.says} With {fields}, it has only those and {hotelId}; otherwise every field.`,
})(fullItem.partial().required({ hotelId: true }))

export const similarHotel = viewSchema<Sparse<SimilarHotel>>({
  ...SIMILAR_HOTEL,
  says: `${SIMILAR_HOTEL.says} With {fields}, it has only those, {hotelId} and {distanceKm}; otherwise every field.`,
})(fullItem.extend({ distanceKm: z.number() }).partial().required({ hotelId: true }))

export const searchProvider = viewSchema(SEARCH_PROVIDER)(
  z.strictObject({
    supplierCode: z.string(),
    outcome: providerOutcome,
    latencyMs: z.int().nullable(),
    hotelsRequested: z.int(),
    hotelsPriced: z.int(),
    retryAfterMs: z.int().nullable(),
  }),
)

export const searchInfo = viewSchema(SEARCH_INFO)(
  z.strictObject({
    countryCode: z.string(),
    checkIn: date,
    checkOut: date,
    nights: z.int(),
    totalRooms: z.int(),
    totalGuests: z.int(),
    priceSort: priceSort.nullable(),
    hotelId: hotelId.nullable(),
    hotel: z.string().nullable(),
    placeId: z.int(),
    place: z.string(),
    placeType: z.string(),
  }),
)

const refreshStatus = toldValues(REFRESH_STATUS)

export const searchData = viewSchema(SEARCH_DATA)(
  z.strictObject({
    searchInfo,
    totalResults: z.int(),
    totalIsEstimate: z.boolean(),
    requestedResults: z.int(),
    returnedResults: z.int(),
    hotels: z.array(hotelItem),
    searchId: id('search'),
    searchExpiresAt: timestamp,
    refreshStatus,
    nextCursor: z.string().nullable(),
    similarHotels: z.array(similarHotel),
    providers: z.array(searchProvider),
    warnings: z.array(warning),
  }),
)

export const priceUpdate = viewSchema(PRICE_UPDATE)(
  z.strictObject({
    hotelId,
    price: hotelPrice.nullable(),
    listPrice: hotelPrice.nullable(),
    lowestPrice: hotelPrice.nullable(),
    refundableFrom: refundableFrom.nullable(),
    supplierPrices: z.array(supplierPrice),
    valuePct: z.number().nullable(),
    vsTypicalPct: z.number().nullable(),
    revision: z.int(),
  }),
)

export const priceUpdates = viewSchema(PRICE_UPDATES)(
  z.strictObject({
    searchId: id('search'),
    refreshStatus,
    revision: z.int(),
    nextPollAfterMs: z.int().nullable(),
    expiresAt: timestamp,
    pendingCount: z.int(),
    hotels: z.array(priceUpdate),
    noPriceHotelIds: z.array(hotelId),
    providers: z.array(searchProvider),
  }),
)

export const destination = viewSchema(DESTINATION)(
  z.strictObject({
    type: destinationType,
    id: z.int(),
    name: z.string(),
    countryCode: z.string(),
    label: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    placeType: z.string().nullable(),
    hotelCount: z.int(),
  }),
)

export const hotelFilters = viewSchema(HOTEL_FILTERS)(
  z.strictObject({
    propertyTypes: z.array(viewSchema(PROPERTY_TYPE)(z.strictObject({ id: z.string(), name: z.string() }))),
    chains: z.array(viewSchema(CHAIN)(z.strictObject({ id: z.int(), name: z.string() }))),
    facilities: z.array(viewSchema(FACILITY)(z.strictObject({ id: z.int(), name: z.string() }))),
  }),
)

export const nationality = viewSchema(NATIONALITY)(
  z.strictObject({ isoCode: z.string().regex(/^[A-Z]{2}$/), name: z.string() }),
)
