import type { BookingStatus, PendingOperation } from '../domain/booking.ts'
import type { OfferTerms } from '../domain/offer.ts'
import type { BookingMode } from '../domain/rate.ts'
import type { Instant } from '../domain/time.ts'
import {
  type Booking,
  type BookingFailure,
  type BookingFilter,
  type BookingSummary,
  type HotelConfirmation,
  NOT_IN_SUMMARY,
} from './booking.ts'
import { createBookingWrites } from './booking-writes.ts'
import type { BookingModel } from './client/models.ts'
import type { Database } from './database.ts'
import { toDate, toInstant, toInstantOrNull } from './instants.ts'

export function createBookingStore(db: Database) {
  return {
    ...createBookingWrites(db),

    /** Null for an unknown id and for another organization's alike. */
    find: async (organizationId: string, environment: string, bookingId: string): Promise<Booking | null> => {
      const row = await db.booking.findFirst({ where: { id: bookingId, organizationId, environment } })
      return row && toBooking(row)
    },

    /** As `find`, at a fraction of its cost. */
    findSummary: async (
      organizationId: string,
      environment: string,
      bookingId: string,
    ): Promise<BookingSummary | null> => {
      const row = await db.booking.findFirst({
        where: { id: bookingId, organizationId, environment },
        omit: NOT_IN_SUMMARY,
      })
      return row && toSummary(row)
    },

    /** For jobs and operators, who act for no tenant. */
    findAnywhere: async (bookingId: string): Promise<Booking | null> => {
      const row = await db.booking.findUnique({ where: { id: bookingId } })
      return row && toBooking(row)
    },

    /** By the reference under which the supplier knows it, of one contract; for suppliers' own messages. */
    findBySupplierReference: async (connectionId: string, supplierReference: string): Promise<Booking | null> => {
      const row = await db.booking.findFirst({ where: { connectionId, supplierReference } })
      return row && toBooking(row)
    },

    /** Other bookings that are alive under the same supplier booking: twins, of which none may be cancelled blindly. */
    countLiveTwins: (booking: Booking): Promise<number> =>
      db.booking.count({
        where: {
          supplierCode: booking.supplierCode,
          connectionId: booking.connectionId,
          supplierBookingId: booking.supplierBookingId,
          id: { not: booking.bookingId },
          status: { in: ['CONFIRMED', 'ON_HOLD', 'PROCESSING', 'CANCELLATION_PENDING'] },
        },
      }),

    /** What an operator has to decide or settle, oldest first. */
    waitingForOperator: async (): Promise<Booking[]> => {
      const rows = await db.booking.findMany({
        where: { OR: [{ status: 'AWAITING_REVIEW' }, { needsOperator: true }] },
        orderBy: { createdAt: 'asc' },
        take: 500,
      })
      return rows.map(toBooking)
    },

    list: async (organizationId: string, environment: string, filter: BookingFilter): Promise<Booking[]> => {
      const rows = await db.booking.findMany({
        where: {
          organizationId,
          environment,
          ...(filter.status ? { status: filter.status } : {}),
          ...(filter.checkInFrom ? { checkInDate: { gte: filter.checkInFrom } } : {}),
          ...(filter.createdFromAt === null ? {} : { createdAt: { gte: toDate(filter.createdFromAt) } }),
          ...(filter.clientReference ? { clientReference: filter.clientReference } : {}),
          ...(filter.before ? { AND: olderThan(filter.before) } : {}),
        },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: filter.limit,
      })
      return rows.map(toBooking)
    },
  }
}

function olderThan({ createdAt, bookingId }: { createdAt: Instant; bookingId: string }) {
  return {
    OR: [{ createdAt: { lt: toDate(createdAt) } }, { createdAt: toDate(createdAt), id: { lt: bookingId } }],
  }
}

/** Status, modes and JSON columns are written by booking-writes.ts only, so they are read back as what they were. */
function toBooking(row: BookingModel): Booking {
  const { terms, guestsSealed, metadata, supplierPayload, ...summary } = row
  return {
    ...toSummary(summary),
    guestsSealed,
    supplierPayload: supplierPayload as Record<string, unknown>,
    metadata: metadata as Record<string, string>,
    terms: terms as unknown as OfferTerms,
  }
}

function toSummary(row: Omit<BookingModel, keyof typeof NOT_IN_SUMMARY>): BookingSummary {
  const { id, checkInDate: _checkIn, checkOutDate: _checkOut, ...rest } = row
  return {
    ...rest,
    bookingId: id,
    status: row.status as BookingStatus,
    mode: row.mode as BookingMode,
    pendingOperation: row.pendingOperation as PendingOperation | null,
    statusBeforeCancel: row.statusBeforeCancel as BookingStatus | null,
    hotelConfirmation: row.hotelConfirmation as unknown as HotelConfirmation,
    failure: row.failure as unknown as BookingFailure | null,
    pendingSince: toInstantOrNull(row.pendingSince),
    holdDeadlineAt: toInstantOrNull(row.holdDeadlineAt),
    reviewExpiresAt: toInstantOrNull(row.reviewExpiresAt),
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
  }
}
