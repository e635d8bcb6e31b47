import type { BookingStatus, FailureCode } from '../booking.ts'
import type { BookingAction, ProcessingReason } from '../booking-status.ts'
import type {
  BookingFailureView,
  BookingStatusData,
  DiscrepancyView,
  HotelConfirmationStatus,
  ProviderStatusView,
} from '../contract/booking.ts'
import type { DiscrepancyPath } from '../discrepancies.ts'
import { means, typeMeaning, valuesMeaning } from './meaning.ts'
import { withValues } from './values-text.ts'

export const BOOKING_STATUS = valuesMeaning<BookingStatus>(
  'Where a booking stands, and so what the guest may be told of it.',
  {
    AWAITING_REVIEW:
      'A hold whose deadline is less than two days away waits for a person to approve it. The supplier was not asked yet, so no room is kept.',
    PROCESSING:
      'The supplier was asked to book, or to confirm a hold, and its answer is not certain yet. Wait for a webhook or poll, and do not book again.',
    CONFIRMED: 'The supplier has confirmed the booking. Only now may the guest be told that it is booked.',
    ON_HOLD:
      'The supplier keeps the rooms until {holdDeadlineAt}, and nothing is booked. Confirm or cancel it before then, and never show it to the guest as confirmed.',
    FAILED: 'As far as the supplier’s answers show, nothing was booked. {failure} says why, and whether to try again.',
    CANCELLATION_PENDING:
      'A cancellation is under way. The booking is not cancelled yet: it becomes `CANCELLED`, or stands as before when the supplier did not cancel.',
    CANCELLED: 'The booking has ended: somebody cancelled it, or its hold lapsed. It never changes its status again.',
  },
)

export const BOOKING_ACTION = valuesMeaning<BookingAction>('A call about a booking that would succeed now.', {
  GET_STATUS: 'Read how it stands with {@getBooking}. This is always possible.',
  GET_DETAILS: 'Read all of it with {@getBookingDetails}. This is always possible too.',
  CANCEL: 'Ask for a quote with {@quoteCancellation}, and accept it with {@cancelBooking}.',
  CONFIRM_HOLD:
    'Confirm the hold with {@confirmHold}. It is gone once the deadline has passed. While the hotel’s listing is being verified the call is refused all the same, with `HOTEL_MAPPING_CHECK_PENDING`.',
  CONTACT_SUPPORT: 'Ask support, with the booking’s id, when it takes too long: a person may have to settle it.',
  REVIEW_BOOKING: 'Approve or reject it with {@reviewBooking}. That takes a key with the scope `bookings:review`.',
})

export const PROCESSING_REASON = valuesMeaning<ProcessingReason>('What an unfinished booking waits for.', {
  SUPPLIER_CONFIRMATION_PENDING: 'The supplier was asked less than a minute ago, and has not given a certain answer.',
  HOTEL_CONFIRMATION_PENDING:
    'Reserved, and not given yet: a number that the hotel still owes does not keep a booking from being `CONFIRMED`.',
  CANCELLATION_PENDING: 'The supplier was asked to cancel, and its record does not show what came of it yet.',
  RECONCILIATION_REQUIRED:
    'For a minute or more the supplier has not given a certain answer. The gateway looks the booking up there until it knows, and never sends it twice.',
  HOLD_CONFIRMATION_REQUIRED: 'The rooms are held, and it is your turn: confirm the hold, or cancel it.',
  MANUAL_REVIEW_REQUIRED:
    'A person has to decide: a reviewer whether a hold may be booked, or the gateway’s operator what became of a call that the supplier’s answers do not settle.',
})

export const FAILURE_CODE = valuesMeaning<FailureCode>('Why nothing was booked.', {
  SOLD_OUT: 'The room was gone when the supplier was asked to book it. Let the guest choose again.',
  PRICE_CHANGED: 'The supplier’s price was no longer that of the offer. Prebook again, and show the new price.',
  GUEST_DATA_REJECTED: 'The supplier does not accept a name or another detail of the guests. Correct it first.',
  PAYMENT_DECLINED: 'The supplier could not be paid. It is not the guest’s fault: contact support.',
  SUPPLIER_REFUSED: 'The supplier refused for another reason.',
  REVIEW_REJECTED: 'A reviewer rejected the hold. The supplier was never asked.',
  REVIEW_EXPIRED: 'Nobody reviewed the hold before {reviewExpiresAt}. The supplier was never asked.',
  HOLD_LAPSED: 'The supplier had released the hold before it was confirmed.',
  NOT_FOUND_AT_SUPPLIER:
    'The supplier has no such booking. With {retryable} true the request never left the gateway. With false it was sent and may still be carried out: the booking then goes back to `PROCESSING`.',
})

