import type { BookingTrigger } from '../booking.ts'
import type { EventList, LoggedEvent } from '../contract/booking.ts'
import type { DISCREPANCY_FOUND, DisabledReason, EventType } from '../event.ts'
import { BOOKING_ID } from './booking-state.ts'
import { means, typeMeaning, valuesMeaning } from './meaning.ts'
import { withValues } from './values-text.ts'

export const EVENT_TYPE = valuesMeaning<EventType>('What an event tells, and when it is sent.', {
  'booking.updated':
    'A booking was created, or changed in a way that has no event of its own: it went on hold, is being confirmed or cancelled, got the hotel’s number, or needs a person. Sent once for each such change; {change} says which it is.',
  'booking.confirmed':
    'A booking became `CONFIRMED`: the guest may be told. Sent when the supplier has confirmed it, and again when a cancellation turned out to have had no effect.',
  'booking.failed':
    'A booking became `FAILED`: nothing was booked, as far as the supplier’s answers show. Sent once it is settled, with the reason in {failure}.',
  'booking.cancelled':
    'A booking became `CANCELLED`: by you, because its hold lapsed, by the hotel or by the operator. Sent when the supplier has cancelled; {cancellation} says who caused it, and what it cost.',
  'booking.discrepancy':
    'The supplier’s record of a booking differs from what was agreed, or the supplier no longer knows the booking. Sent when a difference is found that was not known; the booking keeps its status.',
  'webhook_endpoint.disabled':
    'The gateway has disabled one of your webhook endpoints, because it only failed for days or said that it is gone. Sent to your other endpoints, never to the one that it is about, and kept in the log of events.',
  'webhook.test':
    'Somebody asked for a test with {@testWebhookEndpoint}. Sent only to the endpoint that was named, whatever it subscribes to; it is about no booking, and is not in the log of events.',
})

export type ChangeCause =
  | Exclude<BookingTrigger, 'CANCELLED_BY_SUPPLIER'>
  | 'CREATED'
  | 'CANCELLED_BY_HOTEL'
  | 'CHARGE_TOLD'
  | 'HOTEL_CONFIRMED'
  | 'HOTEL_CONFIRMATION_MISSING'
  | 'INSTRUCTIONS_TOLD'
  | 'MANUAL_REVIEW_REQUIRED'
  | 'PROPERTY_MESSAGE'
  | typeof DISCREPANCY_FOUND
  | 'DISCREPANCY_SETTLED'

export const CHANGE_CAUSE = valuesMeaning<ChangeCause>('What made a booking change.', {
  CREATED: 'The booking was made, and its supplier is about to be asked, or a reviewer is.',
  REVIEW_APPROVED: 'A reviewer approved the hold.',
  REVIEW_REJECTED: 'A reviewer rejected the hold.',
  REVIEW_EXPIRED: 'Nobody reviewed the hold in time.',
  SUPPLIER_CONFIRMED: 'The supplier has accepted it: the rooms are booked.',
  HOLD_ESTABLISHED: 'The supplier holds the rooms.',
  SUPPLIER_REFUSED: 'The supplier does not accept it: nothing is booked.',
  FOUND_ABSENT: 'The supplier does not have the booking, or was never sent it.',
  HOLD_CONFIRMATION_SENT: 'You asked to confirm the hold.',
  HOLD_CONFIRMATION_REFUSED: 'The hold was not confirmed, and is still on.',
  HOLD_LAPSED: 'The supplier released the hold.',
  CANCELLATION_SENT: 'You asked to cancel.',
  CANCELLATION_CONFIRMED: 'The supplier has carried out the cancellation.',
  CANCELLATION_NOT_EFFECTIVE: 'The supplier did not cancel.',
  LATE_ACCEPTANCE: 'The supplier had made a booking after all that was given up for failed.',
  LATE_CANCELLATION: 'The supplier carried out a cancellation after all that seemed to have had no effect.',
  CANCELLED_BY_HOTEL: 'The hotel or its supplier cancelled.',
  CHARGE_TOLD:
    'The supplier has told what it charged for the cancellation, and that is not what was agreed, or was not known.',
  CANCELLED_BY_OPERATOR: 'A person found out that the supplier no longer has the booking.',
  HOTEL_CONFIRMED: 'The hotel’s own number is known.',
  HOTEL_CONFIRMATION_MISSING: 'The hotel’s number is no longer looked for.',
  INSTRUCTIONS_TOLD:
    'The supplier has told more for the arrival: how guests get in, or whom they call. The details have it.',
  MANUAL_REVIEW_REQUIRED: 'The gateway cannot settle it, and a person looks into it.',
  PROPERTY_MESSAGE: 'The property has written to the guest: {messages} of the booking’s details has the text.',
  DISCREPANCY_FOUND: 'The supplier’s record differs from what was agreed.',
  DISCREPANCY_SETTLED: 'Some or all of the known differences are gone.',
})

