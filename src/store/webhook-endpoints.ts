import type { Instant } from '../domain/time.ts'
import type { WebhookEndpointModel } from './client/models.ts'
import { type Database, json } from './database.ts'
import { toDate, toInstant, toInstantOrNull } from './instants.ts'

/** A signing secret at rest; the current one has no end. */
export type StoredSecret = {
  /** Base64 of the sealed `{secret, asymmetric}`. */
  readonly sealed: string
  /** `whpk_…` of an asymmetric key; null for endpoints that did not ask for one. */
  readonly publicKey: string | null
  readonly expiresAt: Instant | null
}

export type WebhookEndpoint = {
  readonly endpointId: string
  readonly organizationId: string
  readonly environment: string
  readonly url: string
  readonly description: string | null
  readonly eventTypes: readonly string[]
  readonly enabled: boolean
  readonly disabledReason: string | null
  /** Current first. */
  readonly secrets: readonly StoredSecret[]
  /** The most under way at once, in all relays; one while it only fails. */
  readonly maxConcurrency: number
  /** The most in a second; null: as fast as it answers. */
  readonly maxPerSecond: number | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** How an endpoint does. */
export type EndpointState = {
  readonly endpointId: string
  readonly organizationId: string
  readonly environment: string
  readonly url: string
  readonly enabled: boolean
  readonly disabledReason: string | null
  readonly failingSince: Instant | null
  readonly pausedUntil: Instant | null
  /** Deliveries that are still to be made. */
  readonly waiting: number
}

export type WebhookEndpointChanges = Partial<
  Pick<
    WebhookEndpoint,
    'url' | 'description' | 'eventTypes' | 'enabled' | 'disabledReason' | 'secrets' | 'maxConcurrency' | 'maxPerSecond'
  >
>

export function createWebhookEndpointStore(db: Database) {
  return {
    insert: async (endpoint: WebhookEndpoint): Promise<void> => {
      const { endpointId, eventTypes, secrets, createdAt, updatedAt, ...rest } = endpoint
      await db.webhookEndpoint.create({
        data: {
          id: endpointId,
          ...rest,
          eventTypes: [...eventTypes],
          secrets: json(secrets),
          createdAt: toDate(createdAt),
          updatedAt: toDate(updatedAt),
        },
      })
    },

    /** Null for an unknown id, a deleted one, and another organization's alike. */
    find: async (organizationId: string, environment: string, endpointId: string): Promise<WebhookEndpoint | null> => {
      const row = await db.webhookEndpoint.findFirst({
        where: { id: endpointId, organizationId, environment, deletedAt: null },
      })
      return row && toEndpoint(row)
    },

    list: async (organizationId: string, environment: string): Promise<WebhookEndpoint[]> => {
      const rows = await db.webhookEndpoint.findMany({
        where: { organizationId, environment, deletedAt: null },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      })
      return rows.map(toEndpoint)
    },

    /** How endpoints do, for operators: one, or all of them, those that fail first. */
    states: async (endpointId: string | null): Promise<EndpointState[]> => {
      const rows = await db.$queryRaw<
        (Omit<EndpointState, 'failingSince' | 'pausedUntil'> & {
          failingSince: Date | null
          pausedUntil: Date | null
        })[]
      >`
      SELECT e.id AS "endpointId", e.organization_id AS "organizationId", e.environment, e.url, e.enabled,
        e.disabled_reason AS "disabledReason", e.failing_since AS "failingSince", e.paused_until AS "pausedUntil",
        (SELECT count(*)::int FROM webhook_deliveries d
         WHERE d.endpoint_id = e.id AND d.status IN ('PENDING', 'RETRYING')) AS waiting
      FROM webhook_endpoints e
      WHERE e.deleted_at IS NULL AND (${endpointId}::text IS NULL OR e.id = ${endpointId})
      ORDER BY e.failing_since NULLS LAST, e.organization_id, e.created_at LIMIT 1000`
      return rows.map(({ failingSince, pausedUntil, ...state }) => ({
        ...state,
        failingSince: toInstantOrNull(failingSince),
        pausedUntil: toInstantOrNull(pausedUntil),
      }))
    },

    /** Sends nothing before `until`, an operator's word; the relay is woken. */
    pause: async (endpointId: string, until: Instant): Promise<void> => {
      await db.webhookEndpoint.updateMany({ where: { id: endpointId }, data: { pausedUntil: toDate(until) } })
      await db.$executeRaw`SELECT pg_notify('webhook_deliveries', '')`
    },

    /** Writes over the endpoint as it was read; false when it was changed or deleted since. */
    update: async (read: WebhookEndpoint, changes: WebhookEndpointChanges, now: Instant): Promise<boolean> => {
      const { eventTypes, secrets, ...rest } = changes
      const { count } = await db.webhookEndpoint.updateMany({
        where: {
          id: read.endpointId,
          organizationId: read.organizationId,
          updatedAt: toDate(read.updatedAt),
          deletedAt: null,
        },
        data: {
          ...rest,
          ...(eventTypes ? { eventTypes: [...eventTypes] } : {}),
          ...(secrets ? { secrets: json(secrets) } : {}),
          ...(changes.enabled
            ? { failingSince: null, failuresCounted: 0, failureCountedAt: null, pausedUntil: null }
            : {}),
          // Two changes in one millisecond must still be told apart.
          updatedAt: toDate(Math.max(now, read.updatedAt + 1)),
        },
      })
      return count === 1
    },

    /** The endpoint and its secrets go; what was not delivered yet is DISCARDED. */
    delete: async (organizationId: string, endpointId: string, now: Instant): Promise<void> => {
      await db.webhookEndpoint.updateMany({
        where: { id: endpointId, organizationId },
        data: { deletedAt: toDate(now), enabled: false, secrets: json([]) },
      })
      await db.webhookDelivery.updateMany({
        where: { endpointId, organizationId, status: { in: ['PENDING', 'RETRYING', 'SKIPPED'] } },
        data: { status: 'DISCARDED', dueAt: null, leaseId: null, leasedUntil: null, updatedAt: toDate(now) },
      })
    },
  }
}

function toEndpoint(row: WebhookEndpointModel): WebhookEndpoint {
  return {
    endpointId: row.id,
    organizationId: row.organizationId,
    environment: row.environment,
    url: row.url,
    description: row.description,
    eventTypes: row.eventTypes,
    enabled: row.enabled,
    disabledReason: row.disabledReason,
    // Written by this file only.
    secrets: row.secrets as unknown as StoredSecret[],
    maxConcurrency: row.maxConcurrency,
    maxPerSecond: row.maxPerSecond,
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
  }
}
