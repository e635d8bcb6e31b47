import type {
  BookingDetails,
  BookingHistoryItem,
  BookingList,
  BookingListItem,
  GuestView,
} from '../contract/booking.ts'
import type { BookingMode } from '../rate.ts'
import { EXTRAS } from './booking-extras.ts'
import { BOOKING_STATE, BOOKING_STATUS_DATA } from './booking-state.ts'
import { CAUSE } from './event.ts'
import { means, typeMeaning, valuesMeaning } from './meaning.ts'
import { INCLUDED_BOARD, REMARKS } from './room-option.ts'
import { SELLING } from './selling.ts'

export const BOOKING_MODE = valuesMeaning<BookingMode>('How an offer is booked.', {
  INSTANT: 'At once and for good. Every offer can be booked so.',
  HOLD: 'As a hold: the supplier keeps the rooms until a deadline, and books them when you confirm. Only offers that allow it.',
})

export const GUEST_TYPE = valuesMeaning<GuestView['type']>('Whether a guest counts as an adult or as a child.', {
  ADULT: 'One of the adults that the room was searched for.',
  CHILD: 'One of the children that the room was searched for. A child has an age.',
})

export const REVIEW_DECISION = valuesMeaning<'APPROVE' | 'REJECT'>('What a reviewer decides about a hold.', {
  APPROVE: 'The supplier is asked to hold the rooms, now and not before.',
  REJECT: 'The booking becomes `FAILED`, with the reason `REVIEW_REJECTED`, and no supplier is asked.',
})

export const BOOKED_HOTEL = typeMeaning<BookingDetails['hotel']>(
  'The hotel of a booking as the catalogue knows it now, in the requested language.',
  {
    hotelId: means('The hotel’s id in the gateway’s catalogue: digits, as text.', '565'),
    name: means('What the hotel is called. Empty when the catalogue no longer has it.', 'Lotus Grand Hotel London'),
    address: means('Street and number, as one line. Empty when the catalogue has none.', '12 Garden Row, London'),
    city: means('The place that the hotel belongs to. Empty when the catalogue no longer has it.', 'London'),
    country: means(
      'The country as its ISO 3166-1 alpha-2 code. Empty when the catalogue no longer has the place.',
      'GB',
    ),
  },
)

const CHECK_IN = means('The day on which the guests arrive, as YYYY-MM-DD at the hotel’s place.', '2027-03-10')
const CHECK_OUT = means('The day on which the guests leave, as YYYY-MM-DD at the hotel’s place.', '2027-03-12')

export const STAY = typeMeaning<BookingDetails['stay']>('When the guests stay.', {
  checkIn: CHECK_IN,
  checkOut: CHECK_OUT,
  nights: means('How many nights that is.', 2),
})

export const HOLDER = typeMeaning<NonNullable<BookingDetails['holder']>>(
  'The person in whose name the booking is, whom supplier and hotel contact. They need not stay themselves.',
  {
    givenName: means('The holder’s first name, as it was sent.', 'Ada'),
    familyName: means('The holder’s last name, as it was sent.', 'Lovelace'),
    email: means('Where the supplier or the hotel writes to.', 'ada@example.com'),
    phone: means(
      'Where the supplier or the hotel calls, in the E.164 format. Empty when none was sent.',
      '+442071234567',
    ),
  },
)

export const GUEST = typeMeaning<GuestView>('A person who stays, and in which room.', {
  allocationId: means(
    'The room that the guest stays in: the {allocationId} of one of {allocations}.',
    'alc_06GZX10YY69H4HAYH0YVE1GHTG',
  ),
  type: means('Whether the guest is a child.', 'ADULT'),
  givenName: means('The guest’s first name. Null when none was sent: often one adult in each room is enough.', 'Ada'),
  familyName: means('The guest’s last name. Null when none was sent.', 'Lovelace'),
  age: means('The guest’s age in whole years, as it was sent: always there for a child. Null when none was sent.', 36),
  gender: means('The guest’s gender, as it was sent. Null when none was sent.', 'FEMALE'),
})

export const BOOKING_HISTORY_ITEM = typeMeaning<BookingHistoryItem>(
  'A change of a booking: what one of its events told.',
  {
    sequence: means('Counts the changes: 1, 2, 3 and so on, without gaps; the same as in the event.', 2),
    type: means('The type of the event that told of the change.', 'booking.confirmed'),
    status: means('Where the booking stood after the change: a value of the booking’s own status.', 'CONFIRMED'),
    previousStatus: means(
      'Where the booking stood before; equal to {status} when the change was no move. Null for the first change.',
      'PROCESSING',
    ),
    cause: CAUSE,
    at: means('When the booking changed, in RFC 3339 and UTC.', '2027-01-14T09:30:13.120Z'),
  },
)

