import type { RoomProviderView, RoomSearchView, RoomStreamEvent } from '../contract/offer.ts'
import type { UnavailableCode, UnavailableReason } from '../unavailable-reason.ts'
import { type Meaning, means, typeMeaning, valuesMeaning } from './meaning.ts'
import { withValues } from './values-text.ts'

export const SKIP_REASON = valuesMeaning<Extract<RoomStreamEvent, { eventType: 'provider_skipped' }>['reason']>(
  'Why a supplier was not asked for rooms.',
  {
    UNMAPPED: 'The supplier does not sell this hotel, as far as the catalogue knows.',
    NOT_ENABLED:
      'No contract with the supplier covers guests of the requested {nationality} in the country of the hotel.',
    NO_STREAMING: 'The supplier cannot take part in a stream. No supplier is skipped for this at present.',
    SUPPRESSED_NO_PRICE:
      'The supplier had no price for this hotel and stay a short while ago. Room searches ask nevertheless, so it does not occur at present.',
    RATE_LIMITED:
      'Too many requests to the supplier are under way, or its own limit is all but used up. Search again a little later.',
  },
)

export const STREAM_DONE_REASON = valuesMeaning<Extract<RoomStreamEvent, { eventType: 'done' }>['reason']>(
  'Why a room stream ended.',
  {
    ALL_SETTLED: 'Every supplier has answered, failed or been skipped: the options are all there are.',
    DEADLINE: 'Twenty seconds have passed. Suppliers that had not answered by then count as failed, with `TIMEOUT`.',
    EXPIRED:
      'Before every supplier had answered, the stream’s reader had been gone for some seconds, or the request that began the search was cut off. The others are no longer waited for: search again for their options.',
  },
)

export const UNAVAILABLE_CODE = valuesMeaning<UnavailableCode>(
  'Why a supplier has no room of the hotel for the request. Another request may have one.',
  {
    MINIMUM_STAY: 'The stay is too short: {limit} tells from how many nights on the hotel sells.',
    MAXIMUM_STAY: 'The stay is too long: {limit} tells up to how many nights the hotel sells.',
    STAY_LENGTH_NOT_SOLD:
      'From this check-in date on, the hotel sells other numbers of nights; {allowedNights} has them.',
    CHECK_IN_NOT_ALLOWED: 'Nobody can check in on that date.',
    CHECK_OUT_NOT_ALLOWED: 'Nobody can check out on that date.',
    OCCUPANCY: 'A room has more guests, or more guests of an age, than any that the hotel sells takes.',
    CHILD_AGE: 'A child is too young: {limit} tells from which age on children are taken.',
    CHILDREN_NOT_ACCEPTED: 'The hotel takes adults only.',
    TOO_MANY_ROOMS: 'The hotel sells fewer rooms at a time than were asked for; {limit} tells how many.',
    TOO_LATE_TO_BOOK: 'The hotel has to be booked earlier; {limit} tells how many days before check-in.',
    TOO_EARLY_TO_BOOK: 'The hotel does not sell that far ahead; {limit} tells how many days.',
    NO_INVENTORY_ON_SOME_DATES: 'Some of the nights are sold out; {soldOutDates} has them.',
    NO_INVENTORY: 'The hotel is sold out for the stay.',
    OTHER: 'Another reason, which the supplier names and this list does not.',
  },
)

const PROVIDER_CODE = means('The supplier, by its code.', 'expedia_rapid')

export const UNAVAILABLE_REASON = typeMeaning<UnavailableReason>(
  'Why a supplier has no room of the hotel for the request, as it says itself.',
  {
    code: means('Which kind of reason it is.', 'MINIMUM_STAY'),
    limit: means(
      'The limit that the request does not keep, in the unit that {code} tells. Null where the code has none, or the supplier does not tell it.',
      3,
    ),
    allowedNights: means(
      'The numbers of nights that are sold from the check-in date on. Empty when they are not told.',
      [3, 5],
    ),
    soldOutDates: means('The nights that are sold out, each by its date. Empty when they are not told.', [
      '2027-04-13',
    ]),
  },
)

const WHY_NOTHING = means(
  'Why the supplier has no room for the request, where it says why. Null where it does not, and where it has rooms.',
)

export const ROOM_PROVIDER = typeMeaning<RoomProviderView>('How far a room search has come with one supplier.', {
  supplierCode: PROVIDER_CODE,
  outcome: means('What came of asking it. `PENDING` until it has answered, failed or been skipped.', 'PRICED'),
  latencyMs: means(
    'How long the supplier took to answer or to fail, in milliseconds. Null while it is pending, when it was not asked, and when the time is not known.',
    842,
  ),
  retryAfterMs: means(
    'How many milliseconds to wait before it makes sense to ask the supplier again, after a failure or a limit. Null when it is not known.',
    1500,
  ),
  unavailableReason: WHY_NOTHING,
})

