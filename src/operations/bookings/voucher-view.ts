import type { HotelConfirmationView } from '../../domain/contract/booking.ts'
import type { AgencyView, VoucherHotelView, VoucherRoomView, VoucherView } from '../../domain/contract/voucher.ts'
import { withRecord } from '../../domain/instructions.ts'
import { nightsOf } from '../../domain/stay.ts'
import type { OfferedHotel } from '../../domain/supplier-told.ts'
import type { Booking } from '../../store/booking.ts'
import type { Deps } from '../deps.ts'
import { boardView } from '../offers/offer-view.ts'
import type { BookingParty } from './machinery/guests.ts'

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
export function voucherView(
  { suppliers }: Pick<Deps, 'suppliers'>,
  booking: Booking,
  { party, agency }: { readonly party: BookingParty | null; readonly agency: AgencyView | null },
): VoucherView | null {
  const { terms, supplierTold, status, supplierCode } = booking
  if (status !== 'CONFIRMED' || !terms.hotel) return null
  const payableThrough = supplierTold.payableThrough ?? null
  if (payableThrough === null && suppliers.find(supplierCode)?.capabilities.namesPayableParty) return null
  const instructions = withRecord(terms.instructions, supplierTold.instructions)
  return {
    lines: [
      ...(payableThrough === null ? [] : [payableThrough]),
      ...remarksOf(booking),
      ...(instructions ? [...instructions.text, ...instructions.special] : []),
    ],
    payableThrough,
    supplierReference: booking.supplierBookingId,
    hotel: hotelView(terms.hotel, booking),
    emergencyContact: supplierTold.emergencyContact ?? null,
    supplierTerms: terms.supplierTerms,
    checkIn: terms.stay.checkInDate,
    checkOut: terms.stay.checkOutDate,
    nights: nightsOf(terms.stay),
    board: boardView(terms.board),
    rooms: roomsView(booking, party),
    agency,
  }
}

function hotelView(hotel: OfferedHotel, { supplierTold }: Booking): VoucherHotelView {
  const { stars = null } = hotel
  const inStars = stars === null ? null : `${stars} ${stars === 1 ? 'STAR' : 'STARS'}`
  return {
    ...hotel,
    stars,
    category: supplierTold.hotelCategory ?? inStars,
    phone: supplierTold.hotelContact?.phone ?? hotel.phone,
  }
}

/** Each room by the supplier's name, which is the one that the hotel has, with its guests and their ages. */
function roomsView({ terms }: Booking, party: BookingParty | null): VoucherRoomView[] {
  return terms.allocations.map(({ allocationId, providerRoom, serviceRoom }) => ({
    allocationId,
    name: providerRoom.name || (serviceRoom?.name ?? ''),
    guests: (party?.guests ?? [])
      .filter((guest) => guest.allocationId === allocationId)
      .map(({ type, givenName, familyName, age }) => ({
        type,
        givenName: givenName ?? null,
        familyName: familyName ?? null,
        age: age ?? null,
      })),
  }))
}
