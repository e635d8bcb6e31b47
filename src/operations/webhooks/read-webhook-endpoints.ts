import type { WebhookEndpointList, WebhookEndpointView } from '../../domain/contract/webhook.ts'
import type { Problem } from '../../domain/errors.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { emptyInput, parseInput } from '../inputs/input.ts'
import { webhookEndpointIdInput } from '../inputs/webhook.ts'
import { endpointView, findEndpoint } from './endpoint-view.ts'

export async function getWebhookEndpoint(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<WebhookEndpointView, Problem>> {
  const input = parseInput(webhookEndpointIdInput, raw)
  if (!input.ok) return input
  const found = await findEndpoint(deps, caller, input.value.endpointId)
  return found.ok ? ok(endpointView(found.value)) : found
}

/** The organization's endpoints, oldest first. There is no paging, because there are at most 20. */
export async function listWebhookEndpoints(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<WebhookEndpointList, Problem>> {
  const input = parseInput(emptyInput, raw)
  if (!input.ok) return input
  const endpoints = await deps.store.webhookEndpoints.list(caller.organizationId, caller.environment)
  return ok({ endpoints: endpoints.map((endpoint) => endpointView(endpoint)) })
}
