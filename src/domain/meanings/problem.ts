import type { Issue } from '../issue.ts'
import { means, typeMeaning, valuesMeaning } from './meaning.ts'

const BOOKING = 'ubk_01JQ8Z3V9MH6T4W2XEKB7C5DNR'
const REQUEST = 'req_06G3ZK2QH8W1T5V9RYXAB4CDEF'

/** What every error has, over HTTP and in GraphQL. */
export const PROBLEM = typeMeaning('An expected failure. Branch on its code, which never changes its meaning.', {
  code: means(
    'What went wrong, for programs. Later versions can add codes, and never give one another meaning.',
    'BOOKING_NOT_FOUND',
  ),
  message: means(
    'What went wrong, for logs and developers, in English. Never parse it, and do not show it to guests.',
    'No such booking',
  ),
  details: means('Facts about this failure, different for each code. Empty where the code says it all.'),
  retryable: means(
    'True when the very same request can succeed later: send it again after a while, a change with the same idempotency key. False: it has to be changed first.',
  ),
  requestId: means('Names the request, as the header `X-Request-Id` of the answer does. Tell it to support.', REQUEST),
  documentationUrl: means(
    'Where the code and what to do about it are explained, as a path of this service.',
    '/docs/errors#booking_not_found',
  ),
})

export const PROBLEM_DOCUMENT = typeMeaning(
  'The same error in the form of RFC 9457, for clients that send `Accept: application/problem+json`.',
  {
    ...PROBLEM.fields,
    type: means('RFC 9457’s name of {documentationUrl}.', '/docs/errors#booking_not_found'),
    title: means('The meaning of {code} in a few words, the same for every failure with it.', 'No such booking'),
    status: means('The HTTP status of the answer, repeated for clients that see only the body.', 404),
    detail: means('RFC 9457’s name of {message}.', 'No such booking'),
    instance: means('The request as a URN: `urn:request:` and its {requestId}.', `urn:request:${REQUEST}`),
    code: means('What went wrong, for programs: the code of the plain error.', 'BOOKING_NOT_FOUND'),
    details: means('The same facts that the plain error with this {code} has.'),
  },
)

export const ISSUE = typeMeaning<Issue>('One fault of an input.', {
  path: means(
    'The field that is wrong, under its name in the API that was asked (GraphQL has camelCase), with places in lists counted from 0. Empty when it is the whole input.',
    'rooms[1].child_ages[0]',
  ),
  code: means(
    'The kind of fault, for programs: `REQUIRED`, `INVALID_TYPE`, `INVALID_VALUE`, `INVALID_FORMAT`, `OUT_OF_RANGE`, `UNKNOWN_KEY`, `INVALID_STATE` and others that one field alone can have. `MORE_ISSUES` closes a list that was cut at 100.',
    'OUT_OF_RANGE',
  ),
  message: means(
    'The fault as an English sentence, with the nearest valid name where one was probably meant. For developers.',
    'rooms[1].adults: each room needs at least one adult',
  ),
})

const ISSUES = means('Every fault of the input at once, at most a hundred.')

export const VALIDATION_DETAILS = typeMeaning('What is wrong with the input.', { issues: ISSUES })

export const STATE_DETAILS = typeMeaning(
  'Why the state of the booking, or of the webhook endpoint, does not allow it.',
  {
    issues: means('The fault: one entry with the code `INVALID_STATE`.'),
    bookingId: means(
      'The booking that was meant. Absent when a review was refused, and when it is about an endpoint.',
      BOOKING,
    ),
    status: means(
      'Where that booking stands, which does not allow the operation. Absent when a review was refused, and when it is about an endpoint.',
      'CANCELLED',
    ),
  },
)

export const UNAUTHENTICATED_DETAILS = typeMeaning(
  'What the request itself shows to be wrong. Nothing is told of the key.',
  {
    hint: means(
      'What was probably done wrong: a key in the URL, in another header, or of the other environment. Absent without a guess.',
      'Send the key in the header x-api-key, without "Bearer", not in Authorization.',
    ),
  },
)

export const FORBIDDEN_DETAILS = typeMeaning('What the key lacks.', {
  requiredScope: means('The scope that the operation takes. Use a key that has it.', 'bookings:write'),
})

export const NOT_FOUND_DETAILS = typeMeaning('What may have been meant by a path that there is not.', {
  nearest: means(
    'The operation with the nearest method and path. Absent when none is near.',
    'GET /hotels/book/{booking_id}',
  ),
})

export const JSON_DETAILS = typeMeaning('Where the body stops being JSON; empty for a long body.', {
  line: means('The line of the first fault, counted from 1. Absent when it was not looked for.', 3),
  column: means('The place in that line, in UTF-16 code units counted from 1. Absent together with {line}.', 14),
})

export const METHOD_DETAILS = typeMeaning('How the path can be called.', {
  allowed: means('The methods that the path takes, as the header `Allow` lists them.', ['GET', 'HEAD']),
})

export const VERSION_DETAILS = typeMeaning('Which contract versions the operation has.', {
  supportedVersions: means(
    'The values that `X-Service-Contract-Version` can have here. Without the header, the right one is taken.',
    ['1'],
  ),
})

