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
import { builder } from './builder.ts'
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
import { MoneyInput, MoneyType } from './money.ts'
import { RoomOccupancyInput } from './search-input.ts'

const TaxOrFeeType = builder.objectRef<PriceView['taxesAndFees'][number]>('TaxOrFee').implement({
  description: 'A tax or fee; `included` when the total contains it.',
  fields: (t) => ({
    description: t.exposeString('description'),
    included: t.exposeBoolean('included'),
    due: t.expose('due', { type: DueEnum }),
    amount: t.expose('amount', { type: MoneyType }),
  }),
})

export const PriceType = builder.objectRef<PriceView>('OfferPrice').implement({
  description: 'What the whole stay costs, all rooms.',
  fields: (t) => ({
    total: t.expose('total', { type: MoneyType }),
    base: t.expose('base', { type: MoneyType, nullable: true }),
    taxesAndFees: t.expose('taxesAndFees', { type: [TaxOrFeeType] }),
    dueAtProperty: t.expose('dueAtProperty', { type: [MoneyType] }),
    nightly: t.field({ type: [MoneyType], nullable: true, resolve: (price) => price.nightly }),
  }),
})

const BedType = builder.objectRef<ProviderRoomView['beds'][number]>('Bed').implement({
  description: 'Beds of one kind.',
  fields: (t) => ({ type: t.exposeString('type'), count: t.exposeInt('count') }),
})

const ProviderRoomType = builder.objectRef<ProviderRoomView>('ProviderRoom').implement({
  description: 'A room in the supplier’s words.',
  fields: (t) => ({
    code: t.exposeString('code'),
    name: t.exposeString('name'),
    beds: t.expose('beds', { type: [BedType] }),
  }),
})

const ServiceRoomType = builder.objectRef<ServiceRoomView>('ServiceRoom').implement({
  description: 'The catalogue’s room; null where the mapping is not certain.',
  fields: (t) => ({
    roomId: t.exposeID('roomId'),
    name: t.exposeString('name'),
    imageUrls: t.expose('imageUrls', { type: ['URL'] }),
  }),
})

export const AllocationType = builder.objectRef<OfferAllocationView>('Allocation').implement({
  description: 'One room of an option, to which guests are assigned.',
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
  description: 'Meals: RO, BB, HB, FB, AI; the code is null when the supplier does not say.',
  fields: (t) => ({ code: t.exposeString('code', { nullable: true }), name: t.exposeString('name') }),
})

