import type { BookingStatus, PendingOperation } from '../domain/booking.ts'
import type { BookingCancellation } from '../domain/booking-cancellation.ts'
import { STANDING } from '../domain/booking-status.ts'
import type { StayEnd } from '../domain/comparison.ts'
import type { Discrepancy } from '../domain/discrepancies.ts'
import { termsOfStored } from '../domain/offer.ts'
import type { BookingMode } from '../domain/rate.ts'
import type { SupplierTold } from '../domain/supplier-told.ts'
import type { CalendarDate, Instant } from '../domain/time.ts'
import {
  type Booking,
  type BookingFailure,
  type BookingFilter,
  type BookingSummary,
  type HotelConfirmation,
  NOT_IN_SUMMARY,
} from './booking.ts'
import { type ListedBooking, type ListedRow, listRows } from './booking-list.ts'
import { createBookingWrites } from './booking-writes.ts'
import type { BookingModel } from './client/models.ts'
import type { Database } from './database.ts'
import type { ListingId } from './hotels.ts'
import { toDate, toInstant, toInstantOrNull } from './instants.ts'

/** A mapping that ended, or was doubted, by the version that says so. */
export type MappingEnd = ListingId & { readonly hotelId: number; readonly version: number }

export function createBookingStore(db: Database) {
  return {
    ...createBookingWrites(db),

    /** Returns null for an unknown id and for another organization's booking alike. */
    find: async (organizationId: string, environment: string, bookingId: string): Promise<Booking | null> => {
      const row = await db.booking.findFirst({ where: { id: bookingId, organizationId, environment } })
      return row && toBooking(row)
    },

    /** Works like `find`, but reads only the summary, at a fraction of the cost. */
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

    /**
     * The bookings that were sold from the listings as these hotels and whose guests have not left yet, with the change that each is
     * about; without those that a case of that change, or of a later one, is known for. An operator's view: of every organization.
     */
    soldFrom: async (changes: readonly MappingEnd[]): Promise<{ bookingId: string; version: number }[]> =>
      db.$queryRaw<{ bookingId: string; version: number }[]>`
      SELECT bookings.id AS "bookingId", max(change.version)::int AS version
      FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
        AS change("hotelId" int, "supplierCode" text, "supplierHotelId" text, version int)
      JOIN bookings ON hotel_id = "hotelId" AND supplier_code = "supplierCode" AND terms->>'supplierHotelId' = "supplierHotelId"
      WHERE status NOT IN ('FAILED', 'CANCELLED')
        AND check_out_date >= to_char(gateway_now(organization_id) AT TIME ZONE 'UTC', 'YYYY-MM-DD')
        AND NOT EXISTS (SELECT FROM cases WHERE kind = 'LISTING_LEFT' AND subject = bookings.id
          AND (detail->>'mappingVersion')::int >= change.version)
      GROUP BY bookings.id ORDER BY bookings.id`,

    /**
     * The bookings whose guests have not left yet and whose listing was closed or went between two times, with what it is now; without
     * those of which a case is open, or was closed by a person. An operator's view.
     */
    soldFromEnded: async (since: Instant, until: Instant): Promise<{ bookingId: string; listingStatus: string }[]> =>
      db.$queryRaw<{ bookingId: string; listingStatus: string }[]>`
      SELECT bookings.id AS "bookingId", listings.status AS "listingStatus"
      FROM listings
      JOIN supplier_hotels mapped USING (supplier_code, supplier_hotel_id)
      JOIN bookings ON bookings.hotel_id = mapped.hotel_id AND bookings.supplier_code = mapped.supplier_code
        AND terms->>'supplierHotelId' = mapped.supplier_hotel_id
      WHERE listings.status IN ('CLOSED', 'GONE')
        AND changed_at > ${toDate(since)}::timestamptz AND changed_at <= ${toDate(until)}::timestamptz
        AND bookings.status NOT IN ('FAILED', 'CANCELLED')
        AND check_out_date >= to_char(gateway_now(organization_id) AT TIME ZONE 'UTC', 'YYYY-MM-DD')
        AND NOT EXISTS (SELECT FROM cases WHERE kind = 'LISTING_CLOSED' AND subject = bookings.id AND settled_how IS NULL)
      ORDER BY bookings.id`,

    /** The bookings with an open case about their closed listing, which the supplier sells again. */
    soldFromReopened: async (): Promise<string[]> => {
      const rows = await db.$queryRaw<{ id: string }[]>`
      SELECT bookings.id FROM cases
      JOIN bookings ON bookings.id = cases.subject
      JOIN listings ON listings.supplier_code = bookings.supplier_code AND supplier_hotel_id = terms->>'supplierHotelId'
      WHERE kind = 'LISTING_CLOSED' AND closed_at IS NULL AND listings.status = 'ACTIVE'`
      return rows.map(({ id }) => id)
    },

    /** For jobs and operators, which act on behalf of no organization. */
    /** Nobody else writes the booking before this transaction ends. */
    lock: async (bookingId: string): Promise<void> => {
      await db.$queryRaw`SELECT 1 FROM bookings WHERE id = ${bookingId} FOR NO KEY UPDATE`
    },

    findAnywhere: async (bookingId: string): Promise<Booking | null> => {
      const row = await db.booking.findUnique({ where: { id: bookingId } })
      return row && toBooking(row)
    },

    /**
     * Finds the booking by our reference at the supplier, within one supplier connection; used for messages that suppliers send.
     */
    findBySupplierReference: async (connectionId: string, supplierReference: string): Promise<Booking | null> => {
      const row = await db.booking.findFirst({ where: { connectionId, supplierReference } })
      return row && toBooking(row)
    },

    /** The bookings under some of our references at the supplier, within one supplier connection. */
    findBySupplierReferences: async (
      connectionId: string,
      supplierReferences: readonly string[],
    ): Promise<Booking[]> => {
      const rows = await db.booking.findMany({
        where: { connectionId, supplierReference: { in: [...supplierReferences] } },
      })
      return rows.map(toBooking)
    },

    /** A page of the bookings that were made over a connection in a time and stand, in that order, after the last that was read. */
    standingMade: async (
      connectionId: string,
      {
        from,
        until,
        after,
        limit,
      }: {
        readonly from: Instant
        readonly until: Instant
        readonly after: Pick<Booking, 'createdAt' | 'bookingId'> | null
        readonly limit: number
      },
    ): Promise<Booking[]> => {
      const read = after && { createdAt: toDate(after.createdAt), id: { lte: after.bookingId } }
      const rows = await db.booking.findMany({
        where: {
          connectionId,
          status: { in: [...STANDING] },
          createdAt: { gte: toDate(after?.createdAt ?? from), lt: toDate(until) },
          ...(read ? { NOT: read } : {}),
        },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        take: limit,
      })
      return rows.map(toBooking)
    },

    /** The same of the stays that end on a day or later, in the order of their ends. */
    standingUntil: async (
      connectionId: string,
      {
        checkOutFrom,
        after,
        limit,
      }: { readonly checkOutFrom: CalendarDate; readonly after: StayEnd | null; readonly limit: number },
    ): Promise<Booking[]> => {
      const read = after && { checkOutDate: after.checkOutDate, id: { lte: after.bookingId } }
      const rows = await db.booking.findMany({
        where: {
          connectionId,
          status: { in: [...STANDING] },
          checkOutDate: { gte: after?.checkOutDate ?? checkOutFrom },
          ...(read ? { NOT: read } : {}),
        },
        orderBy: [{ checkOutDate: 'asc' }, { id: 'asc' }],
        take: limit,
      })
      return rows.map(toBooking)
    },

    /** The same by the supplier's own id. */
    findBySupplierBookingId: async (
      { connectionId, supplierCode }: Pick<Booking, 'connectionId' | 'supplierCode'>,
      supplierBookingId: string,
    ): Promise<Booking | null> => {
      const row = await db.booking.findFirst({ where: { supplierCode, supplierBookingId, connectionId } })
      return row && toBooking(row)
    },

    /** The id of the booking that was made of an offer and has not failed; null when there is none. */
    claimantOf: async (organizationId: string, offerId: string): Promise<string | null> => {
      const row = await db.booking.findUnique({
        where: { claimedOfferId: offerId, organizationId },
        select: { id: true },
      })
      return row?.id ?? null
    },

    /** Counts other active bookings with the same supplier booking. Such twins must not be cancelled automatically. */
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

    /** How many bookings these organizations have made over a connection since then, by status. */
    countsOfConnection: async (
      connectionId: string,
      { organizationIds, since }: { readonly organizationIds: readonly string[]; readonly since: Instant },
    ): Promise<Readonly<Record<string, number>>> => {
      const rows = await db.booking.groupBy({
        by: ['status'],
        where: { organizationId: { in: [...organizationIds] }, createdAt: { gte: toDate(since) }, connectionId },
        _count: true,
      })
      return Object.fromEntries(rows.map(({ status, _count }) => [status, _count]))
    },

    /** Whether a supplier still has to answer to an order of the organization. */
    hasOpenOrders: async (organizationId: string, supplierCode: string): Promise<boolean> => {
      const open = ['PROCESSING', 'CANCELLATION_PENDING']
      const where = { organizationId, supplierCode, status: { in: open } }
      return (await db.booking.findFirst({ where, select: { id: true } })) !== null
    },

    /** The bookings that an operator has to review or settle, oldest first. */
    waitingForOperator: async (): Promise<Booking[]> => {
      const rows = await db.booking.findMany({
        where: { OR: [{ status: 'AWAITING_REVIEW' }, { needsOperator: true }] },
        orderBy: { createdAt: 'asc' },
        take: 500,
      })
      return rows.map(toBooking)
    },

    /** A page of the organization's bookings, newest first. */
    list: async (organizationId: string, environment: string, filter: BookingFilter): Promise<ListedBooking[]> =>
      (await listRows(db, { organizationId, environment }, filter)).map((row) => ({
        ...toSummary(row),
        checkInDate: row.checkInDate,
        checkOutDate: row.checkOutDate,
      })),
  }
}

