import type { BookingStatus } from '../../domain/booking.ts'
import type { BookingDetails, BookingHistoryItem } from '../../domain/contract/booking.ts'
import { cancellationView } from '../../domain/contract/cancellation.ts'
import { moneyView } from '../../domain/contract/money.ts'
import type { Problem } from '../../domain/errors.ts'
import { ok, type Result } from '../../domain/result.ts'
import { nightsOf } from '../../domain/stay.ts'
import { toRfc3339 } from '../../domain/time.ts'
import { named } from '../../hotel-index/catalogue.ts'
import type { Booking } from '../../store/booking.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { bookingIdInput } from '../inputs/booking.ts'
import { parseInput } from '../inputs/input.ts'
import { allocationView, boardView, priceView } from '../offers/offer-view.ts'
import { sellingView } from '../offers/selling-view.ts'
import { bookingStatusData } from './booking-view.ts'
import { findBooking } from './find-booking.ts'
import { openParty } from './machinery/guests.ts'
import { hotelConfirmationsOf, remarksOf, voucherView } from './voucher-view.ts'

/** All details of one booking: its terms, its guests and its history. */
export async function getBookingDetails(
  deps: Deps,
  caller: Caller,
  raw: unknown,
): Promise<Result<BookingDetails, Problem>> {
  const input = parseInput(bookingIdInput, raw)
  if (!input.ok) return input
  const found = await findBooking(deps, caller, input.value.bookingId)
  if (!found.ok) return found
  const booking = found.value
  const [hotel, history] = await Promise.all([hotelOf(deps, caller, booking), historyOf(deps, booking)])
  const party = openParty(deps.guestSeal, booking)
  const { terms } = booking
  const { cancellation: cancellationRecord, ...status } = bookingStatusData(
    deps.suppliers,
    booking,
    deps.clock.of(booking.organizationId).now(),
  )
  return ok({
    ...status,
    cancellationRecord,
    clientReference: booking.clientReference,
    metadata: booking.metadata,
    hotel,
    stay: { checkIn: terms.stay.checkInDate, checkOut: terms.stay.checkOutDate, nights: nightsOf(terms.stay) },
    allocations: terms.allocations.map(allocationView),
    holder: party ? { ...party.holder, phone: party.holder.phone ?? '' } : null,
    guests: (party?.guests ?? []).map(({ allocationId, type, givenName, familyName, age }) => ({
      allocationId,
      type,
      givenName: givenName ?? null,
      familyName: familyName ?? null,
      age: age ?? null,
    })),
    specialRequests: party?.specialRequests ?? null,
    price: priceView(terms.price),
    cancellation: cancellationView(terms.policy, {
      stage: 'FINAL',
      at: deps.clock.of(booking.organizationId).now(),
      language: caller.language,
    }),
    bookingMode: booking.mode,
    board: boardView(terms.board),
    remarks: remarksOf(booking),
    ...sellingView({ ...terms, instructions: booking.supplierTold.instructions ?? terms.instructions }),
    voucher: voucherView(deps, booking),
    chargedTotal: booking.supplierTold.charged ? moneyView(booking.supplierTold.charged) : null,
    hotelContact: booking.supplierTold.hotelContact ?? null,
    hotelConfirmations: hotelConfirmationsOf(booking),
    messages: (booking.supplierTold.messages ?? []).map(({ receivedAt, text }) => ({
      receivedAt: toRfc3339(receivedAt),
      text,
    })),
    history,
  })
}

async function hotelOf(deps: Deps, caller: Caller, booking: Booking): Promise<BookingDetails['hotel']> {
  const hotel = await deps.store.hotels.find(booking.hotelId)
  const place = hotel && (await deps.catalogue.place(hotel.placeId))
  return {
    hotelId: String(booking.hotelId),
    name: hotel ? named(hotel.names, caller.language) : '',
    address: hotel?.address ?? '',
    city: place ? named(place.names, caller.language) : '',
    country: place?.countryCode ?? '',
  }
}

async function historyOf(deps: Deps, booking: Booking): Promise<BookingHistoryItem[]> {
  const events = await deps.store.events.ofBooking(booking.bookingId)
  return events.map(({ body }) => {
    // domain/event.ts wrote this body.
    const event = JSON.parse(body) as {
      type: string
      timestamp: string
      data: {
        sequence: number
        status: BookingStatus
        previous_status: BookingStatus | null
        change: { cause: string }
      }
    }
    return {
      sequence: event.data.sequence,
      type: event.type,
      status: event.data.status,
      previousStatus: event.data.previous_status,
      cause: event.data.change.cause,
      at: event.timestamp,
    }
  })
}
