import type { BookingStatusData, LoggedEvent } from '../domain/contract/booking.ts'
import type { BookingEventData, EndpointDisabledData } from '../domain/contract/event.ts'
import {
  BOOKING_CHANGE,
  BOOKING_EVENT_DATA,
  CHANGE_CAUSE,
  ENDPOINT_DISABLED_DATA,
  LOGGED_EVENT,
} from '../domain/meanings/event.ts'
import { fromWire, toWire } from '../domain/wire.ts'
import { BookingStatusType } from './booking-state.ts'
import { builder, meant } from './builder.ts'
import { known } from './closed-lists.ts'
import { BookingStatusEnum, ChangeCauseEnum, DisabledReasonEnum } from './enums.ts'

const BookingChangeType = builder.objectRef<BookingEventData['change']>('BookingChange').implement({
  ...meant(BOOKING_CHANGE),
  fields: (t) => ({
    cause: t.field({
      type: ChangeCauseEnum,
      nullable: true,
      description:
        'What made the booking change. Null for a cause that is newer than this schema: go by {status} then.',
      resolve: ({ cause }) => known(CHANGE_CAUSE, cause),
    }),
    fields: t.exposeStringList('fields'),
  }),
})

const BookingEventDataType = builder.objectRef<BookingEventData>('BookingEventData').implement({
  ...meant(BOOKING_EVENT_DATA),
  fields: (t) => ({
    eventId: t.exposeID('eventId'),
    environment: t.exposeString('environment'),
    contractVersion: t.exposeString('contractVersion'),
    bookingId: t.exposeID('bookingId'),
    sequence: t.exposeInt('sequence'),
    previousStatus: t.expose('previousStatus', { type: BookingStatusEnum, nullable: true }),
    status: t.expose('status', { type: BookingStatusEnum }),
    change: t.expose('change', { type: BookingChangeType }),
    booking: t.field({ type: BookingStatusType, resolve: ({ booking }) => ({ ...ADDED_SINCE, ...booking }) }),
  }),
})

/** What events of before do not have, because a booking had no such field then. */
const ADDED_SINCE: Pick<BookingStatusData, 'failure' | 'cancellation' | 'discrepancies'> = {
  failure: null,
  cancellation: null,
  discrepancies: [],
}

const EndpointDisabledDataType = builder.objectRef<EndpointDisabledData>('EndpointDisabledData').implement({
  ...meant(ENDPOINT_DISABLED_DATA),
  fields: (t) => ({
    eventId: t.exposeID('eventId'),
    environment: t.exposeString('environment'),
    contractVersion: t.exposeString('contractVersion'),
    endpointId: t.exposeID('endpointId'),
    url: t.expose('url', { type: 'URL' }),
    reason: t.expose('reason', { type: DisabledReasonEnum }),
    failingSince: t.expose('failingSince', { type: 'DateTime', nullable: true }),
  }),
})

/** The data of an event that has this field, in the code's spelling; null for any other. */
function dataWith(data: unknown, field: 'booking_id' | 'endpoint_id'): unknown {
  return typeof data === 'object' && data !== null && field in data ? fromWire(data) : null
}

function sequenceOf(data: unknown): number | null {
  const sequence = typeof data === 'object' && data !== null && 'sequence' in data ? data.sequence : null
  return typeof sequence === 'number' ? sequence : null
}

export const EventType = builder.objectRef<LoggedEvent>('BookingEvent').implement({
  ...meant(LOGGED_EVENT),
  fields: (t) => ({
    position: t.exposeID('position'),
    sequence: t.int({
      nullable: true,
      description:
        'Counts the booking’s changes: 1, 2, 3 and so on, without gaps. Send it as {afterSequence} to {@watchBooking} to go on behind it. Null for events that are about no booking. HTTP has it in {data}. Example: `2`.',
      resolve: ({ data }) => sequenceOf(data),
    }),
    type: t.exposeString('type'),
    timestamp: t.expose('timestamp', { type: 'DateTime' }),
    bookingData: t.field({
      type: BookingEventDataType,
      nullable: true,
      description:
        'What happened to a booking, and the booking as it was right after it. Null for events that are about no booking, which {@watchBooking} never has.',
      resolve: ({ data }) => dataWith(data, 'booking_id') as BookingEventData | null, // domain/event.ts wrote it
    }),
    endpointDisabledData: t.field({
      type: EndpointDisabledDataType,
      nullable: true,
      description:
        'Which webhook endpoint the gateway has disabled, and why. Null for events of any type but `webhook_endpoint.disabled`.',
      resolve: ({ data }) => dataWith(data, 'endpoint_id') as EndpointDisabledData | null, // the same
    }),
    data: t.field({
      type: 'JSON',
      deprecationReason: 'Read `bookingData` or `endpointDisabledData`, which have types.',
      description:
        'What happened in full, exactly as the webhook carries it, so with HTTP’s names: events of bookings have a `booking_id` in it, those of webhook endpoints an `endpoint_id`.',
      resolve: (event) => toWire(event.data),
    }),
  }),
})
