import { type Cell, csvLine } from '../../domain/csv.ts'
import { type Money, toDecimal } from '../../domain/money.ts'
import { toRfc3339 } from '../../domain/time.ts'
import type { BookingPlace, BookingQuery, FoundBooking } from '../../store/booking-search.ts'
import type { Deps } from '../deps.ts'

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** So many bookings are in one page at most: some hundred kilobytes. */
export const EXPORT_PAGE = 2_000

/** A page of a file. The pages in their order are the file. */
export type ExportedPage = {
  readonly text: string
  readonly rows: number
  /** Where the next page goes on; null: this was the last. */
  readonly next: BookingPlace | null
}

type Export = {
  readonly query: Omit<BookingQuery, 'after' | 'limit'>
  readonly after: BookingPlace | null
  readonly format: ExportFormat
  readonly actor: string
  /** What the audit log has besides: the reason, the request. */
  readonly why: Readonly<Record<string, string>>
}

/**
 * Writes down bookings by the filters of the list, the newest first, a page at a time; no guest is in it. Each page that leaves is in
 * the audit log, with the filters, whose it was and how many rows. A page may be short, or empty, although others follow: a search passes
 * over 20,000 bookings at most that its filters leave out.
 */
export async function exportBookings(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { query, after, format, actor, why }: Export,
): Promise<ExportedPage> {
  const { bookings, lookedUntil } = await store.bookingLookup.search({ ...query, after, limit: EXPORT_PAGE + 1 })
  const shown = bookings.slice(0, EXPORT_PAGE)
  const next = bookings.length > EXPORT_PAGE ? (shown.at(-1) ?? null) : lookedUntil
  const { organizationId } = query
  const details = { ...why, format, filters: filtersSet(query), after: after?.bookingId ?? null, rows: shown.length }
  const entry = { organizationId, actor, action: 'booking.export', subject: organizationId ?? '*', details }
  await store.audit.append(entry, clock.real())
  return { text: toText(shown, format, after === null), rows: shown.length, next }
}

/** The filters that limit anything. */
function filtersSet(query: Export['query']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  )
}

function toText(bookings: readonly FoundBooking[], format: ExportFormat, isFirst: boolean): string {
  const rows = bookings.map(toRow)
  if (format === 'ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const lines = rows.map((row) => csvLine(COLUMNS.map((column) => row[column])))
  return [...(isFirst ? [csvLine(COLUMNS)] : []), ...lines].join('')
}

const COLUMNS = [
  'booking_id',
  'organization_id',
  'status',
  'supplier',
  'connection_id',
  'supplier_booking_id',
  'client_reference',
  'hotel_id',
  'hotel_name',
  'check_in',
  'check_out',
  'total',
  'total_currency',
  'charged',
  'charged_currency',
  'created_at',
  'cancelled_at',
  'cancellation_cause',
  'penalty_status',
  'penalty',
  'penalty_currency',
  'charged_penalty',
  'charged_penalty_currency',
  'failure',
] as const

type Row = Readonly<Record<(typeof COLUMNS)[number], Cell>>

/** Amounts are decimals of their own currency, instants RFC 3339. */
function toRow(booking: FoundBooking): Row {
  const { total, charged, failure } = booking
  return {
    booking_id: booking.bookingId,
    organization_id: booking.organizationId,
    status: booking.status,
    supplier: booking.supplierCode,
    connection_id: booking.connectionId,
    supplier_booking_id: booking.supplierBookingId,
    client_reference: booking.clientReference,
    hotel_id: booking.hotelId,
    hotel_name: booking.hotelName,
    check_in: booking.checkInDate,
    check_out: booking.checkOutDate,
    ...amountAs('total', total),
    ...amountAs('charged', charged),
    created_at: toRfc3339(booking.createdAt),
    cancelled_at: cancelledAt(booking),
    ...cancellationOf(booking),
    failure: failure?.code ?? null,
  }
}

type Amounts = 'total' | 'charged' | 'penalty' | 'charged_penalty'
type AmountCells<Name extends Amounts> = Readonly<Record<Name | `${Name}_currency`, string | null>>

function amountAs<Name extends Amounts>(name: Name, amount: Money | null): AmountCells<Name> {
  const cells = { [name]: amount && toDecimal(amount), [`${name}_currency`]: amount && amount.currency }
  return cells as AmountCells<Name> // the two names are these
}

function cancelledAt({ status, cancellation, updatedAt }: FoundBooking): string | null {
  return status === 'CANCELLED' ? toRfc3339(cancellation?.cancelledAt ?? updatedAt) : null
}

function cancellationOf({ cancellation }: FoundBooking) {
  return {
    cancellation_cause: cancellation?.cause ?? null,
    penalty_status: cancellation?.penaltyStatus ?? null,
    ...amountAs('penalty', cancellation?.penalty ?? null),
    ...amountAs('charged_penalty', cancellation?.chargedPenalty ?? null),
  }
}
