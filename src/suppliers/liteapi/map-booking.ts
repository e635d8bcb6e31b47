import type { SupplierBooking } from '../supplier.ts'
import type { LiteApiBooking } from './schema.ts'

const STATUS: Readonly<Record<string, SupplierBooking['status']>> = {
  CONFIRMED: 'CONFIRMED',
  CANCELLED: 'CANCELLED',
  CANCELLED_WITH_CHARGES: 'CANCELLED',
  FAILED: 'FAILED',
}

/** The record tells no cancellation fee: that comes with the cancellation's own answer. */
export function mapBooking(booking: LiteApiBooking): SupplierBooking {
  return {
    // A status that is not documented says neither yes nor no.
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
