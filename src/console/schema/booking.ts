import { freeCancellationUntil } from '../../domain/cancellation.ts'
import { toRfc3339 } from '../../domain/time.ts'
import { named } from '../../hotel-index/catalogue.ts'
import { bookingStatusData } from '../../operations/bookings/booking-view.ts'
import { bookingActions } from '../../operations/console/booking-actions.ts'
import { historyOf } from '../../operations/console/booking-history.ts'
import { maskedPeople } from '../../operations/console/booking-people.ts'
import type { Booking } from '../../store/booking.ts'
import { type ConsoleContext, readsOf } from '../context.ts'
import { refusal } from '../errors.ts'
import { Amount } from './amount.ts'
import {
  ActionNow,
  CancellationType,
  DifferenceType,
  FailureType,
  PenaltyStep,
  PersonType,
  type Redaction,
  RedactionType,
  timeOrNull,
} from './booking-parts.ts'
import { reasonOf, sinceOf } from './booking-row.ts'
import { BOOKING_READERS } from './bookings.ts'
import { builder, only } from './builder.ts'
import { HistoryEntryType } from './history.ts'
import { Proposal } from './proposal.ts'

/** A booking that the viewer may see; another organization's is unknown to a partner, like one that does not exist. */
export async function visibleBooking(context: ConsoleContext, bookingId: string): Promise<Booking> {
  const { store, config } = context.core
  const booking = await store.bookings.findAnywhere(bookingId)
  const own = readsOf(context, null)
  if (!booking || booking.environment !== config.environment || (own !== null && booking.organizationId !== own))
    throw refusal('NOT_FOUND', 'There is no such booking.')
  return booking
}

function isOperator({ viewer }: ConsoleContext): boolean {
  return viewer.organizationId === null
}

/** When and by whom the guests were deleted, as far as an entry names this booking alone; null: they are there. */
async function redactionOf({ guestsSealed, bookingId }: Booking, context: ConsoleContext): Promise<Redaction | null> {
  if (guestsSealed !== null) return null
  const entries = await context.core.store.bookingRecords.audit([bookingId])
  const entry = entries.find(({ details }) => Array.isArray(details['bookings']))
  return { at: entry?.createdAt ?? null, by: isOperator(context) ? (entry?.actor ?? null) : null }
}

async function hotelNameOf({ terms, hotelId }: Booking, { core }: ConsoleContext): Promise<string | null> {
  if (terms.hotel) return terms.hotel.name
  const [label] = await core.deps.catalogue.labels([hotelId])
  return label ? named(label.names, 'en') : null
}

function statusOf(booking: Booking, { core }: ConsoleContext) {
  return bookingStatusData(core.suppliers, booking, core.clock.of(booking.organizationId).now())
}

const BookingType = builder.objectRef<Booking>('Booking')

BookingType.implement({
  fields: (t) => ({
    id: t.exposeID('bookingId'),
    organizationId: t.exposeString('organizationId'),
    environment: t.exposeString('environment'),
    version: t.exposeInt('version', { description: 'Counts changes.' }),
    status: t.exposeString('status'),
    reason: t.string({ nullable: true, resolve: (booking, _args, context) => reasonOf(bare(booking), context) }),
    mode: t.exposeString('mode'),
    pendingOperation: t.exposeString('pendingOperation', { nullable: true }),
    needsOperator: t.exposeBoolean('needsOperator'),
    availableActions: t.stringList({
      description: 'What the partner could do now.',
      resolve: (booking, _args, context) => [...statusOf(booking, context).availableActions],
    }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => toRfc3339(createdAt) }),
    updatedAt: t.field({ type: 'DateTime', resolve: ({ updatedAt }) => toRfc3339(updatedAt) }),
    since: t.field({ type: 'DateTime', resolve: (booking) => toRfc3339(sinceOf(booking)) }),
    now: t.field({
      type: 'DateTime',
      description: 'The time of its organization, which a sandbox may have put forward.',
      resolve: ({ organizationId }, _args, { core }) => toRfc3339(core.clock.of(organizationId).now()),
    }),
    deadline: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when somebody has to decide: the review’s end, or the hold’s.',
      resolve: (booking, _args, context) =>
        booking.status === 'AWAITING_REVIEW'
          ? timeOrNull(booking.reviewExpiresAt)
          : booking.status === 'ON_HOLD'
            ? statusOf(booking, context).holdDeadlineAt
            : null,
    }),
  }),
})

