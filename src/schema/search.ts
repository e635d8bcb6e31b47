import type {
  DestinationView,
  HotelContent,
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
  SupplierPriceView,
  Warning,
} from '../domain/contract/search.ts'
import { builder } from './builder.ts'
import {
  DestinationTypeEnum,
  PriceSortEnum,
  PricingModeEnum,
  ProviderOutcomeEnum,
  RateTypeEnum,
  RefreshStatusEnum,
  SortEnum,
} from './enums.ts'
import { MoneyType, toMoneyView } from './money.ts'

const HotelPriceType = builder.objectRef<HotelPriceView>('HotelPrice').implement({
  description: 'What stands for a hotel in a list: the whole stay, all rooms.',
  fields: (t) => ({
    amount: t.expose('amount', { type: 'SafeInt', description: 'Minor units of `currency`.' }),
    currency: t.expose('currency', { type: 'CurrencyCode' }),
    money: t.field({ type: MoneyType, description: '`amount` and `currency` as Money.', resolve: toMoneyView }),
    rateType: t.expose('rateType', { type: RateTypeEnum }),
    isRefundable: t.exposeBoolean('isRefundable', { nullable: true }),
    freeCancellationUntil: t.expose('freeCancellationUntil', { type: 'DateTime', nullable: true }),
  }),
})

const RefundableFromType = builder.objectRef<RefundableFromView>('RefundableFrom').implement({
  description: 'The cheapest rate of a hotel of which something is paid back when it is cancelled.',
  fields: (t) => ({
    amount: t.expose('amount', { type: 'SafeInt', description: 'Minor units of `currency`.' }),
    currency: t.expose('currency', { type: 'CurrencyCode' }),
    money: t.field({ type: MoneyType, description: '`amount` and `currency` as Money.', resolve: toMoneyView }),
    rateType: t.expose('rateType', { type: RateTypeEnum }),
    freeCancellationUntil: t.expose('freeCancellationUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Null when it never cancels free, or without limit.',
    }),
  }),
})

const LOWEST_PRICE =
  'The cheapest of `supplierPrices` in the list’s currency; null while no supplier’s price is known. HTTP: `lowest_price`.'
const REFUNDABLE_FROM =
  'The cheapest refundable rate that is known, in the list’s currency. Without `refundableOnly` null means: none among the rates that the suppliers returned for the list; a dearer refundable rate may exist, which a search with `refundableOnly` finds. HTTP: `refundable_from`.'

const SupplierPriceType = builder.objectRef<SupplierPriceView>('SupplierPrice').implement({
  description: 'One supplier’s quote.',
  fields: (t) => ({
    hotelId: t.exposeID('hotelId'),
    supplierCode: t.exposeString('supplierCode'),
    supplierName: t.exposeString('supplierName'),
    amount: t.expose('amount', { type: 'SafeInt', description: 'Minor units of `currency`.' }),
    currency: t.expose('currency', { type: 'CurrencyCode' }),
    money: t.field({ type: MoneyType, description: '`amount` and `currency` as Money.', resolve: toMoneyView }),
    rateType: t.expose('rateType', { type: RateTypeEnum }),
    fetchedAt: t.expose('fetchedAt', { type: 'DateTime' }),
    isRefundable: t.exposeBoolean('isRefundable'),
    freeCancellationUntil: t.expose('freeCancellationUntil', { type: 'DateTime', nullable: true }),
  }),
})

export const HotelType = builder.objectRef<HotelContent>('Hotel').implement({
  description: 'What the catalogue knows of a hotel.',
  fields: (t) => ({
    hotelId: t.exposeID('hotelId'),
    hotelName: t.exposeString('hotelName'),
    city: t.exposeString('city'),
    country: t.expose('country', { type: 'CountryCode' }),
    facilities: t.expose('facilities', { type: ['String'] }),
    stars: t.exposeFloat('stars', { nullable: true }),
    address: t.exposeString('address'),
    latitude: t.exposeFloat('latitude'),
    longitude: t.exposeFloat('longitude'),
    mainImageUrl: t.expose('mainImageUrl', { type: 'URL', nullable: true }),
    chain: t.exposeString('chain', { nullable: true }),
  }),
})

