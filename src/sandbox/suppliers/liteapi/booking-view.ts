import { HOUR_MS, type Instant, toRfc3339 } from '../../../domain/time.ts'
import { hash32 } from '../../catalogue/hash.ts'
import { fieldsOf, listOf } from '../json-body.ts'
import { chargeMinorOf, currencyOf, numberOf, type StoredBooking, totalMinorOf } from '../stock/booking.ts'
import { totalMinor } from '../stock/room-price.ts'
import { amountView, boardNameOf, policiesView } from './rate-view.ts'

/** How long after the booking the hotel's own code appears. */
const HOTEL_CODE_MS = 3 * HOUR_MS

/**
 * The status of a booking. One that was cancelled free of charge is CANCELED in the words of the specification, and CANCELLED in its examples:
 * the id decides which, so that one booking is always spelt alike.
 */
export function statusOf(booking: StoredBooking, nowAt: Instant): string {
  if (booking.cancelledAt === null) return 'CONFIRMED'
  if (chargeMinorOf(booking, nowAt) > 0) return 'CANCELLED_WITH_CHARGES'
  return hash32('spelling', booking.id) % 2 === 0 ? 'CANCELED' : 'CANCELLED'
}

/** A booking as LiteAPI shows it, both as a single record and in lists. */
export function bookingView(booking: StoredBooking, nowAt: Instant): object {
  const currency = currencyOf(booking)
  const total = amountView({ amountMinor: totalMinorOf(booking), currency }).amount
  const people = fieldsOf(booking.people)
  const [line] = booking.lines
  return {
    bookingId: booking.id,
    clientReference: booking.reference,
    supplierBookingId: `S${numberOf(booking.id, 8)}`,
    supplierBookingName: 'nuitee',
    supplier: 'nuitee',
    supplierId: 2,
    status: statusOf(booking, nowAt),
    hotelConfirmationCode: hotelCodeOf(booking, nowAt),
    checkin: booking.checkInDate,
    checkout: booking.checkOutDate,
    hotel: { hotelId: booking.supplierHotelId, name: booking.hotelName },
    bookedRooms: (line?.prices ?? []).map((price, index) => ({
      roomType: { roomTypeId: line?.roomCode ?? '', name: line?.roomName ?? '' },
      boardType: line?.board ?? '',
      boardName: boardNameOf(line?.board ?? ''),
      adults: line?.parties[index]?.adults ?? 0,
      children: line?.parties[index]?.childAges.length ?? 0,
      childrenAges: line?.parties[index]?.childAges ?? [],
      occupancy_number: index + 1,
      ...amountView({ amountMinor: totalMinor(price), currency }),
      guests: listOf(people['guests']).filter((guest) => fieldsOf(guest)['occupancyNumber'] === index + 1),
    })),
    holder: people['holder'],
    createdAt: toRfc3339(booking.createdAt),
    updatedAt: toRfc3339(booking.cancelledAt ?? booking.createdAt),
    ...(line ? { cancellationPolicies: policiesView(line.cancel, line.prices, line) } : {}),
    price: total,
    commission: Number(people['commission'] ?? 0),
    ...fieldsOf(people['recorded']),
    currency,
  }
}

/** A booking in the list by dates, which has other names for what the record has. */
export function listedView(booking: StoredBooking, nowAt: Instant): object {
  const currency = currencyOf(booking)
  const holder = fieldsOf(fieldsOf(booking.people)['holder'])
  const [line] = booking.lines
  return {
    id: Number(numberOf(booking.id, 7)),
    bookingId: booking.id,
    client_reference: booking.reference,
    status: statusOf(booking, nowAt),
    checkin: booking.checkInDate,
    checkout: booking.checkOutDate,
    firstName: holder['firstName'],
    lastName: holder['lastName'],
    adults: (line?.parties ?? []).reduce((sum, { adults }) => sum + adults, 0),
    hotel_confirmation_code: hotelCodeOf(booking, nowAt),
    retail_rate: String(amountView({ amountMinor: totalMinorOf(booking), currency }).amount),
    currency,
    hotelId: booking.supplierHotelId,
    created_at: toRfc3339(booking.createdAt),
  }
}

function hotelCodeOf(booking: StoredBooking, nowAt: Instant): string {
  return nowAt >= booking.createdAt + HOTEL_CODE_MS ? `H${numberOf(booking.id, 7)}` : ''
}
