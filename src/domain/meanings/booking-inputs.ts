import { EXTRAS_INPUT } from './booking-extras.ts'
import { means, typeMeaning } from './meaning.ts'
import { MONEY } from './money.ts'
import { TRAVELLER } from './search-inputs.ts'

const BOOKING_ID = means(
  'The booking that is meant, by the id that {@createBooking} gave.',
  'ubk_01JQ8Z3V9MH6T4W2XEKB7C5DNR',
)
const OFFER_ID = means(
  'The offer that is meant, by the id that {@prebook} gave. It works until the offer expires.',
  'off_06GZX10YY40BR9HC531HF0NA3W',
)

export const MONEY_INPUT = typeMeaning('An amount of money as it was shown: send back what an answer had.', {
  ...MONEY.fields,
  currencyExponent: means(
    'The decimals of the currency, if you send on what an answer had. It is not needed: the currency decides, and a number that is not the currency’s is refused.',
    2,
  ),
})

export const PREBOOK_INPUT = typeMeaning('A room option to check with its supplier.', {
  bookingToken: means(
    'The {bookingToken} of the room option, unchanged. It can be several kilobytes long, and expires after 20 minutes or sooner.',
    'bkt_AaxT70zLv1iuWEyWoGrhMN1SqOCj4wqINv6QcvL67VW',
  ),
  maxPrice: means(
    'The highest total at which you would book, in the currency of the option or of its {listPrice}; any other currency is refused. An offer above it comes with {bookable} false. Absent: any price.',
  ),
  language: means(
    'The language of the offer’s texts, as a BCP 47 tag: en, fr, de, ja or ar. Absent: the headers `language` and then `Accept-Language` decide, and English without either.',
    'en',
  ),
  currency: means(
    'The currency of {listPrice}, as its ISO 4217 code. Absent: the one in which the rooms were asked for.',
    'EUR',
  ),
  traveller: TRAVELLER,
})

export const GUEST_INPUT = typeMeaning(
  'A person who stays. Every adult and child that the room was searched for is sent, or of each room only the one adult whose name is known, where the offer’s {guestRequirements} do not want all guests named.',
  {
    allocationId: means(
      'The room of the guest: the {allocationId} of one of the offer’s {allocations}.',
      'alc_06GZX10YY69H4HAYH0YVE1GHTG',
    ),
    type: means('Whether the guest is a child. There can be no more of each than was searched for.', 'ADULT'),
    givenName: means(
      'First name in letters of any script, 1 to 50 characters, without digits. At least one adult of each room needs both names; all guests do where the offer’s {guestRequirements} say so.',
      'Ada',
    ),
    familyName: means('Last name, by the same rules as {givenName}.', 'Lovelace'),
    age: means(
      'Age in whole years. Required for a child, and there equal to an age of the search; not needed for adults.',
      7,
    ),
    gender: means(
      'The guest’s gender, which hotels of suppliers with {gender} in their {guestRequirements} can ask for. Absent: `UNKNOWN`.',
      'FEMALE',
    ),
  },
)

export const HOLDER_INPUT = typeMeaning('The person in whose name the booking is, whom supplier and hotel contact.', {
  givenName: means('First name of the holder, in letters of any script, 1 to 50 characters, without digits.', 'Ada'),
  familyName: means(
    'Last name of the holder, in letters of any script, 1 to 50 characters, without digits.',
    'Lovelace',
  ),
  email: means(
    'An e-mail address that the holder reads, at most 254 characters. Some suppliers write to it.',
    'ada@example.com',
  ),
  phone: means(
    'A telephone number in the E.164 format: a plus, the country code and the number, without spaces. It may be left out where the offer’s {guestRequirements} say that none is required.',
    '+442071234567',
  ),
})

