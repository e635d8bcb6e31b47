import type { SupplierBooking } from '../supplier.ts'
import type { LiteApiBooking } from './schema.ts'

const STATUS: Readonly<Record<string, SupplierBooking['status']>> = {
  CONFIRMED: 'CONFIRMED',
  CANCELLED: 'CANCELLED',
  CANCELLED_WITH_CHARGES: 'CANCELLED',
  FAILED: 'FAILED',
}

/** The record has no cancellation fee: only the answer to the cancellation itself gives it. */
export function mapBooking(booking: LiteApiBooking): SupplierBooking {
  return {
    // An undocumented status counts as pending, because it is neither a yes nor a no.
    status: STATUS[booking.status] ?? 'PENDING',
    supplierBookingId: booking.bookingId,
    supplierBookingCode: booking.supplierBookingId || null,
    hotelConfirmationNumber: booking.hotelConfirmationCode || null,
    holdDeadlineAt: null,
    chargedPenalty: null,
    supplierCancellationReference: null,
    cancellable: true,
    failureReason: null,
    supplierPayload: {},
  }
}
