import type {
  BoardView,
  OfferAllocationView,
  OfferChange,
  OfferView,
  PrebookView,
  PriceView,
  ProviderRoomView,
  RoomOptionView,
  RoomProviderView,
  RoomSearchView,
  RoomStreamEvent,
  ServiceRoomView,
} from '../domain/contract/offer.ts'
import { GUEST_REQUIREMENTS, OFFER, OFFER_CHANGE, OFFER_LIFECYCLE, PREBOOK } from '../domain/meanings/offer.ts'
import {
  ALLOCATION,
  BED,
  BOARD,
  PRICE,
  PROVIDER_ROOM,
  ROOM_OPTION,
  SERVICE_ROOM,
  TAX_OR_FEE,
} from '../domain/meanings/room-option.ts'
import {
  PROVIDER_ERROR,
  PROVIDER_FAULT,
  PROVIDER_OPTIONS,
  PROVIDER_SKIPPED,
  ROOM_PROVIDER,
  ROOM_SEARCH,
  ROOM_STREAM_EVENT,
  STREAM_DONE,
  STREAM_READY,
} from '../domain/meanings/room-stream.ts'
import { builder, meant } from './builder.ts'
import { CancellationType } from './cancellation.ts'
import {
  BookingModeEnum,
  ChangeSeverityEnum,
  DoneReasonEnum,
  DueEnum,
  MappingStatusEnum,
  NextActionEnum,
  PrebookStatusEnum,
  ProviderOutcomeEnum,
  SkipReasonEnum,
} from './enums.ts'
import { MoneyType } from './money.ts'

const TaxOrFeeType = builder.objectRef<PriceView['taxesAndFees'][number]>('TaxOrFee').implement({
  ...meant(TAX_OR_FEE),
  fields: (t) => ({
    description: t.exposeString('description'),
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
    dueAtProperty: t.expose('dueAtProperty', { type: [MoneyType] }),
    nightly: t.field({ type: [MoneyType], nullable: true, resolve: (price) => price.nightly }),
  }),
})

