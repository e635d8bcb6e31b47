import { EVENT_TYPES, type EventType } from '../../domain/event.ts'
import { EVENT_TYPE } from '../../domain/meanings/event.ts'
import { type Json, refTo } from './json-schema.ts'
import { spell } from './spelling.ts'

/** The schema of `data` in each type of event. */
function dataOf(type: EventType): string {
  if (type === 'webhook.test') return 'TestEventData'
  return type === 'webhook_endpoint.disabled' ? 'EndpointDisabledData' : 'BookingEventData'
}

/** The name of an event's schema: `BookingConfirmedEvent`. */
function eventName(type: EventType): string {
  const name = type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return `${name}Event`
}

function text(description: string, example: string): Json {
  return { description, schema: { type: 'string' }, example }
}

/** The headers of a webhook, by Standard Webhooks 1.0. */
const HEADERS: Readonly<Record<string, Json>> = {
  'webhook-id': text('The event’s id, the same at every attempt: process each id once.', 'evt_01JQ8Z3V9M'),
  'webhook-timestamp': text(
    'When this attempt was sent, in unix seconds. Refuse what is older than five minutes.',
    '1773158400',
  ),
  'webhook-signature': text(
    '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` with the endpoint’s signing secret: what follows `whsec_`, decoded from base64, is the key. There are several, separated by spaces, while a secret rotates and for endpoints that asked for ed25519 (`v1a,`): one that is right is enough.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
}

const SUMMARIES: Readonly<Record<EventType, string>> = {
  'booking.updated': 'A booking has changed',
  'booking.confirmed': 'A booking is confirmed',
  'booking.failed': 'A booking has failed',
  'booking.cancelled': 'A booking is cancelled',
  'booking.discrepancy': 'A supplier’s record differs',
  'webhook_endpoint.disabled': 'A webhook endpoint was disabled',
  'webhook.test': 'A test that was asked for',
}

const HANDLING =
  'Verify the signature over the bytes as they came, before anything else; take each `webhook-id` once, and order the events of a booking by `data.sequence`.'

const ANSWER: Json = {
  '2XX': { description: 'The event was taken. Answer within 15 seconds, and do the work afterwards.' },
  410: { description: 'The endpoint is gone: it is disabled, and nothing is sent to it any more.' },
  default: { description: 'Not taken: it is sent again, later and later, ten times within a day.' },
}

/** The OpenAPI `webhooks`: what the gateway sends to a partner's endpoint. */
export function webhookOperations(): Json {
  return Object.fromEntries(
    EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: eventName(type),
          summary: SUMMARIES[type],
          description: `${spell(EVENT_TYPE.values[type])}\n\n${HANDLING}`,
          tags: ['Webhooks'],
          parameters: Object.entries(HEADERS).map(([name, header]) => ({
            name,
            in: 'header',
            required: true,
            ...header,
          })),
          requestBody: { required: true, content: { 'application/json': { schema: refTo(eventName(type)) } } },
          responses: ANSWER,
        },
      },
    ]),
  )
}

/** The schema of each type of event, as a webhook's body. */
export function webhookSchemas(): Json {
  return Object.fromEntries(
    EVENT_TYPES.map((type) => [
      eventName(type),
      {
        type: 'object',
        description: spell(EVENT_TYPE.values[type]),
        required: ['type', 'timestamp', 'data'],
        properties: {
          type: { const: type, description: 'The type of the event, by which receivers branch.' },
          timestamp: {
            type: 'string',
            format: 'date-time',
            description: 'When the event happened, in RFC 3339 and UTC. It is the same at every attempt.',
          },
          data: { ...refTo(dataOf(type)), description: 'What the event is about.' },
        },
      },
    ]),
  )
}
