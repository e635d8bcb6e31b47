import { parseRfc3339, toRfc3339 } from '../domain/time.ts'
import type { StoreParts } from '../store/store.ts'
import type { WebhookDelivery } from '../store/webhook-deliveries.ts'
import { type Command, optionalText, type Rows, text, UsageError, wholeNumber } from './command.ts'

const MAX_LISTED = 500

function briefly({ deliveryId, organizationId, endpointId, attempts, ...delivery }: WebhookDelivery): Rows[number] {
  const last = attempts.at(-1)
  return {
    deliveryId,
    organizationId,
    endpointId,
    eventType: delivery.eventType,
    bookingId: delivery.bookingId,
    createdAt: toRfc3339(delivery.createdAt),
    attempts: attempts.length,
    lastAttemptAt: last ? toRfc3339(last.startedAt) : null,
    lastStatus: last?.responseStatus ?? null,
    lastError: last?.error ?? null,
  }
}

const list: Command = {
  noun: 'delivery',
  verb: 'list',
  summary: 'lists the webhooks that failed for good, of all organizations, newest first',
  usage: '[--organization org_…] [--endpoint whe_…] [--since 2026-11-20T00:00:00Z] [--limit 50]',
  options: {
    organization: { type: 'string' },
    endpoint: { type: 'string' },
    since: { type: 'string' },
    limit: { type: 'string' },
  },
  required: [],
  run: async ({ store }, values) => {
    const given = optionalText(values, 'since')
    const since = given === null ? null : parseRfc3339(given)
    if (given !== null && since === null) throw new UsageError('--since is RFC 3339, with a zone')
    const dead = await store.webhookDeliveries.dead({
      organizationId: optionalText(values, 'organization'),
      endpointId: optionalText(values, 'endpoint'),
      since,
      limit: Math.min(MAX_LISTED, wholeNumber(values, 'limit') ?? 50),
    })
    return dead.map(briefly)
  },
}

const show: Command = {
  noun: 'delivery',
  verb: 'show',
  summary: 'shows a delivery with every attempt, but without what the receiver answered, and its endpoint',
  usage: '--id whd_…',
  options: { id: { type: 'string' } },
  required: ['id'],
  run: async ({ store }, values) => {
    const deliveryId = text(values, 'id')
    const found = await store.webhookDeliveries.findAnywhere(deliveryId)
    if (!found) throw new UsageError(`no delivery ${deliveryId}`)
    const [endpoint] = await store.webhookEndpoints.states(found.endpointId)
    const { attempts, status, dueAt, eventId } = found
    return [
      {
        ...briefly(found),
        eventId,
        status,
        nextAttemptAt: dueAt === null ? null : toRfc3339(dueAt),
        attempts: attempts.map(({ responseBodyExcerpt: _theirs, startedAt, ...attempt }) => ({
          startedAt: toRfc3339(startedAt),
          ...attempt,
        })),
        endpoint: endpoint ? { url: endpoint.url, enabled: endpoint.enabled, waiting: endpoint.waiting } : null,
      },
    ]
  },
}

/** Sends a delivery again inside a change; throws a UsageError when it cannot be. */
export async function resendDelivery(tx: StoreParts, deliveryId: string) {
  const owners = await tx.webhookDeliveries.ownersOf(deliveryId)
  if (owners === null) throw new UsageError(`no delivery ${deliveryId}`)
  const { organizationId } = owners
  if (!(await tx.webhookDeliveries.resend(organizationId, deliveryId)))
    throw new UsageError(
      'an attempt is under way, or its endpoint is disabled or was deleted: look at it with `delivery show`',
    )
  return {
    rows: [{ deliveryId, resent: true }],
    trace: { action: 'webhook.resend', subject: deliveryId, ...owners, before: null, after: { resent: true } },
  }
}

const resend: Command = {
  noun: 'delivery',
  verb: 'resend',
  summary: 'sends a delivery again now, whatever its status; `webhook recover` sends all that an endpoint missed',
  usage: '--id whd_…',
  options: { id: { type: 'string' } },
  required: ['id'],
  change: ({ tx }, values) => resendDelivery(tx, text(values, 'id')),
}

export const DELIVERY_COMMANDS: readonly Command[] = [list, show, resend]
