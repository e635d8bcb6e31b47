import type { Booking } from '../../../store/booking.ts'
import type { CallContext, SupplierBooking } from '../../../suppliers/supplier.ts'
import type { SupplierFailure } from '../../../suppliers/supplier-call.ts'
import type { Deps } from '../../deps.ts'
import { openConnectionCase } from '../../operator/connection-watch.ts'
import { openFor, referenceOf } from '../../supplier-calls.ts'

/** The supplier's answer when it is asked by our reference or its own. */
export type Finding =
  | { readonly kind: 'RECORD'; readonly record: SupplierBooking }
  | { readonly kind: 'NONE' }
  | { readonly kind: 'TWINS' }
  /** The supplier gave no usable answer, so nothing is known. */
  | { readonly kind: 'SILENCE'; readonly failure: SupplierFailure }

/**
 * Asks for the booking by the supplier's own id where it is known, otherwise by our reference. A connection whose credentials are
 * refused is a case until it answers.
 */
export async function askSupplier(deps: Deps, booking: Booking, context: CallContext): Promise<Finding> {
  const finding = await ask(deps, booking, context)
  const { connectionId, supplierCode } = booking
  if (finding.kind !== 'SILENCE')
    await deps.store.cases.settle(['CREDENTIALS_REFUSED'], connectionId, 'the supplier answered')
  else if (finding.failure.kind === 'UNAUTHORIZED')
    await openConnectionCase(deps.store, 'CREDENTIALS_REFUSED', {
      supplierCode,
      connectionId,
      httpStatus: finding.failure.httpStatus,
    })
  return finding
}

async function ask(deps: Deps, booking: Booking, context: CallContext): Promise<Finding> {
  const known = referenceOf(deps, booking)
  // What a look has found before may be older than the last request of the call.
  const progress =
    known.undecided || booking.supplierBookingId === null
      ? await deps.store.attempts.progressOf(booking.bookingId)
      : null
  const reference = { ...known, ...(progress ? { progress } : {}) }
  if (booking.supplierBookingId !== null) {
    const { supplier, call } = await openFor(deps, booking, { operation: 'retrieve', context })
    const answer = await supplier.retrieve(call, reference)
    if (!answer.ok) return { kind: 'SILENCE', failure: answer.error }
    return answer.value ? { kind: 'RECORD', record: answer.value } : { kind: 'NONE' }
  }
  const { supplier, call } = await openFor(deps, booking, { operation: 'find', context })
  const answer = await supplier.find(call, reference)
  if (!answer.ok) return { kind: 'SILENCE', failure: answer.error }
  const [record, ...others] = answer.value
  if (!record) return { kind: 'NONE' }
  return others.length > 0 ? { kind: 'TWINS' } : { kind: 'RECORD', record }
}
