import type { DeliveryStatus } from '../domain/contract/webhook.ts'
import { DELIVERY_STATUSES } from '../domain/contract/webhook.ts'
import { MINUTE_MS, parseRfc3339, toRfc3339 } from '../domain/time.ts'
import { rotatedSecrets } from '../operations/webhooks/secrets.ts'
import { insertTestDelivery } from '../operations/webhooks/webhook-deliveries.ts'
import type { StoreParts } from '../store/store.ts'
import type { EndpointState } from '../store/webhook-endpoints.ts'
import { type Command, optionalText, text, UsageError, wholeNumber } from './command.ts'
import { resendDelivery } from './deliveries.ts'

async function endpointOf(
  { webhookEndpoints }: Pick<StoreParts, 'webhookEndpoints'>,
  endpointId: string,
): Promise<EndpointState> {
  const [found] = await webhookEndpoints.states(endpointId)
  if (!found) throw new UsageError(`no endpoint ${endpointId}`)
  return found
}

/** The endpoint while it is enabled: nothing is sent to another, so what is asked to be would wait for good. */
async function enabledEndpointOf(tx: StoreParts, endpointId: string): Promise<EndpointState> {
  const endpoint = await endpointOf(tx, endpointId)
  if (!endpoint.enabled) throw new UsageError(`${endpointId} is disabled: \`webhook enable\` it first`)
  return endpoint
}

const list: Command = {
  noun: 'webhook',
  verb: 'list',
  summary: 'lists the endpoints: failing since, paused until, and the number of waiting deliveries',
  usage: '',
  options: {},
  required: [],
  run: async ({ store }) =>
    (await store.webhookEndpoints.states(null)).map(({ failingSince, pausedUntil, ...state }) => ({
      ...state,
      failingSince: failingSince === null ? null : toRfc3339(failingSince),
      pausedUntil: pausedUntil === null ? null : toRfc3339(pausedUntil),
    })),
}

function statusOf(given: string | null): DeliveryStatus | null {
  if (given === null) return null
  const found = DELIVERY_STATUSES.find((one) => one === given.toUpperCase())
  if (!found) throw new UsageError(`--status is one of ${DELIVERY_STATUSES.join(', ')}`)
  return found
}

const deliveries: Command = {
  noun: 'webhook',
  verb: 'deliveries',
  summary: 'lists an endpoint’s deliveries with their last attempt, newest first',
  usage: '--endpoint whe_… [--status FAILED] [--limit 50]',
  options: { endpoint: { type: 'string' }, status: { type: 'string' }, limit: { type: 'string' } },
  required: ['endpoint'],
  run: async (core, values) => {
    const endpoint = await endpointOf(core.store, text(values, 'endpoint'))
    const found = await core.store.webhookDeliveries.list(endpoint.organizationId, endpoint.environment, {
      endpointId: endpoint.endpointId,
      bookingId: null,
      status: statusOf(optionalText(values, 'status')),
      before: null,
      limit: Math.min(500, wholeNumber(values, 'limit') ?? 50),
    })
    return found.map(({ attempts, dueAt, createdAt, ...delivery }) => {
      const last = attempts.at(-1)
      return {
        deliveryId: delivery.deliveryId,
        eventType: delivery.eventType,
        bookingId: delivery.bookingId,
        status: delivery.status,
        createdAt: toRfc3339(createdAt),
        nextAttemptAt: dueAt === null ? null : toRfc3339(dueAt),
        attempts: attempts.length,
        lastStatus: last?.responseStatus ?? null,
        lastError: last?.error ?? null,
      }
    })
  },
}

const resend: Command = {
  noun: 'webhook',
  verb: 'resend',
  summary: 'sends a delivery again now, whatever its status',
  usage: '--delivery whd_…',
  options: { delivery: { type: 'string' } },
  required: ['delivery'],
  change: ({ tx }, values) => resendDelivery(tx, text(values, 'delivery')),
}

const recover: Command = {
  noun: 'webhook',
  verb: 'recover',
  summary: 'sends deliveries again that failed or were skipped since a time, 50 per second, fresh events first',
  usage: '--endpoint whe_… --since 2026-11-20T00:00:00Z [--until …]',
  options: { endpoint: { type: 'string' }, since: { type: 'string' }, until: { type: 'string' } },
  required: ['endpoint', 'since'],
  change: async ({ core, tx }, values) => {
    const { endpointId, organizationId } = await enabledEndpointOf(tx, text(values, 'endpoint'))
    const since = parseRfc3339(text(values, 'since'))
    const until = parseRfc3339(optionalText(values, 'until') ?? toRfc3339(core.clock.of(organizationId).now()))
    if (since === null || until === null) throw new UsageError('--since and --until are RFC 3339, with a zone')
    const recovered = await tx.webhookBatches.beginRecovery(organizationId, endpointId, { since, until })
    const after = { since: toRfc3339(since), until: toRfc3339(until), recovered }
    return {
      rows: [{ endpointId, recovered }],
      trace: { action: 'webhook.recover', subject: endpointId, organizationId, before: null, after },
    }
  },
}

