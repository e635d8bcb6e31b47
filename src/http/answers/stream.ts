import { z } from 'zod'
import type { RoomStreamEvent } from '../../domain/contract/offer.ts'
import {
  PROVIDER_ERROR,
  PROVIDER_FAULT,
  PROVIDER_OPTIONS,
  PROVIDER_SKIPPED,
  SKIP_REASON,
  STREAM_DONE,
  STREAM_DONE_REASON,
  STREAM_READY,
} from '../../domain/meanings/room-stream.ts'
import { toldValues } from '../../operations/inputs/told.ts'
import { roomOption, roomProvider, unavailableReason } from './offer.ts'
import { hotelId, id, timestamp, viewSchema } from './shape.ts'
import { warning } from './warning.ts'

const common = { eventId: z.int(), streamId: id('stream'), hotelId, timestamp }

const streamReady = viewSchema(STREAM_READY)(
  z.strictObject({ ...common, eventType: z.literal('stream_ready'), suppliers: z.array(z.string()) }),
)

const providerOptions = viewSchema(PROVIDER_OPTIONS)(
  z.strictObject({
    ...common,
    eventType: z.literal('provider_options'),
    supplierCode: z.string(),
    options: z.array(roomOption),
    unavailableReason: unavailableReason.nullable(),
  }),
)

const providerSkipped = viewSchema(PROVIDER_SKIPPED)(
  z.strictObject({
    ...common,
    eventType: z.literal('provider_skipped'),
    supplierCode: z.string(),
    reason: toldValues(SKIP_REASON),
  }),
)

/** Named in the document: `Error`, which generators would make of the field's name, is a class of Java and PHP already. */
export const providerFault = viewSchema(PROVIDER_FAULT)(z.strictObject({ code: z.string(), retryable: z.boolean() }))

const providerError = viewSchema(PROVIDER_ERROR)(
  z.strictObject({
    ...common,
    eventType: z.literal('provider_error'),
    supplierCode: z.string(),
    error: providerFault,
  }),
)

const done = viewSchema(STREAM_DONE)(
  z.strictObject({
    ...common,
    eventType: z.literal('done'),
    reason: toldValues(STREAM_DONE_REASON),
    optionsCount: z.int(),
    providers: z.array(roomProvider),
    warnings: z.array(warning),
  }),
)

/** The schema of every event of a room stream, by event name; an event that is missing here does not compile. */
export const STREAM_EVENTS = {
  stream_ready: streamReady,
  provider_options: providerOptions,
  provider_skipped: providerSkipped,
  provider_error: providerError,
  done,
} as const satisfies Record<RoomStreamEvent['eventType'], z.ZodType>
