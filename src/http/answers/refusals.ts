import { ERRORS, type ErrorCode } from '../../domain/errors.ts'
import type { Route } from '../routes/route.ts'

/** An error that a route can return: its code, and the HTTP status, which may differ from the catalogue's. */
export type Refusal = { readonly code: ErrorCode; readonly status: number }

/** A VALIDATION_ERROR with status 409: the state of the booking, or of the endpoint, does not allow an otherwise valid request. */
const INVALID_STATE = 'INVALID_STATE'

const KEY: readonly ErrorCode[] = ['IDEMPOTENCY_KEY_REQUIRED', 'IDEMPOTENCY_KEY_INVALID']

/** The errors of each operation in addition to those that every route has. */
const OWN: Readonly<Partial<Record<Route['operation'], readonly (ErrorCode | typeof INVALID_STATE)[]>>> = {
  searchHotels: ['DESTINATION_NOT_FOUND', 'EXCHANGE_RATE_UNAVAILABLE'],
  pollPrices: ['SEARCH_NOT_FOUND'],
  createRoomSearch: ['HOTEL_NOT_FOUND', 'SEARCH_NOT_FOUND', 'OCCUPANCY_MISMATCH'],
  openRoomStream: ['STREAM_NOT_FOUND', 'STREAM_IN_USE', 'ROOM_STREAM_REPLAY_GAP'],
  prebook: ['BOOKING_TOKEN_EXPIRED', 'HOTEL_MAPPING_UNVERIFIED', 'PROVIDER_REJECTED'],
  getOffer: ['OFFER_NOT_FOUND'],
  createBooking: [
    ...KEY,
    'IDEMPOTENCY_KEY_REUSED',
    'OFFER_NOT_FOUND',
    'GUEST_NAME_NOT_ACCEPTED',
    'PRICE_MISMATCH',
    'HOLD_NOT_ALLOWED',
    'OFFER_ALREADY_BOOKED',
    'HOTEL_MAPPING_UNVERIFIED',
    'SUPPLIER_TERMS_NOT_ACCEPTED',
  ],
  findBookingByIdempotencyKey: [...KEY, 'BOOKING_NOT_FOUND'],
  getBooking: ['BOOKING_NOT_FOUND'],
  getBookingDetails: ['BOOKING_NOT_FOUND'],
  getPenalties: ['BOOKING_NOT_FOUND'],
  confirmHold: [
    'BOOKING_NOT_FOUND',
    'ACCEPTED_OFFER_MISMATCH',
    'HOLD_NOT_ALLOWED',
    'HOLD_DEADLINE_EXPIRED',
    'HOLD_CONFIRMATION_FAILED',
    'HOLD_CONFIRMATION_REJECTED',
    'HOTEL_MAPPING_UNVERIFIED',
    'HOTEL_MAPPING_CHECK_PENDING',
    'PROVIDER_OPERATION_NOT_SUPPORTED',
  ],
  quoteCancellation: ['BOOKING_NOT_FOUND', INVALID_STATE, 'PROVIDER_OPERATION_NOT_SUPPORTED'],
  cancelBooking: [
    ...KEY,
    'IDEMPOTENCY_KEY_REUSED',
    'BOOKING_NOT_FOUND',
    INVALID_STATE,
    'CANCELLATION_QUOTE_INVALID',
    'PROVIDER_REFERENCE_AMBIGUOUS',
    'PROVIDER_OPERATION_NOT_SUPPORTED',
  ],
  reviewBooking: [...KEY, 'IDEMPOTENCY_KEY_REUSED', 'BOOKING_NOT_FOUND', INVALID_STATE],
  getWebhookEndpoint: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  updateWebhookEndpoint: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  deleteWebhookEndpoint: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  rotateWebhookSecret: ['WEBHOOK_ENDPOINT_NOT_FOUND'],
  testWebhookEndpoint: ['WEBHOOK_ENDPOINT_NOT_FOUND', INVALID_STATE],
  recoverWebhookEndpoint: ['WEBHOOK_ENDPOINT_NOT_FOUND', INVALID_STATE],
  getWebhookDelivery: ['WEBHOOK_DELIVERY_NOT_FOUND'],
  redeliverWebhook: ['WEBHOOK_DELIVERY_NOT_FOUND', 'WEBHOOK_ENDPOINT_NOT_FOUND', INVALID_STATE],
  rollApiKey: ['API_KEY_NOT_FOUND'],
  updateApiKey: ['API_KEY_NOT_FOUND'],
  revokeApiKey: ['API_KEY_NOT_FOUND'],
}

/** Errors before the operation runs (invalid request, key, version, scope or rate limit), and failures of the infrastructure. */
const EVERYWHERE: readonly ErrorCode[] = [
  'MALFORMED_REQUEST',
  'REQUEST_TIMEOUT',
  'URI_TOO_LONG',
  'REQUEST_HEADERS_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'UNAUTHENTICATED',
  'CONTRACT_VERSION_UNSUPPORTED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'VALIDATION_ERROR',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
]

const WITH_BODY: readonly ErrorCode[] = ['MALFORMED_JSON', 'PAYLOAD_TOO_LARGE']

/** Lists every error that a route can return. */
export function refusalsOf({ operation, method, path }: Route): Refusal[] {
  const codes = [
    ...EVERYWHERE,
    ...(method === 'GET' ? [] : WITH_BODY),
    // A path parameter that is not valid text, or is longer than any id, matches no path.
    ...(path.includes('/:') ? (['NOT_FOUND'] as const) : []),
    ...(OWN[operation] ?? []),
  ]
  return codes.map((code) =>
    code === INVALID_STATE ? { code: 'VALIDATION_ERROR', status: 409 } : { code, status: ERRORS[code].status },
  )
}
