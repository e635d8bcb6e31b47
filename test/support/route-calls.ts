import { randomUUID } from 'node:crypto'
import type { Ids } from './access-ids.ts'
import type { Json } from './http-client.ts'
import { party, stay } from './journey.ts'

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
  'GET /hotels/:hotel_id': { why: 'the catalogue is everybody’s', call: () => ({ path: '/hotels/2147483000' }) },
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
  'GET /hotels/offers/:offer_id': { calls: ({ offerId }) => [{ path: `/hotels/offers/${offerId}` }] },
  'GET /me': { why: 'it names none', call: () => ({ path: '/me' }) },
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
  'GET /supplier-terms': { why: 'it names none', call: () => ({ path: '/supplier-terms' }) },
  'POST /supplier-terms/:supplier_code/accept': {
    why: 'it names none',
    call: () => ({ path: '/supplier-terms/expedia_rapid/accept', body: { version: '2026-01' } }),
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
