import type { Instant } from '../domain/time.ts'
import type { Booking } from '../store/bookings.ts'
import type { AttemptEnd } from '../store/booking-attempts.ts'
import type { BookingReference, CallContext, OpenedSupplier } from '../suppliers/supplier.ts'
import type { SupplierOperation, WriteOutcome } from '../suppliers/supplier-call.ts'
import type { Caller } from './caller.ts'
import type { Deps } from './deps.ts'
import { openParty } from './guests.ts'

/** Where no partner's address is known (jobs): an address that is reserved for documentation, RFC 5737. */
const NOBODY = '192.0.2.1'

export const contextOf = (caller: Caller, timeoutMs: number | null = null): CallContext => ({
  requestId: caller.requestId,
  language: caller.language,
  customerIp: caller.ip,
  signal: null,
  timeoutMs,
})

export const jobContext = (requestId: string): CallContext => ({
  requestId,
  language: 'en',
  customerIp: NOBODY,
  signal: null,
  timeoutMs: null,
})

/** Readies a call for a booking through the connection that it was made through. */
export const openFor = (
  deps: Deps,
  booking: Booking,
  operation: SupplierOperation,
  context: CallContext,
): Promise<OpenedSupplier> => deps.suppliers.open(booking.connectionId, operation, context)

/** How the supplier knows the booking. */
export const referenceOf = (deps: Deps, booking: Booking): BookingReference => ({
  supplierReference: booking.supplierReference,
  supplierBookingId: booking.supplierBookingId,
  supplierPayload: booking.supplierPayload,
  holderEmail: openParty(deps.guestSeal, booking.guestsSealed)?.holder.email ?? '',
  bookedAt: booking.createdAt,
})

/** What an attempt row keeps of an outcome. */
export const attemptEnd = (outcome: WriteOutcome<unknown>): AttemptEnd => {
  if (outcome.outcome === 'ACCEPTED')
    return { outcome: 'ACCEPTED', httpStatus: null, supplierErrorCode: null, detail: null }
  const told = outcome.outcome === 'REFUSED' ? outcome.refusal : outcome.failure
  return {
    outcome: outcome.outcome,
    httpStatus: told.httpStatus,
    supplierErrorCode: told.supplierErrorCode,
    detail: told.detail,
  }
}

/**
 * Ends the attempt and asks for the next look at the booking, in one transaction. For outcomes that move nothing yet.
 */
export const leaveToReconciliation = (
  deps: Deps,
  bookingId: string,
  attemptId: string,
  end: AttemptEnd,
  startAt: Instant,
): Promise<void> =>
  deps.store.transaction(async (tx) => {
    await tx.attempts.end(attemptId, end, deps.clock.now())
    await tx.jobs.enqueue({ name: 'reconcile-booking', bookingId, rung: 0, startAt })
  })
