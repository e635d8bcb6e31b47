import {
  type BookingQuery,
  type BookingScope,
  type BookingSearchPage,
  type FoundBooking,
  listFound,
  searchBookings,
  searchIds,
} from './booking-search.ts'
import { type Database, sql } from './database.ts'
import { when } from './optional-part.ts'

/** By what a booking was found. */
export const LOOKUP_KINDS = [
  'BOOKING',
  'SUPPLIER_REFERENCE',
  'SUPPLIER_BOOKING',
  'SUPPLIER_CODE',
  'HOTEL_NUMBER',
  'CLIENT_REFERENCE',
  'IDEMPOTENCY_KEY',
  'REQUEST',
  'ATTEMPT',
  'EVENT',
  'DELIVERY',
  'CASE',
  'CANCELLATION',
  'OFFER',
] as const

export type LookupKind = (typeof LOOKUP_KINDS)[number]

export type LookedUp = { readonly kind: LookupKind; readonly bookingId: string }

/** So many bookings of one kind are found at most. */
const MOST = 20

/** Guests as they are stored. `isWhole`: they are of all bookings that the search is about. */
export type SealedGuests = {
  readonly rows: readonly { readonly bookingId: string; readonly guestsSealed: Uint8Array }[]
  readonly searched: number
  readonly isWhole: boolean
}

/** What operators, and partners in their portal, find bookings by. Each look-up is one of an index. */
export function createBookingLookup(db: Database) {
  return {
    search: (query: BookingQuery): Promise<BookingSearchPage> => searchBookings(db, query),

    byIds: (bookingIds: readonly string[]): Promise<FoundBooking[]> => listFound(db, bookingIds),

    /** The bookings that a text names, whatever it is of them. `suppliers`: the codes of all suppliers. */
    lookUp: (text: string, scope: BookingScope, suppliers: readonly string[]): Promise<LookedUp[]> => {
      const { organizationId, environment } = scope
      const owners = sql`(SELECT id FROM organizations WHERE true ${when(organizationId, (id) => sql`AND id = ${id}`)}) o`
      return db.$queryRaw<LookedUp[]>`
      WITH found (kind, id) AS (
        SELECT 'BOOKING', id FROM bookings WHERE id = ${text}
        UNION ALL SELECT 'SUPPLIER_REFERENCE', id FROM bookings WHERE supplier_reference = ${text}
        UNION ALL SELECT 'SUPPLIER_BOOKING', b.id FROM unnest(${[...suppliers]}::text[]) AS s(code) CROSS JOIN LATERAL (
          SELECT id FROM bookings WHERE supplier_code = s.code AND supplier_booking_id = ${text} LIMIT ${MOST}::int) b
        UNION ALL (SELECT 'SUPPLIER_CODE', id FROM bookings WHERE supplier_booking_code = ${text} LIMIT ${MOST}::int)
        UNION ALL (SELECT 'HOTEL_NUMBER', id FROM bookings WHERE hotel_confirmation->>'number' = ${text} LIMIT ${MOST}::int)
        UNION ALL SELECT 'CLIENT_REFERENCE', b.id FROM ${owners} CROSS JOIN LATERAL (
          SELECT id FROM bookings WHERE organization_id = o.id AND environment = ${environment} AND client_reference = ${text}
          ORDER BY created_at DESC, id DESC LIMIT ${MOST}::int) b
        UNION ALL SELECT 'IDEMPOTENCY_KEY', k.booking_id FROM ${owners} CROSS JOIN LATERAL (
          SELECT booking_id FROM idempotency_keys WHERE organization_id = o.id AND environment = ${environment}
            AND operation IN ('CREATE', 'CANCEL', 'REVIEW') AND key = ${text}) k
        UNION ALL (SELECT DISTINCT 'REQUEST', booking_id FROM booking_attempts WHERE request_id = ${text} LIMIT ${MOST}::int)
        UNION ALL SELECT 'ATTEMPT', booking_id FROM booking_attempts WHERE id = ${text}
        UNION ALL SELECT 'EVENT', booking_id FROM booking_events WHERE id = ${text}
        UNION ALL SELECT 'DELIVERY', booking_id FROM webhook_deliveries WHERE id = ${text}
        UNION ALL SELECT 'CASE', booking_id FROM cases WHERE id = ${text}
        UNION ALL SELECT 'CANCELLATION', booking_id FROM cancellations WHERE id = ${text}
        UNION ALL SELECT 'OFFER', id FROM bookings WHERE claimed_offer_id = ${text}
      )
      SELECT DISTINCT found.kind, b.id AS "bookingId" FROM found JOIN bookings b ON b.id = found.id
      WHERE b.environment = ${environment} ${when(organizationId, (id) => sql`AND b.organization_id = ${id}`)}
      ORDER BY b.id DESC, found.kind LIMIT ${2 * MOST}::int`
    },

    /**
     * The guests of the newest bookings of a search, as they are stored, without those that were redacted. There is no index of people: it
     * would be a list of who has booked.
     */
    sealedGuests: async (query: BookingQuery): Promise<SealedGuests> => {
      const { bookingIds, lookedUntil } = await searchIds(db, query)
      const rows = await db.$queryRaw<SealedGuests['rows']>`
      SELECT id AS "bookingId", guests_sealed AS "guestsSealed" FROM bookings
      WHERE id = ANY (${[...bookingIds]}::text[]) AND guests_sealed IS NOT NULL ORDER BY id DESC`
      return { rows, searched: bookingIds.length, isWhole: bookingIds.length < query.limit && lookedUntil === null }
    },
  }
}
