import type {
  HotelContent,
  HotelItem,
  HotelPriceView,
  RefundableFromView,
  SimilarHotel,
  SupplierPriceView,
} from '../domain/contract/search.ts'
import { HOTEL_ITEM, SIMILAR_HOTEL } from '../domain/meanings/hotel-item.ts'
import { HOTEL_PAGE } from '../domain/meanings/hotel-page.ts'
import type { TypeMeaning } from '../domain/meanings/meaning.ts'
import { HOTEL_PRICE, REFUNDABLE_FROM, SUPPLIER_PRICE } from '../domain/meanings/search.ts'
import { builder, meant } from './builder.ts'
import { RateTypeEnum } from './enums.ts'
import { MoneyType, toMoneyView } from './money.ts'

/** HTTP has no such field: its clients read `amount` and `currency`. */
const MONEY_OF_PRICE = {
  type: MoneyType,
  description: 'The same price as {amount} and {currency}, with the currency’s decimals and as a text to show.',
  resolve: toMoneyView,
} as const

export const HotelPriceType = builder.objectRef<HotelPriceView>('HotelPrice').implement({
  ...meant(HOTEL_PRICE),
  fields: (t) => ({
    amount: t.expose('amount', { type: 'SafeInt' }),
    currency: t.expose('currency', { type: 'CurrencyCode' }),
    money: t.field(MONEY_OF_PRICE),
    rateType: t.expose('rateType', { type: RateTypeEnum }),
    isRefundable: t.exposeBoolean('isRefundable', { nullable: true }),
    freeCancellationUntil: t.expose('freeCancellationUntil', { type: 'DateTime', nullable: true }),
  }),
})

export const RefundableFromType = builder.objectRef<RefundableFromView>('RefundableFrom').implement({
  ...meant(REFUNDABLE_FROM),
  fields: (t) => ({
    amount: t.expose('amount', { type: 'SafeInt' }),
    currency: t.expose('currency', { type: 'CurrencyCode' }),
    money: t.field(MONEY_OF_PRICE),
    rateType: t.expose('rateType', { type: RateTypeEnum }),
    freeCancellationUntil: t.expose('freeCancellationUntil', { type: 'DateTime', nullable: true }),
  }),
})

export const SupplierPriceType = builder.objectRef<SupplierPriceView>('SupplierPrice').implement({
  ...meant(SUPPLIER_PRICE),
  fields: (t) => ({
    hotelId: t.exposeID('hotelId'),
    supplierCode: t.exposeString('supplierCode'),
    supplierName: t.exposeString('supplierName'),
    amount: t.expose('amount', { type: 'SafeInt' }),
    currency: t.expose('currency', { type: 'CurrencyCode' }),
    money: t.field(MONEY_OF_PRICE),
    rateType: t.expose('rateType', { type: RateTypeEnum }),
    fetchedAt: t.expose('fetchedAt', { type: 'DateTime' }),
    isRefundable: t.exposeBoolean('isRefundable'),
    freeCancellationUntil: t.expose('freeCancellationUntil', { type: 'DateTime', nullable: true }),
  }),
})

/** What lists show of a hotel; resolvers/hotel.ts adds what pages do. */
export const HotelType = builder.objectRef<HotelContent>('Hotel').implement({
  ...meant(HOTEL_PAGE),
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
    placeHidden: t.exposeBoolean('placeHidden'),
    mainImageUrl: t.expose('mainImageUrl', { type: 'URL', nullable: true }),
    chain: t.exposeString('chain', { nullable: true }),
  }),
})

function hotelItemFields<T extends HotelItem>(name: string, meaning: TypeMeaning<T>) {
  return builder.objectRef<T>(name).implement({
    ...meant(meaning),
    fields: (t) => ({
      hotelId: t.id({ resolve: (hotel) => hotel.hotelId }),
      hotelName: t.string({ resolve: (hotel) => hotel.hotelName }),
      city: t.string({ resolve: (hotel) => hotel.city }),
      country: t.field({ type: 'CountryCode', resolve: (hotel) => hotel.country }),
      facilities: t.stringList({ resolve: (hotel) => hotel.facilities as string[] }),
      availabilityBand: t.int({ resolve: (hotel) => hotel.availabilityBand }),
      price: t.field({
        type: HotelPriceType,
        nullable: true,
        resolve: (hotel) => hotel.price,
      }),
      lowestPrice: t.field({
        type: HotelPriceType,
        nullable: true,
        resolve: (hotel) => hotel.lowestPrice,
      }),
      refundableFrom: t.field({
        type: RefundableFromType,
        nullable: true,
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
      placeHidden: t.boolean({ resolve: (hotel) => hotel.placeHidden }),
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

export const HotelItemType = hotelItemFields<HotelItem>('HotelItem', HOTEL_ITEM)
export const SimilarHotelType = hotelItemFields<SimilarHotel>('SimilarHotel', SIMILAR_HOTEL)
builder.objectField(SimilarHotelType, 'distanceKm', (t) => t.float({ resolve: (hotel) => hotel.distanceKm }))