/** What was booked, and under which names others know it. */
builder.objectFields(BookingType, (t) => ({
  hotelId: t.string({ resolve: ({ hotelId }) => String(hotelId) }),
  hotelName: t.string({ nullable: true, resolve: (booking, _args, context) => hotelNameOf(booking, context) }),
  hotelZone: t.string({ nullable: true, resolve: ({ terms }) => terms.policy.timeZone }),
  checkIn: t.string({ resolve: ({ terms }) => terms.stay.checkInDate }),
  checkOut: t.string({ resolve: ({ terms }) => terms.stay.checkOutDate }),
  rooms: t.stringList({
    description: 'As the supplier names them.',
    resolve: ({ terms }) => terms.allocations.map(({ providerRoom }) => providerRoom.name),
  }),
  supplier: t.exposeString('supplierCode'),
  connectionId: t.string({
    nullable: true,
    resolve: ({ connectionId }, _args, context) => (isOperator(context) ? connectionId : null),
  }),
  supplierReference: t.string({
    nullable: true,
    description: 'Our reference at the supplier. Null for partners.',
    resolve: ({ supplierReference }, _args, context) => (isOperator(context) ? supplierReference : null),
  }),
  supplierBookingId: t.exposeString('supplierBookingId', { nullable: true }),
  supplierBookingCode: t.exposeString('supplierBookingCode', { nullable: true }),
  hotelNumber: t.string({
    nullable: true,
    description: 'The hotel’s own number of the booking.',
    resolve: ({ hotelConfirmation }) => hotelConfirmation.number,
  }),
  hotelConfirmationStatus: t.string({ nullable: true, resolve: ({ hotelConfirmation }) => hotelConfirmation.status }),
  clientReference: t.exposeString('clientReference', { nullable: true }),
  offerId: t.exposeString('acceptedOfferId'),
  metadata: t.field({
    type: 'JSON',
    description: 'What the partner has added, as it is.',
    resolve: ({ metadata }) => metadata,
  }),
}))

/** What it costs. */
builder.objectFields(BookingType, (t) => ({
  total: t.field({ type: Amount, resolve: ({ terms }) => terms.price.total }),
  charged: t.field({ type: Amount, nullable: true, resolve: ({ supplierTold }) => supplierTold.charged ?? null }),
  failure: t.field({ type: FailureType, nullable: true, resolve: ({ failure }) => failure }),
  cancellation: t.field({ type: CancellationType, nullable: true, resolve: ({ cancellation }) => cancellation }),
  differences: t.field({ type: [DifferenceType], resolve: ({ discrepancies }) => [...discrepancies] }),
  refundability: t.string({ resolve: ({ terms }) => terms.policy.refundability }),
  penalties: t.field({ type: [PenaltyStep], resolve: ({ terms }) => [...terms.policy.windows] }),
  freeUntil: t.field({
    type: 'DateTime',
    nullable: true,
    resolve: ({ terms, organizationId }, _args, { core }) =>
      timeOrNull(freeCancellationUntil(terms.policy, core.clock.of(organizationId).now())),
  }),
}))

/** Who is in it, what happened, and what may be done. */
builder.objectFields(BookingType, (t) => ({
  people: t.field({
    type: [PersonType],
    resolve: (booking, _args, { core }) => [...maskedPeople(core.deps, booking).people],
  }),
  redaction: t.field({
    type: RedactionType,
    nullable: true,
    description: 'Set when the guests were deleted.',
    resolve: (booking, _args, context) => redactionOf(booking, context),
  }),
  history: t.field({
    type: [HistoryEntryType],
    description:
      'All that happened, the oldest first, and what is planned. Partners see no word of the supplier or of operators.',
    resolve: (booking, _args, context) => historyOf(context.core.deps, booking, { isPartner: !isOperator(context) }),
  }),
  actions: t.field({
    type: [ActionNow],
    resolve: (booking, _args, { core, viewer }) => bookingActions(core.deps, booking, viewer.roles),
  }),
  proposals: t.field({
    type: [Proposal],
    description: 'What waits for a second person. None for partners.',
    resolve: ({ bookingId }, _args, context) =>
      isOperator(context) ? context.core.store.consoleProposals.openAbout(bookingId, context.core.clock.real()) : [],
  }),
}))

/** A booking as its row is described. */
function bare(booking: Booking): Parameters<typeof reasonOf>[0] {
  const { terms, supplierTold } = booking
  return {
    ...booking,
    checkInDate: terms.stay.checkInDate,
    checkOutDate: terms.stay.checkOutDate,
    total: terms.price.total,
    charged: supplierTold.charged ?? null,
  }
}

builder.queryField('booking', (t) =>
  t.field({
    type: BookingType,
    ...only(...BOOKING_READERS),
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => visibleBooking(context, id),
  }),
)
