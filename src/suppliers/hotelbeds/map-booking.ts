import { readCharge, readMoney } from '../amounts.ts'
import { chargedInTotal, namedGuests } from '../booking-record.ts'
import { plainText } from '../plain-text.ts'
import type { SupplierBooking } from '../supplier.ts'
import type { HotelbedsBooking } from './schema.ts'

const STATUS = { PRECONFIRMED: 'PENDING', CONFIRMED: 'CONFIRMED', CANCELLED: 'CANCELLED' } as const

/** The cost of cancelling, from Hotelbeds: in a simulation what it would be, in a cancelled booking what it was. */
export function cancellationAmount({ hotel, currency }: HotelbedsBooking) {
  return hotel?.cancellationAmount === undefined
    ? null
    : readCharge(hotel.cancellationAmount, hotel.currency ?? currency)
}

/**
 * What is compared: `totalNet` is what we are invoiced, and a room's rate says how often the room is booked. The rooms are not
 * told when one of them has no rate.
 */
function toldBy({ status, hotel, totalNet, currency }: HotelbedsBooking) {
  const rooms = (hotel?.rooms ?? []).filter((room) => room.status !== 'CANCELLED')
  const counts = rooms.flatMap(({ rates }) =>
    rates.length > 0 ? [rates.reduce((sum, rate) => sum + rate.rooms, 0)] : [],
  )
  return {
    charged: status === 'CANCELLED' || totalNet === undefined ? null : chargedInTotal([readMoney(totalNet, currency)]),
    checkInDate: hotel?.checkIn ?? null,
    checkOutDate: hotel?.checkOut ?? null,
    rooms: rooms.length > 0 && counts.length === rooms.length ? counts.reduce((sum, count) => sum + count, 0) : null,
    guests: namedGuests(
      rooms.flatMap(({ paxes }) => paxes.map(({ name, surname }) => ({ givenName: name, familyName: surname }))),
    ),
  }
}

/**
 * The sentence of the voucher, in the words of Hotelbeds' certification. It is told only when the record has everything that it
 * names: without it the contract allows no voucher.
 */
function payableThrough({ reference, hotel }: HotelbedsBooking): string | null {
  const name = hotel?.supplier?.name?.trim()
  const vatNumber = hotel?.supplier?.vatNumber?.trim()
  if (!name || !vatNumber) return null
  return `Payable through ${name}, acting as agent for the service operating company, details of which can be provided upon request. VAT: ${vatNumber} Reference: ${reference}`
}

/** What the record adds for guests and vouchers. */
function saidBy(booking: HotelbedsBooking): NonNullable<SupplierBooking['told']> {
  const line = payableThrough(booking)
  const comments = (booking.hotel?.rooms ?? []).flatMap(({ rates }) =>
    rates.map(({ rateComments }) => plainText(rateComments ?? '')),
  )
  const remarks = [...new Set(comments)].filter((text) => text !== '')
  const category = plainText(booking.hotel?.categoryName ?? '')
  return {
    ...(line === null ? {} : { payableThrough: line }),
    ...(remarks.length > 0 ? { remarks } : {}),
    ...(category === '' ? {} : { hotelCategory: category }),
  }
}

export function mapBooking(booking: HotelbedsBooking): SupplierBooking {
  return {
    status: STATUS[booking.status],
    supplierBookingId: booking.reference,
    supplierBookingCode: null,
    hotelConfirmationNumber: booking.hotel?.rooms[0]?.supplierReference || null,
    holdDeadlineAt: null,
    ...toldBy(booking),
    told: saidBy(booking),
    chargedPenalty: booking.status === 'CANCELLED' ? cancellationAmount(booking) : null,
    supplierCancellationReference: booking.status === 'CANCELLED' ? (booking.cancellationReference ?? null) : null,
    cancellable: booking.modificationPolicies?.cancellation ?? true,
    failureReason: null,
    supplierPayload: {},
  }
}
