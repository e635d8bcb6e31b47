import type { WebhookEndpointView } from '../../domain/contract/webhook.ts'
import { invalid, type Problem } from '../../domain/errors.ts'
import { issue } from '../../domain/issue.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { WebhookEndpoint } from '../../store/webhook-endpoints.ts'
import type { Caller } from '../caller.ts'
import { type Deps, makeId } from '../deps.ts'
import { parseInput } from '../inputs/input.ts'
import { createWebhookEndpointInput } from '../inputs/webhook.ts'
import { checkEndpointUrl } from './check-url.ts'
import { endpointView } from './endpoint-view.ts'
import { newSecret } from './secrets.ts'

const MAX_ENDPOINTS = 20
const DEFAULT_CONCURRENCY = 16

/** Registers a receiver. Its signing secret is shown only in this answer and in that of rotate-secret. */
export async function createWebhookEndpoint(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<WebhookEndpointView, Problem>> {
  const input = parseInput(createWebhookEndpointInput, raw)
  if (!input.ok) return input
  const { organizationId, environment } = caller
  const issues = await checkEndpointUrl(deps, caller, input.value.url)
  const existing = await deps.store.webhookEndpoints.list(organizationId, environment)
  if (existing.length >= MAX_ENDPOINTS)
    issues.push(issue('url', 'TOO_MANY_ENDPOINTS', `an organization has at most ${MAX_ENDPOINTS} endpoints`))
  if (issues.length > 0) return err(invalid(issues))
  const endpointId = makeId(deps, 'webhookEndpoint')
  const secret = newSecret(deps, endpointId, input.value.asymmetric ?? false)
  const now = deps.clock.of(organizationId).now()
  const endpoint: WebhookEndpoint = {
    endpointId,
    organizationId,
    environment,
    url: input.value.url,
    description: input.value.description ?? null,
    eventTypes: input.value.eventTypes ?? ['booking.*'],
    enabled: true,
    disabledReason: null,
    secrets: [secret.stored],
    maxConcurrency: input.value.maxConcurrency ?? DEFAULT_CONCURRENCY,
    maxPerSecond: input.value.maxPerSecond ?? null,
    createdAt: now,
    updatedAt: now,
  }
  await deps.store.webhookEndpoints.insert(endpoint)
  return ok(endpointView(endpoint, secret.shown))
}