export const ROOM_SEARCH = typeMeaning<RoomSearchView>(
  'A room search that has begun: the suppliers are being asked at this moment, and their options arrive in its stream.',
  {
    hotelId: means('The hotel whose rooms are searched, by its id in the catalogue.', '565'),
    streamId: means(
      'Names the stream that carries the options: {@openRoomStream} takes it.',
      'stream_06GZX10YDY08R5T7NQJJMX8508',
    ),
    sseStreamUrl: means(
      'The path of the stream as HTTP’s server-sent events, to append to the base URL. Use it as it is, and do not build it.',
      '/hotels/565/rooms/stream/stream_06GZX10YDY08R5T7NQJJMX8508',
    ),
    streamExpiresAt: means(
      'Until when the stream can be opened, in RFC 3339 UTC: about five minutes. One that was read to its `done` event is kept for another minute. Afterwards, search again.',
      '2027-01-14T09:25:03.841Z',
    ),
    singleUse: means(
      'Always true: the stream is for one reader at a time. A second first connection is refused with `STREAM_IN_USE`; one that resumes takes the stream over.',
      true,
    ),
    providers: means('Each supplier that is enabled for your organization, and how far it has come.'),
    warnings: means(
      'Each supplier that has brought nothing though it may have rooms to sell, as far as is known. The `done` event has all of them. Empty when there is none.',
    ),
    options: means(
      'The options that arrived within {maxWaitMs}. Empty when the request did not ask to wait: then read the stream, which carries all of them.',
    ),
  },
)

/** The fields that all events share. */
const COMMON = {
  eventId: means(
    'The number of the event in its stream: 1, 2, 3 and so on without gaps. A connection that was cut resumes behind the last one that you processed.',
    5,
  ),
  streamId: means('The stream that the event belongs to.', 'stream_06GZX10YDY08R5T7NQJJMX8508'),
  hotelId: means('The hotel that the rooms are searched for.', '565'),
  timestamp: means('When the event happened, in RFC 3339 UTC.', '2027-01-14T09:20:03.884Z'),
} as const satisfies Record<string, Meaning>

function eventType(example: RoomStreamEvent['eventType']): Meaning {
  return means(
    'Which event it is, and so which fields it has: `stream_ready`, `provider_options`, `provider_skipped`, `provider_error` or `done`. Ignore types that you do not know.',
    example,
  )
}

type Event<Type extends RoomStreamEvent['eventType']> = Extract<RoomStreamEvent, { eventType: Type }>

/** What is known of every event, whichever it is. */
export const ROOM_STREAM_EVENT = typeMeaning<Pick<RoomStreamEvent, keyof RoomStreamEvent>>(
  'An event of a room stream. The first is `stream_ready`, then each supplier has one, and the last is `done`.',
  { ...COMMON, eventType: eventType('provider_options') },
)

export const STREAM_READY = typeMeaning<Event<'stream_ready'>>(
  'The stream has begun, and the suppliers are being asked. It is always the first event.',
  {
    ...COMMON,
    eventType: eventType('stream_ready'),
    suppliers: means(
      'The codes of all suppliers that are enabled for your organization. Each of them has one event before `done`.',
      ['expedia_rapid', 'hotelbeds'],
    ),
  },
)

export const PROVIDER_OPTIONS = typeMeaning<Event<'provider_options'>>(
  'One supplier has answered. Add its options to those that you show.',
  {
    ...COMMON,
    eventType: eventType('provider_options'),
    supplierCode: means('The supplier that has answered, by its code.', 'expedia_rapid'),
    options: means(
      'All options of this supplier. Empty when it has no rooms for the request, or when the stay is beyond what it sells.',
    ),
    unavailableReason: WHY_NOTHING,
  },
)

export const PROVIDER_SKIPPED = typeMeaning<Event<'provider_skipped'>>(
  'One supplier was not asked. Nothing is wrong: go on with the others.',
  {
    ...COMMON,
    eventType: eventType('provider_skipped'),
    supplierCode: means('The supplier that was not asked, by its code.', 'hotelbeds'),
    reason: means('Why it was not asked.', 'UNMAPPED'),
  },
)

const FAULT_CODE = valuesMeaning<'TIMEOUT' | 'RATE_LIMITED' | 'CREDENTIALS_REFUSED' | 'ERROR'>('The kinds of faults.', {
  TIMEOUT: 'The supplier did not answer in time.',
  RATE_LIMITED: 'The supplier refused because of too many requests.',
  CREDENTIALS_REFUSED: 'The supplier refused the operator’s credentials.',
  ERROR: 'It failed in another way.',
})

export const PROVIDER_FAULT = typeMeaning<Event<'provider_error'>['error']>('Why a supplier brought no options.', {
  code: means(
    withValues('What kind of fault it was.', FAULT_CODE, 'Treat a code that you do not know like `ERROR`.'),
    'TIMEOUT',
  ),
  retryable: means(
    'True when a new room search may succeed. False when the supplier refused the request itself, or the credentials that it came with.',
  ),
})

export const PROVIDER_ERROR = typeMeaning<Event<'provider_error'>>(
  'Asking one supplier has failed. The others go on; show a fault only when none of them brings an option.',
  {
    ...COMMON,
    eventType: eventType('provider_error'),
    supplierCode: means('The supplier that failed, by its code.', 'expedia_rapid'),
    error: means('What went wrong, in general terms: the supplier’s own words are not shown.'),
  },
)

export const STREAM_DONE = typeMeaning<Event<'done'>>('Nothing more will come. Close the connection.', {
  ...COMMON,
  eventType: eventType('done'),
  reason: means('Why nothing more comes.', 'ALL_SETTLED'),
  optionsCount: means('How many options the stream carried, of all suppliers together.', 12),
  providers: means('What became of each supplier in the end.'),
  warnings: means(
    'Each supplier that brought nothing though it may have rooms to sell, and why. Empty when there is none.',
  ),
})
