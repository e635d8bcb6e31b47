import type { BookingStatus } from '../../domain/booking.ts'
import type { BookingDetails, BookingHistoryItem } from '../../domain/contract/booking.ts'
import { cancellationView } from '../../domain/contract/cancellation.ts'
import { moneyView } from '../../domain/contract/money.ts'
import type { Problem } from '../../domain/errors.ts'
import { withoutTheWay, withRecord } from '../../domain/instructions.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { Instructions } from '../../domain/selling.ts'
import { nightsOf } from '../../domain/stay.ts'
import { toRfc3339 } from '../../domain/time.ts'
import { named } from '../../hotel-index/catalogue.ts'
import type { Booking } from '../../store/booking.ts'
import type { Hotel } from '../../store/hotels.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { bookingIdInput } from '../inputs/booking.ts'
import { parseInput } from '../inputs/input.ts'
import { allocationView, boardView, priceView } from '../offers/offer-view.ts'
import { sellingView } from '../offers/selling-view.ts'
import { bookingStatusData } from './booking-view.ts'
import { extrasView } from './extras-view.ts'
import { findBooking } from './find-booking.ts'
import { type BookingParty, openParty } from './machinery/guests.ts'
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
  const [hotel, history, tenant] = await Promise.all([
    hotelOf(deps, caller, booking),
    historyOf(deps, booking),
    deps.tenants.of(booking.organizationId),
  ])
  const party = openParty(deps.guestSeal, booking)
  const { terms, supplierTold: told } = booking
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
    guests: guestsOf(party),
    specialRequests: party?.specialRequests ?? null,
    ...extrasView(party, terms.guestRequirements.takes),
    price: priceView(terms.price),
    cancellation: cancellationView(terms.policy, {
      stage: 'FINAL',
      at: deps.clock.of(booking.organizationId).now(),
      language: caller.language,
    }),
    bookingMode: booking.mode,
    board: boardView(terms.board),
    remarks: remarksOf(booking),
    ...sellingView({ ...terms, instructions: shownInstructions(booking) }),
    voucher: voucherView(deps, booking, { party, agency: tenant.organization.voucherContact ?? null }),
    chargedTotal: told.charged ? moneyView(told.charged) : null,
    hotelContact: told.hotelContact ?? null,
    essentials: told.essentials ?? [],
    instructionsUpdateAt: told.instructionsUpdateAt == null ? null : toRfc3339(told.instructionsUpdateAt),
    hotelConfirmations: hotelConfirmationsOf(booking),
    messages: messagesOf(booking),
    history,
  })
}

/** The way to a hidden place is told when it is booked, and not before. */
function shownInstructions({ terms, supplierTold, status }: Booking): Instructions | null {
  const instructions = withRecord(terms.instructions, supplierTold.instructions)
  return terms.placeHidden && status !== 'CONFIRMED' ? withoutTheWay(instructions) : instructions
}

function guestsOf(party: BookingParty | null): BookingDetails['guests'] {
  return (party?.guests ?? []).map(({ allocationId, type, givenName, familyName, age, gender }) => ({
    allocationId,
    type,
    givenName: givenName ?? null,
    familyName: familyName ?? null,
    age: age ?? null,
    gender: gender ?? null,
  }))
}

function messagesOf({ supplierTold: { messages = [] } }: Booking): BookingDetails['messages'] {
  return messages.map(({ receivedAt, text }) => ({ receivedAt: toRfc3339(receivedAt), text }))
}

/** As the catalogue has it; of a hotel that has left it since, name and address as they were sold. */
async function hotelOf(deps: Deps, caller: Caller, booking: Booking): Promise<BookingDetails['hotel']> {
  const hotel = await deps.store.hotels.find(booking.hotelId)
  const place = hotel && (await deps.catalogue.place(hotel.placeId))
  return {
    hotelId: String(booking.hotelId),
    name: hotel ? named(hotel.names, caller.language) : (booking.terms.hotel?.name ?? ''),
    address: addressOf(hotel, booking),
    city: place ? named(place.names, caller.language) : '',
    country: place?.countryCode ?? '',
  }
}

/** A place that was hidden is told when it is booked, and not before. */
function addressOf(hotel: Hotel | null, { status, terms }: Booking): string {
  if (hotel && !hotel.placeHidden) return hotel.address
  const isHidden = (hotel?.placeHidden ?? terms.placeHidden ?? false) && status !== 'CONFIRMED'
  return isHidden ? '' : (terms.hotel?.addressLines.join(', ') ?? '')
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