const BedType = builder.objectRef<ProviderRoomView['beds'][number]>('Bed').implement({
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

const BoardType = builder.objectRef<BoardView>('Board').implement({
  ...meant(BOARD),
  fields: (t) => ({ code: t.exposeString('code', { nullable: true }), name: t.exposeString('name') }),
})

const RoomOptionType = builder.objectRef<RoomOptionView>('RoomOption').implement({
  ...meant(ROOM_OPTION),
  fields: (t) => ({
    optionId: t.exposeID('optionId'),
    bookingToken: t.exposeString('bookingToken'),
    bookingTokenExpiresAt: t.expose('bookingTokenExpiresAt', { type: 'DateTime' }),
    supplierCode: t.exposeString('supplierCode'),
    mappingStatus: t.expose('mappingStatus', { type: MappingStatusEnum }),
    allocations: t.expose('allocations', { type: [AllocationType] }),
    board: t.expose('board', { type: BoardType }),
    price: t.expose('price', { type: PriceType }),
    cancellation: t.expose('cancellation', { type: CancellationType }),
    availableBookingModes: t.expose('availableBookingModes', { type: [BookingModeEnum] }),
    roomsLeft: t.exposeInt('roomsLeft', { nullable: true }),
    fetchedAt: t.expose('fetchedAt', { type: 'DateTime' }),
    remarks: t.expose('remarks', { type: ['String'] }),
  }),
})

const RoomProviderType = builder.objectRef<RoomProviderView>('RoomProvider').implement({
  ...meant(ROOM_PROVIDER),
  fields: (t) => ({
    supplierCode: t.exposeString('supplierCode'),
    outcome: t.expose('outcome', { type: ProviderOutcomeEnum }),
    latencyMs: t.exposeInt('latencyMs', { nullable: true }),
    retryAfterMs: t.exposeInt('retryAfterMs', { nullable: true }),
  }),
})

export const RoomSearchType = builder.objectRef<RoomSearchView>('RoomSearch').implement({
  ...meant(ROOM_SEARCH),
  fields: (t) => ({
    hotelId: t.exposeID('hotelId'),
    streamId: t.exposeID('streamId'),
    sseStreamUrl: t.expose('sseStreamUrl', { type: 'URL' }),
    streamExpiresAt: t.expose('streamExpiresAt', { type: 'DateTime' }),
    singleUse: t.exposeBoolean('singleUse'),
    providers: t.expose('providers', { type: [RoomProviderType] }),
    options: t.expose('options', { type: [RoomOptionType] }),
  }),
})

type EventOf<T extends RoomStreamEvent['eventType']> = Extract<RoomStreamEvent, { readonly eventType: T }>

/** The fields that every event of a room stream has. */
const RoomStreamEventType = builder.interfaceRef<RoomStreamEvent>('RoomStreamEvent').implement({
  ...meant(ROOM_STREAM_EVENT),
  fields: (t) => ({
    eventId: t.exposeInt('eventId'),
    streamId: t.exposeID('streamId'),
    hotelId: t.exposeID('hotelId'),
    timestamp: t.expose('timestamp', { type: 'DateTime' }),
    eventType: t.exposeString('eventType'),
  }),
  resolveType: (event) => EVENT_TYPES[event.eventType],
})

const EVENT_TYPES = {
  stream_ready: 'RoomStreamReady',
  provider_options: 'RoomProviderOptions',
  provider_skipped: 'RoomProviderSkipped',
  provider_error: 'RoomProviderError',
  done: 'RoomStreamDone',
} as const

builder.objectRef<EventOf<'stream_ready'>>('RoomStreamReady').implement({
  ...meant(STREAM_READY),
  interfaces: [RoomStreamEventType],
  fields: (t) => ({ suppliers: t.expose('suppliers', { type: ['String'] }) }),
})

builder.objectRef<EventOf<'provider_options'>>('RoomProviderOptions').implement({
  ...meant(PROVIDER_OPTIONS),
  interfaces: [RoomStreamEventType],
  fields: (t) => ({
    supplierCode: t.exposeString('supplierCode'),
    options: t.expose('options', { type: [RoomOptionType] }),
  }),
})

builder.objectRef<EventOf<'provider_skipped'>>('RoomProviderSkipped').implement({
  ...meant(PROVIDER_SKIPPED),
  interfaces: [RoomStreamEventType],
  fields: (t) => ({
    supplierCode: t.exposeString('supplierCode'),
    reason: t.expose('reason', { type: SkipReasonEnum }),
  }),
})

const ProviderErrorType = builder.objectRef<EventOf<'provider_error'>['error']>('RoomProviderFault').implement({
  ...meant(PROVIDER_FAULT),
  fields: (t) => ({ code: t.exposeString('code'), retryable: t.exposeBoolean('retryable') }),
})

builder.objectRef<EventOf<'provider_error'>>('RoomProviderError').implement({
  ...meant(PROVIDER_ERROR),
  interfaces: [RoomStreamEventType],
  fields: (t) => ({
    supplierCode: t.exposeString('supplierCode'),
    error: t.expose('error', { type: ProviderErrorType }),
  }),
})

builder.objectRef<EventOf<'done'>>('RoomStreamDone').implement({
  ...meant(STREAM_DONE),
  interfaces: [RoomStreamEventType],
  fields: (t) => ({
    reason: t.expose('reason', { type: DoneReasonEnum }),
    optionsCount: t.exposeInt('optionsCount'),
    providers: t.expose('providers', { type: [RoomProviderType] }),
  }),
})

export { RoomStreamEventType }

const LifecycleType = builder.objectRef<OfferView['lifecycle']>('OfferLifecycle').implement({
  ...meant(OFFER_LIFECYCLE),
  fields: (t) => ({
    availableBookingModes: t.expose('availableBookingModes', { type: [BookingModeEnum] }),
    holdAllowed: t.exposeBoolean('holdAllowed'),
    holdDeadline: t.expose('holdDeadline', { type: 'DateTime', nullable: true }),
  }),
})

const GuestRequirementsType = builder.objectRef<OfferView['guestRequirements']>('GuestRequirements').implement({
  ...meant(GUEST_REQUIREMENTS),
  fields: (t) => ({
    allGuestsNamed: t.exposeBoolean('allGuestsNamed'),
    emailRequired: t.exposeBoolean('emailRequired'),
    phoneRequired: t.exposeBoolean('phoneRequired'),
  }),
})

export const OfferType = builder.objectRef<OfferView>('Offer').implement({
  ...meant(OFFER),
  fields: (t) => ({
    offerId: t.exposeID('offerId'),
    hotelId: t.exposeID('hotelId'),
    supplierCode: t.exposeString('supplierCode'),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    bookable: t.exposeBoolean('bookable'),
    price: t.expose('price', { type: PriceType }),
    cancellation: t.expose('cancellation', { type: CancellationType }),
    allocations: t.expose('allocations', { type: [AllocationType] }),
    board: t.expose('board', { type: BoardType }),
    lifecycle: t.expose('lifecycle', { type: LifecycleType }),
    guestRequirements: t.expose('guestRequirements', { type: GuestRequirementsType }),
    remarks: t.expose('remarks', { type: ['String'] }),
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
