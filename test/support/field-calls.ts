import { randomUUID } from 'node:crypto'
import type { Scope } from '../../src/operations/caller.ts'
import type { Ids } from './access-ids.ts'
import { stay } from './journey.ts'

export type FieldCall = {
  /** Null: every key may. */
  readonly scope: Scope | null
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
  me: { scope: null, kind: 'query', why: 'it names none', fields: () => ['me'] },
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
  supplierTerms: { scope: null, kind: 'query', why: 'it names none', fields: () => ['supplierTerms'] },
  acceptSupplierTerms: {
    scope: 'keys',
    kind: 'mutation',
    why: 'it names none',
    fields: () => ['acceptSupplierTerms(input: { supplierCode: "expedia_rapid", version: "2026-01" })'],
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
