import type { z } from 'zod'
import type { RateClass } from '../operations/access/rate-limits.ts'
import type { Scope } from '../operations/caller.ts'
import type { Gateway } from '../operations/gateway.ts'
import * as booking from '../operations/inputs/booking.ts'
import { emptyInput } from '../operations/inputs/input.ts'
import * as key from '../operations/inputs/key.ts'
import * as search from '../operations/inputs/search.ts'
import * as webhook from '../operations/inputs/webhook.ts'
import type { Deprecation } from './deprecation.ts'

/** How a query parameter's text is read; what cannot be read is handed on as it is, for the schema to refuse. */
export type QueryKind = 'text' | 'integer' | 'list'

/** What the answer's body is. STREAM is an event stream; PREBOOK has `status` in place of `success`. */
export type AnswerKind = 'DATA' | 'BOOKING' | 'KEYED_BOOKING' | 'PREBOOK' | 'STREAM'

export type Route = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Parameters as `:name`, in the contract's spelling. */
  readonly path: string
  readonly operation: Exclude<keyof Gateway, 'getHotels'>
  readonly summary: string
  readonly scope: Scope
  readonly rateClass: RateClass
  /** The one contract version that the operation serves. */
  readonly version: '1' | '2'
  readonly answer: AnswerKind
  readonly input: z.ZodType
  readonly message: string
  readonly query?: Readonly<Record<string, QueryKind>>
  /** Whether the operation takes an Idempotency-Key. */
  readonly keyed?: 'REQUIRED' | 'OPTIONAL'
  /** The body is a list: the name that it has in `data`. */
  readonly listName?: string
  readonly status?: 201
  /** How long clients may keep the answer, seconds. */
  readonly maxAgeSeconds?: number
  readonly deprecated?: Deprecation
}

const read = { method: 'GET', version: '1', answer: 'DATA', message: 'ok' } as const
const post = { method: 'POST', version: '1', answer: 'DATA' } as const
const language = { language: 'text' } as const

