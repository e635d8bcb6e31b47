import type { WebhookEndpointView } from '../../domain/contract/webhook.ts'
import { invalidState, type Problem } from '../../domain/errors.ts'
import { notFound } from '../../domain/not-found.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { toRfc3339 } from '../../domain/time.ts'
import type { WebhookEndpoint } from '../../store/webhook-endpoints.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** An endpoint as partners see it; `signingSecret` is passed only when it was just created. */
export function endpointView(endpoint: WebhookEndpoint, signingSecret: string | null = null): WebhookEndpointView {
  return {
    endpointId: endpoint.endpointId,
    url: endpoint.url,
    description: endpoint.description,
    eventTypes: endpoint.eventTypes,
    enabled: endpoint.enabled,
    disabledReason: endpoint.disabledReason,
    signingSecret,
    publicKey: endpoint.secrets[0]?.publicKey ?? null,
    maxConcurrency: endpoint.maxConcurrency,
    maxPerSecond: endpoint.maxPerSecond,
    createdAt: toRfc3339(endpoint.createdAt),
    updatedAt: toRfc3339(endpoint.updatedAt),
  }
}

/** Returns the caller's endpoint. Another organization's endpoint gets the same answer as an unknown id. */
export async function findEndpoint(
  deps: Deps,
  caller: Caller,
  endpointId: string,
): Promise<Result<WebhookEndpoint, Problem>> {
  const endpoint = await deps.store.webhookEndpoints.find(caller.organizationId, caller.environment, endpointId)
  return endpoint ? ok(endpoint) : err(notFound('WEBHOOK_ENDPOINT_NOT_FOUND', 'webhookEndpoint', endpointId))
}

/** Returns the caller's endpoint while it is enabled. Nothing is sent to one that is disabled, so what is asked to be would wait for good. */
export async function findEnabledEndpoint(
  deps: Deps,
  caller: Caller,
  endpointId: string,
): Promise<Result<WebhookEndpoint, Problem>> {
  const found = await findEndpoint(deps, caller, endpointId)
  if (!found.ok || found.value.enabled) return found
  return err(invalidState('the endpoint is disabled: enable it first', 'endpoint_id'))
}
