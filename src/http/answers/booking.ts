import { z } from 'zod'
import { BOOKING_STATUSES } from '../../domain/booking.ts'
import { CANCELLATION_CAUSES } from '../../domain/booking-cancellation.ts'
import type {
  BookingCancellationView,
  BookingDetails,
  BookingFailureView,
  BookingHistoryItem,
  BookingList,
  BookingListItem,
  BookingStatusData,
  CancelledBooking,
  DiscrepancyView,
  GuestView,
  ProviderStatusView,
} from '../../domain/contract/booking.ts'
import { DISCREPANCY_PATHS } from '../../domain/discrepancies.ts'
import { cancellation, penaltyStatus } from './cancellation.ts'
import { money } from './money.ts'
import { allocation, price } from './offer.ts'
import { date, hotelId, id, timestamp, viewSchema } from './shape.ts'

export const providerStatus = viewSchema<ProviderStatusView>()(
  z
    .strictObject({
      code: z.string().describe('The supplier.'),
      bookingId: z.string().nullable().describe('The supplier’s id; null until it assigns one.'),
      bookingCode: z.string().nullable().describe('Its second reference; null when there is no distinct one.'),
      hotelConfirmationNumber: z.string().nullable().describe('The hotel’s own; it may come after the confirmation.'),
      hotelConfirmationStatus: z
        .string()
        .nullable()
        .describe(
          'NOT_REQUESTED, PENDING, RETRYING, NO_ANSWER, FETCHED, NOT_FOUND_AT_HOTEL, CANCELLED_BY_HOTEL or ISSUE.',
        ),
      hotelConfirmationNote: z.string().nullable(),
      hotelContactPhone: z.string().nullable(),
      hotelContactName: z.string().nullable(),
    })
    .describe('The supplier’s side of a booking.'),
)

export const bookingFailure = viewSchema<BookingFailureView>()(
  z
    .strictObject({
      code: z
        .string()
        .describe(
          'SOLD_OUT, PRICE_CHANGED, GUEST_DATA_REJECTED, PAYMENT_DECLINED, SUPPLIER_REFUSED, REVIEW_REJECTED, REVIEW_EXPIRED, HOLD_LAPSED or NOT_FOUND_AT_SUPPLIER.',
        ),
      message: z.string(),
      retryable: z.boolean(),
      supplierCode: z.string(),
    })
    .describe('Why a booking FAILED.'),
)

const cancellationShape = z.strictObject({
  cancellationId: id('cancellation'),
  requestedAt: timestamp.nullable().describe('Null when nobody asked: the hold lapsed, or the supplier cancelled.'),
  cancelledAt: timestamp.nullable().describe('Null until the supplier has cancelled.'),
  cause: z
    .enum(CANCELLATION_CAUSES)
    .describe(
      'CANCELLED_BY_HOTEL: the hotel or its supplier cancelled a booking that stood. ' +
        'CANCELLED_BY_OPERATOR: the supplier no longer knows it, and a person found out that it is gone.',
    ),
  penaltyStatus,
  penalty: money.nullable().describe('As quoted; as charged when there was no quote.'),
  chargedPenalty: money.nullable().describe('As the supplier charged, in its currency; null when it does not say.'),
  supplierCancellationReference: z.string().nullable(),
})

export const bookingCancellation = viewSchema<BookingCancellationView>()(
  cancellationShape.describe('What a cancellation cost, and who caused it.'),
)

export const discrepancy = viewSchema<DiscrepancyView>()(
  z
    .strictObject({
      path: z.enum(DISCREPANCY_PATHS).describe('The place in the booking details; allocations counts the rooms.'),
      ours: z
        .string()
        .describe('As agreed: an amount with its currency, a date, a count, or guests by their initials.'),
      theirs: z.string().describe('As the supplier’s record has it.'),
      foundAt: timestamp,
    })
    .describe('A part of a booking in which the supplier’s record differs from what was agreed.'),
)

