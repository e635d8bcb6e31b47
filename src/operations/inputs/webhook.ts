import { z } from 'zod'
import { EVENT_TYPES, isEventPattern } from '../../domain/event.ts'
import { WEBHOOK_DELIVERY_STATUS } from '../../domain/meanings/webhook.ts'
import {
  CREATE_WEBHOOK_ENDPOINT_INPUT,
  LIST_WEBHOOK_DELIVERIES_INPUT,
  RECOVER_WEBHOOK_ENDPOINT_INPUT,
  ROTATE_WEBHOOK_SECRET_INPUT,
  UPDATE_WEBHOOK_ENDPOINT_INPUT,
  WEBHOOK_DELIVERY_ID_INPUT,
  WEBHOOK_ENDPOINT_ID_INPUT,
} from '../../domain/meanings/webhook-inputs.ts'
import { instant } from './instant.ts'
import { told, toldValues } from './told.ts'

const id = z.string().min(1).max(100)

/** Characters that the URL parser silently removes or replaces. With them, the stored URL would differ from the requested one. */
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const REWRITTEN = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]/

/** The limits of RFC 1035, on the form of the name that is resolved. */
const MAX_HOSTNAME = 253
const MAX_LABEL = 63

const url = z
  .string()
  .max(2_048)
  .refine((text) => !REWRITTEN.test(text), {
    message: 'must not contain spaces, control characters or backslashes',
    params: { code: 'CONTROL_CHARACTER_IN_URL' },
  })
  .refine(hasShortHostname, {
    message: `must have a host name of at most ${MAX_HOSTNAME} characters, ${MAX_LABEL} between two dots`,
    params: { code: 'HOST_TOO_LONG' },
  })
  .refine((text) => URL.canParse(text) && /^https?:\/\//i.test(text), {
    message: 'must be an absolute http(s) URL',
    params: { code: 'INVALID_URL' },
  })

function hasShortHostname(text: string): boolean {
  const hostname = URL.canParse(text) ? new URL(text).hostname : ''
  return hostname.length <= MAX_HOSTNAME && hostname.split('.').every((label) => label.length <= MAX_LABEL)
}

const eventTypes = z
  .array(
    z.string().refine(isEventPattern, {
      message: `must be an event type (${EVENT_TYPES.join(', ')}), or one of *, booking.* and webhook_endpoint.*`,
      params: { code: 'UNKNOWN_EVENT_TYPE' },
    }),
  )
  .min(1)
  .max(20)

/** The limits of the load on the receiver. */
const limits = {
  maxConcurrency: z.int().min(1).max(64).nullish(),
  maxPerSecond: z.int().min(1).max(1_000).nullish(),
}

export const createWebhookEndpointInput = told(
  z.strictObject({
    url,
    description: z.string().max(200).nullish(),
    eventTypes: eventTypes.nullish(),
    asymmetric: z.boolean().nullish(),
    ...limits,
  }),
  CREATE_WEBHOOK_ENDPOINT_INPUT,
)

export const webhookEndpointIdInput = told(z.strictObject({ endpointId: id }), WEBHOOK_ENDPOINT_ID_INPUT)

export const updateWebhookEndpointInput = told(
  z.strictObject({
    endpointId: id,
    url: url.nullish(),
    description: z.string().max(200).nullish(),
    eventTypes: eventTypes.nullish(),
    enabled: z.boolean().nullish(),
    ...limits,
  }),
  UPDATE_WEBHOOK_ENDPOINT_INPUT,
)

export const rotateWebhookSecretInput = told(
  z.strictObject({ endpointId: id, gracePeriodSeconds: z.int().min(0).max(604_800).nullish() }),
  ROTATE_WEBHOOK_SECRET_INPUT,
)

export const recoverWebhookEndpointInput = told(
  z.strictObject({ endpointId: id, since: instant, until: instant.nullish() }),
  RECOVER_WEBHOOK_ENDPOINT_INPUT,
)

export const listWebhookDeliveriesInput = told(
  z.strictObject({
    endpointId: id.nullish(),
    bookingId: id.nullish(),
    status: toldValues(WEBHOOK_DELIVERY_STATUS).nullish(),
    cursor: z.string().max(200).nullish(),
    limit: z.int().min(1).max(100).nullish(),
  }),
  LIST_WEBHOOK_DELIVERIES_INPUT,
)

export const webhookDeliveryIdInput = told(z.strictObject({ deliveryId: id }), WEBHOOK_DELIVERY_ID_INPUT)
