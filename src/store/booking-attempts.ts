import type { PendingOperation } from '../domain/booking.ts'
import type { Instant } from '../domain/time.ts'
import type { StoredTrace } from '../platform/request-trace.ts'
import { type Database, type Sql, sql } from './database.ts'
import { toDate } from './instants.ts'

/**
 * ACCEPTED and REFUSED are the supplier's words. UNKNOWN: the call was sent, and its outcome is not known. NOT_SENT: it never
 * left, and never will.
 */
type AttemptOutcome = 'ACCEPTED' | 'REFUSED' | 'UNKNOWN' | 'NOT_SENT'

/**
 * A supplier call that changes something, stored before it is made. Its life is judged by the database's clock alone, in the time of the booking's
 * organization:
 * - begun: `outcome` null, `sentMsAgo` null. Nothing has left; `send` is the only way on, and `abandonUnsent` closes it.
 * - sent: `outcome` null, `sentMsAgo` set. It may have happened, until the supplier's own record says otherwise.
 * - ended: `outcome` set. Nothing is sent any more under it; a later outcome of the call itself still replaces UNKNOWN.
 */
export type BookingAttempt = {
  readonly attemptId: string
  readonly bookingId: string
  readonly operation: PendingOperation
  readonly outcome: AttemptOutcome | null
  readonly startedMsAgo: number
  /** Since its last request left; null when no byte of it has left. */
  readonly sentMsAgo: number | null
}

/** What a look-up has to know of a request that may have left, in its adapter's own form. */
type Progress = Readonly<Record<string, unknown>>

/** How long the first request of a call may still leave. */
type Turn = {
  /** Milliseconds from when its attempt began. */
  readonly freshMs: number
  /** By the clock of the booking's organization: then what was agreed for the call holds no longer. Null: it does not end. */
  readonly until: Instant | null
}

type NewAttempt = StoredTrace & Pick<BookingAttempt, 'attemptId' | 'bookingId' | 'operation'>

export type AttemptEnd = {
  readonly outcome: AttemptOutcome
  readonly httpStatus: number | null
  readonly supplierErrorCode: string | null
  readonly detail: string | null
}

/** The outcome of a call, and the attempt that it was made under. */
export type EndedAttempt = { readonly attemptId: string; readonly end: AttemptEnd }

/** Stores the outcome of a call; the supplier's word overwrites what was assumed before. `onlyIf` is a further condition. */
export function endOf({ attemptId, end }: EndedAttempt, onlyIf: Sql = sql`true`): Sql {
  return sql`
      UPDATE booking_attempts SET outcome = ${end.outcome}, ended_at = booking_now(booking_id),
        supplier_http_status = ${end.httpStatus}::int, supplier_error_code = ${end.supplierErrorCode},
        detail = ${end.detail?.slice(0, 1_000) ?? null}
      WHERE id = ${attemptId} AND (outcome IS NULL OR outcome = 'UNKNOWN' OR ${end.outcome} IN ('ACCEPTED', 'REFUSED'))
        AND ${onlyIf}`
}

export function createBookingAttemptStore(db: Database) {
  return { ...createAttemptWrites(db), ...createAttemptReads(db) }
}