const RoomOptionType = builder.objectRef<RoomOptionView>('RoomOption').implement({
  description: 'Something that can be prebooked.',
  fields: (t) => ({
    optionId: t.exposeID('optionId'),
    bookingToken: t.exposeString('bookingToken', { description: 'For `prebook`; short-lived. HTTP: `booking_token`.' }),
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
  description: 'Where one enabled supplier stands.',
  fields: (t) => ({
    supplierCode: t.exposeString('supplierCode'),
    outcome: t.expose('outcome', { type: ProviderOutcomeEnum }),
    latencyMs: t.exposeInt('latencyMs', { nullable: true }),
    retryAfterMs: t.exposeInt('retryAfterMs', { nullable: true }),
  }),
})

export const RoomSearchType = builder.objectRef<RoomSearchView>('RoomSearch').implement({
  description: 'A room search: its stream, and what had arrived when it was answered.',
  fields: (t) => ({
    hotelId: t.exposeID('hotelId'),
    streamId: t.exposeID('streamId', { description: 'For the subscription `roomOptions`. HTTP: `stream_id`.' }),
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
  description: 'An event of a room stream; `eventId` resumes it.',
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
  description: 'The stream exists. HTTP: `stream_ready`.',
  interfaces: [RoomStreamEventType],
  fields: (t) => ({ suppliers: t.expose('suppliers', { type: ['String'] }) }),
})

builder.objectRef<EventOf<'provider_options'>>('RoomProviderOptions').implement({
  description: 'One supplier’s options. HTTP: `provider_options`.',
  interfaces: [RoomStreamEventType],
  fields: (t) => ({
    supplierCode: t.exposeString('supplierCode'),
    options: t.expose('options', { type: [RoomOptionType] }),
  }),
})

builder.objectRef<EventOf<'provider_skipped'>>('RoomProviderSkipped').implement({
  description: 'A supplier that was not asked. HTTP: `provider_skipped`.',
  interfaces: [RoomStreamEventType],
  fields: (t) => ({
    supplierCode: t.exposeString('supplierCode'),
    reason: t.expose('reason', { type: SkipReasonEnum }),
  }),
})

const ProviderErrorType = builder.objectRef<EventOf<'provider_error'>['error']>('RoomProviderFault').implement({
  description: 'Why a supplier’s request failed.',
  fields: (t) => ({ code: t.exposeString('code'), retryable: t.exposeBoolean('retryable') }),
})

builder.objectRef<EventOf<'provider_error'>>('RoomProviderError').implement({
  description: 'A supplier’s request failed. HTTP: `provider_error`.',
  interfaces: [RoomStreamEventType],
  fields: (t) => ({
    supplierCode: t.exposeString('supplierCode'),
    error: t.expose('error', { type: ProviderErrorType }),
  }),
})

builder.objectRef<EventOf<'done'>>('RoomStreamDone').implement({
  description: 'Nothing more comes. HTTP: `done`.',
  interfaces: [RoomStreamEventType],
  fields: (t) => ({
    reason: t.expose('reason', { type: DoneReasonEnum }),
    optionsCount: t.exposeInt('optionsCount'),
    providers: t.expose('providers', { type: [RoomProviderType] }),
  }),
})

export { RoomStreamEventType }

const LifecycleType = builder.objectRef<OfferView['lifecycle']>('OfferLifecycle').implement({
  description: 'How an offer can be booked.',
  fields: (t) => ({
    availableBookingModes: t.expose('availableBookingModes', { type: [BookingModeEnum] }),
    holdAllowed: t.exposeBoolean('holdAllowed'),
    holdDeadline: t.expose('holdDeadline', { type: 'DateTime', nullable: true }),
  }),
})

const GuestRequirementsType = builder.objectRef<OfferView['guestRequirements']>('GuestRequirements').implement({
  description: 'What the supplier wants to know of the guests.',
  fields: (t) => ({
    allGuestsNamed: t.exposeBoolean('allGuestsNamed'),
    emailRequired: t.exposeBoolean('emailRequired'),
    phoneRequired: t.exposeBoolean('phoneRequired'),
  }),
})

export const OfferType = builder.objectRef<OfferView>('Offer').implement({
  description: 'A checked option with its price and terms, kept for 15 minutes at the most.',
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
  description: 'What differs from the option that was prebooked.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'The field, in HTTP’s spelling.' }),
    before: t.expose('before', { type: 'JSON', nullable: true }),
    after: t.expose('after', { type: 'JSON', nullable: true }),
    severity: t.expose('severity', { type: ChangeSeverityEnum }),
  }),
})

export const PrebookType = builder.objectRef<PrebookView>('Prebook').implement({
  description: 'What the supplier said; the offer is null when the room is gone.',
  fields: (t) => ({
    status: t.expose('status', { type: PrebookStatusEnum }),
    offer: t.expose('offer', { type: OfferType, nullable: true }),
    changes: t.expose('changes', { type: [OfferChangeType] }),
    nextAction: t.expose('nextAction', { type: NextActionEnum }),
  }),
})

export const RoomSearchInputType = builder.inputType('CreateRoomSearchInput', {
  description: 'A room search; with `searchId` its stay and rooms must be the search’s.',
  fields: (t) => ({
    hotelId: t.id({ required: true }),
    searchId: t.id(),
    checkIn: t.field({ type: 'Date', required: true }),
    checkOut: t.field({ type: 'Date', required: true }),
    nationality: t.field({ type: 'CountryCode', required: true }),
    rooms: t.field({ type: [RoomOccupancyInput], required: true }),
    language: t.string(),
    maxWaitMs: t.int({ description: 'Collects what arrives in time into this answer, 0 to 15000.' }),
  }),
})

export const PrebookInputType = builder.inputType('PrebookInput', {
  description: 'What to check with the supplier.',
  fields: (t) => ({
    bookingToken: t.string({ required: true }),
    maxPrice: t.field({ type: MoneyInput }),
    language: t.string(),
  }),
})
