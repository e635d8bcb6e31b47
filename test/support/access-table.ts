import { randomUUID } from 'node:crypto'
import type { Scope } from '../../src/operations/caller.ts'
import type { Json } from './http-client.ts'
import { party, stay } from './journey.ts'

/** Ids of everything that belongs to an organization. */
export type Ids = {
  readonly searchId: string
  readonly hotelId: string
  readonly streamId: string
  readonly bookingToken: string
  readonly offerId: string
  /** Confirmed. */
  readonly bookingId: string
  readonly heldBookingId: string
  readonly reviewBookingId: string
  readonly acceptedOfferId: string
  readonly idempotencyKey: string
  readonly quoteId: string
  readonly clientReference: string
  readonly endpointId: string
  readonly deliveryId: string
  readonly keyId: string
  readonly bookingCursor: string
  readonly deliveryCursor: string
  readonly eventPosition: string
}

/** Ids of the right shape that nobody has. */
export const NOBODYS: Ids = {
  searchId: 'srch_00000000000000000000000000',
  hotelId: '900003',
  streamId: 'stream_00000000000000000000000000',
  bookingToken: 'bkt_00000000000000000000000000000000',
  offerId: 'off_00000000000000000000000000',
  bookingId: 'ubk_00000000000000000000000000',
  heldBookingId: 'ubk_00000000000000000000000001',
  reviewBookingId: 'ubk_00000000000000000000000002',
  acceptedOfferId: 'off_00000000000000000000000001',
  idempotencyKey: 'nobody-has-used-this-key',
  quoteId: 'cq_00000000000000000000000000',
  clientReference: 'nobodys-reference',
  endpointId: 'whe_00000000000000000000000000',
  keyId: 'key_0000000000000000',
  deliveryId: 'whd_00000000000000000000000000',
  bookingCursor: '9999999999999_ubk_00000000000000000000000000',
  deliveryCursor: '9999999999999_whd_00000000000000000000000000',
  eventPosition: '0',
}

export type HttpCall = { readonly path: string; readonly body?: Json; readonly headers?: Record<string, string> }

function fresh(): Record<string, string> {
  return { 'idempotency-key': randomUUID() }
}

const person = { given_name: 'Ada', family_name: 'Lovelace' }
const holder = { ...person, email: 'ada@example.com', phone: '+442071234567' }
function bookBody(offerId: string): Json {
  return {
    offer_id: offerId,
    booking_mode: 'INSTANT',
    holder,
    guests: [
      { allocation_id: 'room-1', type: 'ADULT', ...person },
      { allocation_id: 'room-1', type: 'ADULT', ...person },
    ],
  }
}

/** Names nothing of any organization: there is nothing to mix up. */
type Nobodys = { readonly why: string; readonly call: () => HttpCall }
type Owned = { readonly calls: (ids: Ids) => readonly HttpCall[] }

export function isOwned<T extends object>(entry: T): entry is Extract<T, { calls: unknown }> {
  return 'calls' in entry
}

