import type { RoomProviderView, RoomSearchView, RoomStreamEvent } from '../domain/contract/offer.ts'
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
  UNAVAILABLE_CODE,
  UNAVAILABLE_REASON,
} from '../domain/meanings/room-stream.ts'
import type { UnavailableReason } from '../domain/unavailable-reason.ts'
import { builder, meant, valuesType } from './builder.ts'
import { DoneReasonEnum, ProviderOutcomeEnum, SkipReasonEnum } from './enums.ts'
import { RoomOptionType } from './offer.ts'
import { WarningType } from './warning.ts'

const UnavailableCodeEnum = valuesType('UnavailableCode', UNAVAILABLE_CODE)

const UnavailableReasonType = builder.objectRef<UnavailableReason>('UnavailableReason').implement({
  ...meant(UNAVAILABLE_REASON),
  fields: (t) => ({
    code: t.expose('code', { type: UnavailableCodeEnum }),
    limit: t.exposeInt('limit', { nullable: true }),
    allowedNights: t.expose('allowedNights', { type: ['Int'] }),
    soldOutDates: t.expose('soldOutDates', { type: ['Date'] }),
  }),
})

const RoomProviderType = builder.objectRef<RoomProviderView>('RoomProvider').implement({
  ...meant(ROOM_PROVIDER),
  fields: (t) => ({
    supplierCode: t.exposeString('supplierCode'),
    outcome: t.expose('outcome', { type: ProviderOutcomeEnum }),
    latencyMs: t.exposeInt('latencyMs', { nullable: true }),
    retryAfterMs: t.exposeInt('retryAfterMs', { nullable: true }),
    unavailableReason: t.expose('unavailableReason', { type: UnavailableReasonType, nullable: true }),
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
    warnings: t.expose('warnings', { type: [WarningType] }),
  }),
})

type EventOf<T extends RoomStreamEvent['eventType']> = Extract<RoomStreamEvent, { readonly eventType: T }>

/** The fields that every event of a room stream has. */
export const RoomStreamEventType = builder.interfaceRef<RoomStreamEvent>('RoomStreamEvent').implement({
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
    unavailableReason: t.expose('unavailableReason', { type: UnavailableReasonType, nullable: true }),
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
    warnings: t.expose('warnings', { type: [WarningType] }),
  }),
})
