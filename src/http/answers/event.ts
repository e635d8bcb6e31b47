import { z } from 'zod'
import type { EventList, LoggedEvent } from '../../domain/contract/booking.ts'
import {
  BOOKING_CHANGE,
  BOOKING_EVENT_DATA,
  DISABLED_REASON,
  ENDPOINT_DISABLED_DATA,
  EVENT_LIST,
  LOGGED_EVENT,
  TEST_EVENT_DATA,
} from '../../domain/meanings/event.ts'
import { told, toldValues } from '../../operations/inputs/told.ts'
import { bookingStatusData } from './booking.ts'
import { bookingStatus } from './booking-status.ts'
import { id, timestamp, viewSchema } from './shape.ts'

const disabledReason = toldValues(DISABLED_REASON)

const change = told(z.strictObject({ cause: z.string(), fields: z.array(z.string()) }), BOOKING_CHANGE)

/** The `data` of a booking's event as webhooks carry it, defined in domain/event.ts. */
export const bookingEventData = told(
  z.strictObject({
    eventId: id('event'),
    environment: z.string(),
    contractVersion: z.literal('2'),
    bookingId: id('booking'),
    sequence: z.int().min(1),
    previousStatus: bookingStatus.nullable(),
    status: bookingStatus,
    change,
    booking: bookingStatusData,
  }),
  BOOKING_EVENT_DATA,
)

/** The `data` of `webhook_endpoint.disabled`, defined in domain/event.ts. */
export const endpointDisabledData = told(
  z.strictObject({
    eventId: id('event'),
    environment: z.string(),
    contractVersion: z.literal('2'),
    endpointId: id('webhookEndpoint'),
    url: z.string(),
    reason: disabledReason,
    failingSince: timestamp.nullable(),
  }),
  ENDPOINT_DISABLED_DATA,
)

/** The `data` of `webhook.test`, defined in domain/event.ts. The log has no such event. */
export const testEventData = told(
  z.strictObject({
    eventId: id('event'),
    environment: z.string(),
    contractVersion: z.literal('2'),
    endpointId: id('webhookEndpoint'),
  }),
  TEST_EVENT_DATA,
)

/** Bookings' events have a booking_id, those of endpoints an endpoint_id. */
const eventData = z.union([bookingEventData, endpointDisabledData])

type LoggedTypedEvent = Omit<LoggedEvent, 'data'> & { readonly data: z.output<typeof eventData> }

export const loggedEvent = viewSchema<LoggedTypedEvent>(LOGGED_EVENT)(
  z.strictObject({
    position: z.string().regex(/^\d{1,19}$/),
    type: z.string(),
    timestamp,
    data: eventData,
  }),
)

export const eventList = viewSchema<Omit<EventList, 'events'> & { readonly events: readonly LoggedTypedEvent[] }>(
  EVENT_LIST,
)(
  z.strictObject({
    events: z.array(loggedEvent),
    nextAfter: z.string().nullable(),
    completeSince: timestamp.nullable(),
  }),
)
