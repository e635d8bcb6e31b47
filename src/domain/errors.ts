import { type Issue, issue } from './issue.ts'

/** What one code means wherever it is used: HTTP status, GraphQL member, metric and docs/guides/errors.md. */
type ErrorEntry = {
  readonly status: number
  readonly title: string
  readonly retryable: boolean
  /** What a partner's developer should do. */
  readonly advice: string
}

function entry(status: number, retryable: boolean, title: string, advice: string): ErrorEntry {
  return {
    status,
    retryable,
    title,
    advice,
  }
}

/** The one catalogue of error codes. A code never changes its meaning and never contains an id. */
export const ERRORS = {
  VALIDATION_ERROR: entry(400, false, 'The request is not valid', 'Correct every field that details.issues names.'),
  MALFORMED_JSON: entry(400, false, 'The body is not JSON', 'Send one JSON object.'),
  MALFORMED_REQUEST: entry(400, false, 'The request is not HTTP', 'Use an HTTP client library.'),
  IDEMPOTENCY_KEY_REQUIRED: entry(
    400,
    false,
    'The Idempotency-Key header is missing',
    'Send a key that is unique for this booking or cancellation attempt.',
  ),
  IDEMPOTENCY_KEY_INVALID: entry(
    400,
    false,
    'The Idempotency-Key is not usable',
    'Use 1 to 255 printable ASCII characters.',
  ),
  OCCUPANCY_MISMATCH: entry(
    400,
    false,
    'The occupancy differs from the search',
    'Ask for rooms with the stay and occupancy of the search.',
  ),
  GUEST_NAME_NOT_ACCEPTED: entry(
    400,
    false,
    'The supplier cannot take a name',
    'Write the names of details.issues as details.rule says, as in the passport where it has Latin letters.',
  ),
  PROVIDER_REJECTED: entry(400, false, 'The supplier rejected the request', 'Start again from the room options.'),
  UNAUTHENTICATED: entry(
    401,
    false,
    'No valid API key',
    'Send a valid key of this environment in the x-api-key header.',
  ),
  FORBIDDEN: entry(
    403,
    false,
    'The key may not do this',
    'Use a key with the scope that details.required_scope names.',
  ),
  SUPPLIER_TERMS_NOT_ACCEPTED: entry(
    403,
    false,
    'The supplier’s terms are not accepted',
    'Read the terms that details links to, accept them at details.accept_at with a key of the scope keys, and book again.',
  ),
  NOT_FOUND: entry(404, false, 'No such path', 'See /docs/reference for the operations.'),
  SEARCH_NOT_FOUND: entry(404, false, 'No such search', 'Search again.'),
  HOTEL_NOT_FOUND: entry(404, false, 'No such hotel', 'Use a hotel id of this environment.'),
  DESTINATION_NOT_FOUND: entry(
    404,
    false,
    'No such destination',
    'Use type and id exactly as autocomplete returned them.',
  ),
  STREAM_NOT_FOUND: entry(404, false, 'No such room stream', 'Create a new room search.'),
  BOOKING_TOKEN_EXPIRED: entry(
    404,
    false,
    'The booking token is unknown or has expired',
    'Ask for the room options again.',
  ),
  OFFER_NOT_FOUND: entry(404, false, 'No such offer, or it has expired', 'Prebook again.'),
  BOOKING_NOT_FOUND: entry(
    404,
    false,
    'No such booking',
    'Check the id or the key; creating with the same key and body is safe.',
  ),
  WEBHOOK_ENDPOINT_NOT_FOUND: entry(404, false, 'No such webhook endpoint', 'List the endpoints.'),
  WEBHOOK_DELIVERY_NOT_FOUND: entry(404, false, 'No such webhook delivery', 'List the deliveries.'),
  API_KEY_NOT_FOUND: entry(404, false, 'No such key in use', 'List the keys.'),
  METHOD_NOT_ALLOWED: entry(
    405,
    false,
    'The path does not take this method',
    'Use a method that the Allow header lists.',
  ),
  CONTRACT_VERSION_UNSUPPORTED: entry(
    406,
    false,
    'Unsupported contract version',
    'Use a version that details.supported_versions lists.',
  ),
  REQUEST_TIMEOUT: entry(408, true, 'The request took too long to arrive', 'Send it again, at once and whole.'),
  PAYLOAD_TOO_LARGE: entry(413, false, 'The body is larger than 1 MiB', 'Send less.'),
  URI_TOO_LONG: entry(414, false, 'The address is too long', 'Send less in the query.'),
  UNSUPPORTED_MEDIA_TYPE: entry(
    415,
    false,
    'The body is not plain application/json',
    'Send application/json without Content-Encoding.',
  ),
  ACCEPTED_OFFER_MISMATCH: entry(
    409,
    false,
    'accepted_offer_id is not the offer of the booking',
    'Send the accepted_offer_id of the booking.',
  ),
  HOLD_NOT_ALLOWED: entry(409, false, 'No active hold', 'Do not retry; fetch the booking.'),
  HOLD_DEADLINE_EXPIRED: entry(
    409,
    false,
    'The hold deadline has passed',
    'Create a new booking if it is still wanted.',
  ),
  HOLD_CONFIRMATION_FAILED: entry(
    409,
    true,
    'The hold has no supplier reference yet',
    'Fetch the booking and try again later.',
  ),
  HOLD_CONFIRMATION_REJECTED: entry(
    409,
    false,
    'The supplier refused to confirm the hold',
    'The booking is ON_HOLD again: confirm again if details.retryable, or cancel.',
  ),
  HOTEL_MAPPING_UNVERIFIED: entry(409, false, 'The hotel listing failed verification', 'Contact support.'),
  HOTEL_MAPPING_CHECK_PENDING: entry(409, true, 'The hotel listing is being verified', 'Retry shortly.'),
  IDEMPOTENCY_KEY_REUSED: entry(409, false, 'The key was used with another body', 'Use a new key for a new attempt.'),
  CANCELLATION_QUOTE_INVALID: entry(
    409,
    false,
    'The cancellation quote is not valid',
    'Show the replacement quote and accept that one.',
  ),
  PRICE_MISMATCH: entry(
    409,
    false,
    'accepted_price is not the price of the offer',
    'Show the price of the offer, and send it as accepted_price if it is accepted.',
  ),
  OFFER_ALREADY_BOOKED: entry(
    409,
    false,
    'The offer has a booking already',
    'Fetch that booking; to book once more, prebook again.',
  ),
  STREAM_IN_USE: entry(409, true, 'The stream has a reader', 'Resume with Last-Event-ID, or create a new room search.'),
  PROVIDER_REFERENCE_AMBIGUOUS: entry(409, false, 'Two live bookings share the supplier reference', 'Contact support.'),
  ROOM_STREAM_REPLAY_GAP: entry(410, false, 'The event to resume from is no longer kept', 'Create a new room search.'),
  REQUEST_HEADERS_TOO_LARGE: entry(
    431,
    false,
    'The headers are too large',
    'Send at most 100 headers and 16 KiB of them.',
  ),
  RATE_LIMITED: entry(429, true, 'Too many requests', 'Wait for Retry-After, with increasing delays.'),
  INTERNAL_ERROR: entry(500, true, 'Unexpected server error', 'Retry if safe, then contact support with X-Request-Id.'),
  PROVIDER_OPERATION_NOT_SUPPORTED: entry(501, false, 'The supplier does not support this', 'Contact support.'),
  EXCHANGE_RATE_UNAVAILABLE: entry(503, true, 'The exchange rate is unavailable', 'Retry later.'),
  SERVICE_UNAVAILABLE: entry(503, true, 'Temporarily unavailable', 'Retry after Retry-After.'),
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

/** Where a code is explained, as a path of the service. */
export function documentationUrl(code: string): string {
  return `/docs/errors#${code.toLowerCase()}`
}

/** An expected failure on its way to a client. `details` has camelCase keys; HTTP turns them into snake_case. */
export type Problem = {
  readonly code: ErrorCode
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
  readonly retryable: boolean
  /** The status differs from the catalogue's only where the contract says so (VALIDATION_ERROR is 409 for a booking's state). */
  readonly status: number
}

export function problem(
  code: ErrorCode,
  message: string = ERRORS[code].title,
  details: Readonly<Record<string, unknown>> = {},
): Problem {
  return {
    code,
    message,
    details,
    retryable: ERRORS[code].retryable,
    status: ERRORS[code].status,
  }
}

/** A limit, so that an answer is not larger than its request; no person reads more faults than this. */
const MAX_ISSUES = 100

function tell(issues: readonly Issue[]): readonly Issue[] {
  return issues.length <= MAX_ISSUES
    ? issues
    : [...issues.slice(0, MAX_ISSUES), issue('', 'MORE_ISSUES', `and ${issues.length - MAX_ISSUES} more`)]
}

/** Reports all faults of an input as one problem, whose message is that of the first fault and says how many others there are. */
export function invalid(issues: readonly Issue[]): Problem {
  const [first = { message: ERRORS.VALIDATION_ERROR.title }, ...others] = issues
  const more = others.length === 0 ? '' : ` (and ${others.length} more in details.issues)`
  return problem('VALIDATION_ERROR', first.message + more, { issues: tell(issues) })
}

/** The state of the booking, or of the endpoint, forbids the operation: the contract's 409 VALIDATION_ERROR. */
export function invalidState(message: string, path: string, details: Readonly<Record<string, unknown>> = {}): Problem {
  const issues = [{ path, code: 'INVALID_STATE', message }]
  return { ...problem('VALIDATION_ERROR', message, { issues, ...details }), status: 409 }
}