/** Only booking-writes.ts writes the status, the modes and the JSON columns, so their types are known. */
function toBooking(row: BookingModel): Booking {
  const { terms, guestsSealed, metadata, supplierPayload, supplierTold, ...summary } = row
  return {
    ...toSummary(summary),
    guestsSealed,
    supplierPayload: supplierPayload as Record<string, unknown>,
    supplierTold: supplierTold as SupplierTold,
    metadata: metadata as Record<string, string>,
    terms: termsOfStored(terms),
  }
}

export function toSummary(row: ListedRow): BookingSummary {
  const {
    id,
    checkInDate: _checkIn,
    checkOutDate: _checkOut,
    lookAt: _lookAt,
    lookKind: _lookKind,
    leaseId: _leaseId,
    ...rest
  } = row
  return {
    ...rest,
    bookingId: id,
    status: row.status as BookingStatus,
    mode: row.mode as BookingMode,
    pendingOperation: row.pendingOperation as PendingOperation | null,
    statusBeforeCancel: row.statusBeforeCancel as BookingStatus | null,
    hotelConfirmation: row.hotelConfirmation as unknown as HotelConfirmation,
    failure: row.failure as unknown as BookingFailure | null,
    cancellation: row.cancellation as unknown as BookingCancellation | null,
    discrepancies: row.discrepancies as unknown as readonly Discrepancy[],
    pendingSince: toInstantOrNull(row.pendingSince),
    holdDeadlineAt: toInstantOrNull(row.holdDeadlineAt),
    reviewExpiresAt: toInstantOrNull(row.reviewExpiresAt),
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
  }
}
