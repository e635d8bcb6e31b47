import type { BookingListItem } from '../domain/contract/booking.ts'
import {
  BOOKING_ID_INPUT,
  LIST_BOOKINGS_INPUT,
  LIST_EVENTS_INPUT,
  WATCH_BOOKING_INPUT,
} from '../domain/meanings/booking-inputs.ts'
import { err, ok } from '../domain/result.ts'
import {
  BookingListItemType,
  BookingLookupInput,
  BookingType,
  CancelBookingInputType,
  CancelledBookingAnswerType,
  ConfirmHoldInputType,
  CreateBookingInputType,
  CreatedBookingType,
  QuoteCancellationInputType,
  ReviewBookingInputType,
  ReviewedBookingType,
} from '../schema/booking.ts'
import { BookingStatusType } from '../schema/booking-state.ts'
import { CancellationQuoteType, PenaltyTimelineType } from '../schema/cancellation.ts'
import { BookingStatusEnum } from '../schema/enums.ts'
import { EventType } from '../schema/event.ts'
import { HotelType } from '../schema/hotel-item.ts'
import {
  CancellationQuoteInvalidProblem,
  HoldConfirmationRejectedProblem,
  IdempotencyKeyReusedProblem,
  OfferAlreadyBookedProblem,
  PriceMismatchProblem,
  SupplierTermsNotAcceptedProblem,
} from '../schema/problems.ts'
import { builder, contextOf, resultUnion, told } from './builder.ts'
import { connection, connectionType, DEFAULT_PAGE } from './connection.ts'
import { answer, open, write } from './context.ts'
import { inOwnNames, PAGE_ARGUMENTS } from './own-names.ts'

const BookingResult = resultUnion('BookingResult', 'Booking', BookingType)
const BookingConnection = connectionType({ name: 'Booking', node: BookingListItemType, items: 'bookings' })
const BookingsResult = resultUnion('BookingsResult', 'BookingConnection', BookingConnection)
const PenaltiesResult = resultUnion('PenaltiesResult', 'PenaltyTimeline', PenaltyTimelineType)
const EventConnection = connectionType({ name: 'BookingEvent', node: EventType, items: 'events' })
builder.objectField(EventConnection, 'completeSince', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'From when on the log has every event: of older ones, those have been deleted whose bookings are long over. A reader that comes back with an {after} of before has missed some of them. Null while none was ever deleted. Example: `2027-01-01T00:00:00.000Z`.',
    resolve: (page) => ('completeSince' in page ? (page.completeSince as string | null) : null), // `events` put it there
  }),
)
const EventsResult = resultUnion('EventsResult', 'BookingEventConnection', EventConnection)
const CreateBookingResult = resultUnion(
  'CreateBookingResult',
  'CreatedBooking',
  CreatedBookingType,
  IdempotencyKeyReusedProblem,
  PriceMismatchProblem,
  OfferAlreadyBookedProblem,
  SupplierTermsNotAcceptedProblem,
)
const ConfirmHoldResult = resultUnion(
  'ConfirmHoldResult',
  'BookingStatusData',
  BookingStatusType,
  HoldConfirmationRejectedProblem,
)
const QuoteCancellationResult = resultUnion('QuoteCancellationResult', 'CancellationQuote', CancellationQuoteType)
const CancelBookingResult = resultUnion(
  'CancelBookingResult',
  'CancelledBooking',
  CancelledBookingAnswerType,
  IdempotencyKeyReusedProblem,
  CancellationQuoteInvalidProblem,
)
const ReviewBookingResult = resultUnion(
  'ReviewBookingResult',
  'ReviewedBooking',
  ReviewedBookingType,
  IdempotencyKeyReusedProblem,
)

const READ = { scope: 'bookings:read', rateClass: 'status' } as const
const BOOK = { scope: 'bookings:write', rateClass: 'book' } as const
const CANCEL = { scope: 'bookings:write', rateClass: 'cancel' } as const

