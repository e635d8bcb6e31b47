import type { CaseKind } from '../domain/case.ts'
import type { DeliveryStatus } from '../domain/contract/webhook.ts'
import { firstIdAt, timeOfId } from '../domain/ids.ts'
import { DAY_MS, type Instant } from '../domain/time.ts'
import type { BookingScope } from './booking-search.ts'
import { type Database, type Sql, sql } from './database.ts'
import { firstEventOf } from './events.ts'
import { toDate } from './instants.ts'
import { when } from './optional-part.ts'

/** Of each kind a booking's history has so many at most, the newest. */
export const MOST_RECORDS = 500

export type EventRecord = {
  readonly id: string
  readonly bookingId: string | null
  readonly organizationId: string
  readonly position: bigint
  readonly sequence: number | null
  readonly type: string
  readonly body: string
  readonly requestId: string | null
  readonly createdAt: Instant
}

export type AttemptRecord = {
  readonly id: string
  readonly bookingId: string
  readonly operation: string
  readonly startedAt: Instant
  readonly sentAt: Instant | null
  readonly endedAt: Instant | null
  readonly outcome: string | null
  readonly httpStatus: number | null
  readonly errorCode: string | null
  /** The supplier's own words; private. */
  readonly detail: string | null
  readonly requestId: string | null
}

export type DeliveryRecord = {
  readonly id: string
  readonly eventId: string
  readonly eventType: string
  readonly endpointId: string
  readonly url: string
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly dueAt: Instant | null
  readonly createdAt: Instant
  readonly lastAt: Instant | null
  readonly lastDurationMs: number | null
  readonly lastResponse: number | null
  readonly lastError: string | null
}

export type KeyRecord = {
  readonly operation: string
  readonly key: string
  readonly createdAt: Instant
  readonly cancellationId: string | null
}

export type CaseRecord = {
  readonly id: string
  readonly kind: CaseKind
  readonly detail: unknown
  readonly openedAt: Instant
  readonly takenBy: string | null
  readonly closedAt: Instant | null
  readonly closedBy: string | null
  readonly settledHow: string | null
  readonly note: string | null
}

export type AuditRecord = {
  readonly id: string
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
  readonly createdAt: Instant
}

/** When a worker looks at a booking next, and what for. */
export type LookRecord = { readonly kind: string | null; readonly at: Instant; readonly looks: number }

/** All that is kept of a booking's past, for whoever has to say what happened to it. Times are ms since 1970. */
export function createBookingRecordStore(db: Database) {
  return { ...createBookingReads(db), ...createRequestReads(db) }
}

function createBookingReads(db: Database) {
  return {
    events: (bookingId: string): Promise<EventRecord[]> =>
      db.$queryRaw<EventRecord[]>`
      SELECT ${EVENT} FROM booking_events e WHERE e.booking_id = ${bookingId} AND e.id >= ${firstEventOf(bookingId)}
      ORDER BY e.sequence DESC LIMIT ${MOST_RECORDS}::int`,

    attempts: (bookingId: string): Promise<AttemptRecord[]> =>
      db.$queryRaw<AttemptRecord[]>`
      SELECT ${ATTEMPT} FROM booking_attempts a WHERE a.booking_id = ${bookingId}
      ORDER BY a.started_at DESC LIMIT ${MOST_RECORDS}::int`,

    deliveries: (eventIds: readonly string[]): Promise<DeliveryRecord[]> =>
      db.$queryRaw<DeliveryRecord[]>`
      SELECT d.id, d.event_id AS "eventId", d.event_type AS "eventType", d.endpoint_id AS "endpointId", p.url, d.status,
        d.attempt_count AS attempts, ${ms(sql`d.due_at`)} AS "dueAt", ${ms(sql`d.created_at`)} AS "createdAt",
        ${ms(sql`t.started_at`)} AS "lastAt", t.duration_ms AS "lastDurationMs", t.response_status AS "lastResponse",
        t.error AS "lastError"
      FROM webhook_deliveries d JOIN webhook_endpoints p ON p.id = d.endpoint_id
      LEFT JOIN LATERAL (SELECT * FROM webhook_attempts t WHERE t.delivery_id = d.id ORDER BY t.id DESC LIMIT 1) t ON true
      WHERE d.event_id = ANY (${[...eventIds]}::text[])
      ORDER BY d.created_at DESC, d.id LIMIT ${MOST_RECORDS}::int`,

    keys: (bookingId: string): Promise<KeyRecord[]> =>
      db.$queryRaw<KeyRecord[]>`
      SELECT operation, key, ${ms(sql`created_at`)} AS "createdAt", cancellation_id AS "cancellationId"
      FROM idempotency_keys WHERE booking_id = ${bookingId} ORDER BY created_at DESC LIMIT ${MOST_RECORDS}::int`,

    cases: (bookingId: string): Promise<CaseRecord[]> =>
      db.$queryRaw<CaseRecord[]>`
      SELECT id, kind, detail, ${ms(sql`opened_at`)} AS "openedAt", taken_by AS "takenBy", ${ms(sql`closed_at`)} AS "closedAt",
        closed_by AS "closedBy", settled_how AS "settledHow", note
      FROM cases WHERE booking_id = ${bookingId} ORDER BY opened_at DESC LIMIT ${MOST_RECORDS}::int`,

    audit: (subjects: readonly string[]): Promise<AuditRecord[]> =>
      db.$queryRaw<AuditRecord[]>`
      SELECT ${AUDIT} FROM audit_log WHERE subject = ANY (${[...subjects]}::text[])
      ORDER BY id DESC LIMIT ${MOST_RECORDS}::int`,

    look: async (bookingId: string): Promise<LookRecord | null> => {
      const [row] = await db.$queryRaw<LookRecord[]>`
      SELECT look_kind AS kind, ${ms(sql`look_at`)} AS at, looks FROM bookings WHERE id = ${bookingId} AND look_at IS NOT NULL`
      return row ?? null
    },
  }
}

