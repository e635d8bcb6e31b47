import { z } from 'zod'
import type {
  DestinationView,
  HotelFiltersView,
  HotelItem,
  HotelPriceView,
  NationalityView,
  PriceUpdate,
  PriceUpdates,
  RefundableFromView,
  SearchData,
  SearchInfo,
  SearchProviderView,
  SimilarHotel,
  Sparse,
  SupplierPriceView,
  Warning,
} from '../../domain/contract/search.ts'
import { currency } from './money.ts'
import { providerOutcome } from './offer.ts'
import { date, hotelId, id, timestamp, viewSchema } from './shape.ts'

const amount = z.int().describe('Integer minor units of currency, the whole stay, all rooms.')

export const hotelPrice = viewSchema<HotelPriceView>()(
  z.strictObject({
    amount,
    currency,
    rateType: z
      .enum(['live', 'cached', 'estimated'])
      .describe(
        'live: answered for this request; cached: a supplier’s answer for this stay; estimated: from earlier prices.',
      ),
    isRefundable: z.boolean().nullable(),
    freeCancellationUntil: timestamp.nullable(),
  }),
)

export const supplierPrice = viewSchema<SupplierPriceView>()(
  z.strictObject({
    hotelId,
    supplierCode: z.string(),
    supplierName: z.string(),
    amount,
    currency,
    rateType: z.enum(['live', 'cached']),
    fetchedAt: timestamp,
    isRefundable: z.boolean(),
    freeCancellationUntil: timestamp.nullable(),
  }),
)

const refundableFrom = viewSchema<RefundableFromView>()(
  z.strictObject({
    amount,
    currency,
    rateType: z.enum(['live', 'cached']),
    freeCancellationUntil: timestamp.nullable().describe('Null when it never cancels free, or without limit.'),
  }),
)

const lowestPrice = hotelPrice
  .nullable()
  .describe('The cheapest of supplier_prices in the list’s currency; null while no supplier’s price is known.')

const REFUNDABLE_FROM =
  'The cheapest refundable rate that is known, in the list’s currency. Without refundable_only null means: none among the rates that the suppliers returned for the list; a dearer refundable rate may exist, which a search with refundable_only finds.'

const fullItem = z.strictObject({
  hotelId,
  hotelName: z.string(),
  city: z.string(),
  country: z.string().describe('ISO 3166-1 alpha-2.'),
  facilities: z.array(z.string()),
  availabilityBand: z
    .union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
    .describe('0: no price known; 1: estimated only; 2: one supplier with a price; 3: two or more.'),
  price: hotelPrice
    .nullable()
    .describe(
      'Of the first supplier in the organization’s order that has one; with refundable_only a refundable rate.',
    ),
  lowestPrice,
  refundableFrom: refundableFrom.nullable().describe(REFUNDABLE_FROM),
  supplierPrices: z
    .array(supplierPrice)
    .describe(
      'One for each supplier with a price, in the organization’s order; with refundable_only refundable rates.',
    ),
  stars: z.number().nullable(),
  address: z.string(),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  mainImageUrl: z.string().nullable(),
  chain: z.string().nullable(),
  distanceFromCenterKm: z.number(),
  valuePct: z
    .number()
    .nullable()
    .describe('−vs_typical_pct: higher is better. With sort value what the list is sorted by, estimates included.'),
  typicalPriceUsdCents: z.int().nullable().describe('Median of what was seen in 90 days; null under 5 observations.'),
  vsTypicalPct: z
    .number()
    .nullable()
    .describe('How far lowest_price is from the typical one, percent; null for an estimate.'),
})

const SPARSE = 'With `fields`, those and hotel_id; every field otherwise.'

export const hotelItem = viewSchema<Sparse<HotelItem>>()(
  fullItem.partial().required({ hotelId: true }).describe(`A hotel of a search. ${SPARSE}`),
)

export const similarHotel = viewSchema<Sparse<SimilarHotel>>()(
  fullItem
    .extend({ distanceKm: z.number() })
    .partial()
    .required({ hotelId: true })
    .describe(`A hotel near the searched one. ${SPARSE}`),
)

