import type { HotelConfirmationView } from '../../domain/contract/booking.ts'
import type { VoucherView } from '../../domain/contract/voucher.ts'
import type { Booking } from '../../store/booking.ts'
import type { Deps } from '../deps.ts'

/** What guests have to know, once each: the supplier's remarks with the rate, and those that its record has added. */
export function remarksOf({ terms, supplierTold }: Booking): string[] {
  return [...new Set([...terms.remarks, ...(supplierTold.remarks ?? [])])]
}

/** The hotel's number of each room; a supplier that gives one for the whole booking gives it to every room. */
export function hotelConfirmationsOf({ terms, supplierTold, hotelConfirmation }: Booking): HotelConfirmationView[] {
  return terms.allocations.map(({ allocationId, roomIndex }) => ({
    allocationId,
    number: supplierTold.roomConfirmations?.[roomIndex] ?? hotelConfirmation.number,
  }))
}

/**
 * The voucher of a booking that stands. Null before that, for a booking that was offered before there were any, and while the
 * supplier's record lacks the sentence that its contract demands: a voucher without it must not be shown.
 */
export function voucherView({ suppliers }: Pick<Deps, 'suppliers'>, booking: Booking): VoucherView | null {
  const { terms, supplierTold, status, supplierCode } = booking
  if (status !== 'CONFIRMED' || !terms.hotel) return null
  const payableThrough = supplierTold.payableThrough ?? null
  if (payableThrough === null && suppliers.find(supplierCode)?.capabilities.namesPayableParty) return null
  const instructions = supplierTold.instructions ?? terms.instructions
  return {
    lines: [
      ...(payableThrough === null ? [] : [payableThrough]),
      ...remarksOf(booking),
      ...(instructions ? [...instructions.text, ...instructions.special] : []),
    ],
    payableThrough,
    supplierReference: booking.supplierBookingId,
    hotel: { ...terms.hotel, phone: supplierTold.hotelContact?.phone ?? terms.hotel.phone },
    emergencyContact: supplierTold.emergencyContact ?? null,
    supplierTerms: terms.supplierTerms,
  }
}