/** The cause of a change, in histories and events. */
export const CAUSE = means(
  withValues(
    'What made the booking change.',
    CHANGE_CAUSE,
    'Causes can be added: show or log one that you do not know, and go by {status}.',
  ),
  'SUPPLIER_CONFIRMED',
)

const EVENT_ID = means(
  'The event’s id, also in the header `webhook-id`, and the same at every attempt. Process each id once.',
  'evt_01JQ8Z3V9MB2G8XW5TQ4KC7RDN',
)
const ENVIRONMENT = means('Where it happened: `sandbox` or `production`. Refuse what is not from yours.', 'production')
const CONTRACT_VERSION = means('The version of the contract in which the event is written: always `2`.', '2')

export const BOOKING_CHANGE = typeMeaning('What changed in a booking, and why.', {
  cause: CAUSE,
  fields: means(
    'Which fields of {booking} are not as in the event before, under their names over HTTP. Only `status` for a new booking. Fields that only the details have are named too, when the supplier has told more for the arrival. The time of the change is never among them.',
    ['status', 'hold_deadline_at'],
  ),
})

export const BOOKING_EVENT_DATA = typeMeaning('A change of a booking, with the booking as it was right after it.', {
  eventId: EVENT_ID,
  environment: ENVIRONMENT,
  contractVersion: CONTRACT_VERSION,
  bookingId: BOOKING_ID,
  sequence: means(
    'Counts the booking’s changes: 1, 2, 3 and so on, without gaps. Go by it, not by the order of arrival: ignore an event with a lower one than you have seen.',
    2,
  ),
  previousStatus: means(
    'Where the booking stood before. The same as {status} for a change that is no move; null for a new booking.',
    'PROCESSING',
  ),
  status: means('Where the booking stood after this change. It may stand elsewhere by now.', 'ON_HOLD'),
  change: means('What changed, and why.'),
  booking: means('The booking as it was at this {sequence}, the same as {@getBooking} answered then.'),
})

export const DISABLED_REASON = valuesMeaning<DisabledReason>('Why an endpoint was disabled.', {
  FAILING: 'For five days every delivery to it has failed.',
  GONE: 'It answered 410, or asked to be disabled.',
})

const ENDPOINT_ID = 'whe_01JQ1K4D6CM9ZB3V7XHT5WNA2G'

export const ENDPOINT_DISABLED_DATA = typeMeaning('A webhook endpoint that the gateway has disabled.', {
  eventId: EVENT_ID,
  environment: ENVIRONMENT,
  contractVersion: CONTRACT_VERSION,
  endpointId: means(
    'The endpoint to which nothing is sent any more. Mend it, enable it with {@updateWebhookEndpoint}, then have {@recoverWebhookEndpoint} send what it missed.',
    ENDPOINT_ID,
  ),
  url: means('Where its deliveries went, to know it by.', 'https://partner.example/webhooks'),
  reason: means('Why nothing is sent to it any more.', 'FAILING'),
  failingSince: means(
    'Since when it has only failed, in RFC 3339 and UTC. Null when its last delivery before this had succeeded.',
    '2027-03-02T11:20:05.000Z',
  ),
})

export const TEST_EVENT_DATA = typeMeaning('A test that somebody asked for. It is about no booking.', {
  eventId: EVENT_ID,
  environment: ENVIRONMENT,
  contractVersion: CONTRACT_VERSION,
  endpointId: means('The endpoint that is tested, the only one that gets the event.', ENDPOINT_ID),
})

const { 'webhook.test': _untold, ...LOGGED_TYPES } = EVENT_TYPE.values

export const LOGGED_EVENT = typeMeaning<LoggedEvent>(
  'An event of the log, with the same content as the webhook that told of it.',
  {
    position: means(
      'The event’s place in the log, in digits: send it as {after} to {@listEvents} to read on behind it. It only names the place: a later event can have a lower one, so do not sort by it.',
      '48217',
    ),
    type: means(
      withValues(
        'What happened, and so what {data} holds.',
        { values: LOGGED_TYPES },
        'Types can be added: skip those that you do not know.',
      ),
      'booking.confirmed',
    ),
    timestamp: means('When it happened, in RFC 3339 and UTC.', '2027-01-14T09:30:13.120Z'),
    data: means(
      'What happened in full: events of bookings have a `booking_id` in it, those of webhook endpoints an `endpoint_id`.',
    ),
  },
)

export const EVENT_LIST = typeMeaning<EventList>('A page of the log of events.', {
  events: means('The events behind {after}, oldest first. Empty when there are no newer ones yet: ask again later.'),
  nextAfter: means(
    'Where to read on: send it as {after} next time, also when this page is empty. Keep it; then a restart misses nothing. Null while there has been no event at all.',
    '48217',
  ),
  completeSince: means(
    'From when on the log has every event, in RFC 3339 and UTC: of older ones, those have been deleted whose bookings are long over. A reader that comes back with an {after} of before has missed some of them. Null while none was ever deleted.',
    '2027-01-01T00:00:00.000Z',
  ),
})