export const RATE_DETAILS = typeMeaning('Which limit was reached, and when there is room again.', {
  rateClass: means(
    'The limit that was reached: the rate class of an operation (`search`, `book`, `status` and so on), `authentication` after refused keys, `open_streams`, or `waiting` when too many requests wait. Absent when one search is polled too often.',
    'search',
  ),
  retryAfterMs: means(
    'How many milliseconds to wait; the header `Retry-After` has it in seconds. Absent when an open stream has to end first.',
    42_000,
  ),
  limit: means(
    'How many streams may be open, or requests may wait, at the same time. Only where that is the limit.',
    20,
  ),
})

export const HOLD_REJECTED_DETAILS = typeMeaning('What the supplier answered to the confirmation of a hold.', {
  bookingId: means('The booking that was not confirmed.', BOOKING),
  status: means(
    'Where it stands after the refusal: `ON_HOLD` again, unless something else has happened since.',
    'ON_HOLD',
  ),
  supplier: means('The supplier that refused, by its code.', 'expedia_rapid'),
  supplierHttpStatus: means('The HTTP status of the supplier’s answer, for support.', 409),
  supplierErrorCode: means(
    'The supplier’s own code, for support: it is in the supplier’s words and can change. Null when it gave none.',
    'rooms_unavailable',
  ),
  retryable: means(
    'True when the hold can be confirmed again after a while, before its deadline. False: cancel it, or let it lapse.',
  ),
})

export const KEY_REUSED_DETAILS = typeMeaning('What the idempotency key was first used for.', {
  bookingId: means(
    'The booking that the first request with the key was about. Nothing has happened to it now.',
    BOOKING,
  ),
  firstUsedAt: means('When the key was first used, in RFC 3339 and UTC.', '2027-01-14T09:30:12.450Z'),
  differingPaths: means(
    'Which fields are not as in the first request, under their names in the API that was asked. Send them as they were to get the first result, or take a new key for a new attempt.',
    ['booking_mode', 'guests[0].given_name'],
  ),
})

export const QUOTE_FAULT = valuesMeaning<'EXPIRED' | 'USED' | 'PENALTY_CHANGED' | 'UNKNOWN_QUOTE' | 'OTHER_BOOKING'>(
  'Why a quote cannot be accepted.',
  {
    EXPIRED: 'Its time is over.',
    USED: 'A cancellation has been asked for with it before.',
    PENALTY_CHANGED: 'Cancelling no longer costs what it says.',
    UNKNOWN_QUOTE: 'There is no such quote, or it is not yours.',
    OTHER_BOOKING: 'It is a quote for another booking.',
  },
)

export const QUOTE_INVALID_DETAILS = typeMeaning('What is wrong with the quote, and a fresh one.', {
  reason: means('Which fault the quote has.', 'EXPIRED'),
  bookingId: means('The booking that was to be cancelled. It stands as before.', BOOKING),
  quotedPenalty: means(
    'What the refused quote said that cancelling costs. Null when that was unknown, and for quotes that are not of this booking.',
  ),
  replacementQuote: means(
    'A new quote, which can be accepted at once: show it to the customer first, because it can cost more. The contract allows null, which is not given yet.',
  ),
})

export const PRICE_MISMATCH_DETAILS = typeMeaning('The prices that are not equal.', {
  offerPrice: means('The price at which the offer can be booked. If the customer agrees, send it as {acceptedPrice}.'),
  offerListPrice: means(
    'The same in the currency of the offer’s {listPrice}, which may be accepted as well. Absent or null when the offer has none in another currency.',
  ),
  acceptedPrice: means('The price that was sent as accepted. Absent when none was sent.'),
  optionPrice: means(
    'The price of the room option before {@prebook} checked it, where price or terms have changed since and none was accepted. Absent or null otherwise.',
  ),
})

export const UNAVAILABLE_DETAILS = typeMeaning(
  'Which supplier could not be reached. Empty when it was the service itself.',
  {
    supplierCode: means('The supplier that has no answer for this option, by its code.', 'hotelbeds'),
    outcome: means('What came of asking it.', 'TIMEOUT'),
    retryAfterMs: means('How many milliseconds to wait before asking again. Absent when it is not known.', 2000),
  },
)

export const NAME_DETAILS = typeMeaning('Which names the supplier cannot take, and which it can.', {
  issues: means('Every name that was refused, by its path.'),
  rule: means('The supplier’s rule as a sentence.', 'Latin letters only.'),
})

export const OFFER_BOOKED_DETAILS = typeMeaning('The booking that was made of the offer before.', {
  bookingId: means('That booking, which has not failed. If it is the one that you wanted, go on with it.', BOOKING),
})

export const REPLAY_GAP_DETAILS = typeMeaning('How far back the stream can be resumed.', {
  oldestEventId: means('The oldest event that is still kept.', 7),
  requestedEventId: means('The event behind which the stream was to go on.', 2),
})

export const NO_DETAILS = typeMeaning('Empty: the code says it all.', {})
