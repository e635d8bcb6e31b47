import type { BookingStatus } from '../domain/booking.ts'
import { type NextLook, nextLook } from '../domain/booking-look.ts'
import type { Instant } from '../domain/time.ts'
import { isUniqueViolation } from '../platform/unique-violation.ts'
import type { Booking, BookingChanges } from './booking.ts'
import { type EndedAttempt, endOf } from './booking-attempts.ts'
import { type Database, type Sql, sql } from './database.ts'
import { type StoredEvent, withEvent } from './events.ts'
import { takeKey, type UsedKey } from './idempotency-keys.ts'
import { toDate, toDateOrNull } from './instants.ts'

/** Everything that is written when a booking is created. */
export type NewBooking = {
  readonly booking: Booking
  readonly event: StoredEvent
  readonly key: UsedKey
  /** The attempt id of the supplier call that follows; null when none follows yet. */
  readonly attemptId: string | null
}

/** Another booking was made of the offer, and has not failed. */
export class OfferClaimedError extends Error {}

async function claiming<T>(statement: PromiseLike<T>): Promise<T> {
  try {
    return await statement
  } catch (error) {
    throw isUniqueViolation(error, 'claimed_offer_id') ? new OfferClaimedError() : error
  }
}

/** How many looks there have been, and when the next one is; null: the booking is at rest. Absent: as it was. */
export type LookChange = {
  readonly looks: number
  readonly next: NextLook | null
  /** The lease of the look that plans this: when it is lost, another plan stands. Absent: this plan stands. */
  readonly leaseId?: string
}

interface KeepWrite {
  readonly changes: BookingChanges
  readonly now: Instant
  readonly look?: LookChange | undefined
}

interface MoveWrite extends KeepWrite {
  readonly eventOf: (after: Booking) => StoredEvent
  /** The attempt whose outcome makes the change; it ends in the same statement. */
  readonly ended?: EndedAttempt | undefined
}

/**
 * The writes of a booking. Each is one statement that writes the booking, its event and the event's deliveries, so that a booking
 * cannot change without its event. A round trip for each would be most of the cost of a booking.
 */
export function createBookingWrites(db: Database) {
  return {
    /**
     * Inserts a new booking with its first event, its idempotency key and the attempt of the supplier call that is about to be
     * made. Returns false and writes nothing when the key is already used, or the organization is no longer linked to the booking's
     * connection; it waits for a concurrent transaction that is inserting the key, or erasing the organization. Throws an
     * `OfferClaimedError`, which ends a transaction around it, when the offer has another booking that has not failed.
     */
    create: async ({ booking, event, key, attemptId }: NewBooking): Promise<boolean> => {
      const columns = Object.entries(columnsOfNew(booking))
      const parts = [
        ...linksOf(booking),
        sql`taken AS (${takeKey(key, IS_LINKED)} RETURNING booking_id)`,
        sql`written AS (
        INSERT INTO bookings (${sql.names(columns.map(([name]) => name))})
        SELECT ${sql.join(columns.map(([, value]) => value))} FROM taken
        RETURNING id
      )`,
        ...(attemptId === null ? [] : [sql`begun AS (${beginFirstAttempt(attemptId, event)})`]),
      ]
      const rows = await claiming(db.$queryRaw<unknown[]>(withEvent(parts, event)))
      return rows.length === 1
    },

    /**
     * Writes `changes` to the booking as it was read, together with the event that `eventOf` makes of the changed booking.
     * Returns null and writes nothing when another process has written the booking since. The event takes the next number of the
     * booking's sequence. Throws an `OfferClaimedError`, which ends a transaction around it, when the offer of a booking that is
     * reopened is being booked at this moment.
     */
    change: async (read: Booking, { changes, now, eventOf, look, ended }: MoveWrite): Promise<Booking | null> => {
      const after = afterChange(read, { changes, now, look, events: 1 })
      const parts = [
        sql`written AS (${updateOf(read, after, { changes, look })})`,
        ...(ended ? [sql`ended AS (${endOf(ended, sql`EXISTS (SELECT FROM written)`)})`] : []),
      ]
      const rows = await claiming(db.$queryRaw<unknown[]>(withEvent(parts, eventOf(after))))
      return rows.length === 1 ? after : null
    },

    /** Works like `change`, but without an event, for changes that clients do not see. */
    keep: async (read: Booking, { changes, now, look }: KeepWrite): Promise<Booking | null> => {
      const after = afterChange(read, { changes, now, look, events: 0 })
      const rows = await db.$queryRaw<unknown[]>(updateOf(read, after, { changes, look }))
      return rows.length === 1 ? after : null
    },
  }
}