const CLIENT_REFERENCE = means(
  'Your own reference of the booking, as it was sent. Null when none was, and when the guests’ data has been deleted.',
  'ORDER-8812',
)

export const BOOKING_DETAILS = typeMeaning<BookingDetails>(
  'Everything about a booking: its status, what was agreed, who stays, and every change.',
  {
    ...BOOKING_STATE.fields,
    clientReference: CLIENT_REFERENCE,
    metadata: means(
      'Your own entries, as they were sent when booking. `{}` when none were, and when the guests’ data has been deleted.',
      { channel: 'web' },
    ),
    hotel: means('Where the guests stay.'),
    stay: means('The days and nights that are booked.'),
    allocations: means('The rooms that are booked, one for each requested room.'),
    holder: means('In whose name the booking is. Null when personal data has been deleted, by its term or on request.'),
    guests: means('Who stays, room by room as it was sent. Empty when personal data has been deleted.'),
    specialRequests: means(
      'What was asked of the hotel, as it was sent. Null when nothing was, and when personal data has been deleted.',
      'High floor, if possible.',
    ),
    ...EXTRAS,
    unsentFields: means(
      'Which of the fields that were sent the supplier has no place for: they stand here, and only you know them. {guestRequirements} of the offer say before booking what a supplier takes. Empty when everything was passed on, and when personal data has been deleted.',
      ['TRAVEL_PURPOSE'],
    ),
    price: means(
      'The agreed price, frozen when the booking was made. It never changes, whatever the supplier’s record says.',
    ),
    cancellation: means(
      'The cancellation terms, frozen when the booking was made. How it was cancelled is told by {cancellationRecord}.',
    ),
    cancellationRecord: means(
      'Who cancelled the booking, when, and what it cost: what the status of a booking calls {cancellation}. Null unless the booking is `CANCELLED` or `CANCELLATION_PENDING`.',
    ),
    bookingMode: means('Whether it was booked at once, or as a hold that was or can be confirmed.', 'INSTANT'),
    board: INCLUDED_BOARD,
    remarks: REMARKS,
    ...SELLING,
    voucher: means(
      'What to print on the guest’s voucher. Null unless the booking is `CONFIRMED`, and until the supplier has told what its contract wants on it.',
    ),
    chargedTotal: means(
      'What the supplier charges, as its own record says: compare it with {total} of {price}. Null when the record does not tell it.',
    ),
    hotelContact: means('Whom to call at the hotel. Null when the supplier does not tell.'),
    essentials: means(
      'What the supplier’s record adds for the arrival, often only a day before it; {instructions} has their texts too. Empty while there is nothing.',
    ),
    instructionsUpdateAt: means(
      'When the supplier will tell more for the arrival: a `booking.updated` event then says so. Null when nothing is announced.',
      '2027-03-09T15:00:00.000Z',
    ),
    hotelConfirmations: means(
      'The hotel’s own number of each room, where the supplier gives one for each. {provider} has the first of them.',
    ),
    messages: means(
      'What the property has written to the guest since the booking was made, oldest first, the last 20. Empty when it wrote nothing, and when personal data has been deleted.',
    ),
    history: means(
      'Every change of the booking, oldest first. Changes of bookings whose stay is long over can be deleted.',
    ),
  },
)

export const BOOKING_LIST_ITEM = typeMeaning<BookingListItem>(
  'A booking in a list: its status, and enough to tell it from others.',
  {
    ...BOOKING_STATUS_DATA.fields,
    clientReference: CLIENT_REFERENCE,
    hotelId: means('The booked hotel, by its id in the gateway’s catalogue: digits, as text.', '565'),
    checkIn: CHECK_IN,
    checkOut: CHECK_OUT,
  },
)

export const BOOKING_LIST = typeMeaning<BookingList>('A page of the organization’s bookings.', {
  bookings: means('The bookings that match, newest first. Empty when none does.'),
  nextCursor: means(
    'Send it as {cursor}, with the same filters, to get the next page. Null on the last page. Never parse it.',
    '1799919012450_ubk_01JQ8Z3V9MH6T4W2XEKB7C5DNR',
  ),
})