/** The supplier's word on the hotel's own confirmation number. */
export const HOTEL_CONFIRMATION_STATUS = valuesMeaning<HotelConfirmationStatus>(
  'How the search for the hotel’s own number stands.',
  {
    NOT_REQUESTED: 'Nobody looks for it: the booking is not confirmed yet, or has ended.',
    PENDING: 'The booking is confirmed, and the supplier is asked for the number from time to time.',
    RETRYING: 'Reserved for a supplier that asks the hotel again; not given yet.',
    NO_ANSWER:
      'The supplier still had none after days of asking. It is asked daily until the guests arrive, and one that comes later is taken.',
    FETCHED: 'The number is known.',
    NOT_FOUND_AT_HOTEL: 'Reserved for a hotel that says it has no such booking; not given yet.',
    CANCELLED_BY_HOTEL: 'Reserved, and not given yet: such a booking becomes `CANCELLED`.',
    ISSUE: 'Reserved for a doubt that a person looks into; not given yet.',
  },
)

export const PROVIDER_STATUS = typeMeaning<ProviderStatusView>(
  'The supplier’s side of a booking: the references by which supplier and hotel know it.',
  {
    code: means('The supplier that the booking was made with, by its code.', 'expedia_rapid'),
    bookingId: means(
      'The supplier’s own id of the booking, for talking to the supplier. Null until the supplier has assigned one.',
      '7460413860825',
    ),
    bookingCode: means(
      'A second reference that some suppliers give. Null when there is none that differs from {bookingId}.',
      '4138608250',
    ),
    hotelConfirmationNumber: means(
      'The number by which the hotel’s front desk finds the booking: show it on the voucher. Null until it is known; it often comes hours or days after the confirmation, with a `booking.updated` event, and from some suppliers never.',
      'HX-448217',
    ),
    hotelConfirmationStatus: means(
      withValues(
        'Whether the hotel’s own number is still looked for.',
        HOTEL_CONFIRMATION_STATUS,
        'The contract allows null, which is not given yet.',
      ),
      'FETCHED',
    ),
    hotelConfirmationNote: means(
      'What the hotel said along with its number. Null while nothing is known, which is so for every supplier at present; deleted with the guests’ data.',
      'Late arrival is noted.',
    ),
    hotelContactPhone: means(
      'A telephone number of the person at the hotel who confirmed. Null while nothing is known, as for every supplier at present; it goes when the guests are deleted.',
      '+442079460123',
    ),
    hotelContactName: means(
      'Who at the hotel confirmed. Null while nobody is known, as for every supplier at present; removed together with the guests.',
      'Front desk',
    ),
  },
)

export const BOOKING_FAILURE = typeMeaning<BookingFailureView>('Why a booking is `FAILED`, and whether to try again.', {
  code: means(
    withValues(
      'The reason, on which a client can branch.',
      FAILURE_CODE,
      'Treat a code that you do not know like `SUPPLIER_REFUSED`.',
    ),
    'SOLD_OUT',
  ),
  message: means(
    'The reason as an English sentence, for logs and support. It can change at any time, and never has the supplier’s own words.',
    'The room is no longer available',
  ),
  retryable: means(
    'True when nothing was booked, nothing can still be, and trying again can help: a new attempt, with a new idempotency key, cannot book twice. False: the same would fail again, or the first attempt may still come true.',
  ),
  supplierCode: means(
    'The supplier with which it failed, by its code: the same as {code} of {provider}.',
    'expedia_rapid',
  ),
})

export const DISCREPANCY_PATH = valuesMeaning<DiscrepancyPath>(
  'The part of a booking that differs, by its place in the booking’s details over HTTP.',
  {
    status: 'The supplier no longer knows a booking that is confirmed here.',
    'price.total': 'What the supplier charges is not the agreed price.',
    'stay.check_in': 'The first day of the stay is another one.',
    'stay.check_out': 'The last day of the stay is another one.',
    allocations: 'The number of booked rooms is another one.',
    guests: 'The record names people who were not booked.',
  },
)