/**
 * The organization's link to the connection, which is deleted when the organization is erased. It is locked: whoever erases it waits for the
 * booking, and then counts it (`organization-records.ts`).
 */
function linksOf({ organizationId, supplierCode, connectionId }: Booking): readonly Sql[] {
  return [
    sql`first_link AS (
        SELECT connection_id FROM organization_suppliers
        WHERE organization_id = ${organizationId} AND supplier_code = ${supplierCode} AND connection_id = ${connectionId}
        FOR KEY SHARE
      )`,
    sql`further_link AS (
        SELECT connection_id FROM further_connections
        WHERE organization_id = ${organizationId} AND connection_id = ${connectionId} FOR KEY SHARE
      )`,
  ]
}

const IS_LINKED = sql`(EXISTS (SELECT FROM first_link) OR EXISTS (SELECT FROM further_link))`

function beginFirstAttempt(attemptId: string, { organizationId, requestId, traceparent }: StoredEvent): Sql {
  return sql`
  INSERT INTO booking_attempts (id, booking_id, operation, started_at, sent_at, request_id, traceparent)
  SELECT ${attemptId}, id, ${'CREATE'}, gateway_now(${organizationId}), NULL, ${requestId}, ${traceparent} FROM written`
}

function afterChange(read: Booking, { changes, now, look, events }: KeepWrite & { readonly events: 0 | 1 }): Booking {
  return {
    ...read,
    ...changes,
    looks: look?.looks ?? read.looks,
    version: read.version + 1,
    sequence: read.sequence + events,
    updatedAt: now,
  }
}

function updateOf(read: Booking, after: Booking, { changes, look }: Pick<KeepWrite, 'changes' | 'look'>): Sql {
  const all = columnsOf(after)
  const wanted = new Set([...Object.keys(columnsOf(changes)), 'version', 'sequence', 'updated_at'])
  const set = [
    ...Object.entries(all).filter(([name]) => wanted.has(name)),
    ...Object.entries(claimOf(read.status, after.status)),
    ...Object.entries(look === undefined ? {} : lookColumns(look)),
  ]
  return sql`
    UPDATE bookings SET ${sql.join(set.map(([name, value]) => sql`${sql.names([name])} = ${value}`))}
    WHERE id = ${read.bookingId} AND organization_id = ${read.organizationId} AND version = ${read.version}
    RETURNING id`
}

/**
 * The offer of a booking that fails may be booked again. One that is reopened takes its offer back, unless another booking was made of
 * it in the meantime: both live then, and a person is told.
 */
function claimOf(was: BookingStatus, is: BookingStatus): Readonly<Record<string, Sql>> {
  if (is === 'FAILED') return { claimed_offer_id: sql`NULL` }
  if (was !== 'FAILED') return {}
  const isFree = sql`NOT EXISTS (SELECT FROM bookings other WHERE other.claimed_offer_id = bookings.accepted_offer_id)`
  return { claimed_offer_id: sql`CASE WHEN ${isFree} THEN accepted_offer_id END` }
}