const pause: Command = {
  noun: 'webhook',
  verb: 'pause',
  summary: 'pauses an endpoint for some minutes; its deliveries wait. 0 ends the pause',
  usage: '--endpoint whe_… --minutes 60',
  options: { endpoint: { type: 'string' }, minutes: { type: 'string' } },
  required: ['endpoint', 'minutes'],
  change: async ({ core, tx }, values) => {
    const { endpointId, organizationId, pausedUntil } = await endpointOf(tx, text(values, 'endpoint'))
    const until = core.clock.of(organizationId).now() + (wholeNumber(values, 'minutes') ?? 0) * MINUTE_MS
    await tx.webhookEndpoints.pause(endpointId, until)
    const before = { pausedUntil: pausedUntil === null ? null : toRfc3339(pausedUntil) }
    const after = { pausedUntil: toRfc3339(until) }
    return {
      rows: [{ endpointId, ...after }],
      trace: { action: 'webhook.pause', subject: endpointId, organizationId, before, after },
    }
  },
}

const enable: Command = {
  noun: 'webhook',
  verb: 'enable',
  summary: 'enables an endpoint again; `recover` sends what it missed',
  usage: '--endpoint whe_…',
  options: { endpoint: { type: 'string' } },
  required: ['endpoint'],
  change: async ({ core, tx }, values) => {
    const { endpointId, organizationId, environment } = await endpointOf(tx, text(values, 'endpoint'))
    const read = await tx.webhookEndpoints.find(organizationId, environment, endpointId)
    const changes = { enabled: true, disabledReason: null }
    if (!read || !(await tx.webhookEndpoints.update(read, changes, core.clock.of(organizationId).now())))
      throw new UsageError('the endpoint was changed at the same time: try again')
    const before = { enabled: read.enabled, disabledReason: read.disabledReason }
    return {
      rows: [{ endpointId, enabled: true }],
      trace: { action: 'webhook.enable', subject: endpointId, organizationId, before, after: changes },
    }
  },
}

const test: Command = {
  noun: 'webhook',
  verb: 'test',
  summary: 'sends a test event to an endpoint, whatever it subscribes to; `delivery show` tells how it was taken',
  usage: '--endpoint whe_…',
  options: { endpoint: { type: 'string' } },
  required: ['endpoint'],
  change: async ({ core, tx }, values) => {
    const endpoint = await enabledEndpointOf(tx, text(values, 'endpoint'))
    const { endpointId, organizationId } = endpoint
    const deliveryId = await insertTestDelivery(tx, core.deps, endpoint)
    return {
      rows: [{ endpointId, deliveryId }],
      trace: { action: 'webhook.test', subject: endpointId, organizationId, before: null, after: { deliveryId } },
    }
  },
}

const LONGEST_GRACE_S = 604_800

const rotateSecret: Command = {
  noun: 'webhook',
  verb: 'rotate-secret',
  summary:
    'makes a new signing secret, which is told once; the older ones sign too for a day, or as many seconds as are given (0: not at all)',
  usage: '--endpoint whe_… [--grace-seconds 3600]',
  options: { endpoint: { type: 'string' }, 'grace-seconds': { type: 'string' } },
  required: ['endpoint'],
  change: async ({ core, tx }, values) => {
    const graceSeconds = wholeNumber(values, 'grace-seconds')
    if ((graceSeconds ?? 0) > LONGEST_GRACE_S) throw new UsageError(`--grace-seconds is ${LONGEST_GRACE_S} at most`)
    const { endpointId, organizationId, environment } = await endpointOf(tx, text(values, 'endpoint'))
    const now = core.clock.of(organizationId).now()
    const read = await tx.webhookEndpoints.find(organizationId, environment, endpointId)
    const rotated = read && rotatedSecrets(core.deps, read, { now, graceSeconds })
    if (!rotated || !(await tx.webhookEndpoints.update(read, { secrets: rotated.secrets }, now)))
      throw new UsageError('the endpoint was changed at the same time: try again')
    const [before, after] = [{ secrets: read.secrets.length }, { secrets: rotated.secrets.length, graceSeconds }]
    return {
      rows: [{ endpointId, signingSecret: rotated.shown }],
      trace: { action: 'webhook.rotate-secret', subject: endpointId, organizationId, before, after },
    }
  },
}

export const WEBHOOK_COMMANDS: readonly Command[] = [
  list,
  deliveries,
  resend,
  recover,
  pause,
  enable,
  test,
  rotateSecret,
]
