import type { DeletedWebhookEndpoint, WebhookEndpointView } from '../../domain/contract/webhook.ts'
import { invalid, type Problem, problem } from '../../domain/errors.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { WebhookEndpoint, WebhookEndpointChanges } from '../../store/webhook-endpoints.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { parseInput } from '../inputs/input.ts'
import { rotateWebhookSecretInput, updateWebhookEndpointInput, webhookEndpointIdInput } from '../inputs/webhook.ts'
import { checkEndpointUrl } from './check-url.ts'
import { endpointView, findEndpoint } from './endpoint-view.ts'
import { rotatedSecrets } from './secrets.ts'
import { closeDeliveries } from './webhook-batches.ts'

interface EndpointWrite {
  readonly read: WebhookEndpoint
  readonly changes: WebhookEndpointChanges
  readonly shown: string | null
}

/** Updates the endpoint as it was read; the loser of a race is asked to try again. */
async function write(
  deps: Deps,
  caller: Caller,
  { read, changes, shown }: EndpointWrite,
): Promise<Result<WebhookEndpointView, Problem>> {
  const written = await deps.store.webhookEndpoints.update(read, changes, deps.clock.of(caller.organizationId).now())
  if (!written) return err(problem('SERVICE_UNAVAILABLE', 'The endpoint was changed at the same time'))
  const now = await findEndpoint(deps, caller, read.endpointId)
  return now.ok ? ok(endpointView(now.value, shown)) : now
}

/** Changes an endpoint's settings, or enables or disables it. */
export async function updateWebhookEndpoint(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<WebhookEndpointView, Problem>> {
  const input = parseInput(updateWebhookEndpointInput, raw)
  if (!input.ok) return input
  const { endpointId, url, description, eventTypes, enabled, maxConcurrency, maxPerSecond } = input.value
  const found = await findEndpoint(deps, caller, endpointId)
  if (!found.ok) return found
  const issues = url ? await checkEndpointUrl(deps, caller, url) : []
  if (issues.length > 0) return err(invalid(issues))
  const switched = enabled == null ? {} : { enabled, disabledReason: enabled ? null : 'BY_CLIENT' }
  return write(deps, caller, {
    read: found.value,
    changes: {
      ...(url ? { url } : {}),
      ...(description === undefined ? {} : { description }),
      ...(eventTypes ? { eventTypes } : {}),
      ...(maxConcurrency ? { maxConcurrency } : {}),
      ...(maxPerSecond === undefined ? {} : { maxPerSecond }),
      ...switched,
    },
    shown: null,
  })
}

/** Creates a new secret, which is shown once. Older secrets continue to sign until the grace period ends. */
export async function rotateWebhookSecret(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<WebhookEndpointView, Problem>> {
  const input = parseInput(rotateWebhookSecretInput, raw)
  if (!input.ok) return input
  const found = await findEndpoint(deps, caller, input.value.endpointId)
  if (!found.ok) return found
  const now = deps.clock.of(caller.organizationId).now()
  const { shown, secrets } = rotatedSecrets(deps, found.value, { now, graceSeconds: input.value.gracePeriodSeconds })
  return write(deps, caller, { read: found.value, changes: { secrets }, shown })
}

export async function deleteWebhookEndpoint(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<DeletedWebhookEndpoint, Problem>> {
  const input = parseInput(webhookEndpointIdInput, raw)
  if (!input.ok) return input
  const found = await findEndpoint(deps, caller, input.value.endpointId)
  if (!found.ok) return found
  const { endpointId } = found.value
  await deps.store.webhookEndpoints.delete(
    caller.organizationId,
    endpointId,
    deps.clock.of(caller.organizationId).now(),
  )
  await closeDeliveries(deps.store.webhookBatches, endpointId)
  return ok({ endpointId, deleted: true })
}
