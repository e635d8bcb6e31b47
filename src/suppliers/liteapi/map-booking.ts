import { NOTHING_TOLD } from '../../domain/instructions.ts'
import { readMoney } from '../amounts.ts'
import { chargedInTotal, namedGuests } from '../booking-record.ts'
import { plainText } from '../plain-text.ts'
import type { SupplierBooking } from '../supplier.ts'
import { readStatus } from './booking-status.ts'
import type { LiteApiBooking } from './schema.ts'

/** What is compared. `price` is the total that we are charged, with the account's own commission in it, as offers have it. */
function toldBy(
  { price, currency, checkin, checkout, bookedRooms }: LiteApiBooking,
  status: SupplierBooking['status'],
) {
  const stands = status !== 'CANCELLED' && status !== 'FAILED'
  return {
    charged: stands && price !== undefined && currency ? chargedInTotal([readMoney(price, currency)]) : null,
    checkInDate: checkin ?? null,
    checkOutDate: checkout ?? null,
    rooms: bookedRooms?.length || null,
    guests: namedGuests(
      (bookedRooms ?? []).flatMap(({ guests }) =>
        (guests ?? []).map(({ firstName, lastName }) => ({ givenName: firstName, familyName: lastName })),
      ),
    ),
  }
}

/** What the record adds for guests: what they have to know, what they pay at the desk, and what the hotel remarks. */
function saidBy(booking: LiteApiBooking): NonNullable<SupplierBooking['told']> {
  const [know, mandatory, optional] = [booking.knowBeforeYouGo, booking.mandatoryFees, booking.optionalFees].map(
    (text) => plainText(text ?? '') || null,
  )
  const remarks = [booking.remarks, booking.hotelRemarks].flat().map((text) => plainText(text ?? ''))
  const told = [...new Set(remarks)].filter((text) => text !== '')
  return {
    ...(told.length > 0 ? { remarks: told } : {}),
    ...((know ?? mandatory ?? optional)
      ? {
          instructions: {
            ...NOTHING_TOLD,
            knowBeforeYouGo: know ?? null,
            mandatoryFeesText: mandatory ?? null,
            optionalFeesText: optional ?? null,
          },
        }
      : {}),
  }
}

/** The record has no cancellation fee: only the answer to the cancellation itself gives it. */
export function mapBooking(booking: LiteApiBooking): SupplierBooking {
  const status = readStatus(booking.status)
  return {
    status,
    supplierBookingId: booking.bookingId,
    supplierBookingCode: booking.supplierBookingId || null,
    hotelConfirmationNumber: booking.hotelConfirmationCode || null,
    holdDeadlineAt: null,
    ...toldBy(booking, status),
    told: saidBy(booking),
    chargedPenalty: null,
    supplierCancellationReference: null,
    cancellable: true,
    failureReason: null,
    supplierPayload: {},
  }
}
