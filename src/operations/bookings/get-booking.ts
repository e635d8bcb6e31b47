import type { BookingStatusData } from '../../domain/contract/booking.ts'
import { type Problem, problem } from '../../domain/errors.ts'
import { notFound } from '../../domain/not-found.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { bookingIdInput } from '../inputs/booking.ts'
import { parseInput } from '../inputs/input.ts'
import { bookingStatusData } from './booking-view.ts'
import { checkKey } from './machinery/idempotency.ts'
import type { KeyedInput } from './machinery/keyed-command.ts'

export async function getBooking(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<BookingStatusData, Problem>> {
  const input = parseInput(bookingIdInput, raw)
  if (!input.ok) return input
  const { organizationId, environment } = caller
  const booking = await deps.store.bookings.findSummary(organizationId, environment, input.value.bookingId)
  return booking
    ? ok(bookingStatusData(deps.suppliers, booking, deps.clock.of(organizationId).now()))
    : err(notFound('BOOKING_NOT_FOUND', 'booking', input.value.bookingId))
}

/** Returns the booking that was created with a key. It never creates, replays or changes a booking. */
export async function findBookingByIdempotencyKey(
  deps: Deps,
  caller: Caller,
  sent: KeyedInput,
): Promise<Result<BookingStatusData, Problem>> {
  const key = checkKey(sent.key)
  if (!key.ok) return key
  const { organizationId, environment } = caller
  const used = await deps.store.idempotencyKeys.find(
    { organizationId, environment, operation: 'CREATE', key: key.value },
    deps.clock.of(organizationId).now(),
  )
  if (!used) return err(problem('BOOKING_NOT_FOUND', 'No booking was created with this key'))
  return getBooking(deps, caller, { bookingId: used.bookingId })
}
