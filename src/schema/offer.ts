import type {
  BoardView,
  OfferAllocationView,
  OfferChange,
  OfferView,
  PrebookView,
  PriceView,
  ProviderRoomView,
  RoomOptionView,
  ServiceRoomView,
} from '../domain/contract/offer.ts'
import {
  GUEST_REQUIREMENTS,
  NAME_RULE,
  OFFER,
  OFFER_CHANGE,
  OFFER_LIFECYCLE,
  PREBOOK,
} from '../domain/meanings/offer.ts'
import {
  ALLOCATION,
  APPROXIMATE_POINT,
  BED,
  BOARD,
  BOARD_CODE,
  PRICE,
  PROVIDER_ROOM,
  ROOM_OPTION,
  SERVICE_ROOM,
  TAX_OR_FEE,
} from '../domain/meanings/room-option.ts'
import { builder, meant } from './builder.ts'
import { CancellationType } from './cancellation.ts'
import { asEnum, asText, known } from './closed-lists.ts'
import {
  BoardCodeEnum,
  BookingExtraEnum,
  BookingModeEnum,
  ChangeSeverityEnum,
  DueEnum,
  MappingStatusEnum,
  NextActionEnum,
  PrebookStatusEnum,
} from './enums.ts'
import { MoneyType } from './money.ts'
import {
  ChargeKindEnum,
  DueAtPropertyType,
  ListPriceType,
  SellingInterface,
  SupplierTermsType,
  TraderType,
} from './selling.ts'

const TaxOrFeeType = builder.objectRef<PriceView['taxesAndFees'][number]>('TaxOrFee').implement({
  ...meant(TAX_OR_FEE),
  fields: (t) => ({
    description: t.exposeString('description'),
    kind: t.expose('kind', { type: ChargeKindEnum }),
    included: t.exposeBoolean('included'),
    due: t.expose('due', { type: DueEnum }),
    amount: t.expose('amount', { type: MoneyType }),
  }),
})

export const PriceType = builder.objectRef<PriceView>('OfferPrice').implement({
  ...meant(PRICE),
  fields: (t) => ({
    total: t.expose('total', { type: MoneyType }),
    base: t.expose('base', { type: MoneyType, nullable: true }),
    taxesAndFees: t.expose('taxesAndFees', { type: [TaxOrFeeType] }),
    dueAtProperty: t.field({
      type: [MoneyType],
      deprecationReason: 'Read `duesAtProperty`, which says what each amount is for.',
      description: 'The amounts of {duesAtProperty} alone.',
      resolve: ({ dueAtProperty }) => dueAtProperty,
    }),
    duesAtProperty: t.field({
      type: [DueAtPropertyType],
      description: PRICE.fields.dueAtProperty.says,
      resolve: ({ dueAtProperty }) => dueAtProperty,
    }),
    nightly: t.field({ type: [MoneyType], nullable: true, resolve: (price) => price.nightly }),
  }),
})

export const BedType = builder.objectRef<ProviderRoomView['beds'][number]>('Bed').implement({
  ...meant(BED),
  fields: (t) => ({ type: t.exposeString('type'), count: t.exposeInt('count') }),
})

const ProviderRoomType = builder.objectRef<ProviderRoomView>('ProviderRoom').implement({
  ...meant(PROVIDER_ROOM),
  fields: (t) => ({
    code: t.exposeString('code'),
    name: t.exposeString('name'),
    beds: t.expose('beds', { type: [BedType] }),
  }),
})

const ServiceRoomType = builder.objectRef<ServiceRoomView>('ServiceRoom').implement({
  ...meant(SERVICE_ROOM),
  fields: (t) => ({
    roomId: t.exposeID('roomId'),
    name: t.exposeString('name'),
    imageUrls: t.expose('imageUrls', { type: ['URL'] }),
  }),
})

export const AllocationType = builder.objectRef<OfferAllocationView>('Allocation').implement({
  ...meant(ALLOCATION),
  fields: (t) => ({
    allocationId: t.exposeID('allocationId'),
    roomIndex: t.exposeInt('roomIndex'),
    adults: t.exposeInt('adults'),
    childAges: t.expose('childAges', { type: ['Int'] }),
    providerRoom: t.expose('providerRoom', { type: ProviderRoomType }),
    serviceRoom: t.expose('serviceRoom', { type: ServiceRoomType, nullable: true }),
  }),
})

export const BoardType = builder.objectRef<BoardView>('Board').implement({
  ...meant(BOARD),
  fields: (t) => ({
    code: t.exposeString('code', { nullable: true, ...asText(BOARD, 'code') }),
    codeEnum: t.field({
      type: BoardCodeEnum,
      nullable: true,
      description: `${asEnum(BOARD, 'code').description} Null when the supplier’s meals are none of these, or are not told.`,
      resolve: ({ code }) => known(BOARD_CODE, code),
    }),
    name: t.exposeString('name'),
    coversGuests: t.exposeInt('coversGuests', { nullable: true }),
    childrenIncluded: t.exposeBoolean('childrenIncluded', { nullable: true }),
  }),
})

