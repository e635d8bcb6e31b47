import { HOUR_MS } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'
import type { BookingReference, ListedBooking, Supplier, SupplierBooking } from '../../../suppliers/supplier.ts'
import type { SupplierFailure } from '../../../suppliers/supplier-call.ts'
import type { Deps } from '../../deps.ts'
import { nobodysContext } from '../../supplier-calls.ts'
import { mayCost, openOnlyAtSupplier } from '../follow-up/only-at-supplier.ts'

/** A connection's comparisons open so many cases at the most. */
const CASES = { points: 50, windowMs: 12 * HOUR_MS }

/**
 * Asks the supplier by the booking's reference before a person is told: books lag, and the booking may have been made, or cancelled,
 * since they were read. One whose record it refuses to show, or shows unreadably, is told as what nobody could find out. True when it
 * stands there, and not here; null when the supplier does not answer for it: nights to come ask again, and the others do not wait.
 */
export async function confirmOnlyThere(
  deps: Deps,
  { connectionId, turn }: { readonly connectionId: string; readonly turn: () => Promise<void> },
  { listed, booking }: { readonly listed: ListedBooking; readonly booking: Booking | null },
): Promise<boolean | null> {
  const supplierReference = listed.supplierReference ?? ''
  const { supplierBookingId } = listed.record
  const told = await standingRecord(deps, connectionId, listed)
  if (told === 'SILENT') return null
  if (told === 'GONE') return false
  // Another worker may have told it, and a person settled it, while this process stood still.
  await turn()
  const ours = await deps.store.bookings.findBySupplierReference(connectionId, supplierReference)
  if (ours && (ours.status !== 'CANCELLED' || booking?.status !== 'CANCELLED')) return false
  const { supplier } = await deps.suppliers.open(connectionId, 'find', nobodysContext(`req_job_${connectionId}`))
  if (!ours && (await isOursByItsId(deps, { connectionId, supplierCode: supplier.code }, supplierBookingId)))
    return false
  // Another gateway of ours under the same contract has references of the same form: its bookings are counted, and not all of them told.
  const { allowed } = await deps.cache.limits.consume(`only-at-supplier:${connectionId}`, CASES)
  if (!allowed) deps.log.warn({ connectionId, supplierReference }, 'a booking that only the supplier has is not told')
  else
    await openOnlyAtSupplier(deps, {
      connectionId,
      supplierCode: supplier.code,
      supplierReference,
      supplierBookingId,
      record: told === 'UNTOLD' ? null : told,
      bookingId: ours?.bookingId ?? null,
      foundBy: 'COMPARISON',
    })
  return true
}

/** UNTOLD: there is no finding out, however often it is asked about. SILENT: the supplier does not answer now. */
async function standingRecord(
  deps: Deps,
  connectionId: string,
  listed: ListedBooking,
): Promise<SupplierBooking | 'GONE' | 'UNTOLD' | 'SILENT'> {
  const answer = await askRecord(deps, connectionId, { supplierReference: listed.supplierReference ?? '', listed })
  if (answer.ok) return answer.value && mayCost(answer.value) ? answer.value : 'GONE'
  const { kind } = answer.error
  if (ABOUT_THIS_ONE.has(kind)) return 'UNTOLD'
  const { supplierBookingId } = listed.record
  deps.log.warn({ connectionId, supplierBookingId, kind }, 'a supplier does not tell of a booking in its books')
  return 'SILENT'
}

/** Failures that come again however often this booking is asked about. */
const ABOUT_THIS_ONE: ReadonlySet<SupplierFailure['kind']> = new Set(['MALFORMED', 'REJECTED'])

/** Books with a wrong reference in them have a booking of ours under the supplier's own id. */
async function isOursByItsId(
  { store }: Pick<Deps, 'store'>,
  at: { readonly connectionId: string; readonly supplierCode: string },
  supplierBookingId: string | null,
): Promise<boolean> {
  return supplierBookingId !== null && (await store.bookings.findBySupplierBookingId(at, supplierBookingId)) !== null
}

async function askRecord(
  deps: Deps,
  connectionId: string,
  { supplierReference, listed }: { readonly supplierReference: string; readonly listed: ListedBooking },
): ReturnType<Supplier['retrieve']> {
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
  return supplier.retrieve(call, reference)
}