/** The contract's operations, as data: the server, the OpenAPI document and the tests are made from it. */
export const ROUTES: readonly Route[] = [
  {
    ...post,
    path: '/hotels/search',
    operation: 'searchHotels',
    summary: 'Search hotels, instant or live',
    scope: 'search',
    rateClass: 'search',
    input: search.searchInput,
    message: 'hotels found',
  },
  {
    ...read,
    path: '/hotels/search/:search_id/prices',
    operation: 'pollPrices',
    summary: 'Poll the prices of an instant search',
    scope: 'search',
    rateClass: 'polling',
    input: search.pollPricesInput,
    query: { refresh_ids: 'list', since: 'integer' },
  },
  {
    ...read,
    path: '/hotels/filters',
    operation: 'listHotelFilters',
    summary: 'What a search can be filtered by',
    scope: 'search',
    rateClass: 'static',
    input: search.languageInput,
    query: language,
    maxAgeSeconds: 172_800,
  },
  {
    ...read,
    path: '/destinations/autocomplete',
    operation: 'findDestinations',
    summary: 'Find places and hotels by the beginning of their names',
    scope: 'search',
    rateClass: 'static',
    input: search.destinationsInput,
    query: { q: 'text', limit: 'integer', language: 'text' },
    listName: 'destinations',
    maxAgeSeconds: 172_800,
  },
  {
    ...read,
    path: '/master-data/nationalities',
    operation: 'listNationalities',
    summary: 'Every nationality that a search takes',
    scope: 'search',
    rateClass: 'static',
    input: search.languageInput,
    query: language,
    listName: 'nationalities',
    maxAgeSeconds: 2_592_000,
  },
  {
    ...post,
    path: '/hotels/:hotel_id/rooms',
    operation: 'createRoomSearch',
    summary: 'Ask the suppliers for the rooms of a hotel',
    scope: 'search',
    rateClass: 'rooms',
    input: search.roomSearchInput,
    message: 'the suppliers are being asked',
  },
  {
    ...read,
    path: '/hotels/:hotel_id/rooms/stream/:stream_id',
    operation: 'openRoomStream',
    summary: 'Room options as the suppliers answer, as server-sent events',
    scope: 'search',
    rateClass: 'rooms',
    answer: 'STREAM',
    input: search.roomStreamInput,
  },
  {
    ...post,
    path: '/hotels/prebook',
    operation: 'prebook',
    summary: 'Check price and terms of a room option, and store them as an offer',
    scope: 'search',
    rateClass: 'prebook',
    answer: 'PREBOOK',
    input: booking.prebookInput,
    message: 'the offer was checked with the supplier',
  },
  {
    ...post,
    path: '/hotels/book',
    operation: 'createBooking',
    summary: 'Book an offer, at once or as a hold',
    scope: 'bookings:write',
    rateClass: 'book',
    answer: 'KEYED_BOOKING',
    input: booking.createBookingInput,
    message: 'booking',
    keyed: 'REQUIRED',
  },
  {
    ...read,
    path: '/hotels/book/by-idempotency-key',
    operation: 'findBookingByIdempotencyKey',
    summary: 'The booking that an idempotency key made',
    scope: 'bookings:read',
    rateClass: 'status',
    answer: 'BOOKING',
    input: emptyInput,
    keyed: 'REQUIRED',
  },
  {
    ...read,
    path: '/hotels/bookings',
    operation: 'listBookings',
    summary: 'Bookings of the organization, newest first',
    scope: 'bookings:read',
    rateClass: 'status',
    input: booking.listBookingsInput,
    query: {
      status: 'text',
      check_in_from: 'text',
      created_from: 'text',
      client_reference: 'text',
      cursor: 'text',
      limit: 'integer',
    },
  },
  {
    ...read,
    path: '/hotels/book/:booking_id',
    operation: 'getBooking',
    summary: 'Status of a booking',
    scope: 'bookings:read',
    rateClass: 'status',
    answer: 'BOOKING',
    input: booking.bookingIdInput,
  },
  {
    ...read,
    path: '/hotels/book/:booking_id/details',
    operation: 'getBookingDetails',
    summary: 'Everything about a booking',
    scope: 'bookings:read',
    rateClass: 'status',
    answer: 'BOOKING',
    input: booking.bookingIdInput,
  },
  {
    ...read,
    path: '/hotels/book/:booking_id/penalties',
    operation: 'getPenalties',
    summary: 'What cancelling costs at any time: the whole timeline',
    scope: 'bookings:read',
    rateClass: 'status',
    input: booking.bookingIdInput,
  },
  {
    ...post,
    path: '/hotels/book/:booking_id/confirm-hold',
    operation: 'confirmHold',
    summary: 'Confirm a held booking',
    scope: 'bookings:write',
    rateClass: 'book',
    version: '2',
    answer: 'BOOKING',
    input: booking.confirmHoldInput,
    message: 'the confirmation was sent to the supplier',
  },
  {
    ...post,
    path: '/hotels/book/:booking_id/cancellation-quote',
    operation: 'quoteCancellation',
    summary: 'What cancelling would cost now',
    scope: 'bookings:write',
    rateClass: 'cancel',
    version: '2',
    input: booking.bookingIdInput,
    message: 'nothing is cancelled yet: accept the quote with cancel',
  },
  {
    ...post,
    path: '/hotels/book/:booking_id/cancel',
    operation: 'cancelBooking',
    summary: 'Cancel a booking by accepting a quote',
    scope: 'bookings:write',
    rateClass: 'cancel',
    answer: 'KEYED_BOOKING',
    input: booking.cancelBookingInput,
    message: 'cancellation',
    keyed: 'REQUIRED',
  },
  {
    ...post,
    path: '/hotels/book/:booking_id/review',
    operation: 'reviewBooking',
    summary: 'Approve or reject a booking that awaits review',
    scope: 'bookings:review',
    rateClass: 'book',
    answer: 'KEYED_BOOKING',
    input: booking.reviewBookingInput,
    message: 'reviewed',
    keyed: 'OPTIONAL',
  },
  {
    ...read,
    path: '/events',
    operation: 'listEvents',
    summary: 'The log of everything that webhooks carry',
    scope: 'bookings:read',
    rateClass: 'status',
    input: booking.listEventsInput,
    query: { after: 'text', limit: 'integer' },
  },
  {
    ...post,
    path: '/webhooks/endpoints',
    operation: 'createWebhookEndpoint',
    summary: 'Register a webhook endpoint; its signing secret is shown this once',
    scope: 'webhooks',
    rateClass: 'static',
    input: webhook.createWebhookEndpointInput,
    message: 'endpoint created',
    status: 201,
  },
  {
    ...read,
    path: '/webhooks/endpoints',
    operation: 'listWebhookEndpoints',
    summary: 'List the webhook endpoints',
    scope: 'webhooks',
    rateClass: 'static',
    input: emptyInput,
  },
  {
    ...read,
    path: '/webhooks/endpoints/:endpoint_id',
    operation: 'getWebhookEndpoint',
    summary: 'A webhook endpoint',
    scope: 'webhooks',
    rateClass: 'static',
    input: webhook.webhookEndpointIdInput,
  },
  {
    ...post,
    method: 'PATCH',
    path: '/webhooks/endpoints/:endpoint_id',
    operation: 'updateWebhookEndpoint',
    summary: 'Change, disable or enable a webhook endpoint',
    scope: 'webhooks',
    rateClass: 'static',
    input: webhook.updateWebhookEndpointInput,
    message: 'endpoint changed',
  },
  {
    ...post,
    method: 'DELETE',
    path: '/webhooks/endpoints/:endpoint_id',
    operation: 'deleteWebhookEndpoint',
    summary: 'Delete a webhook endpoint; what waits for it is discarded',
    scope: 'webhooks',
    rateClass: 'static',
    input: webhook.webhookEndpointIdInput,
    message: 'endpoint deleted',
  },
  {
    ...post,
    path: '/webhooks/endpoints/:endpoint_id/rotate-secret',
    operation: 'rotateWebhookSecret',
    summary: 'A new signing secret; the old one signs too until the grace period ends',
    scope: 'webhooks',
    rateClass: 'static',
    input: webhook.rotateWebhookSecretInput,
    message: 'secret rotated',
  },
  {
    ...post,
    path: '/webhooks/endpoints/:endpoint_id/test',
    operation: 'testWebhookEndpoint',
    summary: 'Send a test event',
    scope: 'webhooks',
    rateClass: 'static',
    input: webhook.webhookEndpointIdInput,
    message: 'test event on its way',
  },
  {
    ...post,
    path: '/webhooks/endpoints/:endpoint_id/recover',
    operation: 'recoverWebhookEndpoint',
    summary: 'Send what failed or was skipped since a time again',
    scope: 'webhooks',
    rateClass: 'static',
    input: webhook.recoverWebhookEndpointInput,
    message: 'deliveries on their way',
  },
  {
    ...read,
    path: '/webhooks/deliveries',
    operation: 'listWebhookDeliveries',
    summary: 'Deliveries with their attempts, newest first',
    scope: 'webhooks',
    rateClass: 'static',
    input: webhook.listWebhookDeliveriesInput,
    query: { endpoint_id: 'text', booking_id: 'text', status: 'text', cursor: 'text', limit: 'integer' },
  },
  {
    ...read,
    path: '/webhooks/deliveries/:delivery_id',
    operation: 'getWebhookDelivery',
    summary: 'A delivery with its attempts',
    scope: 'webhooks',
    rateClass: 'static',
    input: webhook.webhookDeliveryIdInput,
  },
  {
    ...post,
    path: '/webhooks/deliveries/:delivery_id/redeliver',
    operation: 'redeliverWebhook',
    summary: 'Send a delivery once more',
    scope: 'webhooks',
    rateClass: 'static',
    input: webhook.webhookDeliveryIdInput,
    message: 'delivery on its way',
  },
  {
    ...read,
    path: '/keys',
    operation: 'listApiKeys',
    summary: 'List the keys that are in use',
    scope: 'keys',
    rateClass: 'keys',
    input: emptyInput,
  },
  {
    ...post,
    path: '/keys/:key_id/roll',
    operation: 'rollApiKey',
    summary: 'A new key beside an old one, which ends after the overlap; it is shown this once',
    scope: 'keys',
    rateClass: 'keys',
    input: key.rollApiKeyInput,
    message: 'key rolled',
    status: 201,
  },
  {
    ...post,
    method: 'PATCH',
    path: '/keys/:key_id',
    operation: 'updateApiKey',
    summary: 'Bind a key to addresses',
    scope: 'keys',
    rateClass: 'keys',
    input: key.updateApiKeyInput,
    message: 'key changed',
  },
  {
    ...post,
    path: '/keys/:key_id/revoke',
    operation: 'revokeApiKey',
    summary: 'Take a key out of use; not the last one, and the one that asks only when that is said',
    scope: 'keys',
    rateClass: 'keys',
    input: key.revokeApiKeyInput,
    message: 'key revoked',
  },
]

/** True for what leaves something behind that others see: bookings, reviews, webhooks. */
export function changesSomething({ method, scope }: Route): boolean {
  return method !== 'GET' && scope !== 'search'
}