function hotelItemFields<T extends HotelItem>(name: string, description: string) {
  return builder.objectRef<T>(name).implement({
    description,
    fields: (t) => ({
      hotelId: t.id({ resolve: (hotel) => hotel.hotelId }),
      hotelName: t.string({ resolve: (hotel) => hotel.hotelName }),
      city: t.string({ resolve: (hotel) => hotel.city }),
      country: t.field({ type: 'CountryCode', resolve: (hotel) => hotel.country }),
      facilities: t.stringList({ resolve: (hotel) => hotel.facilities as string[] }),
      availabilityBand: t.int({
        description:
          '0 no price known, 1 estimated only, 2 one supplier with a cached or live price, 3 two or more. HTTP: `availability_band`.',
        resolve: (hotel) => hotel.availabilityBand,
      }),
      price: t.field({
        type: HotelPriceType,
        nullable: true,
        description:
          'Of the first supplier in the organization’s order that has one; with `refundableOnly` a refundable rate.',
        resolve: (hotel) => hotel.price,
      }),
      lowestPrice: t.field({
        type: HotelPriceType,
        nullable: true,
        description: LOWEST_PRICE,
        resolve: (hotel) => hotel.lowestPrice,
      }),
      refundableFrom: t.field({
        type: RefundableFromType,
        nullable: true,
        description: REFUNDABLE_FROM,
        resolve: (hotel) => hotel.refundableFrom,
      }),
      supplierPrices: t.field({
        type: [SupplierPriceType],
        resolve: (hotel) => hotel.supplierPrices as SupplierPriceView[],
      }),
      stars: t.float({ nullable: true, resolve: (hotel) => hotel.stars }),
      address: t.string({ resolve: (hotel) => hotel.address }),
      latitude: t.float({ resolve: (hotel) => hotel.latitude }),
      longitude: t.float({ resolve: (hotel) => hotel.longitude }),
      mainImageUrl: t.field({ type: 'URL', nullable: true, resolve: (hotel) => hotel.mainImageUrl }),
      chain: t.string({ nullable: true, resolve: (hotel) => hotel.chain }),
      distanceFromCenterKm: t.float({ resolve: (hotel) => hotel.distanceFromCenterKm }),
      valuePct: t.float({ nullable: true, resolve: (hotel) => hotel.valuePct }),
      typicalPriceUsdCents: t.field({
        type: 'SafeInt',
        nullable: true,
        resolve: (hotel) => hotel.typicalPriceUsdCents,
      }),
      vsTypicalPct: t.float({ nullable: true, resolve: (hotel) => hotel.vsTypicalPct }),
    }),
  })
}

const HotelItemType = hotelItemFields<HotelItem>('HotelItem', 'A hotel in a search result.')
const SimilarHotelType = hotelItemFields<SimilarHotel>('SimilarHotel', 'A hotel nearby; a section of its own.')
builder.objectField(SimilarHotelType, 'distanceKm', (t) =>
  t.float({
    description: 'Kilometres from the searched hotel, or from the place’s centre. HTTP: `distance_km`.',
    resolve: (hotel) => hotel.distanceKm,
  }),
)

const SearchProviderType = builder.objectRef<SearchProviderView>('SearchProvider').implement({
  description: 'What came of asking one enabled supplier.',
  fields: (t) => ({
    supplierCode: t.exposeString('supplierCode'),
    outcome: t.expose('outcome', { type: ProviderOutcomeEnum }),
    latencyMs: t.exposeInt('latencyMs', { nullable: true }),
    hotelsRequested: t.exposeInt('hotelsRequested'),
    hotelsPriced: t.exposeInt('hotelsPriced'),
    retryAfterMs: t.exposeInt('retryAfterMs', { nullable: true }),
  }),
})

const WarningType = builder.objectRef<Warning>('SearchWarning').implement({
  description: 'Something that was not done as asked, and is no error.',
  fields: (t) => ({
    code: t.exposeString('code'),
    message: t.exposeString('message'),
    path: t.exposeString('path', { nullable: true }),
  }),
})

