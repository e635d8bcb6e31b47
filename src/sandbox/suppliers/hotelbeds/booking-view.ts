import { toDecimal } from '../../../domain/money.ts'
import { dateInZone, type Instant, MINUTE_MS } from '../../../domain/time.ts'
import { behaviourOf } from '../../scenarios.ts'
import { fieldsOf, listOf, textOf } from '../json-body.ts'
import {
  type BookedLine,
  chargeMinorOf,
  currencyOf,
  numberOf,
  type StoredBooking,
  totalMinorOf,
} from '../stock/booking.ts'
import { allRoomsMinor } from '../stock/room-price.ts'
import { HOTELBEDS } from './rate-key.ts'
import { boardView, policiesView, rateClassOf } from './rate-view.ts'

/** How long after the booking the hotel's own reference appears. */
const HOTEL_REFERENCE_MS = MINUTE_MS

/** The reference of a cancellation; null when the view shows none. */
type CancellationView = { readonly reference: string } | null

/** A booking as Hotelbeds shows it. The hotel's amounts are strings, those of the booking are numbers. */
export function bookingView(booking: StoredBooking, nowAt: Instant, cancellation: CancellationView): object {
  const currency = currencyOf(booking)
  const total = toDecimal({ amountMinor: totalMinorOf(booking), currency })
  const people = fieldsOf(booking.people)
  const isCancelled = booking.cancelledAt !== null
  const charge = { amountMinor: chargeMinorOf(booking, nowAt), currency }
  return {
    reference: booking.id,
    clientReference: booking.reference,
    creationDate: dateInZone(booking.createdAt, 'UTC'),
    status: isCancelled ? 'CANCELLED' : 'CONFIRMED',
    modificationPolicies: {
      cancellation: !isCancelled && behaviourOf(HOTELBEDS, booking.supplierHotelId).cancel !== 'UNSUPPORTED',
      modification: false,
    },
    creationUser: 'sandbox',
    holder: people['holder'],
    hotel: {
      checkIn: booking.checkInDate,
      checkOut: booking.checkOutDate,
      code: Number(booking.supplierHotelId),
      name: booking.hotelName,
      ...fieldsOf(people['described']),
      rooms: booking.lines.map((line, index) => roomView(booking, line, { index, nowAt })),
      totalNet: total,
      currency,
      supplier: people['supplier'],
      ...(cancellation || isCancelled ? { cancellationAmount: toDecimal(charge) } : {}),
    },
    remark: people['remark'] ?? '',
    totalNet: Number(total),
    pendingAmount: Number(total),
    currency,
    ...(cancellation || isCancelled
      ? { cancellationReference: cancellation?.reference ?? cancellationReferenceOf(booking) }
      : {}),
  }
}

export function cancellationReferenceOf({ id }: StoredBooking): string {
  return `C${numberOf(id, 9)}`
}

function roomView(
  booking: StoredBooking,
  line: BookedLine,
  { index, nowAt }: { readonly index: number; readonly nowAt: Instant },
): object {
  const [party] = line.parties
  const children = party?.childAges.length ?? 0
  const rooms = listOf(fieldsOf(booking.people)['rooms'])
  return {
    status: booking.cancelledAt === null ? 'CONFIRMED' : 'CANCELLED',
    id: index + 1,
    code: line.roomCode,
    name: line.roomName,
    ...(nowAt >= booking.createdAt + HOTEL_REFERENCE_MS ? { supplierReference: `H${numberOf(booking.id, 7)}` } : {}),
    paxes: listOf(fieldsOf(rooms[index])['paxes']),
    rates: [
      {
        rateClass: rateClassOf(line.refundable),
        net: toDecimal({ amountMinor: allRoomsMinor(line.prices), currency: currencyOf(booking) }),
        paymentType: 'AT_WEB',
        packaging: false,
        ...boardView(line.board),
        rateComments: textOf(listOf(fieldsOf(booking.people)['comments'])[index]),
        cancellationPolicies: policiesView(line.cancel, line.prices, booking.timeZone),
        rooms: line.parties.length,
        adults: party?.adults ?? 0,
        children,
        ...(children > 0 ? { childrenAges: party?.childAges.join(',') ?? '' } : {}),
      },
    ],
  }
}
