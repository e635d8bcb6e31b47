import { means, typeMeaning } from './meaning.ts'
import { ENDPOINT_ID } from './webhook.ts'

const URL_TO_POST_TO = means(
  'The absolute URL to post events to, at most 2048 characters: https in production, without credentials and fragment. Production also refuses a host with a private or reserved address, and a port of another kind of service, such as 5432.',
  'https://partner.example/hooks',
)
const NOTE = means('A note for yourselves, at most 200 characters. Null: none.', 'bookings of the shop')
const TYPES_THAT_THERE_ARE =
  '`booking.updated`, `booking.confirmed`, `booking.failed`, `booking.cancelled`, `booking.discrepancy`, `webhook_endpoint.disabled`, or `booking.*`, `webhook_endpoint.*` and `*` for many at once'

export const CREATE_WEBHOOK_ENDPOINT_INPUT = typeMeaning('A URL to register for events, and how it is to get them.', {
  url: URL_TO_POST_TO,
  description: NOTE,
  eventTypes: means(
    `Which events to send: ${TYPES_THAT_THERE_ARE}. When left out or null: \`booking.*\`, which does not include events about endpoints.`,
    ['booking.*', 'webhook_endpoint.disabled'],
  ),
  asymmetric: means(
    'True to sign each webhook with ed25519 (`v1a`) beside HMAC (`v1`), so that the verifying server needs no secret. It cannot be changed later. When left out or null: false.',
  ),
  maxConcurrency: means('How many deliveries may be under way at once, 1 to 64. When left out or null: 16.', 16),
  maxPerSecond: means(
    'How many deliveries to send in a second at most, 1 to 1000. When left out or null: as many as the endpoint answers.',
    50,
  ),
})

export const UPDATE_WEBHOOK_ENDPOINT_INPUT = typeMeaning(
  'What to change about an endpoint. A field that is left out stays as it is.',
  {
    endpointId: means('The endpoint to change.', 'whe_06GZX110VQWDN7N4C0D5A5ST2C'),
    url: means(
      'The new URL to post events to, under the same rules as at creation. Deliveries that wait go there too. Null changes nothing.',
      'https://partner.example/hooks/v2',
    ),
    description: means('The new note, at most 200 characters. Null removes it.', 'bookings of the shop'),
    eventTypes: means(
      `Which events to send from now on, in place of the list so far: ${TYPES_THAT_THERE_ARE}. Null changes nothing.`,
      ['booking.*'],
    ),
    enabled: means(
      'False stops sending: new events are then kept, and {@recoverWebhookEndpoint} sends them. True sends again, also to an endpoint that the gateway had disabled. Null changes nothing.',
    ),
    maxConcurrency: means(
      'How many deliveries may be under way at once from now on, 1 to 64. Null changes nothing.',
      16,
    ),
    maxPerSecond: means(
      'How many deliveries to send in a second at most from now on, 1 to 1000. Null removes the limit.',
      50,
    ),
  },
)

export const WEBHOOK_ENDPOINT_ID_INPUT = typeMeaning('Which endpoint is meant.', { endpointId: ENDPOINT_ID })

export const ROTATE_WEBHOOK_SECRET_INPUT = typeMeaning(
  'Which endpoint gets a new signing secret, and when the old one ends.',
  {
    endpointId: means('The endpoint that gets a new secret.', 'whe_06GZX110VQWDN7N4C0D5A5ST2C'),
    gracePeriodSeconds: means(
      'For how many seconds the old secrets sign too, so that receivers can change over: 0 ends them at once, 604800 (a week) is the most. When left out or null: 86400, a day.',
      86400,
    ),
  },
)

export const RECOVER_WEBHOOK_ENDPOINT_INPUT = typeMeaning(
  'Which deliveries to send again: those of an endpoint that failed or were skipped, by when they were created.',
  {
    endpointId: means('The endpoint that missed them.', 'whe_06GZX110VQWDN7N4C0D5A5ST2C'),
    since: means(
      'The beginning of the time, inclusive, in RFC 3339 with `Z` or an offset. A little too early does no harm: what was delivered is not sent again.',
      '2027-01-14T00:00:00Z',
    ),
    until: means(
      'The end of the time, inclusive, in RFC 3339 with `Z` or an offset. When left out or null: now.',
      '2027-01-14T12:00:00Z',
    ),
  },
)

export const LIST_WEBHOOK_DELIVERIES_INPUT = typeMeaning(
  'Which deliveries to list. Every filter that is given has to fit.',
  {
    endpointId: means('Only deliveries to this endpoint.', 'whe_06GZX110VQWDN7N4C0D5A5ST2C'),
    bookingId: means('Only deliveries of events about this booking.', 'ubk_01JQ8Z3V9MH6T4W2XEKB7C5DNR'),
    status: means('Only deliveries that have come this far.', 'FAILED'),
    cursor: means(
      'The {nextCursor} of the previous page, unchanged. When left out: the newest deliveries.',
      '1799919013120_whd_06GZX1111XTKE8S5TGA20HPJB4',
    ),
    limit: means('How many deliveries a page has at most, 1 to 100. When left out: 20.', 20),
  },
)

export const WEBHOOK_DELIVERY_ID_INPUT = typeMeaning('Which delivery is meant.', {
  deliveryId: means('The delivery, by the id that lists show.', 'whd_06GZX1111XTKE8S5TGA20HPJB4'),
})
