import { type BookingExtras, taxNumberFaults } from '../../../domain/booking-extras.ts'
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
  /** Absent in bookings of before: nothing was told. */
  readonly extras?: BookingExtras
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

type Sent = Pick<CreateBookingInput, 'holder' | 'guests' | 'taxRegistrationNumber'>

/** Returns every fault of the people compared with the offer: their allocations, names and ages, and how they are reached. */
export function checkParty({ holder, guests, taxRegistrationNumber }: Sent, terms: OfferTerms): Issue[] {
  const known = new Set(terms.allocations.map(({ allocationId }) => allocationId))
  const strangers = guests.flatMap((guest, index) =>
    known.has(guest.allocationId)
      ? []
      : [issue(`guests[${index}].allocation_id`, 'UNKNOWN_ALLOCATION', 'no such allocation in the offer')],
  )
  return [
    ...(terms.guestRequirements.phoneRequired && !holder.phone
      ? [issue('holder.phone', 'REQUIRED', 'the supplier needs a telephone number')]
      : []),
    ...strangers,
    ...guests.flatMap((guest, index) => checkGuest(guest, index, terms)),
    ...terms.allocations.flatMap((allocation) => checkAllocation(guests, allocation, terms)),
    // A number that the supplier does not get need not have its form.
    ...(terms.guestRequirements.takes?.includes('TAX_REGISTRATION_NUMBER')
      ? taxNumberFaults(taxRegistrationNumber, terms.nationality)
      : []),
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
  { guestRequirements: { allGuestsNamed } }: OfferTerms,
): Issue[] {
  const inRoom = guests.filter((guest) => guest.allocationId === allocationId)
  const adults = inRoom.filter(({ type }) => type === 'ADULT')
  const ages = inRoom.flatMap(({ type, age }) => (type === 'CHILD' && typeof age === 'number' ? [age] : []))
  const path = `guests`
  const issues: Issue[] = []
  // Who need not be named may be left out, but nobody may come in addition.
  const isLacking = allGuestsNamed && adults.length < occupancy.adults
  if (isLacking || adults.length > occupancy.adults)
    issues.push(
      issue(
        path,
        'OCCUPANCY_MISMATCH',
        `room ${roomIndex} (${allocationId}) was offered for ${occupancy.adults} adults, not ${adults.length}`,
      ),
    )
  if (allGuestsNamed ? sorted(ages) !== sorted(occupancy.childAges) : !isPartOf(ages, occupancy.childAges))
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

/** True when every age of the part is one of the whole, as often as it is there. */
function isPartOf(part: readonly number[], whole: readonly number[]): boolean {
  const left = [...whole]
  return part.every((age) => {
    const at = left.indexOf(age)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

function sorted(ages: readonly number[]): string {
  return [...ages].sort((a, b) => a - b).join(', ')
}

/**
 * The guests in the adapters' form: by room instead of by allocation, with the named adult of each room first, and with everybody
 * whom the rooms were offered for: who was left out has no name.
 */
export function bookingGuests(party: BookingParty, terms: OfferTerms): BookingGuest[] {
  return terms.allocations.flatMap(({ allocationId, roomIndex, occupancy }) => {
    const inRoom = party.guests
      .filter((guest) => guest.allocationId === allocationId)
      .map(({ type, givenName = null, familyName = null, age = null, gender }) => ({
        roomIndex,
        type,
        givenName,
        familyName,
        age,
        ...(gender ? { gender } : {}),
      }))
    const adults = inRoom.filter(({ type }) => type === 'ADULT').sort((a, b) => lead(b) - lead(a))
    const children = inRoom.filter(({ type }) => type === 'CHILD')
    const nobody = { roomIndex, givenName: null, familyName: null }
    const ages = children.reduce<number[]>(
      (left, { age }) => left.toSpliced(left.indexOf(age ?? -1), left.includes(age ?? -1) ? 1 : 0),
      [...occupancy.childAges],
    )
    return [
      ...adults,
      ...Array.from({ length: Math.max(0, occupancy.adults - adults.length) }, () => ({
        ...nobody,
        type: 'ADULT' as const,
        age: null,
      })),
      ...children,
      ...ages.map((age) => ({ ...nobody, type: 'CHILD' as const, age })),
    ]
  })
}

function lead(guest: BookingGuest): number {
  return guest.givenName && guest.familyName ? 1 : 0
}