function createRequestReads(db: Database) {
  return {
    /** The request that a supplier call was made for, by the call's own id; null: there is no such call of a scope, or it has none. */
    requestOfAttempt: async (
      attemptId: string,
      { organizationId, environment }: BookingScope,
    ): Promise<string | null> => {
      const booking = { environment, ...(organizationId === null ? {} : { organizationId }) }
      const row = await db.bookingAttempt.findFirst({ where: { id: attemptId, booking }, select: { requestId: true } })
      return row?.requestId ?? null
    },

    /** The supplier calls of a request, the oldest first. */
    attemptsOfRequest: (requestId: string): Promise<AttemptRecord[]> =>
      db.$queryRaw<AttemptRecord[]>`
      SELECT ${ATTEMPT} FROM booking_attempts a WHERE a.request_id = ${requestId}
      ORDER BY a.started_at LIMIT ${MOST_RECORDS}::int`,

    /**
     * The events of a request: those of the bookings whose supplier calls it made, and, where its id tells when it came, those that were
     * written until a day later. Events have no index of requests, so that no more than `most` are passed over.
     */
    eventsOfRequest: (requestId: string, bookingIds: readonly string[], most: number): Promise<EventRecord[]> => {
      const cameAt = requestId.startsWith('req_') ? timeOfId(requestId) : null
      return db.$queryRaw<EventRecord[]>`
      SELECT ${EVENT} FROM booking_events e
      WHERE e.booking_id = ANY (${[...bookingIds]}::text[]) AND e.request_id = ${requestId}
      ${when(
        cameAt,
        (at) => sql`UNION SELECT ${EVENT} FROM (
          SELECT * FROM booking_events WHERE id >= ${firstIdAt('event', at)} AND id < ${firstIdAt('event', at + DAY_MS)}
          ORDER BY id LIMIT ${most}::int
        ) e WHERE e.request_id = ${requestId}`,
      )}
      ORDER BY position LIMIT ${MOST_RECORDS}::int`
    },

    /** What people did under a request: of the entries of the hour after it came, or of the newest, no more than `most`. */
    auditOfRequest: (requestId: string, most: number): Promise<AuditRecord[]> => {
      const cameAt = requestId.startsWith('req_') ? timeOfId(requestId) : null
      const around = when(
        cameAt,
        (at) =>
          sql`WHERE created_at >= ${toDate(at)}::timestamptz AND created_at < ${toDate(at + DAY_MS)}::timestamptz`,
      )
      return db.$queryRaw<AuditRecord[]>`
      SELECT ${AUDIT} FROM (
        SELECT * FROM audit_log ${around} ORDER BY ${cameAt === null ? sql`id DESC` : sql`created_at, id`} LIMIT ${most}::int
      ) recent WHERE details->>'requestId' = ${requestId} ORDER BY id LIMIT ${MOST_RECORDS}::int`
    },
  }
}

function ms(column: Sql): Sql {
  return sql`(extract(epoch FROM ${column}) * 1000)::float8`
}

const EVENT = sql`e.id, e.booking_id AS "bookingId", e.organization_id AS "organizationId", e.position, e.sequence, e.type, e.body,
  e.request_id AS "requestId", ${ms(sql`e.created_at`)} AS "createdAt"`

const ATTEMPT = sql`a.id, a.booking_id AS "bookingId", a.operation, ${ms(sql`a.started_at`)} AS "startedAt",
  ${ms(sql`a.sent_at`)} AS "sentAt", ${ms(sql`a.ended_at`)} AS "endedAt", a.outcome, a.supplier_http_status AS "httpStatus",
  a.supplier_error_code AS "errorCode", a.detail, a.request_id AS "requestId"`

const AUDIT = sql`id::text AS id, actor, action, subject, details, ${ms(sql`created_at`)} AS "createdAt"`