/** Each route by `METHOD path`: every way in which it names something of an organization. */
export const ROUTE_CALLS: Readonly<Record<string, Nobodys | Owned>> = {
  'POST /hotels/search': {
    why: 'the catalogue is everybody’s',
    call: () => ({
      path: '/hotels/search',
      body: { destination: { type: 'place', id: 1842 }, ...stay(), ...party, limit: 1 },
    }),
  },
  'GET /hotels/search/:search_id/prices': {
    calls: ({ searchId }) => [{ path: `/hotels/search/${searchId}/prices?since=0` }],
  },
  'GET /hotels/filters': { why: 'the catalogue is everybody’s', call: () => ({ path: '/hotels/filters' }) },
  'GET /destinations/autocomplete': {
    why: 'the catalogue is everybody’s',
    call: () => ({ path: '/destinations/autocomplete?q=lon' }),
  },
  'GET /master-data/nationalities': {
    why: 'the catalogue is everybody’s',
    call: () => ({ path: '/master-data/nationalities' }),
  },
  'POST /hotels/:hotel_id/rooms': {
    why: 'the catalogue is everybody’s',
    call: () => ({ path: '/hotels/2147483000/rooms', body: { ...stay(), ...party } }),
  },
  'GET /hotels/:hotel_id/rooms/stream/:stream_id': {
    calls: ({ hotelId, streamId }) => [
      { path: `/hotels/${hotelId}/rooms/stream/${streamId}` },
      { path: `/hotels/${hotelId}/rooms/stream/${streamId}`, headers: { 'last-event-id': '1' } },
    ],
  },
  'POST /hotels/prebook': {
    calls: ({ bookingToken }) => [{ path: '/hotels/prebook', body: { booking_token: bookingToken } }],
  },
  'POST /hotels/book': {
    calls: ({ offerId, idempotencyKey }) => [
      { path: '/hotels/book', body: bookBody(offerId), headers: fresh() },
      { path: '/hotels/book', body: bookBody(offerId), headers: { 'idempotency-key': idempotencyKey } },
    ],
  },
  'GET /hotels/book/by-idempotency-key': {
    calls: ({ idempotencyKey }) => [
      { path: '/hotels/book/by-idempotency-key', headers: { 'idempotency-key': idempotencyKey } },
    ],
  },
  'GET /hotels/bookings': {
    calls: ({ bookingCursor, clientReference }) => [
      { path: `/hotels/bookings?cursor=${bookingCursor}` },
      { path: `/hotels/bookings?client_reference=${clientReference}` },
    ],
  },
  'GET /hotels/book/:booking_id': { calls: ({ bookingId }) => [{ path: `/hotels/book/${bookingId}` }] },
  'GET /hotels/book/:booking_id/details': { calls: ({ bookingId }) => [{ path: `/hotels/book/${bookingId}/details` }] },
  'GET /hotels/book/:booking_id/penalties': {
    calls: ({ bookingId }) => [{ path: `/hotels/book/${bookingId}/penalties` }],
  },
  'POST /hotels/book/:booking_id/confirm-hold': {
    calls: ({ heldBookingId, acceptedOfferId }) => [
      { path: `/hotels/book/${heldBookingId}/confirm-hold`, body: { accepted_offer_id: acceptedOfferId } },
    ],
  },
  'POST /hotels/book/:booking_id/cancellation-quote': {
    calls: ({ bookingId }) => [{ path: `/hotels/book/${bookingId}/cancellation-quote` }],
  },
  'POST /hotels/book/:booking_id/cancel': {
    calls: ({ bookingId, quoteId, idempotencyKey }) => [
      { path: `/hotels/book/${bookingId}/cancel`, body: { cancellation_quote_id: quoteId }, headers: fresh() },
      {
        path: `/hotels/book/${bookingId}/cancel`,
        body: { cancellation_quote_id: quoteId },
        headers: { 'idempotency-key': idempotencyKey },
      },
    ],
  },
  'POST /hotels/book/:booking_id/review': {
    calls: ({ reviewBookingId }) =>
      ['APPROVE', 'REJECT'].map((decision) => ({ path: `/hotels/book/${reviewBookingId}/review`, body: { decision } })),
  },
  'GET /events': { calls: ({ eventPosition }) => [{ path: `/events?after=${eventPosition}` }] },
  'POST /webhooks/endpoints': {
    why: 'it makes a new one',
    call: () => ({ path: '/webhooks/endpoints', body: { url: 'no URL' } }),
  },
  'GET /webhooks/endpoints': { why: 'it names none', call: () => ({ path: '/webhooks/endpoints' }) },
  'GET /webhooks/endpoints/:endpoint_id': {
    calls: ({ endpointId }) => [{ path: `/webhooks/endpoints/${endpointId}` }],
  },
  'PATCH /webhooks/endpoints/:endpoint_id': {
    calls: ({ endpointId }) => [
      { path: `/webhooks/endpoints/${endpointId}`, body: { enabled: false } },
      { path: `/webhooks/endpoints/${endpointId}`, body: { url: 'http://127.0.0.1:9/thief' } },
    ],
  },
  'DELETE /webhooks/endpoints/:endpoint_id': {
    calls: ({ endpointId }) => [{ path: `/webhooks/endpoints/${endpointId}` }],
  },
  'POST /webhooks/endpoints/:endpoint_id/rotate-secret': {
    calls: ({ endpointId }) => [
      { path: `/webhooks/endpoints/${endpointId}/rotate-secret`, body: { grace_period_seconds: 0 } },
    ],
  },
  'POST /webhooks/endpoints/:endpoint_id/test': {
    calls: ({ endpointId }) => [{ path: `/webhooks/endpoints/${endpointId}/test` }],
  },
  'POST /webhooks/endpoints/:endpoint_id/recover': {
    calls: ({ endpointId }) => [
      { path: `/webhooks/endpoints/${endpointId}/recover`, body: { since: '2020-01-01T00:00:00.000Z' } },
    ],
  },
  'GET /webhooks/deliveries': {
    calls: ({ endpointId, bookingId, deliveryCursor }) => [
      { path: `/webhooks/deliveries?endpoint_id=${endpointId}` },
      { path: `/webhooks/deliveries?booking_id=${bookingId}` },
      { path: `/webhooks/deliveries?cursor=${deliveryCursor}` },
    ],
  },
  'GET /webhooks/deliveries/:delivery_id': {
    calls: ({ deliveryId }) => [{ path: `/webhooks/deliveries/${deliveryId}` }],
  },
  'POST /webhooks/deliveries/:delivery_id/redeliver': {
    calls: ({ deliveryId }) => [{ path: `/webhooks/deliveries/${deliveryId}/redeliver` }],
  },
  'GET /keys': { why: 'it names none', call: () => ({ path: '/keys' }) },
  'POST /keys/:key_id/roll': {
    calls: ({ keyId }) => [{ path: `/keys/${keyId}/roll`, body: { overlap_seconds: 60 } }],
  },
  'PATCH /keys/:key_id': {
    calls: ({ keyId }) => [{ path: `/keys/${keyId}`, body: { addresses: ['203.0.113.1'] } }],
  },
  'POST /keys/:key_id/revoke': {
    calls: ({ keyId }) => [{ path: `/keys/${keyId}/revoke`, body: { allow_current: true } }],
  },
}

