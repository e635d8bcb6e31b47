import { z } from 'zod'
import type { RoomStreamEvent } from '../../domain/contract/offer.ts'
import { roomOption, roomProvider } from './offer.ts'
import { hotelId, id, timestamp, viewSchema } from './shape.ts'

const common = {
  eventId: z.int().describe('The SSE id: 1, 2, 3 …'),
  streamId: id('stream'),
  hotelId,
  timestamp,
}

type Event<Type extends RoomStreamEvent['eventType']> = Extract<RoomStreamEvent, { eventType: Type }>

const streamReady = viewSchema<Event<'stream_ready'>>()(
  z
    .strictObject({ ...common, eventType: z.literal('stream_ready'), suppliers: z.array(z.string()) })
    .describe('The stream was created; the suppliers that are asked.'),
)

const providerOptions = viewSchema<Event<'provider_options'>>()(
  z
    .strictObject({
      ...common,
      eventType: z.literal('provider_options'),
      supplierCode: z.string(),
      options: z.array(roomOption),
    })
    .describe('One supplier’s room options.'),
)

const providerSkipped = viewSchema<Event<'provider_skipped'>>()(
  z
    .strictObject({
      ...common,
      eventType: z.literal('provider_skipped'),
      supplierCode: z.string(),
      reason: z.enum(['UNMAPPED', 'NOT_ENABLED', 'NO_STREAMING', 'SUPPRESSED_NO_PRICE', 'RATE_LIMITED']),
    })
    .describe('A supplier was not asked.'),
)

const providerError = viewSchema<Event<'provider_error'>>()(
  z
    .strictObject({
      ...common,
      eventType: z.literal('provider_error'),
      supplierCode: z.string(),
      error: z.strictObject({ code: z.string(), retryable: z.boolean() }),
    })
    .describe('One supplier’s request failed; the others go on.'),
)

const done = viewSchema<Event<'done'>>()(
  z
    .strictObject({
      ...common,
      eventType: z.literal('done'),
      reason: z.enum(['ALL_SETTLED', 'DEADLINE', 'EXPIRED']),
      optionsCount: z.int(),
      providers: z.array(roomProvider),
    })
    .describe('Nothing more comes: close the connection.'),
)

/** The schema of every event of a room stream, by event name; an event that is missing here does not compile. */
export const STREAM_EVENTS = {
  stream_ready: streamReady,
  provider_options: providerOptions,
  provider_skipped: providerSkipped,
  provider_error: providerError,
  done,
} as const satisfies Record<RoomStreamEvent['eventType'], z.ZodType>
