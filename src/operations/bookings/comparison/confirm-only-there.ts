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
 * since they were read. True when it stands there, and not here; null when the supplier does not tell of it. Nights to come ask again for
 * it, and one booking of which nothing can be read does not hold up the others.
 */
export async function confirmOnlyThere(
  deps: Deps,
  connectionId: string,
  { listed, booking }: { readonly listed: ListedBooking; readonly booking: Booking | null },
): Promise<boolean | null> {
  const supplierReference = listed.supplierReference ?? ''
  const record = await recordOf(deps, connectionId, { supplierReference, listed })
  if (record === undefined) return null
  if (!record || !stands(record)) return false
  const ours = await deps.store.bookings.findBySupplierReference(connectionId, supplierReference)
  if (ours && (ours.status !== 'CANCELLED' || booking?.status !== 'CANCELLED')) return false
  if (!ours && (await isOursByItsId(deps, connectionId, record))) return false
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

/** Books with a wrong reference in them have a booking of ours under the supplier's own id. */
async function isOursByItsId(
  deps: Deps,
  connectionId: string,
  { supplierBookingId }: SupplierBooking,
): Promise<boolean> {
  const connection = await deps.store.connections.find(connectionId)
  if (!connection || supplierBookingId === null) return false
  const { supplierCode } = connection
  return (await deps.store.bookings.findBySupplierBookingId({ connectionId, supplierCode }, supplierBookingId)) !== null
}

/** Undefined: the supplier does not tell. */
async function recordOf(
  deps: Deps,
  connectionId: string,
  { supplierReference, listed }: { readonly supplierReference: string; readonly listed: ListedBooking },
): Promise<SupplierBooking | null | undefined> {
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
  if (found.ok) return found.value
  deps.log.warn(
    { connectionId, supplierBookingId, kind: found.error.kind },
    'a supplier does not tell of a booking in its books',
  )
  return undefined
}
