import { HOUR_MS } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'
import type { BookingReference, ListedBooking, SupplierBooking } from '../../../suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { nobodysContext } from '../../supplier-calls.ts'
import { openOnlyAtSupplier, stands } from '../follow-up/only-at-supplier.ts'

/** A connection's comparisons open so many cases at the most. */
const CASES = { points: 50, windowMs: 12 * HOUR_MS }

/**
 * Asks the supplier by the booking's reference before a person is told: books lag, and the booking may have been made, or cancelled,
 * since they were read. True when it stands there, and not here.
 */
export async function confirmOnlyThere(
  deps: Deps,
  { connectionId, turn }: { readonly connectionId: string; readonly turn: () => Promise<void> },
  { listed, booking }: { readonly listed: ListedBooking; readonly booking: Booking | null },
): Promise<boolean> {
  const supplierReference = listed.supplierReference ?? ''
  const record = await recordOf(deps, connectionId, { supplierReference, listed })
  if (!record || !stands(record)) return false
  // Another worker may have told it, and a person settled it, while this process stood still.
  await turn()
  const ours = await deps.store.bookings.findBySupplierReference(connectionId, supplierReference)
  if (ours && (ours.status !== 'CANCELLED' || booking?.status !== 'CANCELLED')) return false
  const { supplier } = await deps.suppliers.open(connectionId, 'find', nobodysContext(`req_job_${connectionId}`))
  // Another gateway of ours under the same contract has references of the same form: its bookings are counted, and not all of them told.
  const { allowed } = await deps.cache.limits.consume(`only-at-supplier:${connectionId}`, CASES)
  if (!allowed) deps.log.warn({ connectionId, supplierReference }, 'a booking that only the supplier has is not told')
  else
    await openOnlyAtSupplier(deps, {
      connectionId,
      supplierCode: supplier.code,
      supplierReference,
      supplierBookingId: record.supplierBookingId,
      record,
      bookingId: ours?.bookingId ?? null,
      foundBy: 'COMPARISON',
    })
  return true
}

async function recordOf(
  deps: Deps,
  connectionId: string,
  { supplierReference, listed }: { readonly supplierReference: string; readonly listed: ListedBooking },
): Promise<SupplierBooking | null> {
  const context = nobodysContext(`req_job_${connectionId}`)
  const { supplier, call } = await deps.suppliers.open(connectionId, 'retrieve', context)
  const { supplierBookingId, supplierPayload } = listed.record
  const reference: BookingReference = {
    supplierReference,
    supplierBookingId,
    supplierPayload,
    holderEmail: '',
    bookedAt: call.nowAt,
  }
  const found = await supplier.retrieve(call, reference)
  if (!found.ok) throw new Error(`the supplier does not tell of ${supplierBookingId}: ${found.error.kind}`)
  return found.value
}