export const CREATE_BOOKING_INPUT = typeMeaning('An offer to book, and for whom.', {
  offerId: means(
    'The offer to book, by the {offerId} that {@prebook} gave. An offer can have one booking that has not failed.',
    'off_06GZX10YY40BR9HC531HF0NA3W',
  ),
  bookingMode: means(
    'Whether to book at once or to hold; {availableBookingModes} of the offer lists what it allows.',
    'INSTANT',
  ),
  clientReference: means(
    'Your own reference of the booking, to find it by with {@listBookings}: 1 to 64 printable ASCII characters. It need not be unique. Absent: none.',
    'ORDER-8812',
  ),
  holder: means('In whose name to book.'),
  guests: means(
    'Everybody who stays, in any order: in each room as many adults, and children of the same ages, as it was searched for.',
  ),
  specialRequests: means(
    'What the guests ask of the hotel, at most 500 characters. It is passed on as it is, and nothing in it is promised. Absent: nothing.',
    'High floor, if possible.',
  ),
  ...EXTRAS_INPUT,
  acceptedPrice: means(
    'The total that the customer has agreed to, in the currency of the offer or of its {listPrice}. When it is neither of the two, the booking is refused with `PRICE_MISMATCH` and no supplier is asked. Required for an offer whose price or terms differ from the room option; send it always.',
  ),
  traveller: TRAVELLER,
  metadata: means(
    'Your own entries, returned with the booking’s details and not read by anybody: at most 20, with names of 1 to 40 and texts of at most 500 characters. They are deleted along with the guests’ data. Absent: none.',
    { channel: 'web' },
  ),
})

export const BOOKING_ID_INPUT = typeMeaning('Which booking is meant.', { bookingId: BOOKING_ID })

export const OFFER_ID_INPUT = typeMeaning('Which offer is meant.', { offerId: OFFER_ID })

export const WATCH_BOOKING_INPUT = typeMeaning('Which booking to watch, and from where on.', {
  bookingId: BOOKING_ID,
  afterSequence: means(
    'The sequence of the last event that you have processed: the watch goes on behind it. Absent or 0: it begins with the booking’s first event.',
    2,
  ),
})

export const CONFIRM_HOLD_INPUT = typeMeaning('Which hold to confirm.', {
  bookingId: means('The booking that is `ON_HOLD`, by its id.', 'ubk_01JQ8Z3V9MH6T4W2XEKB7C5DNR'),
  acceptedOfferId: means(
    'The {acceptedOfferId} of the booking, as a check that you confirm what you mean. Another one is refused with `ACCEPTED_OFFER_MISMATCH`.',
    'off_06GZX10YY40BR9HC531HF0NA3W',
  ),
})

export const CANCEL_BOOKING_INPUT = typeMeaning('Which booking to cancel, and at which quote.', {
  bookingId: means(
    'The booking to cancel, by its id. The quote must be for this one.',
    'ubk_01JQ8Z3V9MH6T4W2XEKB7C5DNR',
  ),
  cancellationQuoteId: means(
    'The quote that is accepted: the {quoteId} that {@quoteCancellation} gave, unchanged. With one whose cost is `UNKNOWN` you accept whatever the supplier charges.',
    'cq_01JQ9A7T5RC3Y8K2VDN6XG4WBM',
  ),
})

export const REVIEW_BOOKING_INPUT = typeMeaning('A reviewer’s decision about a hold.', {
  bookingId: means('The booking that is `AWAITING_REVIEW`, by its id.', 'ubk_01JQ8Z3V9MH6T4W2XEKB7C5DNR'),
  decision: means('What is to become of it.', 'APPROVE'),
  note: means(
    'Why it was decided so, at most 1,000 characters. It is kept in the audit log, and neither supplier nor guest sees it. Absent: no reason is kept.',
    'The guest was called, and will confirm tomorrow.',
  ),
})

export const LIST_BOOKINGS_INPUT = typeMeaning('Which bookings to list. Filters that are left out keep everything.', {
  status: means('Keeps the bookings that have this status now.', 'CONFIRMED'),
  checkInFrom: means('Keeps the bookings whose guests arrive on this day or later, as YYYY-MM-DD.', '2027-03-10'),
  createdFrom: means(
    'Keeps the bookings that were made at this instant or later, in RFC 3339 with an offset.',
    '2027-01-01T00:00:00Z',
  ),
  clientReference: means('Keeps the bookings that were made with exactly this reference of yours.', 'ORDER-8812'),
  cursor: means(
    'Goes on behind an earlier page: its {nextCursor}, unchanged, with the same filters. Absent: the first page.',
    '1799919012450_ubk_01JQ8Z3V9MH6T4W2XEKB7C5DNR',
  ),
  limit: means('How many bookings a page has at most, 1 to 100. Absent: 20.', 20),
})

export const LIST_EVENTS_INPUT = typeMeaning('From where on to read the log of events.', {
  after: means(
    'The position of the last event that you have processed: the answer begins behind it. Absent: from the oldest event that is kept.',
    '48217',
  ),
  limit: means('How many events a page has at most, 1 to 100. Absent: 20.', 20),
})
