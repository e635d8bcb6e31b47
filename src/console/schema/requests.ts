import { toRfc3339 } from '../../domain/time.ts'
import {
  attemptEntry,
  auditEntry,
  deliveryEntry,
  eventEntry,
  type HistoryEntry,
} from '../../operations/console/booking-history.ts'
import { type RequestTrace, traceRequest } from '../../operations/console/request-trace.ts'
import type { FoundBooking } from '../../store/booking-search.ts'
import { readsOf } from '../context.ts'
import { refusal } from '../errors.ts'
import { BookingRow } from './booking-row.ts'
import { BOOKING_READERS } from './bookings.ts'
import { builder, only } from './builder.ts'
import { HistoryEntryType } from './history.ts'

type Reader = { readonly isPartner: boolean }
type Traced = RequestTrace & { readonly reader: Reader }

/** An event with the webhooks that it was sent as. */
type TracedEvent = { readonly event: HistoryEntry; readonly webhooks: readonly HistoryEntry[] }

const TracedEventType = builder.objectRef<TracedEvent>('TracedEvent').implement({
  fields: (t) => ({
    event: t.field({ type: HistoryEntryType, resolve: ({ event }) => event }),
    webhooks: t.field({ type: [HistoryEntryType], resolve: ({ webhooks }) => webhooks }),
  }),
})

type TracedBooking = {
  readonly booking: FoundBooking | null
  readonly attempts: readonly HistoryEntry[]
  readonly events: readonly TracedEvent[]
}

const TracedBookingType = builder.objectRef<TracedBooking>('TracedBooking').implement({
  fields: (t) => ({
    booking: t.field({
      type: BookingRow,
      nullable: true,
      description: 'Null: events of no booking.',
      resolve: ({ booking }) => booking,
    }),
    attempts: t.field({ type: [HistoryEntryType], resolve: ({ attempts }) => attempts }),
    events: t.field({ type: [TracedEventType], resolve: ({ events }) => events }),
  }),
})

function bookingsOf({ bookings, attempts, events, deliveries, reader }: Traced): TracedBooking[] {
  function eventsAbout(bookingId: string | null): TracedEvent[] {
    return events
      .filter((event) => event.bookingId === bookingId)
      .map((event) => ({
        event: eventEntry(event),
        webhooks: deliveries.filter(({ eventId }) => eventId === event.id).map(deliveryEntry),
      }))
  }
  const about = bookings.map((booking) => ({
    booking,
    attempts: attempts
      .filter(({ bookingId }) => bookingId === booking.bookingId)
      .map((one) => attemptEntry(one, reader)),
    events: eventsAbout(booking.bookingId),
  }))
  const loose = eventsAbout(null)
  return loose.length === 0 ? about : [...about, { booking: null, attempts: [], events: loose }]
}

const RequestTraceType = builder.objectRef<Traced>('RequestTrace').implement({
  description: 'What followed from one request. The calls themselves are not kept; what bears their id is.',
  fields: (t) => ({
    id: t.exposeID('requestId'),
    cameAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'As its id tells; null for an id that the partner gave.',
      resolve: ({ cameAt }) => (cameAt === null ? null : toRfc3339(cameAt)),
    }),
    bookings: t.field({ type: [TracedBookingType], resolve: bookingsOf }),
    operators: t.field({
      type: [HistoryEntryType],
      description: 'What the audit log has of it. None for partners.',
      resolve: ({ audit }) => audit.map(auditEntry),
    }),
  }),
})

builder.queryField('request', (t) =>
  t.field({
    type: RequestTraceType,
    description: 'What happened under a request’s id: supplier calls, events and webhooks, by booking.',
    ...only(...BOOKING_READERS),
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, context): Promise<Traced> => {
      if (!/^[A-Za-z0-9._-]{1,128}$/.test(id))
        throw refusal('BAD_INPUT', 'A request’s id has letters, digits, dots, hyphens and underscores.', {
          field: 'id',
        })
      const organizationId = readsOf(context, null)
      const { core } = context
      const trace = await traceRequest(core.deps, id, { organizationId, environment: core.config.environment })
      if (trace.bookings.length + trace.events.length + trace.audit.length === 0)
        throw refusal(
          'NOT_FOUND',
          'Nothing is known under this id: it changed nothing, or it is older than what is kept.',
        )
      return { ...trace, reader: { isPartner: organizationId !== null } }
    },
  }),
)
