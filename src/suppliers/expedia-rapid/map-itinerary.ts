import { type Money, parseMoney } from '../../domain/money.ts'
import { parseRfc3339 } from '../../domain/time.ts'
import type { SupplierBooking } from '../supplier.ts'
import type { BookingPayload, RapidItinerary } from './schema.ts'

type Room = NonNullable<RapidItinerary['rooms']>[number]

/** Converts an itinerary to the gateway's booking; null while Rapid shows only its id. */
export function mapItinerary(itinerary: RapidItinerary): SupplierBooking | null {
  const { rooms, links } = itinerary
  if (!rooms || rooms.length === 0) return null
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
    chargedPenalty: status === 'CANCELLED' ? chargedFor(rooms) : null,
    supplierCancellationReference: null,
    cancellable: true,
    failureReason: null,
    supplierPayload: payload,
  }
}

/** A booking with a resume link is held. The cancel link does not show it: records without a hold have one too. */
function statusOf({ links }: RapidItinerary, rooms: readonly Room[]): SupplierBooking['status'] {
  if (rooms.every(({ status }) => status === 'canceled')) return 'CANCELLED'
  if (links.resume) return 'ON_HOLD'
  return rooms.some(({ status }) => status === 'pending') ? 'PENDING' : 'CONFIRMED'
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