export type FieldCall = {
  readonly scope: Scope
  /** `query`, `mutation` or `subscription`. */
  readonly kind: 'query' | 'mutation' | 'subscription'
  /** What belongs to nobody in particular, and why; absent where ids of an organization are named. */
  readonly why?: string
  /** The field with its arguments as literals, without its selection: one for each way of naming something. */
  readonly fields: (ids: Ids) => readonly string[]
  readonly selection?: string
}

const text = JSON.stringify
function stayFields(): string {
  const { check_in, check_out } = stay()
  return `checkIn: ${text(check_in)}, checkOut: ${text(check_out)}, nationality: "GB", rooms: [{ adults: 2 }]`
}
const guest = 'allocationId: "room-1", type: ADULT, givenName: "Ada", familyName: "Lovelace"'
const everybodys = 'the catalogue is everybody’s'

/** Each root field of the schema. */
export const FIELD_CALLS: Readonly<Record<string, FieldCall>> = {
  search: {
    scope: 'search',
    kind: 'query',
    why: everybodys,
    fields: () => [`search(input: { destination: { placeId: 1842 }, ${stayFields()}, limit: 1 })`],
  },
  searchPrices: {
    scope: 'search',
    kind: 'query',
    fields: ({ searchId }) => [`searchPrices(searchId: ${text(searchId)}, since: 0)`],
  },
  destinations: { scope: 'search', kind: 'query', why: everybodys, fields: () => ['destinations(q: "lon")'] },
  hotelFilters: { scope: 'search', kind: 'query', why: everybodys, fields: () => ['hotelFilters'] },
  nationalities: { scope: 'search', kind: 'query', why: everybodys, fields: () => ['nationalities'] },
  hotel: { scope: 'search', kind: 'query', why: everybodys, fields: () => ['hotel(hotelId: 2147483000)'] },
  offer: { scope: 'search', kind: 'query', fields: ({ offerId }) => [`offer(offerId: ${text(offerId)})`] },
  booking: {
    scope: 'bookings:read',
    kind: 'query',
    fields: ({ bookingId, idempotencyKey }) => [
      `booking(by: { bookingId: ${text(bookingId)} })`,
      `booking(by: { idempotencyKey: ${text(idempotencyKey)} })`,
    ],
  },
  bookings: {
    scope: 'bookings:read',
    kind: 'query',
    fields: ({ bookingCursor, clientReference }) => [
      `bookings(after: ${text(bookingCursor)})`,
      `bookings(clientReference: ${text(clientReference)})`,
    ],
    selection: '... on BookingConnection { nodes { bookingId } pageInfo { endCursor hasNextPage } }',
  },
  penalties: {
    scope: 'bookings:read',
    kind: 'query',
    fields: ({ bookingId }) => [`penalties(bookingId: ${text(bookingId)})`],
  },
  events: {
    scope: 'bookings:read',
    kind: 'query',
    fields: ({ eventPosition }) => [`events(after: ${text(eventPosition)})`],
    selection: '... on BookingEventConnection { nodes { position } }',
  },
  webhookEndpoints: { scope: 'webhooks', kind: 'query', why: 'it names none', fields: () => ['webhookEndpoints'] },
  webhookEndpoint: {
    scope: 'webhooks',
    kind: 'query',
    fields: ({ endpointId }) => [`webhookEndpoint(endpointId: ${text(endpointId)})`],
  },
  webhookDeliveries: {
    scope: 'webhooks',
    kind: 'query',
    fields: ({ endpointId, bookingId, deliveryCursor }) => [
      `webhookDeliveries(endpointId: ${text(endpointId)})`,
      `webhookDeliveries(bookingId: ${text(bookingId)})`,
      `webhookDeliveries(after: ${text(deliveryCursor)})`,
    ],
    selection: '... on WebhookDeliveryConnection { nodes { deliveryId } pageInfo { endCursor hasNextPage } }',
  },
  webhookDelivery: {
    scope: 'webhooks',
    kind: 'query',
    fields: ({ deliveryId }) => [`webhookDelivery(deliveryId: ${text(deliveryId)})`],
  },
  createRoomSearch: {
    scope: 'search',
    kind: 'mutation',
    why: everybodys,
    fields: () => [`createRoomSearch(input: { hotelId: 2147483000, ${stayFields()} })`],
  },
  prebook: {
    scope: 'search',
    kind: 'mutation',
    fields: ({ bookingToken }) => [`prebook(input: { bookingToken: ${text(bookingToken)} })`],
  },
  createBooking: {
    scope: 'bookings:write',
    kind: 'mutation',
    fields: ({ offerId, idempotencyKey }) =>
      [randomUUID(), idempotencyKey].map(
        (key) =>
          `createBooking(input: { idempotencyKey: ${text(key)}, offerId: ${text(offerId)}, bookingMode: INSTANT, holder: { givenName: "Ada", familyName: "Lovelace", email: "ada@example.com", phone: "+442071234567" }, guests: [{ ${guest} }, { ${guest} }] })`,
      ),
  },
  confirmHold: {
    scope: 'bookings:write',
    kind: 'mutation',
    fields: ({ heldBookingId, acceptedOfferId }) => [
      `confirmHold(input: { bookingId: ${text(heldBookingId)}, acceptedOfferId: ${text(acceptedOfferId)} })`,
    ],
  },
  quoteCancellation: {
    scope: 'bookings:write',
    kind: 'mutation',
    fields: ({ bookingId }) => [`quoteCancellation(input: { bookingId: ${text(bookingId)} })`],
  },
  cancelBooking: {
    scope: 'bookings:write',
    kind: 'mutation',
    fields: ({ bookingId, quoteId, idempotencyKey }) =>
      [randomUUID(), idempotencyKey].map(
        (key) =>
          `cancelBooking(input: { bookingId: ${text(bookingId)}, cancellationQuoteId: ${text(quoteId)}, idempotencyKey: ${text(key)} })`,
      ),
  },
  reviewBooking: {
    scope: 'bookings:review',
    kind: 'mutation',
    fields: ({ reviewBookingId }) =>
      ['APPROVE', 'REJECT'].map(
        (decision) => `reviewBooking(input: { bookingId: ${text(reviewBookingId)}, decision: ${decision} })`,
      ),
  },
  createWebhookEndpoint: {
    scope: 'webhooks',
    kind: 'mutation',
    why: 'it makes a new one',
    fields: () => ['createWebhookEndpoint(input: { url: "no URL" })'],
  },
  updateWebhookEndpoint: {
    scope: 'webhooks',
    kind: 'mutation',
    fields: ({ endpointId }) => [`updateWebhookEndpoint(input: { endpointId: ${text(endpointId)}, enabled: false })`],
  },
  deleteWebhookEndpoint: {
    scope: 'webhooks',
    kind: 'mutation',
    fields: ({ endpointId }) => [`deleteWebhookEndpoint(input: { endpointId: ${text(endpointId)} })`],
  },
  rotateWebhookSecret: {
    scope: 'webhooks',
    kind: 'mutation',
    fields: ({ endpointId }) => [`rotateWebhookSecret(input: { endpointId: ${text(endpointId)} })`],
  },
  testWebhookEndpoint: {
    scope: 'webhooks',
    kind: 'mutation',
    fields: ({ endpointId }) => [`testWebhookEndpoint(input: { endpointId: ${text(endpointId)} })`],
  },
  recoverWebhookEndpoint: {
    scope: 'webhooks',
    kind: 'mutation',
    fields: ({ endpointId }) => [
      `recoverWebhookEndpoint(input: { endpointId: ${text(endpointId)}, since: "2020-01-01T00:00:00.000Z" })`,
    ],
  },
  redeliverWebhook: {
    scope: 'webhooks',
    kind: 'mutation',
    fields: ({ deliveryId }) => [`redeliverWebhook(input: { deliveryId: ${text(deliveryId)} })`],
  },
  apiKeys: { scope: 'keys', kind: 'query', why: 'it names none', fields: () => ['apiKeys'] },
  rollApiKey: {
    scope: 'keys',
    kind: 'mutation',
    fields: ({ keyId }) => [`rollApiKey(input: { keyId: ${text(keyId)}, overlapSeconds: 60 })`],
  },
  updateApiKey: {
    scope: 'keys',
    kind: 'mutation',
    fields: ({ keyId }) => [`updateApiKey(input: { keyId: ${text(keyId)}, addresses: ["203.0.113.1"] })`],
  },
  revokeApiKey: {
    scope: 'keys',
    kind: 'mutation',
    fields: ({ keyId }) => [`revokeApiKey(input: { keyId: ${text(keyId)}, allowCurrent: true })`],
  },
  roomOptions: {
    scope: 'search',
    kind: 'subscription',
    fields: ({ streamId }) => [
      `roomOptions(streamId: ${text(streamId)})`,
      `roomOptions(streamId: ${text(streamId)}, afterEventId: 1)`,
    ],
  },
  bookingUpdated: {
    scope: 'bookings:read',
    kind: 'subscription',
    fields: ({ bookingId }) => [
      `bookingUpdated(bookingId: ${text(bookingId)})`,
      `bookingUpdated(bookingId: ${text(bookingId)}, afterSequence: 0)`,
    ],
  },
}

const PROBLEM = '__typename ... on Problem { code message retryable } ... on ValidationProblem { issues { path code } }'

/** The documents that ask a root field, each with its problem told in full. */
export function documentsOf({ kind, fields, selection = '' }: FieldCall, ids: Ids): string[] {
  return fields(ids).map((field) =>
    kind === 'subscription'
      ? `subscription { ${field} { __typename } }`
      : `${kind} { ${field} { ${PROBLEM} ${selection} } }`,
  )
}

/** Subscriptions have an address of their own. */
export function fieldPath({ kind }: FieldCall): string {
  return kind === 'subscription' ? '/graphql/stream' : '/graphql'
}
