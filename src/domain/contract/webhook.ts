/** Specified in decisions.md section 9. Timestamps are RFC 3339 UTC. */
export type WebhookEndpointView = {
  readonly endpointId: string
  readonly url: string
  readonly description: string | null
  readonly eventTypes: readonly string[]
  readonly enabled: boolean
  readonly disabledReason: string | null
  /** `whsec_…`, returned only by create and rotate-secret; null elsewhere. */
  readonly signingSecret: string | null
  /** `whpk_…` for endpoints that chose `v1a` signatures; null for all others. */
  readonly publicKey: string | null
  /** The maximum of concurrent deliveries to the endpoint; while all its deliveries fail, it gets one at a time. */
  readonly maxConcurrency: number
  /** The maximum of deliveries per second; null: as fast as the endpoint answers. */
  readonly maxPerSecond: number | null
  readonly createdAt: string
  readonly updatedAt: string
}

export const DELIVERY_STATUSES = ['PENDING', 'RETRYING', 'DELIVERED', 'FAILED', 'SKIPPED', 'DISCARDED'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export type WebhookAttemptView = {
  readonly attempt: number
  readonly trigger: 'SCHEDULED' | 'MANUAL' | 'RECOVERY' | 'TEST'
  readonly startedAt: string
  readonly durationMs: number
  /**
   * The parts of `durationMs`. A part is null when it did not take place: a reused connection needs no name resolution and no
   * connect.
   */
  readonly dnsMs: number | null
  readonly connectMs: number | null
  readonly tlsMs: number | null
  readonly firstByteMs: number | null
  readonly responseStatus: number | null
  readonly error: string | null
  readonly responseBodyExcerpt: string | null
}

export type WebhookDeliveryView = {
  readonly deliveryId: string
  readonly eventId: string
  readonly endpointId: string
  readonly eventType: string
  readonly bookingId: string | null
  readonly status: DeliveryStatus
  readonly attemptCount: number
  readonly nextAttemptAt: string | null
  readonly createdAt: string
  readonly attempts: readonly WebhookAttemptView[]
}

export type WebhookEndpointList = { readonly endpoints: readonly WebhookEndpointView[] }
export type WebhookDeliveryList = {
  readonly deliveries: readonly WebhookDeliveryView[]
  readonly nextCursor: string | null
}
/** How many deliveries a recovery has scheduled again. */
export type WebhookRecovery = { readonly endpointId: string; readonly recovered: number }
export type DeletedWebhookEndpoint = { readonly endpointId: string; readonly deleted: true }
