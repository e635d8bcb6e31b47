import type { PendingOperation } from '../domain/booking.ts'
import type { Instant } from '../domain/time.ts'
import type { StoredTrace } from '../platform/request-trace.ts'
import type { Database } from './database.ts'
import { toDate, toInstant } from './instants.ts'

type AttemptOutcome = 'ACCEPTED' | 'REFUSED' | 'UNKNOWN'

/** A supplier call that changes something, stored before it is made. `outcome` is null while the outcome is not known. */
export type BookingAttempt = {
  readonly attemptId: string
  readonly bookingId: string
  readonly operation: PendingOperation
  readonly startedAt: Instant
  readonly outcome: AttemptOutcome | null
}

/** An attempt whose outcome is not known yet, with the request that it was made for. */
type OpenAttempt = StoredTrace & { readonly attemptId: string; readonly bookingId: string }

export type AttemptEnd = {
  readonly outcome: AttemptOutcome
  readonly httpStatus: number | null
  readonly supplierErrorCode: string | null
  readonly detail: string | null
}

export function createBookingAttemptStore(db: Database) {
  return {
    begin: async (attempt: Omit<BookingAttempt, 'outcome'> & StoredTrace): Promise<void> => {
      const { attemptId, startedAt, ...rest } = attempt
      await db.bookingAttempt.createMany({ data: [{ id: attemptId, startedAt: toDate(startedAt), ...rest }] })
    },

    /** Stores an outcome; a later one overwrites an earlier one. Returns true when it is the attempt's first. */
    end: async (attemptId: string, end: AttemptEnd, now: Instant): Promise<boolean> => {
      const data = {
        outcome: end.outcome,
        endedAt: toDate(now),
        supplierHttpStatus: end.httpStatus,
        supplierErrorCode: end.supplierErrorCode,
        detail: end.detail?.slice(0, 1_000) ?? null,
      }
      const first = await db.bookingAttempt.updateMany({ where: { id: attemptId, outcome: null }, data })
      if (first.count === 0) await db.bookingAttempt.updateMany({ where: { id: attemptId }, data })
      return first.count > 0
    },

    /** Attempts that began before `before` and have no outcome, oldest first. */
    openSince: async (before: Instant, limit: number): Promise<OpenAttempt[]> => {
      const rows = await db.bookingAttempt.findMany({
        where: { outcome: null, startedAt: { lt: toDate(before) } },
        orderBy: { startedAt: 'asc' },
        take: limit,
        select: { id: true, bookingId: true, requestId: true, traceparent: true },
      })
      return rows.map(({ id, ...rest }) => ({ attemptId: id, ...rest }))
    },

    /** Gives up waiting for an outcome. Returns true to the one caller that did so; false when the attempt has one. */
    abandon: async (attemptId: string, now: Instant): Promise<boolean> => {
      const { count } = await db.bookingAttempt.updateMany({
        where: { id: attemptId, outcome: null },
        data: { outcome: 'UNKNOWN', endedAt: toDate(now), detail: 'its process has not told what became of it' },
      })
      return count === 1
    },

    /** The newest attempt of one operation; null when there is none. */
    last: async (bookingId: string, operation: PendingOperation): Promise<BookingAttempt | null> => {
      const row = await db.bookingAttempt.findFirst({ where: { bookingId, operation }, orderBy: { startedAt: 'desc' } })
      if (!row) return null
      return {
        attemptId: row.id,
        bookingId,
        operation,
        startedAt: toInstant(row.startedAt),
        outcome: row.outcome as AttemptOutcome | null,
      }
    },

    list: (bookingId: string) => db.bookingAttempt.findMany({ where: { bookingId }, orderBy: { startedAt: 'asc' } }),
  }
}
