import { z } from 'zod'
import {
  DELETED_WEBHOOK_ENDPOINT,
  WEBHOOK_ATTEMPT,
  WEBHOOK_ATTEMPT_TRIGGER,
  WEBHOOK_DELIVERY,
  WEBHOOK_DELIVERY_LIST,
  WEBHOOK_DELIVERY_STATUS,
  WEBHOOK_ENDPOINT,
  WEBHOOK_ENDPOINT_LIST,
  WEBHOOK_RECOVERY,
} from '../../domain/meanings/webhook.ts'
import { toldValues } from '../../operations/inputs/told.ts'
import { id, timestamp, viewSchema } from './shape.ts'

export const webhookEndpoint = viewSchema(WEBHOOK_ENDPOINT)(
  z.strictObject({
    endpointId: id('webhookEndpoint'),
    url: z.string(),
    description: z.string().nullable(),
    eventTypes: z.array(z.string()),
    enabled: z.boolean(),
    disabledReason: z.string().nullable(),
    signingSecret: z.string().nullable(),
    publicKey: z.string().nullable(),
    maxConcurrency: z.int(),
    maxPerSecond: z.int().nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  }),
)

export const webhookEndpointList = viewSchema(WEBHOOK_ENDPOINT_LIST)(
  z.strictObject({ endpoints: z.array(webhookEndpoint) }),
)

export const webhookAttempt = viewSchema(WEBHOOK_ATTEMPT)(
  z.strictObject({
    attempt: z.int(),
    trigger: toldValues(WEBHOOK_ATTEMPT_TRIGGER),
    startedAt: timestamp,
    durationMs: z.int(),
    dnsMs: z.int().nullable(),
    connectMs: z.int().nullable(),
    tlsMs: z.int().nullable(),
    firstByteMs: z.int().nullable(),
    responseStatus: z.int().nullable(),
    error: z.string().nullable(),
    responseBodyExcerpt: z.string().nullable(),
  }),
)

export const webhookDelivery = viewSchema(WEBHOOK_DELIVERY)(
  z.strictObject({
    deliveryId: id('webhookDelivery'),
    eventId: id('event'),
    endpointId: id('webhookEndpoint'),
    eventType: z.string(),
    bookingId: id('booking').nullable(),
    status: toldValues(WEBHOOK_DELIVERY_STATUS),
    attemptCount: z.int(),
    nextAttemptAt: timestamp.nullable(),
    createdAt: timestamp,
    attempts: z.array(webhookAttempt),
  }),
)

export const webhookDeliveryList = viewSchema(WEBHOOK_DELIVERY_LIST)(
  z.strictObject({ deliveries: z.array(webhookDelivery), nextCursor: z.string().nullable() }),
)

export const webhookRecovery = viewSchema(WEBHOOK_RECOVERY)(
  z.strictObject({ endpointId: id('webhookEndpoint'), recovered: z.int() }),
)

export const deletedWebhookEndpoint = viewSchema(DELETED_WEBHOOK_ENDPOINT)(
  z.strictObject({ endpointId: id('webhookEndpoint'), deleted: z.literal(true) }),
)
