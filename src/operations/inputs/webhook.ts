import { z } from 'zod'
import { DELIVERY_STATUSES } from '../../domain/contract/webhook.ts'
import { isEventPattern } from '../../domain/event.ts'
import { instant } from './instant.ts'

const id = z.string().min(1).max(100)

/** What a URL's parser takes out or turns around without a word: what is stored would not be what is dialled. */
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const REWRITTEN = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\\]/

/** RFC 1035, in the form that is asked for. */
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
      message: 'must be an event type or booking.*',
      params: { code: 'UNKNOWN_EVENT_TYPE' },
    }),
  )
  .min(1)
  .max(20)

/** How hard the receiver may be worked. */
const limits = {
  /** The most under way to it at once; 16 when left out. */
  maxConcurrency: z.int().min(1).max(64).nullish(),
  /** The most in a second; null: as fast as it answers. */
  maxPerSecond: z.int().min(1).max(1_000).nullish(),
}

export const createWebhookEndpointInput = z.strictObject({
  url,
  description: z.string().max(200).nullish(),
  /** All of a booking's when left out. */
  eventTypes: eventTypes.nullish(),
  /** Asks for ed25519 (`v1a`) beside `v1`. */
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
  /** How long the older secret signs too; 0 revokes it at once. 24 h when left out. */
  gracePeriodSeconds: z.int().min(0).max(604_800).nullish(),
})

export const recoverWebhookEndpointInput = z.strictObject({
  endpointId: id,
  since: instant,
  /** Now, when left out. */
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
