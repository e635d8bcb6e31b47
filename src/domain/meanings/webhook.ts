import type {
  DeletedWebhookEndpoint,
  DeliveryStatus,
  WebhookAttemptView,
  WebhookDeliveryList,
  WebhookDeliveryView,
  WebhookEndpointList,
  WebhookEndpointView,
  WebhookRecovery,
} from '../contract/webhook.ts'
import type { DisabledReason } from '../event.ts'
import { means, typeMeaning, valuesMeaning } from './meaning.ts'
import { withValues } from './values-text.ts'

export const ENDPOINT_ID = means(
  'Names the webhook endpoint, from its creation until it is deleted.',
  'whe_06GZX110VQWDN7N4C0D5A5ST2C',
)

export const ENDPOINT_DISABLED_REASON = valuesMeaning<DisabledReason | 'BY_CLIENT'>('Why an endpoint is disabled.', {
  BY_CLIENT: 'You have disabled it with {@updateWebhookEndpoint}.',
  FAILING: 'Every delivery to it failed for five days or longer.',
  GONE: 'It answered with status 410, or with the header `webhook-delivery: disable`.',
})

export const WEBHOOK_ENDPOINT = typeMeaning<WebhookEndpointView>(
  'A URL of yours that events are sent to, as signed POST requests of Standard Webhooks.',
  {
    endpointId: ENDPOINT_ID,
    url: means('Where events are posted to.', 'https://partner.example/hooks'),
    description: means('Your own note on the endpoint. Null when there is none.', 'bookings of the shop'),
    eventTypes: means(
      'Which events it gets: types such as `booking.confirmed`, or `booking.*` for everything about bookings, `webhook_endpoint.*` for everything about endpoints, `*` for all. Test events come whatever is listed.',
      ['booking.*'],
    ),
    enabled: means(
      'False while nothing is sent to it. Events of that time are kept, and sent when you enable it and call {@recoverWebhookEndpoint}.',
    ),
    disabledReason: means(
      withValues('Why it is disabled.', ENDPOINT_DISABLED_REASON, 'Null while it is enabled.'),
      'FAILING',
    ),
    signingSecret: means(
      'The secret to verify webhooks with: `whsec_` and 32 bytes in Base64. It is shown only by {@createWebhookEndpoint} and {@rotateWebhookSecret}, and null everywhere else: store it at once.',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw7rTwjUPD8IL=',
    ),
    publicKey: means(
      'The key to verify its ed25519 signatures (`v1a`) with: `whpk_` and 32 bytes in Base64. It is no secret, and changes with each rotation. Null unless the endpoint was created with {asymmetric}.',
      'whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
    ),
    maxConcurrency: means(
      'How many deliveries may be under way to it at once. While it only fails, it gets one at a time.',
      16,
    ),
    maxPerSecond: means('How many deliveries it gets in a second at most. Null: as fast as it answers.', 50),
    createdAt: means('When it was registered, in RFC 3339 UTC.', '2026-11-21T14:30:34.461Z'),
    updatedAt: means(
      'When it was last changed, in RFC 3339 UTC: by you, or by the gateway when it disabled the endpoint.',
      '2026-11-21T14:30:34.499Z',
    ),
  },
)

export const WEBHOOK_ENDPOINT_LIST = typeMeaning<WebhookEndpointList>('All webhook endpoints of your organization.', {
  endpoints: means('The endpoints, oldest first. There are 20 at the most, so the list has no pages.'),
})

export const WEBHOOK_DELIVERY_STATUS = valuesMeaning<DeliveryStatus>('How far a delivery has come.', {
  PENDING:
    'It waits to be sent, at {nextAttemptAt} or soon after: behind older events of the same booking, or while the endpoint is paused or disabled.',
  RETRYING: 'An attempt has failed, and the next one comes at {nextAttemptAt}. Nothing has to be done.',
  DELIVERED: 'The endpoint has answered with a 2xx status.',
  FAILED:
    'All of its attempts have failed, usually ten within a day. It is sent again only by {@redeliverWebhook} or {@recoverWebhookEndpoint}.',
  SKIPPED:
    'It was not sent because the endpoint is disabled. Enable it, then call {@recoverWebhookEndpoint} to get what it missed.',
  DISCARDED:
    'It is not sent any more, because the endpoint was deleted, or answered with the header `webhook-delivery: abort-message`.',
})

export const WEBHOOK_ATTEMPT_TRIGGER = valuesMeaning<WebhookAttemptView['trigger']>('What led to an attempt.', {
  SCHEDULED: 'The usual course: the first attempt, or a repetition after a failed one.',
  MANUAL: 'Someone has asked for this delivery once more, as {@redeliverWebhook} does.',
  RECOVERY: 'It is among those that {@recoverWebhookEndpoint} sends again.',
  TEST: 'It is the test that {@testWebhookEndpoint} sends.',
})

