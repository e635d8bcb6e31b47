import type { Gender } from '../../domain/booking-extras.ts'
import { hasTower, type NameRule } from '../../domain/guest-names.ts'
import { childrenByAge } from '../children.ts'
import type { BookRequest } from '../supplier.ts'

type Named = { readonly givenName: string | null; readonly familyName: string | null }

/** A guest as the start of a booking names it. Children have their age, and a name when we know it. */
type SentGuest = {
  readonly first_name?: string
  readonly last_name?: string
  readonly is_child?: true
  readonly age?: number
  readonly gender?: 'male' | 'female' | 'unknown'
}

const LETTER = "[\\p{L}\\p{M} ',.-]"
const MAX_NAME = 50

/** 1 to 50 letters of any script, spaces, and four marks; no digits. */
export const NAME_RULE: NameRule = {
  // Apostrophes as phones write them are sent as plain ones.
  pattern: "[\\p{L}\\p{M} '’‘ʼ,.-]+",
  maxLength: MAX_NAME,
  says: 'RateHawk takes letters, spaces, apostrophes, hyphens, commas and full stops, 50 characters at the most',
}

export const NAME = new RegExp(`^${LETTER}{1,${MAX_NAME}}$`, 'u')

/** An apostrophe as phones write it is the only other mark that names have. */
function spelt(name: string): string {
  return name.normalize('NFC').replaceAll(/[’‘ʼ]/g, "'").trim()
}

const GENDERS = { MALE: 'male', FEMALE: 'female', UNKNOWN: 'unknown' } as const

/**
 * The guests of each room, with their gender only where the order form demands it. The holder stands for a room without a named adult.
 */
export function guestsByRoom(
  { guests, holder, rate }: BookRequest,
  needsGender: boolean,
): readonly (readonly SentGuest[])[] {
  function genderOf(gender: Gender | null | undefined) {
    return needsGender ? { gender: GENDERS[gender ?? 'UNKNOWN'] } : {}
  }
  return rate.rooms.map(({ roomIndex, occupancy }) => {
    const inRoom = guests.filter((guest) => guest.roomIndex === roomIndex)
    const adults = inRoom.filter(({ type, givenName, familyName }) => type === 'ADULT' && givenName && familyName)
    return [
      ...(adults.length > 0 ? adults : [holder]).map((adult) => ({
        ...nameOf(adult),
        ...genderOf('gender' in adult ? adult.gender : null),
      })),
      ...childrenByAge(inRoom, occupancy.childAges).map(({ age, child }) => ({
        ...(child ? nameOf(child) : {}),
        is_child: true as const,
        age,
        ...genderOf(child?.gender),
      })),
    ]
  })
}

function nameOf({ givenName, familyName }: Named): SentGuest {
  return givenName && familyName ? { first_name: spelt(givenName), last_name: spelt(familyName) } : {}
}

/** True when RateHawk takes every name. One that it does not take is refused by us, before anything is sent. */
export function areNames(names: readonly (string | undefined)[]): boolean {
  return names.every((name) => name === undefined || (NAME.test(name) && !hasTower(name)))
}

/** True when it takes the names of all guests. */
export function areTaken(rooms: readonly (readonly SentGuest[])[]): boolean {
  return rooms.flat().every(({ first_name, last_name }) => areNames([first_name, last_name]))
}
