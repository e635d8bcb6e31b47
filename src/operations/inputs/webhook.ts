import { z } from 'zod'
import { DELIVERY_STATUSES } from '../../domain/contract/webhook.ts'
import { isEventPattern } from '../../domain/event.ts'
import { instant } from './instant.ts'

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
      message: 'must be an event type, *, booking.* or webhook_endpoint.*',
      params: { code: 'UNKNOWN_EVENT_TYPE' },
    }),
  )
  .min(1)
  .max(20)

/** The limits of the load on the receiver. */
const limits = {
  /** The maximum of concurrent deliveries; the default is 16. */
  maxConcurrency: z.int().min(1).max(64).nullish(),
  /** The maximum of deliveries per second; null: as fast as the endpoint answers. */
  maxPerSecond: z.int().min(1).max(1_000).nullish(),
}

export const createWebhookEndpointInput = z.strictObject({
  url,
  description: z.string().max(200).nullish(),
  /** The default is all events of bookings. */
  eventTypes: eventTypes.nullish(),
  /** True adds ed25519 signatures (`v1a`) to `v1`. */
  asymmetric: z.boolean().nullish(),
  ...limits,
})

export const webhookEndpointIdInput = z.strictObject({ endpointId: id })

export const updateWebhookEndpointInput = z.strictObject({
  endpointId: id,
  url: url.nullish(),
  description: z.string().max(200).nullish(),
  eventTypes: eventTypes.nullish(),
  enabled: z.boolean().nullish(),
  ...limits,
})

export const rotateWebhookSecretInput = z.strictObject({
  endpointId: id,
  /** How long the older secret continues to sign; 0 revokes it immediately. The default is 24 h. */
  gracePeriodSeconds: z.int().min(0).max(604_800).nullish(),
})

export const recoverWebhookEndpointInput = z.strictObject({
  endpointId: id,
  since: instant,
  /** The default is now. */
  until: instant.nullish(),
})

export const listWebhookDeliveriesInput = z.strictObject({
  endpointId: id.nullish(),
  bookingId: id.nullish(),
  status: z.enum(DELIVERY_STATUSES).nullish(),
  cursor: z.string().max(200).nullish(),
  limit: z.int().min(1).max(100).nullish(),
})

export const webhookDeliveryIdInput = z.strictObject({ deliveryId: id })
