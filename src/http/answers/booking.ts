import { z } from 'zod'
import {
  BOOKED_HOTEL,
  BOOKING_DETAILS,
  BOOKING_HISTORY_ITEM,
  BOOKING_LIST,
  BOOKING_LIST_ITEM,
  GUEST,
  GUEST_TYPE,
  HOLDER,
  STAY,
} from '../../domain/meanings/booking.ts'
import { GENDER } from '../../domain/meanings/booking-extras.ts'
import {
  BOOKING_ACTION,
  BOOKING_FAILURE,
  BOOKING_STATUS_DATA,
  DISCREPANCY,
  DISCREPANCY_PATH,
  PROCESSING_REASON,
  PROVIDER_STATUS,
} from '../../domain/meanings/booking-state.ts'
import {
  BOOKING_CANCELLATION,
  CANCELLATION_CAUSE,
  CANCELLATION_OUTCOME,
  CANCELLED_BOOKING,
  REQUESTED_CANCELLATION,
} from '../../domain/meanings/cancellation.ts'
import { toldValues } from '../../operations/inputs/told.ts'
import { extrasShape } from './booking-extras.ts'
import { bookingStatus } from './booking-status.ts'
import { cancellation, penaltyStatus } from './cancellation.ts'
import { money } from './money.ts'
import { allocation, board, bookingMode, price } from './offer.ts'
import { sellingShape } from './selling.ts'
import { date, hotelId, id, timestamp, viewSchema } from './shape.ts'
import { essential, hotelConfirmation, hotelContact, propertyMessage, voucher } from './voucher.ts'

const bookingAction = toldValues(BOOKING_ACTION)
const processingReason = toldValues(PROCESSING_REASON)
const discrepancyPath = toldValues(DISCREPANCY_PATH)
const guestType = toldValues(GUEST_TYPE)
const cancellationCause = toldValues(CANCELLATION_CAUSE)
const cancellationOutcome = toldValues(CANCELLATION_OUTCOME)

export const providerStatus = viewSchema(PROVIDER_STATUS)(
  z.strictObject({
    code: z.string(),
    bookingId: z.string().nullable(),
    bookingCode: z.string().nullable(),
    hotelConfirmationNumber: z.string().nullable(),
    hotelConfirmationStatus: z.string().nullable(),
    hotelConfirmationNote: z.string().nullable(),
    hotelContactPhone: z.string().nullable(),
    hotelContactName: z.string().nullable(),
  }),
)

export const bookingFailure = viewSchema(BOOKING_FAILURE)(
  z.strictObject({ code: z.string(), message: z.string(), retryable: z.boolean(), supplierCode: z.string() }),
)

const cancellationShape = z.strictObject({
  cancellationId: id('cancellation'),
  requestedAt: timestamp.nullable(),
  cancelledAt: timestamp.nullable(),
  cause: cancellationCause,
  penaltyStatus,
  penalty: money.nullable(),
  chargedPenalty: money.nullable(),
  supplierCancellationReference: z.string().nullable(),
})

export const bookingCancellation = viewSchema(BOOKING_CANCELLATION)(cancellationShape)

export const discrepancy = viewSchema(DISCREPANCY)(
  z.strictObject({ path: discrepancyPath, ours: z.string(), theirs: z.string(), foundAt: timestamp }),
)

/** The parts of the status that every view of a booking has under the same name. */
const commonShape = z.strictObject({
  bookingId: id('booking'),
  acceptedOfferId: id('offer'),
  status: bookingStatus,
  isTerminal: z.boolean(),
  provider: providerStatus,
  nextPollAfterMs: z.int().nullable(),
  processingReason: processingReason.nullable(),
  actionRequired: z.boolean(),
  availableActions: z.array(bookingAction),
  holdDeadlineAt: timestamp.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  reviewExpiresAt: timestamp.nullable(),
  failure: bookingFailure.nullable(),
  discrepancies: z.array(discrepancy),
})

const statusShape = commonShape.extend({ cancellation: bookingCancellation.nullable() })

export const bookingStatusData = viewSchema(BOOKING_STATUS_DATA)(statusShape)

export const guest = viewSchema(GUEST)(
  z.strictObject({
    allocationId: id('allocation'),
    type: guestType,
    givenName: z.string().nullable(),
    familyName: z.string().nullable(),
    age: z.int().nullable(),
    gender: toldValues(GENDER).nullable(),
  }),
)

export const bookingHistoryItem = viewSchema(BOOKING_HISTORY_ITEM)(
  z.strictObject({
    sequence: z.int(),
    type: z.string(),
    status: bookingStatus,
    previousStatus: bookingStatus.nullable(),
    cause: z.string(),
    at: timestamp,
  }),
)

const bookedHotel = viewSchema(BOOKED_HOTEL)(
  z.strictObject({ hotelId, name: z.string(), address: z.string(), city: z.string(), country: z.string() }),
)

const stay = viewSchema(STAY)(z.strictObject({ checkIn: date, checkOut: date, nights: z.int() }))

const holder = viewSchema(HOLDER)(
  z.strictObject({ givenName: z.string(), familyName: z.string(), email: z.string(), phone: z.string() }),
)

export const bookingDetails = viewSchema(BOOKING_DETAILS)(
  commonShape.extend({
    clientReference: z.string().nullable(),
    metadata: z.record(z.string(), z.string()),
    hotel: bookedHotel,
    stay,
    allocations: z.array(allocation),
    holder: holder.nullable(),
    guests: z.array(guest),
    specialRequests: z.string().nullable(),
    ...extrasShape,
    price,
    cancellation,
    cancellationRecord: bookingCancellation.nullable(),
    bookingMode,
    board,
    remarks: z.array(z.string()),
    ...sellingShape,
    voucher: voucher.nullable(),
    chargedTotal: money.nullable(),
    hotelContact: hotelContact.nullable(),
    essentials: z.array(essential),
    instructionsUpdateAt: timestamp.nullable(),
    hotelConfirmations: z.array(hotelConfirmation),
    messages: z.array(propertyMessage),
    history: z.array(bookingHistoryItem),
  }),
)

export const bookingListItem = viewSchema(BOOKING_LIST_ITEM)(
  statusShape.extend({ clientReference: z.string().nullable(), hotelId, checkIn: date, checkOut: date }),
)

export const bookingList = viewSchema(BOOKING_LIST)(
  z.strictObject({ bookings: z.array(bookingListItem), nextCursor: z.string().nullable() }),
)

const requestedCancellation = viewSchema(REQUESTED_CANCELLATION)(
  cancellationShape.extend({
    cancellationQuoteId: id('cancellationQuote'),
    requestedAt: timestamp,
    completedAt: timestamp.nullable(),
    outcome: cancellationOutcome,
  }),
)

export const cancelledBooking = viewSchema(CANCELLED_BOOKING)(
  commonShape.extend({ cancellation: requestedCancellation }),
)
