import { type Money, parseMoney } from '../../domain/money.ts'
import { parseRfc3339 } from '../../domain/time.ts'
import { readMoney } from '../amounts.ts'
import { chargedInTotal, namedGuests } from '../booking-record.ts'
import type { SupplierBooking } from '../supplier.ts'
import { mapTold } from './map-essentials.ts'
import type { BookingPayload, RapidItinerary } from './schema.ts'

type Room = NonNullable<RapidItinerary['rooms']>[number]

/**
 * Converts an itinerary to the gateway's booking. For some minutes Rapid shows only a new itinerary's id: the booking exists then, and
 * nothing else is known of it.
 */
export function mapItinerary(itinerary: RapidItinerary): SupplierBooking {
  const { rooms = [], links } = itinerary
  const payload: BookingPayload = {
    resumeHref: links.resume?.href ?? null,
    releaseHref: links.resume ? (links.cancel?.href ?? null) : null,
    retrieveHref: links.retrieve?.href ?? null,
  }
  const confirmation = rooms[0]?.confirmation_id
  const status = statusOf(itinerary, rooms)
  return {
    status,
    supplierBookingId: itinerary.itinerary_id,
    supplierBookingCode: confirmation?.expedia ?? null,
    hotelConfirmationNumber: confirmation?.property ?? null,
    holdDeadlineAt: links.resume?.expires === undefined ? null : parseRfc3339(links.resume.expires),
    ...toldBy(rooms),
    told: mapTold(itinerary),
    chargedPenalty: status === 'CANCELLED' ? chargedFor(rooms) : null,
    supplierCancellationReference: null,
    cancellable: true,
    failureReason: null,
    supplierPayload: payload,
  }
}

/** A booking with a resume link is held. The cancel link does not show it: records without a hold have one too. */
function statusOf({ links }: RapidItinerary, rooms: readonly Room[]): SupplierBooking['status'] {
  if (rooms.length === 0) return 'PENDING'
  if (rooms.every(({ status }) => status === 'canceled')) return 'CANCELLED'
  if (links.resume) return 'ON_HOLD'
  return rooms.some(({ status }) => status === 'pending') ? 'PENDING' : 'CONFIRMED'
}

/**
 * What is compared, of the rooms that are still booked or held: the whole price in the billing currency, the first check-in and
 * the last check-out of them all, and the one guest whom Rapid keeps for each room.
 */
function toldBy(rooms: readonly Room[]) {
  const standing = rooms.filter(({ status }) => status !== 'canceled')
  const prices = standing.map(({ rate }) => rate?.pricing?.totals.inclusive.billable_currency)
  return {
    charged: chargedInTotal(prices.map((price) => (price ? readMoney(price.value, price.currency) : null))),
    checkInDate: toldDates(standing.map(({ checkin }) => checkin)).at(0) ?? null,
    checkOutDate: toldDates(standing.map(({ checkout }) => checkout)).at(-1) ?? null,
    rooms: standing.length || null,
    guests: namedGuests(
      standing.map(({ given_name, family_name }) => ({ givenName: given_name, familyName: family_name })),
    ),
  }
}

/** The dates in their order. */
function toldDates(dates: readonly (string | undefined)[]): string[] {
  return dates.filter((date) => date !== undefined).toSorted()
}

/** The price less the refund; null unless every room has both in one currency. A refund is negative in Rapid's own examples. */
function chargedFor(rooms: readonly Room[]): Money | null {
  const charged = rooms.map(({ rate }) => {
    const price = rate?.pricing?.totals.inclusive.billable_currency
    const refund = rate?.cancel_refund
    if (!price || refund?.currency !== price.currency) return null
    const paid = parseMoney(price.value, price.currency)
    const back = parseMoney(refund.amount, refund.currency)
    if (!paid.ok || !back.ok) return null
    return { ...paid.value, amountMinor: Math.max(0, paid.value.amountMinor - Math.abs(back.value.amountMinor)) }
  })
  return charged.reduce((total, one) =>
    total && one && total.currency === one.currency
      ? { ...total, amountMinor: total.amountMinor + one.amountMinor }
      : null,
  )
}
