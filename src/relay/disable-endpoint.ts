import { type DisabledReason, endpointDisabledBody } from '../domain/event.ts'
import { newId } from '../domain/ids.ts'
import { closeDeliveries } from '../operations/webhooks/webhook-batches.ts'
import type { Clock } from '../platform/clock.ts'
import { storedTrace } from '../platform/request-trace.ts'
import type { WebhookBatches } from '../store/webhook-batches.ts'

type DisableDeps = {
  readonly batches: WebhookBatches
  readonly clock: Clock
  readonly randomBytes: (size: number) => Uint8Array
}

/** Disables an endpoint, tells its owner in the log and on its other endpoints, and skips what waits for it. */
export async function disableEndpoint(
  { batches, clock, randomBytes }: DisableDeps,
  endpointId: string,
  reason: DisabledReason,
): Promise<void> {
  const endpoint = await batches.findEnabled(endpointId)
  if (!endpoint) return
  const { organizationId, environment, url, failingSince } = endpoint
  const at = clock.of(organizationId).now()
  const eventId = newId('event', clock.real(), randomBytes)
  const body = endpointDisabledBody({ eventId, at, environment, endpointId, url, reason, failingSince })
  const isDisabled = await batches.disable(endpointId, reason, {
    id: eventId,
    organizationId,
    environment,
    bookingId: null,
    sequence: null,
    type: 'webhook_endpoint.disabled',
    body,
    createdAt: at,
    ...storedTrace(),
  })
  if (isDisabled) await closeDeliveries(batches, endpointId)
}