const SearchInfoType = builder.objectRef<SearchInfo>('SearchInfo').implement({
  description: 'The search as it was understood.',
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
  description: 'A page of hotels.',
  fields: (t) => ({
    searchInfo: t.expose('searchInfo', { type: SearchInfoType }),
    totalResults: t.exposeInt('totalResults', {
      description: 'How many hotels all pages of the walk return; see `totalIsEstimate`. HTTP: `total_results`.',
    }),
    totalIsEstimate: t.exposeBoolean('totalIsEstimate', {
      description:
        'True while hotels of later pages may drop out for having no price to show; the last page is exact. HTTP: `total_is_estimate`.',
    }),
    requestedResults: t.exposeInt('requestedResults'),
    returnedResults: t.exposeInt('returnedResults'),
    // GraphQL selects its own fields, so an item is never sparse here.
    hotels: t.field({ type: [HotelItemType], resolve: (search) => search.hotels as HotelItem[] }),
    searchId: t.exposeID('searchId', { description: 'For `searchPrices`. HTTP: `search_id`.' }),
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
  description: 'A hotel’s newest prices.',
  fields: (t) => ({
    hotelId: t.exposeID('hotelId'),
    price: t.expose('price', { type: HotelPriceType, nullable: true }),
    listPrice: t.expose('listPrice', {
      type: HotelPriceType,
      nullable: true,
      description: 'The same money in the list’s currency, with an override. HTTP: `list_price`.',
    }),
    lowestPrice: t.expose('lowestPrice', { type: HotelPriceType, nullable: true, description: LOWEST_PRICE }),
    refundableFrom: t.expose('refundableFrom', {
      type: RefundableFromType,
      nullable: true,
      description: REFUNDABLE_FROM,
    }),
    supplierPrices: t.expose('supplierPrices', { type: [SupplierPriceType] }),
    valuePct: t.exposeFloat('valuePct', { nullable: true }),
    vsTypicalPct: t.exposeFloat('vsTypicalPct', { nullable: true }),
    revision: t.exposeInt('revision'),
  }),
})

export const SearchPricesType = builder.objectRef<PriceUpdates>('SearchPrices').implement({
  description: 'What the refresh of an instant search has found.',
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

const DestinationType = builder.objectRef<DestinationView>('Destination').implement({
  description: 'A place or a hotel that can be searched.',
  fields: (t) => ({
    type: t.expose('type', { type: DestinationTypeEnum }),
    id: t.exposeInt('id'),
    name: t.exposeString('name'),
    countryCode: t.expose('countryCode', { type: 'CountryCode' }),
    label: t.exposeString('label'),
    latitude: t.exposeFloat('latitude'),
    longitude: t.exposeFloat('longitude'),
    placeType: t.exposeString('placeType', { nullable: true }),
    hotelCount: t.exposeInt('hotelCount'),
  }),
})

export const DestinationListType = builder
  .objectRef<{ readonly destinations: readonly DestinationView[] }>('DestinationList')
  .implement({
    description: 'Destinations, best match first.',
    fields: (t) => ({
      destinations: t.expose('destinations', { type: [DestinationType] }),
    }),
  })

const TermType = builder.objectRef<{ readonly id: string | number; readonly name: string }>('FilterTerm').implement({
  description: 'Something to filter by.',
  fields: (t) => ({ id: t.id({ resolve: ({ id }) => String(id) }), name: t.exposeString('name') }),
})

export const HotelFiltersType = builder.objectRef<HotelFiltersView>('HotelFilters').implement({
  description: 'What a search can be filtered by.',
  fields: (t) => ({
    propertyTypes: t.expose('propertyTypes', { type: [TermType] }),
    chains: t.expose('chains', { type: [TermType] }),
    facilities: t.expose('facilities', { type: [TermType] }),
  }),
})

const NationalityType = builder.objectRef<NationalityView>('Nationality').implement({
  description: 'A nationality that a search takes.',
  fields: (t) => ({ isoCode: t.expose('isoCode', { type: 'CountryCode' }), name: t.exposeString('name') }),
})

export const NationalityListType = builder
  .objectRef<{ readonly nationalities: readonly NationalityView[] }>('NationalityList')
  .implement({
    description: 'Every ISO 3166-1 code, sorted by name.',
    fields: (t) => ({
      nationalities: t.expose('nationalities', { type: [NationalityType] }),
    }),
  })

export const RoomOccupancyInput = builder.inputType('RoomOccupancyInput', {
  description: 'Who sleeps in one room: at least one adult, at most five people.',
  fields: (t) => ({ adults: t.int({ required: true }), childAges: t.intList({ required: false }) }),
})

/** One of its fields, exactly. */
export const DestinationInput = builder.inputType('DestinationInput', {
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
