import type { PendingOperation } from '../domain/booking.ts'
import type { Instant } from '../domain/time.ts'
import type { Database } from './database.ts'
import { toDate, toInstant } from './instants.ts'

export type AttemptOutcome = 'ACCEPTED' | 'REFUSED' | 'UNKNOWN'

/** A supplier call that changes something, written down before it is made. `outcome` null: nobody knows yet. */
export type BookingAttempt = {
  readonly attemptId: string
  readonly bookingId: string
  readonly operation: PendingOperation
  readonly startedAt: Instant
  readonly outcome: AttemptOutcome | null
}

export type AttemptEnd = {
  readonly outcome: AttemptOutcome
  readonly httpStatus: number | null
  readonly supplierErrorCode: string | null
  readonly detail: string | null
}

export const createBookingAttemptStore = (db: Database) => ({
  begin: async (attempt: Omit<BookingAttempt, 'outcome'>): Promise<void> => {
    const { attemptId, startedAt, ...rest } = attempt
    await db.bookingAttempt.create({ data: { id: attemptId, startedAt: toDate(startedAt), ...rest } })
  },

  end: async (attemptId: string, end: AttemptEnd, now: Instant): Promise<void> => {
    await db.bookingAttempt.update({
      where: { id: attemptId },
      data: {
        outcome: end.outcome,
        endedAt: toDate(now),
        supplierHttpStatus: end.httpStatus,
        supplierErrorCode: end.supplierErrorCode,
        detail: end.detail?.slice(0, 1_000) ?? null,
      },
    })
  },

  /** The newest attempt of one operation; null when it was never tried. */
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

  /** Forgets what suppliers said: their words may have the guests' names in them. */
  redact: async (bookingId: string): Promise<void> => {
    await db.bookingAttempt.updateMany({ where: { bookingId }, data: { detail: null } })
  },

  list: (bookingId: string) => db.bookingAttempt.findMany({ where: { bookingId }, orderBy: { startedAt: 'asc' } }),
})
