import { currentTrace } from '../platform/request-trace.ts'
import type { Booking } from '../store/booking.ts'
import type { BookingReference, CallContext, OpenedSupplier } from '../suppliers/supplier.ts'
import type { SupplierOperation } from '../suppliers/supplier-call.ts'
import { openParty } from './bookings/machinery/guests.ts'
import type { Caller } from './caller.ts'
import type { Deps } from './deps.ts'

/** The customer address for jobs, which have no partner's address. It is reserved for documentation (RFC 5737). */
const NOBODY = '192.0.2.1'

export function contextOf(caller: Caller, timeoutMs: number | null = null): CallContext {
  return {
    organizationId: caller.organizationId,
    requestId: caller.requestId,
    language: caller.language,
    customerIp: caller.ip,
    signal: null,
    timeoutMs,
  }
}

/** A job continues under the id of the request that enqueued it; a job without a request uses its booking's id. */
export function jobContext(bookingId: string): CallContext {
  return nobodysContext(currentTrace().requestId ?? `req_job_${bookingId}`)
}

/** The context of a call that no partner has requested. */
export function nobodysContext(requestId: string): CallContext {
  return {
    organizationId: null,
    requestId,
    language: 'en',
    customerIp: NOBODY,
    signal: null,
    timeoutMs: null,
  }
}

/** Opens a supplier call for a booking, through the connection with which it was booked and in its organization's time. */
export function openFor(
  deps: Deps,
  booking: Booking,
  { operation, context }: { readonly operation: SupplierOperation; readonly context: CallContext },
): Promise<OpenedSupplier> {
  const { connectionId, organizationId } = booking
  return deps.suppliers.open(connectionId, operation, { ...context, organizationId })
}

/** The references by which the supplier can find the booking. */
export function referenceOf(deps: Deps, booking: Booking): BookingReference {
  return {
    supplierReference: booking.supplierReference,
    supplierBookingId: booking.supplierBookingId,
    supplierPayload: booking.supplierPayload,
    holderEmail: openParty(deps.guestSeal, booking)?.holder.email ?? '',
    bookedAt: booking.createdAt,
  }
}
