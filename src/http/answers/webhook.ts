import { z } from 'zod'
import {
  DELIVERY_STATUSES,
  type DeletedWebhookEndpoint,
  type WebhookAttemptView,
  type WebhookDeliveryList,
  type WebhookDeliveryView,
  type WebhookEndpointList,
  type WebhookEndpointView,
  type WebhookRecovery,
} from '../../domain/contract/webhook.ts'
import { id, timestamp, viewSchema } from './shape.ts'

export const webhookEndpoint = viewSchema<WebhookEndpointView>()(
  z.strictObject({
    endpointId: id('webhookEndpoint'),
    url: z.string(),
    description: z.string().nullable(),
    eventTypes: z
      .array(z.string())
      .describe(
        'What it gets; booking.* is all of a booking’s, webhook_endpoint.* what becomes of endpoints, * everything.',
      ),
    enabled: z.boolean(),
    disabledReason: z.string().nullable(),
    signingSecret: z.string().nullable().describe('whsec_…; only in the answers of create and rotate-secret.'),
    publicKey: z.string().nullable().describe('whpk_…; of endpoints that asked for v1a.'),
    maxConcurrency: z.int().describe('The most deliveries under way to it at once.'),
    maxPerSecond: z.int().nullable().describe('Null: as fast as it answers.'),
    createdAt: timestamp,
    updatedAt: timestamp,
  }),
)

export const webhookEndpointList = viewSchema<WebhookEndpointList>()(
  z.strictObject({ endpoints: z.array(webhookEndpoint) }),
)

export const webhookAttempt = viewSchema<WebhookAttemptView>()(
  z.strictObject({
    attempt: z.int().describe('1, 2, 3 …'),
    trigger: z.enum(['SCHEDULED', 'MANUAL', 'RECOVERY', 'TEST']),
    startedAt: timestamp,
    durationMs: z.int(),
    dnsMs: z.int().nullable().describe('Part of duration_ms, like the next three; null where there was none.'),
    connectMs: z.int().nullable(),
    tlsMs: z.int().nullable(),
    firstByteMs: z.int().nullable(),
    responseStatus: z.int().nullable(),
    error: z.string().nullable(),
    responseBodyExcerpt: z.string().nullable(),
  }),
)

export const webhookDelivery = viewSchema<WebhookDeliveryView>()(
  z.strictObject({
    deliveryId: id('webhookDelivery'),
    eventId: id('event').describe('The webhook-id header.'),
    endpointId: id('webhookEndpoint'),
    eventType: z.string(),
    bookingId: id('booking').nullable().describe('Null for a test event.'),
    status: z.enum(DELIVERY_STATUSES),
    attemptCount: z.int(),
    nextAttemptAt: timestamp.nullable(),
    createdAt: timestamp,
    attempts: z.array(webhookAttempt),
  }),
)

export const webhookDeliveryList = viewSchema<WebhookDeliveryList>()(
  z.strictObject({ deliveries: z.array(webhookDelivery), nextCursor: z.string().nullable() }),
)

export const webhookRecovery = viewSchema<WebhookRecovery>()(
  z.strictObject({
    endpointId: id('webhookEndpoint'),
    recovered: z.int().describe('How many deliveries go out again.'),
  }),
)

export const deletedWebhookEndpoint = viewSchema<DeletedWebhookEndpoint>()(
  z.strictObject({ endpointId: id('webhookEndpoint'), deleted: z.literal(true) }),
)
