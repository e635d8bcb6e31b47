import { z } from 'zod'
import { BOOKING_STATUSES } from '../../domain/booking.ts'
import type { EventList, LoggedEvent } from '../../domain/contract/booking.ts'
import { EVENT_TYPES } from '../../domain/event.ts'
import { bookingStatusData } from './booking.ts'
import { id, timestamp, viewSchema } from './shape.ts'

/** The `data` of a booking's event as webhooks carry it, defined in domain/event.ts. */
export const bookingEventData = z
  .strictObject({
    eventId: id('event').describe('The webhook-id header.'),
    environment: z.string(),
    contractVersion: z.literal('2'),
    bookingId: id('booking'),
    sequence: z.int().min(1).describe('Per booking, 1, 2, 3 … without gaps: sort by it.'),
    previousStatus: z.enum(BOOKING_STATUSES).nullable().describe('Null for a new booking.'),
    status: z.enum(BOOKING_STATUSES),
    change: z.strictObject({ cause: z.string(), fields: z.array(z.string()) }),
    booking: bookingStatusData.describe('As it was at this sequence.'),
  })
  .describe('A change of a booking.')

/** The `data` of `webhook_endpoint.disabled`, defined in domain/event.ts. */
export const endpointDisabledData = z
  .strictObject({
    eventId: id('event').describe('The webhook-id header.'),
    environment: z.string(),
    contractVersion: z.literal('2'),
    endpointId: id('webhookEndpoint').describe(
      'Nothing is sent to it any more. Enable it, then recover what it missed.',
    ),
    url: z.string(),
    reason: z
      .enum(['FAILING', 'GONE'])
      .describe('FAILING: it only failed, for five days. GONE: it answered 410, or asked to be disabled.'),
    failingSince: timestamp.nullable(),
  })
  .describe('An endpoint that the gateway has disabled.')

/** Bookings' events have a booking_id, those of endpoints an endpoint_id. */
const eventData = z.union([bookingEventData, endpointDisabledData])

type LoggedTypedEvent = Omit<LoggedEvent, 'data'> & { readonly data: z.output<typeof eventData> }

export const loggedEvent = viewSchema<LoggedTypedEvent>()(
  z
    .strictObject({
      position: z
        .string()
        .regex(/^\d{1,19}$/)
        .describe('Send it as after, to read on from here. A later event may have a lower one.'),
      type: z.string().describe(`${EVENT_TYPES.filter((type) => type !== 'webhook.test').join(', ')}.`),
      timestamp,
      data: eventData,
    })
    .describe('An event of the log: the webhook’s body as it was signed.'),
)

export const eventList = viewSchema<Omit<EventList, 'events'> & { readonly events: readonly LoggedTypedEvent[] }>()(
  z.strictObject({
    events: z.array(loggedEvent).describe('Oldest first.'),
    nextAfter: z.string().nullable().describe('Where the next page begins; null while the log is empty.'),
  }),
)
