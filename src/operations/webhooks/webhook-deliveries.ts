import type { WebhookDeliveryList, WebhookDeliveryView, WebhookRecovery } from '../../domain/contract/webhook.ts'
import { invalid, type Problem } from '../../domain/errors.ts'
import { testEventBody } from '../../domain/event.ts'
import { issue } from '../../domain/issue.ts'
import { notFound } from '../../domain/not-found.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { isStorable, parseRfc3339, toRfc3339 } from '../../domain/time.ts'
import { storedTrace } from '../../platform/request-trace.ts'
import type { StoreParts } from '../../store/store.ts'
import type { WebhookDelivery } from '../../store/webhook-deliveries.ts'
import type { WebhookEndpoint } from '../../store/webhook-endpoints.ts'
import type { Caller } from '../caller.ts'
import { type Deps, makeId } from '../deps.ts'
import { parseInput } from '../inputs/input.ts'
import {
  listWebhookDeliveriesInput,
  recoverWebhookEndpointInput,
  webhookDeliveryIdInput,
  webhookEndpointIdInput,
} from '../inputs/webhook.ts'
import { findEnabledEndpoint } from './endpoint-view.ts'
import { recoverDeliveries } from './webhook-batches.ts'

const DEFAULT_LIMIT = 20

function deliveryView(delivery: WebhookDelivery): WebhookDeliveryView {
  return {
    deliveryId: delivery.deliveryId,
    eventId: delivery.eventId,
    endpointId: delivery.endpointId,
    eventType: delivery.eventType,
    bookingId: delivery.bookingId,
    status: delivery.status,
    attemptCount: delivery.attemptCount,
    nextAttemptAt: delivery.dueAt === null ? null : toRfc3339(delivery.dueAt),
    createdAt: toRfc3339(delivery.createdAt),
    attempts: delivery.attempts.map(({ startedAt, ...attempt }) => ({ ...attempt, startedAt: toRfc3339(startedAt) })),
  }
}

async function findDelivery(
  deps: Deps,
  caller: Caller,
  deliveryId: string,
): Promise<Result<WebhookDeliveryView, Problem>> {
  const delivery = await deps.store.webhookDeliveries.find(caller.organizationId, caller.environment, deliveryId)
  return delivery
    ? ok(deliveryView(delivery))
    : err(notFound('WEBHOOK_DELIVERY_NOT_FOUND', 'webhookDelivery', deliveryId))
}

export async function getWebhookDelivery(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<WebhookDeliveryView, Problem>> {
  const input = parseInput(webhookDeliveryIdInput, raw)
  return input.ok ? findDelivery(deps, caller, input.value.deliveryId) : input
}

/** Deliveries with their attempts, newest first. */
export async function listWebhookDeliveries(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<WebhookDeliveryList, Problem>> {
  const input = parseInput(listWebhookDeliveriesInput, raw)
  if (!input.ok) return input
  const { endpointId, bookingId, status, cursor, limit } = input.value
  const before = cursor ? parseCursor(cursor) : null
  if (cursor && !before)
    return err(invalid([issue('cursor', 'INVALID_CURSOR', 'cursor must be the next_cursor of an earlier answer')]))
  const take = limit ?? DEFAULT_LIMIT
  const found = await deps.store.webhookDeliveries.list(caller.organizationId, caller.environment, {
    endpointId: endpointId ?? null,
    bookingId: bookingId ?? null,
    status: status ?? null,
    before,
    limit: take + 1,
  })
  const page = found.slice(0, take)
  const last = page.at(-1)
  return ok({
    deliveries: page.map(deliveryView),
    nextCursor: found.length > take && last ? `${last.createdAt}_${last.deliveryId}` : null,
  })
}

function parseCursor(cursor: string): { createdAt: number; deliveryId: string } | null {
  const match = /^(\d{1,15})_(whd_\w{1,40})$/.exec(cursor)
  const createdAt = Number(match?.[1])
  return match?.[2] && isStorable(createdAt) ? { createdAt, deliveryId: match[2] } : null
}

/** Sends a delivery once more, regardless of its status, under its own webhook-id. A disabled or deleted endpoint gets nothing. */
export async function redeliverWebhook(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<WebhookDeliveryView, Problem>> {
  const input = parseInput(webhookDeliveryIdInput, raw)
  if (!input.ok) return input
  const found = await findDelivery(deps, caller, input.value.deliveryId)
  if (!found.ok) return found
  const endpoint = await findEnabledEndpoint(deps, caller, found.value.endpointId)
  if (!endpoint.ok) return endpoint
  await deps.store.webhookDeliveries.resend(caller.organizationId, found.value.deliveryId)
  return findDelivery(deps, caller, found.value.deliveryId)
}

/** Schedules all failed and skipped deliveries of a period again; of many, some after this has answered. */
export async function recoverWebhookEndpoint(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<WebhookRecovery, Problem>> {
  const input = parseInput(recoverWebhookEndpointInput, raw)
  if (!input.ok) return input
  const found = await findEnabledEndpoint(deps, caller, input.value.endpointId)
  if (!found.ok) return found
  const { endpointId } = found.value
  const since = parseRfc3339(input.value.since) ?? 0
  const until = (input.value.until && parseRfc3339(input.value.until)) || deps.clock.of(caller.organizationId).now()
  const { webhookBatches } = deps.store
  const recovered = await webhookBatches.beginRecovery(caller.organizationId, endpointId, { since, until })
  await recoverDeliveries(webhookBatches, endpointId)
  return ok({ endpointId, recovered })
}

/** Sends a `webhook.test` event to one endpoint, regardless of its subscriptions. */
export async function testWebhookEndpoint(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<WebhookDeliveryView, Problem>> {
  const input = parseInput(webhookEndpointIdInput, raw)
  if (!input.ok) return input
  const found = await findEnabledEndpoint(deps, caller, input.value.endpointId)
  if (!found.ok) return found
  const deliveryId = await deps.store.transaction((tx) => insertTestDelivery(tx, deps, found.value))
  return findDelivery(deps, caller, deliveryId)
}

/** Writes a `webhook.test` event and its delivery, which the relay sends at once; returns the delivery's id. */
export async function insertTestDelivery(
  tx: Pick<StoreParts, 'events' | 'webhookDeliveries'>,
  deps: Pick<Deps, 'clock' | 'randomBytes'>,
  { organizationId, environment, endpointId }: Pick<WebhookEndpoint, 'organizationId' | 'environment' | 'endpointId'>,
): Promise<string> {
  const now = deps.clock.of(organizationId).now()
  const eventId = makeId(deps, 'event')
  const deliveryId = makeId(deps, 'webhookDelivery')
  const position = await tx.events.insertTest({
    id: eventId,
    organizationId,
    environment,
    bookingId: null,
    sequence: null,
    type: 'webhook.test',
    body: testEventBody(eventId, { at: now, environment, endpointId }),
    createdAt: now,
    ...storedTrace(),
  })
  await tx.webhookDeliveries.insert({
    deliveryId,
    organizationId,
    endpointId,
    eventId,
    eventType: 'webhook.test',
    bookingId: null,
    eventPosition: position,
    status: 'PENDING',
    attemptCount: 0,
    trigger: 'TEST',
    dueAt: now,
    createdAt: now,
  })
  return deliveryId
}
