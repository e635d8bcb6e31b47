import type { Action } from '../../kit/action.ts'
import type { Pair } from './documents.ts'

const ROLES = ['operations'] as const

/** What happens to bookings when the listing leaves the hotel that it is sold as. */
function alsoOf({ bookings, listing }: Pair, hotelId: number | null): string {
  const leaves = listing.hotelId !== null && listing.hotelId !== hotelId
  if (!leaves) return ''
  const count = bookings.length
  return ` It leaves hotel ${listing.hotelId}: ${count === 0 ? 'no booking of it is open' : `a case is opened for each of ${count} open bookings, none of them moves, and somebody else has to approve it`}.`
}

export function acceptOf(pair: Pair, hotelId: number): Action {
  return {
    label: 'Same',
    title: 'The same hotel',
    mutation: 'acceptMapping',
    values: { listing: pair.listing.id, hotel: String(hotelId) },
    roles: ROLES,
    says: `${pair.listing.id} is hotel ${hotelId}: it is searched and sold as that within seconds, until what its supplier tells changes.${alsoOf(pair, hotelId)}`,
  }
}

export function rejectOf(pair: Pair, hotelId: number): Action {
  const goesTo = pair.listing.hotelId === hotelId ? null : pair.listing.hotelId
  return {
    label: 'Different',
    title: 'Two hotels',
    mutation: 'rejectMapping',
    values: { listing: pair.listing.id, hotel: String(hotelId) },
    roles: ROLES,
    says: `${pair.listing.id} is never hotel ${hotelId}: the pair is not offered again, whatever changes.${alsoOf(pair, goesTo)}`,
  }
}

export function swapOf(pair: Pair): Action {
  const { supplierCode, supplierHotelId, id } = pair.listing
  return {
    label: 'Other hotel',
    title: `${id} is another hotel`,
    mutation: 'setMapping',
    values: { supplier: supplierCode, supplierHotel: supplierHotelId },
    roles: ROLES,
    says: ({ hotel }) =>
      `The listing is mapped to the hotel that you name.${/^\d+$/.test(String(hotel)) ? alsoOf(pair, Number(hotel)) : ''}`,
    fields: [
      { name: 'hotel', label: 'Hotel', isRequired: true, hint: 'Its number, for example one of the other hotels.' },
      {
        name: 'verification',
        label: 'How certain',
        kind: 'choice',
        byDefault: 'VERIFIED',
        options: [
          ['VERIFIED', 'Verified: it is sold'],
          ['PENDING', 'Pending: sold, and no hold is confirmed'],
          ['UNVERIFIED', 'Unverified: it is not asked'],
        ],
      },
    ],
  }
}

export function removeOf(pair: Pair): Action {
  return {
    label: 'Remove',
    title: `Take ${pair.listing.id} off its hotel`,
    mutation: 'removeMapping',
    values: { listing: pair.listing.id },
    roles: ROLES,
    isDangerous: true,
    says: `The listing is mapped to no hotel, and is not rejected: the engine asks before it maps it there again.${alsoOf(pair, null)}`,
  }
}

export function undoOf(listing: string): Action {
  return {
    label: 'Undo',
    title: `Take back what was last said of ${listing}`,
    mutation: 'undoMapping',
    values: { listing },
    roles: ROLES,
    says: `The last word of a person about ${listing} is taken back: its mapping is as it was before, a rejection is lifted, and the engine judges it again at once.`,
  }
}

/** Whether a decision about the pair changes what open bookings were sold from. */
export function touchesBookings(pair: Pair): boolean {
  return pair.bookings.length > 0
}