export const WEBHOOK_ATTEMPT = typeMeaning<WebhookAttemptView>(
  'One try to post a delivery: how long it took, and what the endpoint answered.',
  {
    attempt: means(
      'The number of the attempt: 1, 2, 3 and so on. A recovered delivery begins at 1 again, listed after its older attempts.',
      1,
    ),
    trigger: means('What led to it.', 'SCHEDULED'),
    startedAt: means('When it began, in RFC 3339 UTC.', '2027-01-14T09:30:13.160Z'),
    durationMs: means(
      'How long it took in all, in milliseconds, from looking the name up to the end of the answer. After 15 seconds without an answer it has failed.',
      38,
    ),
    dnsMs: means(
      'The part of {durationMs} for looking the host’s name up. Null when the URL has an address in place of a name, and when the attempt could not begin.',
      2,
    ),
    connectMs: means(
      'The part of {durationMs} for the TCP connection. Null when there was none to measure: an open connection was reused, a proxy connected, or no answer came.',
      11,
    ),
    tlsMs: means(
      'The part of {durationMs} for the TLS handshake. Null for plain http, and wherever {connectMs} is.',
      14,
    ),
    firstByteMs: means(
      'The part of {durationMs} from the request to the first byte of the answer: the time that your endpoint took. Null when no answer came.',
      9,
    ),
    responseStatus: means(
      'The HTTP status of the answer. Only 2xx is a success, and redirects are not followed. Null when no answer came.',
      204,
    ),
    error: means(
      'Why no answer came, in words for people: a network error’s code, a timeout, or why the address was refused. `lease-lost` stands for an attempt that another one has replaced, and that does not count. Null when there was an answer, whatever its status.',
      'ECONNREFUSED',
    ),
    responseBodyExcerpt: means(
      'The first 1024 bytes of the answer’s body, as text, for finding the fault. Null when it was empty, and when no answer came.',
      'missing signature header',
    ),
  },
)

export const WEBHOOK_DELIVERY = typeMeaning<WebhookDeliveryView>(
  'One event on its way to one endpoint. It is kept for 30 days. The event itself is in the log of {@listEvents} too, unless it is a test.',
  {
    deliveryId: means(
      'Names the delivery, for {@getWebhookDelivery} and {@redeliverWebhook}.',
      'whd_06GZX1111XTKE8S5TGA20HPJB4',
    ),
    eventId: means(
      'The event that is delivered. Each attempt carries it in the header `webhook-id`, so that a receiver can take an event once only.',
      'evt_06GZX1111Y9NVG3YB1X8FPFY1M',
    ),
    endpointId: means('The endpoint that the event is sent to.', 'whe_06GZX110VQWDN7N4C0D5A5ST2C'),
    eventType: means('What the event tells, such as `booking.confirmed` or `webhook.test`.', 'booking.confirmed'),
    bookingId: means(
      'The booking that the event is about. Null for tests, and for events about endpoints.',
      'ubk_01JQ8Z3V9MH6T4W2XEKB7C5DNR',
    ),
    status: means('How far it has come.', 'DELIVERED'),
    attemptCount: means(
      'How many attempts have been finished. A recovery sets it back to 0, so {attempts} can have more.',
      1,
    ),
    nextAttemptAt: means(
      'The earliest time of the next attempt, in RFC 3339 UTC. Null when none is planned.',
      '2027-01-14T09:35:18.120Z',
    ),
    createdAt: means(
      'When the event happened, and the delivery was planned with it, in RFC 3339 UTC.',
      '2027-01-14T09:30:13.120Z',
    ),
    attempts: means('Every attempt so far, oldest first. Empty before the first one.'),
  },
)

export const WEBHOOK_DELIVERY_LIST = typeMeaning<WebhookDeliveryList>('A page of deliveries.', {
  deliveries: means('The deliveries with their attempts, newest first.'),
  nextCursor: means(
    'Send it as {cursor} with the same filters to get the next page. Null on the last page.',
    '1799919013120_whd_06GZX1111XTKE8S5TGA20HPJB4',
  ),
})

export const WEBHOOK_RECOVERY = typeMeaning<WebhookRecovery>('A recovery that has begun.', {
  endpointId: means('The endpoint that gets its missed events.', 'whe_06GZX110VQWDN7N4C0D5A5ST2C'),
  recovered: means(
    'How many deliveries go out again, at most 50 in a second. Of very many, some are planned only after this answer.',
    128,
  ),
})

export const DELETED_WEBHOOK_ENDPOINT = typeMeaning<DeletedWebhookEndpoint>(
  'An endpoint that was deleted, together with its signing secret.',
  {
    endpointId: means('The endpoint that was there. It can no longer be read.', 'whe_06GZX110VQWDN7N4C0D5A5ST2C'),
    deleted: means('Always true: no event is sent to it any more.'),
  },
)
