import { documentationUrl, ERRORS, type ErrorCode } from '../../domain/errors.ts'
import { exampleOf } from './exchanges.ts'

/** The body of an error. */
type ErrorBody = {
  readonly code: ErrorCode
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
  readonly retryable: boolean
  readonly request_id: string
  readonly documentation_url: string
}

const REQUEST_ID = 'req_06G3ZK2QH8W1T5V9RYXAB4CDEF'

/** The `data` of a recorded answer that is a single object. */
function dataOf(operation: 'createBooking' | 'quoteCancellation'): Readonly<Record<string, unknown>> {
  return (exampleOf(operation).answer as { readonly data: Readonly<Record<string, unknown>> }).data
}

const booking = dataOf('createBooking')
const quote = dataOf('quoteCancellation')
const bookingId = booking['booking_id']

function usd(amountMinor: number) {
  return { amount_minor: amountMinor, currency: 'USD', currency_exponent: 2 }
}

/** Example details for the codes whose errors have any. */
const DETAILS: Readonly<Partial<Record<ErrorCode, Readonly<Record<string, unknown>>>>> = {
  VALIDATION_ERROR: {
    issues: [
      { path: 'check_out', code: 'NOT_AFTER', message: 'check_out must be after check_in' },
      { path: 'rooms[1].adults', code: 'OUT_OF_RANGE', message: 'rooms[1].adults: each room needs at least one adult' },
      { path: 'star_rating', code: 'UNKNOWN_KEY', message: 'star_rating is not known; did you mean star_ratings?' },
    ],
  },
  SERVICE_UNAVAILABLE: { supplier_code: 'hotelbeds', outcome: 'TIMEOUT' },
  GUEST_NAME_NOT_ACCEPTED: {
    issues: [
      { path: 'guests[0].given_name', code: 'NAME_NOT_ACCEPTED', message: 'guests[0].given_name: Latin letters only.' },
    ],
    rule: 'Latin letters only.',
  },
  MALFORMED_JSON: { line: 3, column: 14 },
  UNAUTHENTICATED: { hint: 'Send the key in the header x-api-key, without "Bearer", not in Authorization.' },
  NOT_FOUND: { nearest: 'GET /hotels/book/{booking_id}' },
  FORBIDDEN: { required_scope: 'bookings:write' },
  SUPPLIER_TERMS_NOT_ACCEPTED: {
    supplier_code: 'expedia_rapid',
    version: '2026-01',
    supplier_terms_url: 'https://supplier.example/terms/en',
    agent_agreement_url: 'https://supplier.example/agents/en',
    accept_at: '/supplier-terms/expedia_rapid/accept',
  },
  METHOD_NOT_ALLOWED: { allowed: ['GET', 'HEAD', 'PATCH', 'DELETE'] },
  CONTRACT_VERSION_UNSUPPORTED: { supported_versions: ['1'] },
  RATE_LIMITED: { rate_class: 'search', retry_after_ms: 42_000 },
  HOLD_CONFIRMATION_REJECTED: {
    booking_id: bookingId,
    status: 'ON_HOLD',
    supplier: 'expedia_rapid',
    supplier_http_status: 409,
    supplier_error_code: 'rooms_unavailable',
    retryable: true,
  },
  IDEMPOTENCY_KEY_REUSED: {
    booking_id: bookingId,
    first_used_at: booking['created_at'],
    differing_paths: ['booking_mode', 'guests[0].given_name'],
  },
  CANCELLATION_QUOTE_INVALID: {
    reason: 'EXPIRED',
    booking_id: quote['booking_id'],
    quoted_penalty: quote['penalty'],
    replacement_quote: quote,
  },
  PRICE_MISMATCH: { offer_price: usd(42_000), accepted_price: usd(41_200) },
  OFFER_ALREADY_BOOKED: { booking_id: bookingId },
  ROOM_STREAM_REPLAY_GAP: { oldest_event_id: 7, requested_event_id: 2 },
}

function example(code: ErrorCode): ErrorBody {
  return {
    code,
    message: ERRORS[code].title,
    details: DETAILS[code] ?? {},
    retryable: ERRORS[code].retryable,
    request_id: REQUEST_ID,
    documentation_url: documentationUrl(code),
  }
}

/** An example of each error as it is sent, by code. */
export const ERROR_EXAMPLES = Object.fromEntries(
  (Object.keys(ERRORS) as ErrorCode[]).map((code) => [code, example(code)]),
) as Readonly<Record<ErrorCode, ErrorBody>>

const STATE_MESSAGE = 'a booking that is CANCELLED cannot be cancelled'

/** An example of the 409 VALIDATION_ERROR: the booking's state does not allow the operation. */
export const STATE_EXAMPLE: ErrorBody = {
  ...example('VALIDATION_ERROR'),
  message: STATE_MESSAGE,
  details: {
    issues: [{ path: 'booking_id', code: 'INVALID_STATE', message: STATE_MESSAGE }],
    booking_id: bookingId,
    status: 'CANCELLED',
  },
}
