import { toDecimal } from '../../../domain/money.ts'
import { type Instant, MINUTE_MS, toRfc3339 } from '../../../domain/time.ts'
import type { SandboxDeps } from '../exchange.ts'
import { pricingOf } from './charge.ts'
import { essentialInformation } from './essentials.ts'
import { isHeld, type RoomStatus, roomStatus, type StoredItinerary, type StoredRoom } from './itinerary.ts'
import { parseOccupancy } from './occupancy.ts'
import { cancelPenalties } from './penalty.ts'
import { type LinkKind, sealToken } from './token.ts'

/** How long after the booking the hotel's own confirmation number appears. */
const PROPERTY_CONFIRMATION_MS = MINUTE_MS

function link(
  method: string,
  path: string,
  { kind, facts }: { readonly kind: LinkKind; readonly facts: readonly unknown[] },
): object {
  return {
    method,
    href: `${path}?token=${sealToken(kind, null, facts)}`,
  }
}

function pathOf(itineraryId: string): string {
  return `/v3/itineraries/${itineraryId}`
}

export function retrieveLink(itineraryId: string): object {
  return link('GET', pathOf(itineraryId), { kind: 'retrieve', facts: [itineraryId] })
}

/** The two links that only a held itinerary has. */
export function holdLinks(itineraryId: string): { resume: object; cancel: object } {
  return {
    resume: link('PUT', pathOf(itineraryId), { kind: 'resume', facts: [itineraryId] }),
    cancel: link('DELETE', pathOf(itineraryId), { kind: 'release', facts: [itineraryId] }),
  }
}

/** An itinerary as `retrieve` shows it at `nowAt`. */
export function itineraryView(
  itinerary: StoredItinerary,
  { clock, stock }: Pick<SandboxDeps, 'clock' | 'stock'>,
): object {
  const nowAt = clock.now()
  return {
    itinerary_id: itinerary.itinerary_id,
    property_id: itinerary.propertyId,
    links: isHeld(itinerary, nowAt) ? holdLinks(itinerary.itinerary_id) : {},
    email: itinerary.email,
    phone: itinerary.phone,
    rooms: itinerary.rooms.map((room) => roomView(itinerary, room, nowAt)),
    ...(itinerary.billingContact === null ? {} : { billing_contact: itinerary.billingContact }),
    ...(itinerary.affiliate_reference_id === null ? {} : { affiliate_reference_id: itinerary.affiliate_reference_id }),
    creation_date_time: toRfc3339(itinerary.createdAt),
    travel_purpose: 'unspecified',
    ...essentialInformation(itinerary, { nowAt, stock }),
  }
}

function roomView(itinerary: StoredItinerary, room: StoredRoom, nowAt: Instant): object {
  const status = roomStatus(itinerary, room, nowAt)
  const { adults, childAges } = parseOccupancy(room.occupancy) ?? { adults: 0, childAges: [] }
  return {
    id: room.id,
    confirmation_id: confirmation(itinerary, room, { status, nowAt }),
    bed_group_id: itinerary.bedGroupId,
    checkin: itinerary.checkInDate,
    checkout: itinerary.checkOutDate,
    number_of_adults: adults,
    child_ages: childAges,
    given_name: room.givenName,
    family_name: room.familyName,
    status,
    ...(room.specialRequest === null ? {} : { special_request: room.specialRequest }),
    smoking: room.smoking,
    rate: rateView(itinerary, room),
    links: status === 'booked' ? { cancel: cancelLink(itinerary, room) } : {},
  }
}

function cancelLink({ itinerary_id }: StoredItinerary, { id }: StoredRoom): object {
  return link('DELETE', `${pathOf(itinerary_id)}/rooms/${id}`, { kind: 'cancel_room', facts: [itinerary_id, id] })
}

function confirmation(
  itinerary: StoredItinerary,
  room: StoredRoom,
  { status, nowAt }: { readonly status: RoomStatus; readonly nowAt: Instant },
): object {
  const bookedAt = itinerary.resumedAt ?? itinerary.createdAt
  const known = status === 'booked' && nowAt >= bookedAt + PROPERTY_CONFIRMATION_MS
  return {
    expedia: room.expediaConfirmation,
    ...(known ? { property: `H${room.expediaConfirmation.slice(-7)}` } : {}),
  }
}

/** `cancel_refund` is the refunded amount, with a minus sign like Rapid's. */
function rateView(itinerary: StoredItinerary, { price, refundMinor }: StoredRoom): object {
  return {
    id: itinerary.rateId,
    merchant_of_record: 'expedia',
    refundable: itinerary.cancel.refundable,
    ...(refundMinor === null
      ? {}
      : {
          cancel_refund: {
            amount: toDecimal({ amountMinor: -refundMinor, currency: price.currency }),
            currency: price.currency,
          },
        }),
    amenities: itinerary.amenityIds,
    cancel_penalties: cancelPenalties(itinerary.cancel, {
      currency: price.currency,
      timeZone: itinerary.timeZone,
      leavesSecondsOut: false,
    }),
    deposits: [],
    pricing: pricingOf(price, null),
  }
}
