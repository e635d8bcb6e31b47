import { type Issue, issue } from '../../../domain/issue.ts'
import type { OfferTerms } from '../../../domain/offer.ts'
import type { Traveller } from '../../../domain/traveller.ts'
import type { Seal } from '../../../platform/seal.ts'
import type { Booking } from '../../../store/booking.ts'
import type { BookingGuest } from '../../../suppliers/supplier.ts'
import type { CreateBookingInput } from '../../inputs/booking.ts'

/** The people of a booking. Stored bookings have them sealed. */
export type BookingParty = Pick<CreateBookingInput, 'holder' | 'guests'> & {
  readonly specialRequests: string | null
  /** Absent in bookings of before, and then nobody's. */
  readonly traveller?: Traveller
}

export function sealParty(seal: Seal, bookingId: string, party: BookingParty): Uint8Array {
  return seal.seal(JSON.stringify(party), bookingId)
}

/** Returns null after redaction. Throws for guests that were sealed for another booking. */
export function openParty(
  seal: Seal,
  { bookingId, guestsSealed }: Pick<Booking, 'bookingId' | 'guestsSealed'>,
): BookingParty | null {
  // sealParty has written it, and the cipher authenticates it.
  return guestsSealed && (JSON.parse(seal.open(guestsSealed, bookingId)) as BookingParty)
}

/** Returns every fault of the guests compared with the offered rooms: their allocation, names and ages. */
export function checkGuests(guests: BookingParty['guests'], terms: OfferTerms): Issue[] {
  const known = new Set(terms.allocations.map(({ allocationId }) => allocationId))
  const strangers = guests.flatMap((guest, index) =>
    known.has(guest.allocationId)
      ? []
      : [issue(`guests[${index}].allocation_id`, 'UNKNOWN_ALLOCATION', 'no such allocation in the offer')],
  )
  return [
    ...strangers,
    ...guests.flatMap((guest, index) => checkGuest(guest, index, terms)),
    ...terms.allocations.flatMap((allocation) => checkAllocation(guests, allocation)),
  ]
}

function checkGuest(guest: BookingParty['guests'][number], index: number, terms: OfferTerms): Issue[] {
  const issues: Issue[] = []
  const unnamed = !guest.givenName || !guest.familyName
  if (terms.guestRequirements.allGuestsNamed && unnamed)
    issues.push(issue(`guests[${index}].given_name`, 'REQUIRED', 'the supplier needs the name of every guest'))
  if (guest.type === 'CHILD' && typeof guest.age !== 'number')
    issues.push(issue(`guests[${index}].age`, 'REQUIRED', "a child's age is required"))
  return issues
}

function checkAllocation(
  guests: BookingParty['guests'],
  { allocationId, occupancy, roomIndex }: OfferTerms['allocations'][number],
): Issue[] {
  const inRoom = guests.filter((guest) => guest.allocationId === allocationId)
  const adults = inRoom.filter(({ type }) => type === 'ADULT')
  const ages = inRoom.flatMap(({ type, age }) => (type === 'CHILD' && typeof age === 'number' ? [age] : []))
  const path = `guests`
  const issues: Issue[] = []
  if (adults.length !== occupancy.adults)
    issues.push(
      issue(
        path,
        'OCCUPANCY_MISMATCH',
        `room ${roomIndex} (${allocationId}) was offered for ${occupancy.adults} adults, not ${adults.length}`,
      ),
    )
  if (sorted(ages) !== sorted(occupancy.childAges))
    issues.push(
      issue(
        path,
        'OCCUPANCY_MISMATCH',
        `room ${roomIndex} (${allocationId}) was offered for children aged [${sorted(occupancy.childAges)}], not [${sorted(ages)}]`,
      ),
    )
  if (!adults.some(({ givenName, familyName }) => givenName && familyName))
    issues.push(issue(path, 'LEAD_GUEST_REQUIRED', `room ${roomIndex} (${allocationId}) needs one adult with a name`))
  return issues
}

function sorted(ages: readonly number[]): string {
  return [...ages].sort((a, b) => a - b).join(', ')
}

/** The guests in the adapters' form: by room instead of by allocation, with the named adult of each room first. */
export function bookingGuests(party: BookingParty, terms: OfferTerms): BookingGuest[] {
  const rooms = new Map(terms.allocations.map(({ allocationId, roomIndex }) => [allocationId, roomIndex]))
  return party.guests
    .map((guest) => ({
      roomIndex: rooms.get(guest.allocationId) ?? 0,
      type: guest.type,
      givenName: guest.givenName ?? null,
      familyName: guest.familyName ?? null,
      age: guest.age ?? null,
    }))
    .sort((a, b) => a.roomIndex - b.roomIndex || lead(b) - lead(a))
}

function lead(guest: BookingGuest): number {
  return guest.type === 'ADULT' && guest.givenName && guest.familyName ? 1 : 0
}
