import { readCharge } from '../amounts.ts'
import type { SupplierBooking } from '../supplier.ts'
import type { HotelbedsBooking } from './schema.ts'

const STATUS = { PRECONFIRMED: 'PENDING', CONFIRMED: 'CONFIRMED', CANCELLED: 'CANCELLED' } as const

/** The cost of cancelling, from Hotelbeds: in a simulation what it would be, in a cancelled booking what it was. */
export function cancellationAmount({ hotel, currency }: HotelbedsBooking) {
  return hotel?.cancellationAmount === undefined
    ? null
    : readCharge(hotel.cancellationAmount, hotel.currency ?? currency)
}

export function mapBooking(booking: HotelbedsBooking): SupplierBooking {
  return {
    status: STATUS[booking.status],
    supplierBookingId: booking.reference,
    supplierBookingCode: null,
    hotelConfirmationNumber: booking.hotel?.rooms[0]?.supplierReference || null,
    holdDeadlineAt: null,
    chargedPenalty: booking.status === 'CANCELLED' ? cancellationAmount(booking) : null,
    supplierCancellationReference: booking.status === 'CANCELLED' ? (booking.cancellationReference ?? null) : null,
    cancellable: booking.modificationPolicies?.cancellation ?? true,
    failureReason: null,
    supplierPayload: {},
  }
}
