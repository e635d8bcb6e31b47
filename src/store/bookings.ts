import type { BookingState, BookingStatus, FailureCode, PendingOperation } from '../domain/booking.ts'
import type { OfferTerms } from '../domain/offer.ts'
import type { BookingMode } from '../domain/rate.ts'
import type { Instant } from '../domain/time.ts'
import type { BookingModel } from './client/models.ts'
import { type Database, json } from './database.ts'
import { toDate, toDateOrNull, toInstant, toInstantOrNull } from './instants.ts'

/** What the property itself said; all null until it did. */
export type HotelConfirmation = {
  readonly number: string | null
  readonly status: string | null
  readonly note: string | null
  readonly contactPhone: string | null
  readonly contactName: string | null
}

export type BookingFailure = { readonly code: FailureCode; readonly message: string; readonly retryable: boolean }

export type Booking = BookingState & {
  readonly bookingId: string
  readonly organizationId: string
  readonly environment: string
  readonly version: number
  readonly sequence: number
  readonly acceptedOfferId: string
  readonly hotelId: number
  readonly supplierCode: string
  readonly connectionId: string
  readonly supplierReference: string
  readonly supplierBookingId: string | null
  readonly supplierBookingCode: string | null
  readonly supplierPayload: Readonly<Record<string, unknown>>
  readonly hotelConfirmation: HotelConfirmation
  readonly pendingSince: Instant | null
  readonly needsOperator: boolean
  /** False: the supplier says that it cannot be cancelled through its API. */
  readonly cancellable: boolean
  readonly holdDeadlineAt: Instant | null
  readonly reviewExpiresAt: Instant | null
  readonly failure: BookingFailure | null
  readonly clientReference: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly terms: OfferTerms
  readonly guestsSealed: Uint8Array | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** The parts of a booking that change after it was created. */
export type BookingChanges = Partial<
  Pick<
    Booking,
    | 'status'
    | 'pendingOperation'
    | 'pendingSince'
    | 'statusBeforeCancel'
    | 'needsOperator'
    | 'cancellable'
    | 'supplierBookingId'
    | 'supplierBookingCode'
    | 'supplierPayload'
    | 'hotelConfirmation'
    | 'holdDeadlineAt'
    | 'failure'
    | 'guestsSealed'
  >
>

export type BookingFilter = {
  readonly status: BookingStatus | null
  readonly checkInFrom: string | null
  readonly createdFromAt: Instant | null
  readonly clientReference: string | null
  /** Newest first; only bookings older than this one. */
  readonly before: { readonly createdAt: Instant; readonly bookingId: string } | null
  readonly limit: number
}

export const createBookingStore = (db: Database) => ({
  insert: async (booking: Booking): Promise<void> => {
    const { bookingId, terms, ...rest } = booking
    await db.booking.create({
      data: {
        ...rest,
        id: bookingId,
        terms: json(terms),
        checkInDate: terms.stay.checkInDate,
        checkOutDate: terms.stay.checkOutDate,
        supplierPayload: json(booking.supplierPayload),
        hotelConfirmation: json(booking.hotelConfirmation),
        metadata: json(booking.metadata),
        ...(booking.failure ? { failure: json(booking.failure) } : { failure: undefined }),
        guestsSealed: bytes(booking.guestsSealed),
        pendingSince: toDateOrNull(booking.pendingSince),
        holdDeadlineAt: toDateOrNull(booking.holdDeadlineAt),
        reviewExpiresAt: toDateOrNull(booking.reviewExpiresAt),
        createdAt: toDate(booking.createdAt),
        updatedAt: toDate(booking.updatedAt),
      } as never, // Prisma's input type cannot be told that an absent `failure` is undefined
    })
  },

  /** Null for an unknown id and for another organization's alike. */
  find: async (organizationId: string, environment: string, bookingId: string): Promise<Booking | null> => {
    const row = await db.booking.findFirst({ where: { id: bookingId, organizationId, environment } })
    return row && toBooking(row)
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

  /**
   * Writes `changes` over the booking as it was read; null when somebody else wrote it since. `sequence` grows by one when
   * `withEvent`, because each event has its own.
   */
  update: async (read: Booking, changes: BookingChanges, now: Instant, withEvent: boolean): Promise<Booking | null> => {
    const { count } = await db.booking.updateMany({
      where: { id: read.bookingId, organizationId: read.organizationId, version: read.version },
      data: {
        ...toColumns(changes),
        version: { increment: 1 },
        updatedAt: toDate(now),
        ...(withEvent ? { sequence: { increment: 1 } } : {}),
      },
    })
    if (count === 0) return null
    return {
      ...read,
      ...changes,
      version: read.version + 1,
      sequence: read.sequence + (withEvent ? 1 : 0),
      updatedAt: now,
    }
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
})

const olderThan = ({ createdAt, bookingId }: { createdAt: Instant; bookingId: string }) => ({
  OR: [{ createdAt: { lt: toDate(createdAt) } }, { createdAt: toDate(createdAt), id: { lt: bookingId } }],
})

const bytes = (value: Uint8Array | null): Uint8Array<ArrayBuffer> | null => value && new Uint8Array(value)

const toColumns = (changes: BookingChanges) => {
  const { pendingSince, holdDeadlineAt, supplierPayload, hotelConfirmation, failure, guestsSealed, ...plain } = changes
  return {
    ...plain,
    ...(pendingSince === undefined ? {} : { pendingSince: toDateOrNull(pendingSince) }),
    ...(holdDeadlineAt === undefined ? {} : { holdDeadlineAt: toDateOrNull(holdDeadlineAt) }),
    ...(supplierPayload === undefined ? {} : { supplierPayload: json(supplierPayload) }),
    ...(hotelConfirmation === undefined ? {} : { hotelConfirmation: json(hotelConfirmation) }),
    ...(failure ? { failure: json(failure) } : {}),
    ...(guestsSealed === undefined ? {} : { guestsSealed: bytes(guestsSealed) }),
  }
}

/** Status, modes and JSON columns are written by this file only, so they are read back as what they were. */
const toBooking = (row: BookingModel): Booking => {
  const { id, checkInDate: _checkIn, checkOutDate: _checkOut, ...rest } = row
  return {
    ...rest,
    bookingId: id,
    status: row.status as BookingStatus,
    mode: row.mode as BookingMode,
    pendingOperation: row.pendingOperation as PendingOperation | null,
    statusBeforeCancel: row.statusBeforeCancel as BookingStatus | null,
    supplierPayload: row.supplierPayload as Record<string, unknown>,
    hotelConfirmation: row.hotelConfirmation as unknown as HotelConfirmation,
    failure: row.failure as unknown as BookingFailure | null,
    metadata: row.metadata as Record<string, string>,
    terms: row.terms as unknown as OfferTerms,
    pendingSince: toInstantOrNull(row.pendingSince),
    holdDeadlineAt: toInstantOrNull(row.holdDeadlineAt),
    reviewExpiresAt: toInstantOrNull(row.reviewExpiresAt),
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
  }
}
