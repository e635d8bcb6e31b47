import type { Booking } from '../../store/booking.ts'
import { type BookingParty, openParty } from '../bookings/machinery/guests.ts'
import type { Deps } from '../deps.ts'

/** Somebody of a booking as everybody may see them. */
export type MaskedPerson = {
  readonly role: 'HOLDER' | 'ADULT' | 'CHILD'
  readonly masked: string
  readonly age: number | null
}

export type MaskedPeople = {
  readonly people: readonly MaskedPerson[]
  /** True: the guests cannot be decrypted any more. */
  readonly isUnreadable: boolean
}

/** The people of a booking, without their names; none after redaction. */
export function maskedPeople({ guestSeal }: Pick<Deps, 'guestSeal'>, booking: Booking): MaskedPeople {
  const party = openOrNull(guestSeal, booking)
  if (party === 'UNREADABLE') return { people: [], isUnreadable: true }
  if (party === null) return { people: [], isUnreadable: false }
  const holder = { role: 'HOLDER' as const, masked: maskedName(party.holder), age: null }
  const guests = party.guests.map((guest) => ({ role: guest.type, masked: maskedName(guest), age: guest.age ?? null }))
  return { people: [holder, ...guests], isUnreadable: false }
}

function openOrNull(seal: Deps['guestSeal'], booking: Booking): BookingParty | null | 'UNREADABLE' {
  try {
    return openParty(seal, booking)
  } catch {
    return 'UNREADABLE'
  }
}

type Named = { readonly givenName?: string | null | undefined; readonly familyName?: string | null | undefined }

function maskedName({ givenName, familyName }: Named): string {
  const names = [givenName, familyName].flatMap((name) => (name ? [maskedWord(name)] : []))
  return names.length === 0 ? 'not named' : names.join(' ')
}

/** Scripts in which a letter is a small part of a name. */
const HAS_INITIALS = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]$/u

function maskedWord(name: string): string {
  const [letter = ''] = /\p{L}/u.exec(name.normalize('NFKC'))?.[0].toUpperCase() ?? ''
  return HAS_INITIALS.test(letter) ? `${letter}•••` : '•••'
}

/** A person as whoever may see them is told. */
export type ShownPerson = Readonly<Record<string, string | number | null>>

type Unmasking = { readonly actor: string; readonly reason: string; readonly requestId: string }

/** Tells the people of a booking, and in the same moment the audit log who has looked at them, and why. Null: they were redacted. */
export async function unmaskPeople(
  { guestSeal, store, clock }: Pick<Deps, 'guestSeal' | 'store' | 'clock'>,
  booking: Booking,
  { actor, reason, requestId }: Unmasking,
): Promise<ShownPerson[] | null> {
  const party = openParty(guestSeal, booking)
  if (!party) return null
  const { organizationId, bookingId } = booking
  await store.audit.append(
    { organizationId, actor, action: 'booking.unmask', subject: bookingId, details: { reason, requestId } },
    clock.real(),
  )
  const { holder, guests, specialRequests } = party
  return [
    { role: 'HOLDER', name: nameOf(holder), email: holder.email, phone: holder.phone ?? null, specialRequests },
    ...guests.map((guest) => ({ role: guest.type, name: nameOf(guest), age: guest.age ?? null })),
  ]
}

function nameOf({ givenName, familyName }: Named): string {
  return [givenName, familyName].filter((name) => name).join(' ')
}
