import { currentTrace } from '../platform/request-trace.ts'
import type { Booking } from '../store/booking.ts'
import type { BookingReference, CallContext, OpenedSupplier } from '../suppliers/supplier.ts'
import type { SupplierOperation } from '../suppliers/supplier-call.ts'
import { openParty } from './bookings/machinery/guests.ts'
import type { Caller } from './caller.ts'
import type { Deps } from './deps.ts'

/** Where no partner's address is known (jobs): an address that is reserved for documentation, RFC 5737. */
const NOBODY = '192.0.2.1'

export function contextOf(caller: Caller, timeoutMs: number | null = null): CallContext {
  return {
    requestId: caller.requestId,
    language: caller.language,
    customerIp: caller.ip,
    signal: null,
    timeoutMs,
  }
}

/** A job goes on under the id of the request that it was made for; one that nobody asked for has none but its booking's. */
export function jobContext(bookingId: string): CallContext {
  return nobodysContext(currentTrace().requestId ?? `req_job_${bookingId}`)
}

/** For what no partner has asked for. */
export function nobodysContext(requestId: string): CallContext {
  return {
    requestId,
    language: 'en',
    customerIp: NOBODY,
    signal: null,
    timeoutMs: null,
  }
}

/** Readies a call for a booking through the connection that it was made through. */
export function openFor(
  deps: Deps,
  booking: Booking,
  { operation, context }: { readonly operation: SupplierOperation; readonly context: CallContext },
): Promise<OpenedSupplier> {
  return deps.suppliers.open(booking.connectionId, operation, context)
}

/** How the supplier knows the booking. */
export function referenceOf(deps: Deps, booking: Booking): BookingReference {
  return {
    supplierReference: booking.supplierReference,
    supplierBookingId: booking.supplierBookingId,
    supplierPayload: booking.supplierPayload,
    holderEmail: openParty(deps.guestSeal, booking)?.holder.email ?? '',
    bookedAt: booking.createdAt,
  }
}
