import { DELIVERY_STATUSES, type DeliveryStatus } from '../domain/contract/webhook.ts'
import type { Instant } from '../domain/time.ts'
import type { WebhookDeliveryModel } from './client/models.ts'
import { type Database, type Sql, sql } from './database.ts'
import { toDate } from './instants.ts'
import { when } from './optional-part.ts'

export type DeliveryFilter = {
  readonly endpointId: string | null
  readonly bookingId: string | null
  readonly status: DeliveryStatus | null
  /** Lists are sorted newest first; only deliveries older than this one are returned. */
  readonly before: { readonly createdAt: Instant; readonly deliveryId: string } | null
  readonly limit: number
}

export type DeadFilter = {
  readonly organizationId: string | null
  readonly endpointId: string | null
  readonly since: Instant | null
  readonly limit: number
}

export type ListedDelivery = Omit<WebhookDeliveryModel, 'eventPosition' | 'leaseId' | 'leasedUntil' | 'updatedAt'>

const COLUMNS = sql`d.id, d.organization_id AS "organizationId", d.endpoint_id AS "endpointId", d.event_id AS "eventId",
  d.event_type AS "eventType", d.booking_id AS "bookingId", d.status, d.attempt_count AS "attemptCount", d.due_at AS "dueAt",
  d.trigger, d.created_at AS "createdAt"`

const NEWEST_FIRST = sql`ORDER BY d.created_at DESC, d.id DESC`

/**
 * A page of an organization's deliveries, newest first. Deliveries are in order by endpoint and status, and an organization has few
 * endpoints: a page is merged from the newest of each. Only the list of all has an order of its own.
 */
export function listDeliveries(
  db: Database,
  { organizationId, environment }: { readonly organizationId: string; readonly environment: string },
  { endpointId, bookingId, status, before, limit }: DeliveryFilter,
): Promise<ListedDelivery[]> {
  const endpoints = sql`e.organization_id = ${organizationId} AND e.environment = ${environment}
    ${when(endpointId, (value) => sql`AND e.id = ${value}`)}`
  const older = when(
    before,
    (last) => sql`AND (d.created_at, d.id) < (${toDate(last.createdAt)}::timestamptz, ${last.deliveryId})`,
  )
  if (bookingId !== null)
    return db.$queryRaw<ListedDelivery[]>`
    SELECT ${COLUMNS} FROM webhook_endpoints e CROSS JOIN LATERAL (
      SELECT * FROM webhook_deliveries WHERE endpoint_id = e.id AND booking_id = ${bookingId} OFFSET 0
    ) d
    WHERE ${endpoints} ${when(status, (value) => sql`AND d.status = ${value}`)} ${older}
    ${NEWEST_FIRST} LIMIT ${limit}::int`
  if (endpointId !== null || status !== null)
    return merged(db, { endpoints, statuses: status === null ? DELIVERY_STATUSES : [status], which: older, limit })
  return db.$queryRaw<ListedDelivery[]>`
  SELECT ${COLUMNS} FROM webhook_deliveries d
  WHERE d.organization_id = ${organizationId} ${older}
    AND EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.id = d.endpoint_id AND e.environment = ${environment})
  ${NEWEST_FIRST} LIMIT ${limit}::int`
}

/** Deliveries that failed for good, newest first. */
export function listDead(
  db: Database,
  { organizationId, endpointId, since, limit }: DeadFilter,
): Promise<ListedDelivery[]> {
  const young = when(since, (value) => sql`AND d.created_at >= ${toDate(value)}::timestamptz`)
  if (organizationId === null && endpointId === null)
    return db.$queryRaw<ListedDelivery[]>`
    SELECT ${COLUMNS} FROM webhook_deliveries d WHERE d.status = 'FAILED' ${young} ${NEWEST_FIRST} LIMIT ${limit}::int`
  const endpoints = sql`true ${when(organizationId, (value) => sql`AND e.organization_id = ${value}`)}
    ${when(endpointId, (value) => sql`AND e.id = ${value}`)}`
  return merged(db, { endpoints, statuses: ['FAILED'], which: young, limit })
}

type Merge = {
  /** Conditions on endpoints `e`. */
  readonly endpoints: Sql
  readonly statuses: readonly DeliveryStatus[]
  /** Further conditions on deliveries `d`, on their times only. */
  readonly which: Sql
  readonly limit: number
}

function merged(db: Database, { endpoints, statuses, which, limit }: Merge): Promise<ListedDelivery[]> {
  return db.$queryRaw<ListedDelivery[]>`
  SELECT ${COLUMNS} FROM webhook_endpoints e CROSS JOIN unnest(${[...statuses]}::text[]) AS wanted(status) CROSS JOIN LATERAL (
    SELECT * FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.status = wanted.status ${which}
    ${NEWEST_FIRST} LIMIT ${limit}::int
  ) d
  WHERE ${endpoints} ${NEWEST_FIRST} LIMIT ${limit}::int`
}