export const DISCREPANCY = typeMeaning<DiscrepancyView>(
  'A part of a booking in which the supplier’s record differs from what was agreed. The booking keeps its status and price, and a person at the gateway’s operator is told.',
  {
    path: means('What differs.', 'price.total'),
    ours: means(
      'What was agreed, as text to show: an amount with its currency, a date, a number of rooms, guests by their initials, or `CONFIRMED` for the status.',
      '459.00 GBP',
    ),
    theirs: means(
      'What the supplier’s record says, written like {ours}; `NOT_FOUND` where the supplier no longer knows the booking.',
      '479.00 GBP',
    ),
    foundAt: means('When this difference was first seen, in RFC 3339 and UTC.', '2027-01-15T09:31:40.000Z'),
  },
)

/** Ids that several types of this area have, with the same meaning. */
export const BOOKING_ID = means(
  'The booking’s id: opaque, and stable for good. Keep it; every other call about the booking takes it.',
  'ubk_01JQ8Z3V9MH6T4W2XEKB7C5DNR',
)
export const ACCEPTED_OFFER_ID = means(
  'The offer that was booked: the {offerId} that {@prebook} gave.',
  'off_06GZX10YY40BR9HC531HF0NA3W',
)

export const BOOKING_STATE = typeMeaning<Omit<BookingStatusData, 'cancellation'>>(
  'Where a booking stands, what it waits for, and what can be done with it now. Every view of a booking has these fields; what is not known is null.',
  {
    bookingId: BOOKING_ID,
    acceptedOfferId: ACCEPTED_OFFER_ID,
    status: means('How far the booking is. What the guest is told should depend on this field alone.', 'CONFIRMED'),
    isTerminal: means(
      'True when polling may stop: at `CONFIRMED`, `FAILED` and `CANCELLED`. It is no promise for ever: cancelling a confirmed booking opens it again, a hotel can cancel it, and a supplier can still carry out what seemed to have failed. Webhooks and {@listEvents} tell that.',
    ),
    provider: means('The references of supplier and hotel.'),
    nextPollAfterMs: means(
      'How many milliseconds to wait before asking again, for clients without webhooks: 1 to 60 seconds, and more the longer an answer is awaited. Null when {isTerminal} is true.',
      5_000,
    ),
    processingReason: means(
      'What the booking waits for. Null when it waits for nothing: at `CONFIRMED`, `FAILED` and `CANCELLED`.',
      'SUPPLIER_CONFIRMATION_PENDING',
    ),
    actionRequired: means(
      'True when it is somebody’s turn: yours for a booking that is `ON_HOLD`, a reviewer’s for one that is `AWAITING_REVIEW`. What nobody acts on ends at its deadline.',
    ),
    availableActions: means(
      'What can be done with the booking now. Offer the guest nothing that is not in it, and read it again after each change.',
      ['GET_STATUS', 'GET_DETAILS', 'CANCEL'],
    ),
    holdDeadlineAt: means(
      'Until when the supplier keeps the rooms of a hold, in RFC 3339 and UTC; from this instant on it cannot be confirmed. Null for bookings that were never on hold. It stays when the hold has been confirmed or cancelled.',
      '2027-01-21T14:00:00.000Z',
    ),
    createdAt: means('When {@createBooking} made the booking, in RFC 3339 and UTC.', '2027-01-14T09:30:12.450Z'),
    updatedAt: means(
      'When anything in the booking last changed, in RFC 3339 and UTC; also something that no field shows. To order changes, use the sequence of its events.',
      '2027-01-14T09:30:13.120Z',
    ),
    reviewExpiresAt: means(
      'Until when a hold that is `AWAITING_REVIEW` can be approved, in RFC 3339 and UTC: 24 hours after it was made, or an hour before the hold’s deadline if that is sooner. After it the booking is `FAILED`. It stays when the review is decided; null for bookings that needed none.',
      '2027-01-15T09:30:12.450Z',
    ),
    failure: means('Why nothing was booked. Null unless the booking is `FAILED`.'),
    discrepancies: means(
      'In what the supplier’s record differs from what was agreed. Empty while it differs in nothing. Do not let a guest travel on a booking that has any before somebody has looked at it.',
    ),
  },
)

/** The record of a booking's cancellation, in views where it has the name `cancellation`. */
const RECORD = means(
  'Who cancelled the booking, when, and what it cost. Null unless the booking is `CANCELLED` or `CANCELLATION_PENDING`; a cancellation that had no effect is not shown.',
)

export const BOOKING_STATUS_DATA = typeMeaning<BookingStatusData>(
  'The status of a booking: the same from every call, in lists and in events.',
  { ...BOOKING_STATE.fields, cancellation: RECORD },
)
