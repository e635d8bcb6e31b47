import type {
  HotelContent,
  HotelItem,
  HotelPriceView,
  RefundableFromView,
  SimilarHotel,
  SupplierPriceView,
} from '../domain/contract/search.ts'
import { builder } from './builder.ts'
import { RateTypeEnum } from './enums.ts'
import { MoneyType, toMoneyView } from './money.ts'

export const HotelPriceType = builder.objectRef<HotelPriceView>('HotelPrice').implement({
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

export const RefundableFromType = builder.objectRef<RefundableFromView>('RefundableFrom').implement({
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

export const LOWEST_PRICE =
  'The cheapest of `supplierPrices` in the list’s currency; null while no supplier’s price is known. HTTP: `lowest_price`.'
export const REFUNDABLE_FROM =
  'The cheapest refundable rate that is known, in the list’s currency. Without `refundableOnly` null means: none among the rates that the suppliers returned for the list; a dearer refundable rate may exist, which a search with `refundableOnly` finds. HTTP: `refundable_from`.'

export const SupplierPriceType = builder.objectRef<SupplierPriceView>('SupplierPrice').implement({
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

export const HotelItemType = hotelItemFields<HotelItem>('HotelItem', 'A hotel in a search result.')
export const SimilarHotelType = hotelItemFields<SimilarHotel>('SimilarHotel', 'A hotel nearby; a section of its own.')
builder.objectField(SimilarHotelType, 'distanceKm', (t) =>
  t.float({
    description: 'Kilometres from the searched hotel, or from the place’s centre. HTTP: `distance_km`.',
    resolve: (hotel) => hotel.distanceKm,
  }),
)