function jsonb(value: unknown): Sql {
  return sql`${JSON.stringify(value)}::jsonb`
}
function instant(at: Instant | null): Sql {
  return sql`${toDateOrNull(at)}::timestamptz`
}
function bytea(value: Uint8Array | null): Sql {
  return sql`${value && new Uint8Array(value)}::bytea`
}

/** Maps the fields that are present to their columns; only fields that can change after a booking's creation are here. */
function columnsOf(booking: BookingChanges & Partial<Pick<Booking, 'version' | 'sequence' | 'updatedAt'>>) {
  return present({
    version: booking.version,
    sequence: booking.sequence,
    updated_at: maybe(booking.updatedAt, instant),
    status: booking.status,
    pending_operation: booking.pendingOperation,
    pending_since: maybe(booking.pendingSince, instant),
    status_before_cancel: booking.statusBeforeCancel,
    needs_operator: booking.needsOperator,
    cancellable: booking.cancellable,
    supplier_booking_id: booking.supplierBookingId,
    supplier_booking_code: booking.supplierBookingCode,
    supplier_payload: maybe(booking.supplierPayload, jsonb),
    hotel_confirmation: maybe(booking.hotelConfirmation, jsonb),
    hold_deadline_at: maybe(booking.holdDeadlineAt, instant),
    failure: maybe(booking.failure, (failure) => (failure === null ? sql`NULL` : jsonb(failure))),
    cancellation: maybe(booking.cancellation, (one) => (one === null ? sql`NULL` : jsonb(one))),
    discrepancies: maybe(booking.discrepancies, jsonb),
    supplier_told: maybe(booking.supplierTold, jsonb),
    guests_sealed: maybe(booking.guestsSealed, bytea),
    verifies_listing: booking.verifiesListing,
  })
}

/** The lease ends with the look that it was for. `organizationId` is in a new row's place what its column is later. */
export function lookColumns(
  { looks, next, leaseId }: LookChange,
  organizationId: Sql = sql`organization_id`,
): Readonly<Record<string, unknown>> {
  const plan = {
    looks: sql`${looks}::int`,
    look_at: next === null ? sql`NULL::timestamptz` : lookAt(next, organizationId),
    look_kind: sql`${next?.kind ?? null}::text`,
    lease_id: sql`NULL::text`,
  }
  if (leaseId === undefined) return plan
  return Object.fromEntries(
    Object.entries(plan).map(([name, value]) => [
      name,
      sql`CASE WHEN lease_id = ${leaseId} THEN ${value} ELSE ${sql.names([name])} END`,
    ]),
  )
}

function lookAt(next: NextLook, organizationId: Sql): Sql {
  if ('at' in next) return instant(next.at)
  return sql`gateway_now(${organizationId}) + make_interval(secs => ${next.afterMs}::float8 / 1000)`
}

function columnsOfNew(booking: Booking) {
  return {
    ...columnsOf(booking),
    ...lookColumns({ looks: 0, next: nextLook(booking, booking.createdAt) }, sql`${booking.organizationId}`),
    id: booking.bookingId,
    organization_id: booking.organizationId,
    environment: booking.environment,
    mode: booking.mode,
    accepted_offer_id: booking.acceptedOfferId,
    claimed_offer_id: booking.acceptedOfferId,
    hotel_id: booking.hotelId,
    supplier_code: booking.supplierCode,
    connection_id: booking.connectionId,
    supplier_reference: booking.supplierReference,
    review_expires_at: instant(booking.reviewExpiresAt),
    client_reference: booking.clientReference,
    metadata: jsonb(booking.metadata),
    check_in_date: booking.terms.stay.checkInDate,
    check_out_date: booking.terms.stay.checkOutDate,
    terms: jsonb(booking.terms),
    created_at: sql`${toDate(booking.createdAt)}::timestamptz`,
  }
}

function maybe<T, R>(value: T | undefined, map: (value: T) => R): R | undefined {
  return value === undefined ? undefined : map(value)
}

function present(columns: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}
