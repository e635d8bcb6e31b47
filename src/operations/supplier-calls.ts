import type { Traveller } from '../domain/traveller.ts'
import { currentTrace } from '../platform/request-trace.ts'
import type { Booking } from '../store/booking.ts'
import type { BookingReference, CallContext, OpenedSupplier } from '../suppliers/supplier.ts'
import type { SupplierOperation } from '../suppliers/supplier-call.ts'
import { type BookingParty, openParty } from './bookings/machinery/guests.ts'
import type { Caller } from './caller.ts'
import type { Deps } from './deps.ts'
import { leavesOf } from './traffic/known-values.ts'

export function contextOf(caller: Caller, timeoutMs: number | null = null, traveller?: Traveller): CallContext {
  return {
    organizationId: caller.organizationId,
    requestId: caller.requestId,
    language: caller.language,
    customerIp: traveller?.ip ?? caller.ip,
    sessionId: traveller?.sessionId ?? null,
    userAgent: traveller?.userAgent ?? null,
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
    customerIp: null,
    sessionId: null,
    userAgent: null,
    signal: null,
    timeoutMs: null,
  }
}

const parties = new WeakMap<Booking, BookingParty | null>()

/** The people of a booking as it was read: opened once for the call and the reference that goes with it. */
function partyOf({ guestSeal }: Pick<Deps, 'guestSeal'>, booking: Booking): BookingParty | null {
  const known = parties.get(booking)
  if (known !== undefined) return known
  const party = openParty(guestSeal, booking)
  parties.set(booking, party)
  return party
}

/** What a call tells of who travels, as the booking's traveller: some suppliers answer nobody else. */
export function asTraveller<T extends Pick<CallContext, 'customerIp' | 'sessionId' | 'userAgent'>>(
  deps: Pick<Deps, 'guestSeal'>,
  booking: Booking,
  context: T,
): T {
  const traveller = partyOf(deps, booking)?.traveller
  if (!traveller) return context
  const { ip, sessionId, userAgent } = traveller
  return { ...context, customerIp: ip ?? context.customerIp, sessionId, userAgent }
}

/**
 * Opens a supplier call for a booking, through the connection with which it was booked, in its organization's time, and as its
 * traveller: whoever makes the call, the supplier sees one guest with one session.
 */
export function openFor(
  deps: Deps,
  booking: Booking,
  { operation, context }: { readonly operation: SupplierOperation; readonly context: CallContext },
): Promise<OpenedSupplier> {
  const { connectionId, organizationId } = booking
  const about = { bookingId: booking.bookingId, people: () => leavesOf(partyOf(deps, booking)) }
  return deps.suppliers.open(connectionId, operation, { ...asTraveller(deps, booking, context), organizationId, about })
}

/** The references by which the supplier can find the booking. */
export function referenceOf(deps: Deps, booking: Booking): BookingReference {
  return {
    supplierReference: booking.supplierReference,
    supplierBookingId: booking.supplierBookingId,
    supplierPayload: booking.supplierPayload,
    holderEmail: partyOf(deps, booking)?.holder.email ?? '',
    bookedAt: booking.createdAt,
    undecided: booking.pendingOperation === 'CREATE' || booking.status === 'FAILED',
  }
}