/** The parts of the status that every view of a booking has under the same name. */
const commonShape = z.strictObject({
  bookingId: id('booking'),
  acceptedOfferId: id('offer').describe('The offer_id of the prebook.'),
  status: z.enum(BOOKING_STATUSES),
  isTerminal: z
    .boolean()
    .describe('True when polling may stop. CONFIRMED is terminal for polling; a client’s cancel re-opens it.'),
  provider: providerStatus,
  nextPollAfterMs: z.int().nullable().describe('When to look next, milliseconds; null when terminal.'),
  processingReason: z
    .enum([
      'SUPPLIER_CONFIRMATION_PENDING',
      'HOTEL_CONFIRMATION_PENDING',
      'CANCELLATION_PENDING',
      'RECONCILIATION_REQUIRED',
      'HOLD_CONFIRMATION_REQUIRED',
      'MANUAL_REVIEW_REQUIRED',
    ])
    .nullable(),
  actionRequired: z.boolean().describe('True when a hold or a review waits for somebody.'),
  availableActions: z
    .array(z.enum(['GET_STATUS', 'GET_DETAILS', 'CANCEL', 'CONFIRM_HOLD', 'CONTACT_SUPPORT', 'REVIEW_BOOKING']))
    .describe('Exactly what would succeed now.'),
  holdDeadlineAt: timestamp.nullable().describe('Set once a hold is ON_HOLD.'),
  createdAt: timestamp,
  updatedAt: timestamp,
  reviewExpiresAt: timestamp.nullable(),
  failure: bookingFailure.nullable().describe('Null unless FAILED.'),
  discrepancies: z.array(discrepancy).describe('Empty while the supplier’s record says what was agreed.'),
})

const statusShape = commonShape.extend({
  cancellation: bookingCancellation.nullable().describe('Null unless the booking is cancelled, or being cancelled.'),
})

export const bookingStatusData = viewSchema<BookingStatusData>()(
  statusShape.describe('The status of a booking. Every field is there, null where nothing is known.'),
)

export const guest = viewSchema<GuestView>()(
  z.strictObject({
    allocationId: id('allocation'),
    type: z.enum(['ADULT', 'CHILD']),
    givenName: z.string().nullable(),
    familyName: z.string().nullable(),
    age: z.int().nullable(),
  }),
)

export const bookingHistoryItem = viewSchema<BookingHistoryItem>()(
  z.strictObject({
    sequence: z.int().describe('Per booking, 1, 2, 3 … without gaps.'),
    type: z.string(),
    status: z.string(),
    previousStatus: z.string().nullable(),
    cause: z.string(),
    at: timestamp,
  }),
)

export const bookingDetails = viewSchema<BookingDetails>()(
  commonShape.extend({
    clientReference: z.string().nullable(),
    metadata: z.record(z.string(), z.string()).describe('As it was sent when booking.'),
    hotel: z.strictObject({
      hotelId,
      name: z.string(),
      address: z.string(),
      city: z.string(),
      country: z.string(),
    }),
    stay: z.strictObject({ checkIn: date, checkOut: date, nights: z.int() }),
    allocations: z.array(allocation),
    holder: z
      .strictObject({ givenName: z.string(), familyName: z.string(), email: z.string(), phone: z.string() })
      .nullable()
      .describe('Null after redaction.'),
    guests: z.array(guest),
    specialRequests: z.string().nullable(),
    price,
    cancellation: cancellation.describe('The frozen policy.'),
    cancellationRecord: bookingCancellation
      .nullable()
      .describe(
        'What the status and the list call cancellation; null unless the booking is cancelled, or being cancelled.',
      ),
    history: z.array(bookingHistoryItem),
  }),
)

export const bookingListItem = viewSchema<BookingListItem>()(
  statusShape.extend({
    clientReference: z.string().nullable(),
    hotelId,
    checkIn: date,
    checkOut: date,
  }),
)

export const bookingList = viewSchema<BookingList>()(
  z.strictObject({ bookings: z.array(bookingListItem), nextCursor: z.string().nullable() }),
)

export const cancelledBooking = viewSchema<CancelledBooking>()(
  commonShape.extend({
    cancellation: cancellationShape.extend({
      cancellationQuoteId: id('cancellationQuote'),
      requestedAt: timestamp,
      completedAt: timestamp.nullable(),
      outcome: z.enum(['PENDING', 'CANCELLED', 'NOT_EFFECTIVE']),
    }),
  }),
)