const ApproximatePointType = builder
  .objectRef<NonNullable<RoomOptionView['approximatePoint']>>('ApproximatePoint')
  .implement({
    ...meant(APPROXIMATE_POINT),
    fields: (t) => ({ latitude: t.exposeFloat('latitude'), longitude: t.exposeFloat('longitude') }),
  })

export const RoomOptionType = builder.objectRef<RoomOptionView>('RoomOption').implement({
  ...meant(ROOM_OPTION),
  interfaces: [SellingInterface],
  fields: (t) => ({
    optionId: t.exposeID('optionId'),
    bookingToken: t.exposeString('bookingToken'),
    bookingTokenExpiresAt: t.expose('bookingTokenExpiresAt', { type: 'DateTime' }),
    supplierCode: t.exposeString('supplierCode'),
    mappingStatus: t.expose('mappingStatus', { type: MappingStatusEnum }),
    allocations: t.expose('allocations', { type: [AllocationType] }),
    board: t.expose('board', { type: BoardType }),
    price: t.expose('price', { type: PriceType }),
    listPrice: t.expose('listPrice', { type: ListPriceType, nullable: true }),
    cancellation: t.expose('cancellation', { type: CancellationType }),
    availableBookingModes: t.expose('availableBookingModes', { type: [BookingModeEnum] }),
    roomsLeft: t.exposeInt('roomsLeft', { nullable: true }),
    fetchedAt: t.expose('fetchedAt', { type: 'DateTime' }),
    remarks: t.expose('remarks', { type: ['String'] }),
    placeHidden: t.exposeBoolean('placeHidden'),
    approximatePoint: t.expose('approximatePoint', { type: ApproximatePointType, nullable: true }),
  }),
})

const LifecycleType = builder.objectRef<OfferView['lifecycle']>('OfferLifecycle').implement({
  ...meant(OFFER_LIFECYCLE),
  fields: (t) => ({
    availableBookingModes: t.expose('availableBookingModes', { type: [BookingModeEnum] }),
    holdAllowed: t.exposeBoolean('holdAllowed'),
    holdDeadline: t.expose('holdDeadline', { type: 'DateTime', nullable: true }),
  }),
})

const NameRuleType = builder
  .objectRef<NonNullable<OfferView['guestRequirements']['nameRule']>>('GuestNameRule')
  .implement({
    ...meant(NAME_RULE),
    fields: (t) => ({
      pattern: t.exposeString('pattern'),
      maxLength: t.exposeInt('maxLength'),
      says: t.exposeString('says'),
    }),
  })

const GuestRequirementsType = builder.objectRef<OfferView['guestRequirements']>('GuestRequirements').implement({
  ...meant(GUEST_REQUIREMENTS),
  fields: (t) => ({
    allGuestsNamed: t.exposeBoolean('allGuestsNamed'),
    emailRequired: t.exposeBoolean('emailRequired'),
    phoneRequired: t.exposeBoolean('phoneRequired'),
    nameRule: t.expose('nameRule', { type: NameRuleType, nullable: true }),
    gender: t.exposeBoolean('gender'),
    takes: t.expose('takes', { type: [BookingExtraEnum] }),
  }),
})

export const OfferType = builder.objectRef<OfferView>('Offer').implement({
  ...meant(OFFER),
  interfaces: [SellingInterface],
  fields: (t) => ({
    offerId: t.exposeID('offerId'),
    hotelId: t.exposeID('hotelId'),
    supplierCode: t.exposeString('supplierCode'),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    bookable: t.exposeBoolean('bookable'),
    price: t.expose('price', { type: PriceType }),
    listPrice: t.expose('listPrice', { type: ListPriceType, nullable: true }),
    cancellation: t.expose('cancellation', { type: CancellationType }),
    allocations: t.expose('allocations', { type: [AllocationType] }),
    board: t.expose('board', { type: BoardType }),
    lifecycle: t.expose('lifecycle', { type: LifecycleType }),
    guestRequirements: t.expose('guestRequirements', { type: GuestRequirementsType }),
    remarks: t.expose('remarks', { type: ['String'] }),
    trader: t.expose('trader', { type: TraderType, nullable: true }),
    supplierTerms: t.expose('supplierTerms', { type: SupplierTermsType, nullable: true }),
  }),
})

const OfferChangeType = builder.objectRef<OfferChange>('OfferChange').implement({
  ...meant(OFFER_CHANGE),
  fields: (t) => ({
    path: t.exposeString('path'),
    before: t.expose('before', { type: 'JSON', nullable: true }),
    after: t.expose('after', { type: 'JSON', nullable: true }),
    severity: t.expose('severity', { type: ChangeSeverityEnum }),
  }),
})

export const PrebookType = builder.objectRef<PrebookView>('Prebook').implement({
  ...meant(PREBOOK),
  fields: (t) => ({
    status: t.expose('status', { type: PrebookStatusEnum }),
    offer: t.expose('offer', { type: OfferType, nullable: true }),
    changes: t.expose('changes', { type: [OfferChangeType] }),
    nextAction: t.expose('nextAction', { type: NextActionEnum }),
  }),
})
