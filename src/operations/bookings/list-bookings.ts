import type { BookingList } from '../../domain/contract/booking.ts'
import { invalid, type Problem } from '../../domain/errors.ts'
import { issue } from '../../domain/issue.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { type Instant, isStorable, parseRfc3339 } from '../../domain/time.ts'
import type { ListedBooking } from '../../store/booking-list.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { listBookingsInput } from '../inputs/booking.ts'
import { parseInput } from '../inputs/input.ts'
import { bookingStatusData } from './booking-view.ts'

const DEFAULT_LIMIT = 20

/** The organization's bookings, newest first. */
export async function listBookings(deps: Deps, caller: Caller, raw: unknown): Promise<Result<BookingList, Problem>> {
  const input = parseInput(listBookingsInput, raw)
  if (!input.ok) return input
  const { status, checkInFrom, createdFrom, clientReference, cursor, limit } = input.value
  const before = cursor ? parseCursor(cursor) : null
  if (cursor && !before)
    return err(invalid([issue('cursor', 'INVALID_CURSOR', 'cursor must be the next_cursor of an earlier answer')]))
  const take = limit ?? DEFAULT_LIMIT
  const found = await deps.store.bookings.list(caller.organizationId, caller.environment, {
    status: status ?? null,
    checkInFrom: checkInFrom ?? null,
    createdFromAt: createdFrom ? parseRfc3339(createdFrom) : null,
    clientReference: clientReference ?? null,
    before,
    limit: take + 1,
  })
  const page = found.slice(0, take)
  const last = page.at(-1)
  return ok({
    bookings: page.map((booking) => listItem(deps, booking)),
    nextCursor: found.length > take && last ? toCursor(last) : null,
  })
}

function listItem(deps: Deps, booking: ListedBooking): BookingList['bookings'][number] {
  return {
    ...bookingStatusData(deps.suppliers, booking, deps.clock.of(booking.organizationId).now()),
    clientReference: booking.clientReference,
    hotelId: String(booking.hotelId),
    checkIn: booking.checkInDate,
    checkOut: booking.checkOutDate,
  }
}

function toCursor(booking: ListedBooking): string {
  return `${booking.createdAt}_${booking.bookingId}`
}

function parseCursor(cursor: string): { createdAt: Instant; bookingId: string } | null {
  const match = /^(\d{1,15})_(ubk_\w{1,40})$/.exec(cursor)
  const createdAt = Number(match?.[1])
  return match?.[2] && isStorable(createdAt) ? { createdAt, bookingId: match[2] } : null
}