export const searchProvider = viewSchema<SearchProviderView>()(
  z.strictObject({
    supplierCode: z.string(),
    outcome: providerOutcome,
    latencyMs: z.int().nullable(),
    hotelsRequested: z.int(),
    hotelsPriced: z.int(),
    retryAfterMs: z.int().nullable(),
  }),
)

export const warning = viewSchema<Warning>()(
  z.strictObject({ code: z.string(), message: z.string(), path: z.string().nullable() }),
)

export const searchInfo = viewSchema<SearchInfo>()(
  z
    .strictObject({
      countryCode: z.string(),
      checkIn: date,
      checkOut: date,
      nights: z.int(),
      totalRooms: z.int(),
      totalGuests: z.int(),
      priceSort: z
        .enum(['low_to_high', 'high_to_low'])
        .nullable()
        .describe('What is effective; null for other orders.'),
      hotelId: hotelId.nullable(),
      hotel: z.string().nullable(),
      placeId: z.int(),
      place: z.string(),
      placeType: z.string(),
    })
    .describe('The search as it was understood.'),
)

const refreshStatus = z.enum(['PENDING', 'COMPLETE', 'EXPIRED']).describe('Poll until it is COMPLETE or EXPIRED.')

export const searchData = viewSchema<SearchData>()(
  z.strictObject({
    searchInfo,
    totalResults: z.int().describe('How many hotels all pages of the walk return; see total_is_estimate.'),
    totalIsEstimate: z
      .boolean()
      .describe(
        'True while hotels of later pages may drop out for having no price to show (live, or refundable_only). On the last page total_results is exact: the sum of returned_results.',
      ),
    requestedResults: z.int().describe('The effective limit.'),
    returnedResults: z.int().describe('On this page.'),
    hotels: z.array(hotelItem),
    searchId: id('search').describe('For polling prices, 30 minutes long.'),
    searchExpiresAt: timestamp,
    refreshStatus,
    nextCursor: z.string().nullable().describe('The cursor of the next page; null on the last.'),
    similarHotels: z.array(similarHotel).describe('A section of its own: none of hotels is in it.'),
    providers: z.array(searchProvider).describe('Every enabled supplier.'),
    warnings: z.array(warning),
  }),
)

export const priceUpdate = viewSchema<PriceUpdate>()(
  z.strictObject({
    hotelId,
    price: hotelPrice.nullable(),
    listPrice: hotelPrice.nullable().describe('price in the list’s currency, with a EUR override; null otherwise.'),
    lowestPrice,
    refundableFrom: refundableFrom.nullable().describe(REFUNDABLE_FROM),
    supplierPrices: z.array(supplierPrice),
    valuePct: z.number().nullable(),
    vsTypicalPct: z.number().nullable(),
    revision: z.int(),
  }),
)

export const priceUpdates = viewSchema<PriceUpdates>()(
  z.strictObject({
    searchId: id('search'),
    refreshStatus,
    revision: z.int().describe('Send it as since, to get only what changed after it.'),
    nextPollAfterMs: z.int().nullable().describe('Null when there is nothing more to come.'),
    expiresAt: timestamp,
    pendingCount: z.int(),
    hotels: z.array(priceUpdate),
    noPriceHotelIds: z.array(hotelId).describe('Hotels of the search for which no supplier has a price.'),
    providers: z.array(searchProvider),
  }),
)

export const destination = viewSchema<DestinationView>()(
  z.strictObject({
    type: z.enum(['hotel', 'place']),
    id: z.int().describe('Send type and id of it as destination.'),
    name: z.string(),
    countryCode: z.string(),
    label: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    placeType: z.string().nullable().describe('Null for a hotel.'),
    hotelCount: z.int(),
  }),
)

const term = z.strictObject({ id: z.int(), name: z.string() })

export const hotelFilters = viewSchema<HotelFiltersView>()(
  z.strictObject({
    propertyTypes: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    chains: z.array(term),
    facilities: z.array(term),
  }),
)

export const nationality = viewSchema<NationalityView>()(
  z.strictObject({ isoCode: z.string().regex(/^[A-Z]{2}$/), name: z.string() }),
)
