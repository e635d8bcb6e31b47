import type {
  HotelItem,
  PriceUpdate,
  PriceUpdates,
  SearchData,
  SearchInfo,
  SearchProviderView,
  SimilarHotel,
} from '../domain/contract/search.ts'
import { PRICE_UPDATE, PRICE_UPDATES, SEARCH_DATA } from '../domain/meanings/search.ts'
import { SEARCH_INFO, SEARCH_PROVIDER } from '../domain/meanings/search-info.ts'
import { builder, meant } from './builder.ts'
import { PriceSortEnum, ProviderOutcomeEnum, RefreshStatusEnum } from './enums.ts'
import { HotelItemType, HotelPriceType, RefundableFromType, SimilarHotelType, SupplierPriceType } from './hotel-item.ts'
import { WarningType } from './warning.ts'

const SearchProviderType = builder.objectRef<SearchProviderView>('SearchProvider').implement({
  ...meant(SEARCH_PROVIDER),
  fields: (t) => ({
    supplierCode: t.exposeString('supplierCode'),
    outcome: t.expose('outcome', { type: ProviderOutcomeEnum }),
    latencyMs: t.exposeInt('latencyMs', { nullable: true }),
    hotelsRequested: t.exposeInt('hotelsRequested'),
    hotelsPriced: t.exposeInt('hotelsPriced'),
    retryAfterMs: t.exposeInt('retryAfterMs', { nullable: true }),
  }),
})

const SearchInfoType = builder.objectRef<SearchInfo>('SearchInfo').implement({
  ...meant(SEARCH_INFO),
  fields: (t) => ({
    countryCode: t.expose('countryCode', { type: 'CountryCode' }),
    checkIn: t.expose('checkIn', { type: 'Date' }),
    checkOut: t.expose('checkOut', { type: 'Date' }),
    nights: t.exposeInt('nights'),
    totalRooms: t.exposeInt('totalRooms'),
    totalGuests: t.exposeInt('totalGuests'),
    priceSort: t.expose('priceSort', { type: PriceSortEnum, nullable: true }),
    hotelId: t.exposeID('hotelId', { nullable: true }),
    hotel: t.exposeString('hotel', { nullable: true }),
    placeId: t.exposeInt('placeId'),
    place: t.exposeString('place'),
    placeType: t.exposeString('placeType'),
  }),
})

export const SearchType = builder.objectRef<SearchData>('Search').implement({
  ...meant(SEARCH_DATA),
  fields: (t) => ({
    searchInfo: t.expose('searchInfo', { type: SearchInfoType }),
    totalResults: t.exposeInt('totalResults'),
    totalIsEstimate: t.exposeBoolean('totalIsEstimate'),
    requestedResults: t.exposeInt('requestedResults'),
    returnedResults: t.exposeInt('returnedResults'),
    // GraphQL selects its own fields, so an item always has all of them here.
    hotels: t.field({ type: [HotelItemType], resolve: (search) => search.hotels as HotelItem[] }),
    searchId: t.exposeID('searchId'),
    searchExpiresAt: t.expose('searchExpiresAt', { type: 'DateTime' }),
    refreshStatus: t.expose('refreshStatus', { type: RefreshStatusEnum }),
    nextCursor: t.exposeString('nextCursor', { nullable: true }),
    similarHotels: t.field({
      type: [SimilarHotelType],
      resolve: (search) => search.similarHotels as SimilarHotel[],
    }),
    providers: t.expose('providers', { type: [SearchProviderType] }),
    warnings: t.expose('warnings', { type: [WarningType] }),
  }),
})

const PriceUpdateType = builder.objectRef<PriceUpdate>('PriceUpdate').implement({
  ...meant(PRICE_UPDATE),
  fields: (t) => ({
    hotelId: t.exposeID('hotelId'),
    price: t.expose('price', { type: HotelPriceType, nullable: true }),
    listPrice: t.expose('listPrice', { type: HotelPriceType, nullable: true }),
    lowestPrice: t.expose('lowestPrice', { type: HotelPriceType, nullable: true }),
    refundableFrom: t.expose('refundableFrom', { type: RefundableFromType, nullable: true }),
    supplierPrices: t.expose('supplierPrices', { type: [SupplierPriceType] }),
    valuePct: t.exposeFloat('valuePct', { nullable: true }),
    vsTypicalPct: t.exposeFloat('vsTypicalPct', { nullable: true }),
    revision: t.exposeInt('revision'),
  }),
})

export const SearchPricesType = builder.objectRef<PriceUpdates>('SearchPrices').implement({
  ...meant(PRICE_UPDATES),
  fields: (t) => ({
    searchId: t.exposeID('searchId'),
    refreshStatus: t.expose('refreshStatus', { type: RefreshStatusEnum }),
    revision: t.exposeInt('revision'),
    nextPollAfterMs: t.exposeInt('nextPollAfterMs', { nullable: true }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    pendingCount: t.exposeInt('pendingCount'),
    hotels: t.expose('hotels', { type: [PriceUpdateType] }),
    noPriceHotelIds: t.expose('noPriceHotelIds', { type: ['ID'] }),
    providers: t.expose('providers', { type: [SearchProviderType] }),
  }),
})