builder.queryFields((t) => ({
  booking: t.field({
    type: BookingResult,
    nullable: true,
    ...told('getBookingDetails'),
    args: { by: t.arg({ type: BookingLookupInput, required: true }) },
    resolve: (_root, { by }, context) =>
      answer(contextOf(context), READ, async (gateway, caller) => {
        if (by.bookingId != null) return gateway.getBookingDetails(caller, { bookingId: by.bookingId })
        const found = await gateway.findBookingByIdempotencyKey(caller, {}, by.idempotencyKey ?? null)
        return found.ok ? gateway.getBookingDetails(caller, { bookingId: found.value.bookingId }) : found
      }),
  }),
  bookings: t.field({
    type: BookingsResult,
    nullable: true,
    ...told('listBookings', LIST_BOOKINGS_INPUT),
    args: {
      status: t.arg({ type: BookingStatusEnum }),
      checkInFrom: t.arg({ type: 'Date' }),
      createdFrom: t.arg({ type: 'DateTime' }),
      clientReference: t.arg.string(),
      first: t.arg.int({ defaultValue: DEFAULT_PAGE }),
      after: t.arg.string(),
    },
    resolve: (_root, { first, after, ...filter }, context) =>
      answer(contextOf(context), READ, async (gateway, caller) => {
        const page = await gateway.listBookings(caller, { ...filter, limit: first, cursor: after })
        if (!page.ok) return err(inOwnNames(page.error, PAGE_ARGUMENTS))
        const { bookings, nextCursor } = page.value
        function cursorOf({ createdAt, bookingId }: BookingListItem): string {
          return `${Date.parse(createdAt)}_${bookingId}`
        }
        return ok(connection(bookings, cursorOf, { endCursor: nextCursor, hasNextPage: nextCursor !== null }))
      }),
  }),
  penalties: t.field({
    type: PenaltiesResult,
    nullable: true,
    ...told('getPenalties', BOOKING_ID_INPUT),
    args: { bookingId: t.arg.id({ required: true }) },
    resolve: (_root, args, context) =>
      answer(contextOf(context), READ, (gateway, caller) => gateway.getPenalties(caller, args)),
  }),
  events: t.field({
    type: EventsResult,
    nullable: true,
    ...told('listEvents', LIST_EVENTS_INPUT),
    args: { after: t.arg.string(), first: t.arg.int({ defaultValue: DEFAULT_PAGE }) },
    resolve: (_root, { after, first }, context) =>
      answer(contextOf(context), READ, async (gateway, caller) => {
        const page = await gateway.listEvents(caller, { after, limit: first })
        if (!page.ok) return err(inOwnNames(page.error, PAGE_ARGUMENTS))
        const { events, nextAfter, completeSince } = page.value
        const nodes = connection(events, ({ position }) => position, {
          endCursor: nextAfter,
          hasNextPage: events.length > 0 && events.length === (first ?? DEFAULT_PAGE),
        })
        return ok({ ...nodes, completeSince })
      }),
  }),
}))

builder.objectField(BookingListItemType, 'hotel', (t) =>
  t.field({
    type: HotelType,
    nullable: true,
    description: 'The hotel as the catalogue knows it now; one read for a whole page.',
    resolve: (booking, _args, context) => contextOf(context).loaders.hotel.load(booking.hotelId),
  }),
)

builder.mutationFields((t) => ({
  createBooking: t.field({
    type: CreateBookingResult,
    nullable: true,
    ...told('createBooking'),
    args: { input: t.arg({ type: CreateBookingInputType, required: true }) },
    resolve: (_root, { input: { idempotencyKey, ...input } }, context) =>
      write(contextOf(context), { ...BOOK, replay: { operation: 'CREATE', key: idempotencyKey } }, (gateway, caller) =>
        gateway.createBooking(caller, input, idempotencyKey),
      ),
  }),
  confirmHold: t.field({
    type: ConfirmHoldResult,
    nullable: true,
    ...told('confirmHold'),
    args: { input: t.arg({ type: ConfirmHoldInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), BOOK, (gateway, caller) => gateway.confirmHold(caller, input)),
  }),
  quoteCancellation: t.field({
    type: QuoteCancellationResult,
    nullable: true,
    ...told('quoteCancellation'),
    args: { input: t.arg({ type: QuoteCancellationInputType, required: true }) },
    resolve: (_root, { input }, context) =>
      write(contextOf(context), CANCEL, (gateway, caller) => gateway.quoteCancellation(caller, input)),
  }),
  cancelBooking: t.field({
    type: CancelBookingResult,
    nullable: true,
    ...told('cancelBooking'),
    args: { input: t.arg({ type: CancelBookingInputType, required: true }) },
    resolve: (_root, { input: { idempotencyKey, ...input } }, context) =>
      write(
        contextOf(context),
        { ...CANCEL, replay: { operation: 'CANCEL', key: idempotencyKey } },
        (gateway, caller) => gateway.cancelBooking(caller, input, idempotencyKey),
      ),
  }),
  reviewBooking: t.field({
    type: ReviewBookingResult,
    nullable: true,
    ...told('reviewBooking'),
    args: { input: t.arg({ type: ReviewBookingInputType, required: true }) },
    resolve: (_root, { input: { idempotencyKey, ...input } }, context) =>
      write(
        contextOf(context),
        {
          scope: 'bookings:review',
          rateClass: 'book',
          ...(idempotencyKey == null ? {} : { replay: { operation: 'REVIEW', key: idempotencyKey } }),
        },
        (gateway, caller) => gateway.reviewBooking(caller, input, idempotencyKey ?? null),
      ),
  }),
}))

builder.subscriptionFields((t) => ({
  bookingUpdated: t.field({
    type: EventType,
    ...told('watchBooking', WATCH_BOOKING_INPUT),
    args: { bookingId: t.arg.id({ required: true }), afterSequence: t.arg.int() },
    subscribe: (_root, args, context) =>
      open(contextOf(context), READ, (gateway, caller) => gateway.watchBooking(caller, args)),
    resolve: (event) => event,
  }),
}))
