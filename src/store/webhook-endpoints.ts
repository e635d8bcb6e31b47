import type { Instant } from '../domain/time.ts'
import type { WebhookEndpointModel } from './client/models.ts'
import { type Database, json } from './database.ts'
import { toDate, toInstant, toInstantOrNull } from './instants.ts'

/** A stored signing secret; the current one has no expiry. */
export type StoredSecret = {
  /** Base64 of the sealed `{secret, asymmetric}`. */
  readonly sealed: string
  /** `whpk_…` of an asymmetric key; null for endpoints without one. */
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
  /** The current secret comes first. */
  readonly secrets: readonly StoredSecret[]
  /** The maximum of concurrent deliveries over all relays; while all of them fail, it gets one at a time. */
  readonly maxConcurrency: number
  /** The maximum of deliveries per second; null: as fast as the endpoint answers. */
  readonly maxPerSecond: number | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** The health of an endpoint. */
export type EndpointState = {
  readonly endpointId: string
  readonly organizationId: string
  readonly environment: string
  readonly url: string
  readonly enabled: boolean
  readonly disabledReason: string | null
  readonly failingSince: Instant | null
  readonly pausedUntil: Instant | null
  /** The number of deliveries that are still to be made. */
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

    /** Returns null for an unknown id, a deleted endpoint, and another organization's endpoint alike. */
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

    /** The health of one endpoint, of an organization's, or of all of them, for operators; failing ones come first. */
    states: async (endpointId: string | null, organizationId: string | null = null): Promise<EndpointState[]> => {
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
        AND (${organizationId}::text IS NULL OR e.organization_id = ${organizationId})
      ORDER BY e.failing_since NULLS LAST, e.organization_id, e.created_at LIMIT 1000`
      return rows.map(({ failingSince, pausedUntil, ...state }) => ({
        ...state,
        failingSince: toInstantOrNull(failingSince),
        pausedUntil: toInstantOrNull(pausedUntil),
      }))
    },

    /** Stops deliveries before `until` at an operator's request, and wakes the relay. */
    pause: async (endpointId: string, until: Instant): Promise<void> => {
      await db.webhookEndpoint.updateMany({ where: { id: endpointId }, data: { pausedUntil: toDate(until) } })
      await db.$executeRaw`SELECT pg_notify('webhook_deliveries', '')`
    },

    /** Updates the endpoint as it was read; returns false when it was changed or deleted since. */
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
            ? { failingSince: null, failuresCounted: 0, failureCountedAt: null, pausedUntil: null, closing: false }
            : {}),
          // `updatedAt` must grow even when two changes fall into one millisecond.
          updatedAt: toDate(Math.max(now, read.updatedAt + 1)),
        },
      })
      return count === 1
    },

    /** Deletes the endpoint and its secrets; `closeBatch` discards what waits for it. */
    delete: async (organizationId: string, endpointId: string, now: Instant): Promise<void> => {
      await db.webhookEndpoint.updateMany({
        where: { id: endpointId, organizationId },
        data: { deletedAt: toDate(now), enabled: false, secrets: json([]), closing: true },
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
    // Only this file writes the column.
    secrets: row.secrets as unknown as StoredSecret[],
    maxConcurrency: row.maxConcurrency,
    maxPerSecond: row.maxPerSecond,
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
  }
}