function createAttemptWrites(db: Database) {
  return {
    begin: async ({ attemptId, bookingId, operation, requestId, traceparent }: NewAttempt): Promise<void> => {
      await db.$executeRaw`
      INSERT INTO booking_attempts (id, booking_id, operation, started_at, sent_at, request_id, traceparent)
      VALUES (${attemptId}, ${bookingId}, ${operation}, booking_now(${bookingId}), NULL, ${requestId}, ${traceparent})`
    },

    /**
     * The fence: the last thing before bytes of a call leave. True: the call may go out. False: it must not, because somebody has
     * ended the attempt, or its turn is over. Once it has been passed, only the end of the attempt closes it. A call of
     * several requests passes it before each, and counts as sent with the last. `progress` is stored in the same statement;
     * null: what earlier requests have stored stays.
     */
    send: async (attemptId: string, { freshMs, until }: Turn, progress: Progress | null = null): Promise<boolean> => {
      const told = progress && JSON.stringify(progress)
      const end = until === null ? null : toDate(until)
      const count = await db.$executeRaw`
      UPDATE booking_attempts SET sent_at = booking_now(booking_id), progress = coalesce(${told}::jsonb, progress)
      WHERE id = ${attemptId} AND outcome IS NULL
        AND (sent_at IS NOT NULL OR started_at > booking_now(booking_id) - make_interval(secs => ${freshMs}::float8 / 1000)
          AND (${end}::timestamptz IS NULL OR booking_now(booking_id) < ${end}))`
      return count === 1
    },

    /** Begins an attempt anew that was never sent. False when it was sent or has ended. */
    renew: async (attemptId: string): Promise<boolean> => {
      const count = await db.$executeRaw`
      UPDATE booking_attempts SET started_at = booking_now(booking_id)
      WHERE id = ${attemptId} AND outcome IS NULL AND sent_at IS NULL`
      return count === 1
    },

    /** Stores the outcome of the call itself; the supplier's word overwrites what was assumed before. */
    end: async (attemptId: string, end: AttemptEnd): Promise<void> => {
      await db.$executeRaw(endOf({ attemptId, end }))
    },

    /** Ends an attempt that began more than `afterMs` ago and was never sent: from now on it cannot be. True when this did it. */
    abandonUnsent: async (attemptId: string, afterMs: number): Promise<boolean> => {
      const count = await db.$executeRaw`
      UPDATE booking_attempts SET outcome = 'NOT_SENT', ended_at = booking_now(booking_id), detail = 'its process never sent it'
      WHERE id = ${attemptId} AND outcome IS NULL AND sent_at IS NULL
        AND started_at <= booking_now(booking_id) - make_interval(secs => ${afterMs}::float8 / 1000)`
      return count === 1
    },

    /** Ends the open attempts of one operation whose processes have not told an outcome, so that no further byte of them leaves. */
    abandonOpen: async (bookingId: string, operation: PendingOperation): Promise<void> => {
      await db.$executeRaw`
      UPDATE booking_attempts SET outcome = 'UNKNOWN', ended_at = booking_now(booking_id),
        detail = 'its process has not told what became of it'
      WHERE booking_id = ${bookingId} AND operation = ${operation} AND outcome IS NULL`
    },
  }
}

function createAttemptReads(db: Database) {
  return {
    /** The attempts of some operations, newest first. */
    of: (bookingId: string, operations: readonly PendingOperation[]): Promise<BookingAttempt[]> =>
      db.$queryRaw<BookingAttempt[]>(attemptsOf(bookingId, operations)),

    /** The same inside a transaction, before whose end none of them is sent or ends. */
    lock: (bookingId: string, operations: readonly PendingOperation[]): Promise<BookingAttempt[]> =>
      db.$queryRaw<BookingAttempt[]>(sql`${attemptsOf(bookingId, operations)} FOR NO KEY UPDATE`),

    /** The progress of the booking's creation, by the last request that stored one; null when none has. */
    progressOf: async (bookingId: string): Promise<Progress | null> => {
      const [row] = await db.$queryRaw<{ readonly progress: Progress }[]>`
      SELECT progress FROM booking_attempts
      WHERE booking_id = ${bookingId} AND operation = 'CREATE' AND progress IS NOT NULL
      ORDER BY started_at DESC LIMIT 1`
      return row?.progress ?? null
    },

    list: (bookingId: string) => db.bookingAttempt.findMany({ where: { bookingId }, orderBy: { startedAt: 'asc' } }),
  }
}

/** More calls than these were never made for one booking; the newest count. */
const MAX_ATTEMPTS = 50

function attemptsOf(bookingId: string, operations: readonly PendingOperation[]): Sql {
  return sql`
      SELECT id AS "attemptId", booking_id AS "bookingId", operation, outcome,
        (extract(epoch FROM booking_now(booking_id) - started_at) * 1000)::float8 AS "startedMsAgo",
        (extract(epoch FROM booking_now(booking_id) - sent_at) * 1000)::float8 AS "sentMsAgo"
      FROM booking_attempts WHERE booking_id = ${bookingId} AND operation = ANY (${[...operations]}::text[])
      ORDER BY started_at DESC LIMIT ${MAX_ATTEMPTS}::int`
}
