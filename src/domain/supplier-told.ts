import { shortened } from './instructions.ts'
import type { Money } from './money.ts'
import type { Instructions } from './selling.ts'
import type { Instant } from './time.ts'

/** Whom to call at the hotel. */
export type HotelContact = {
  readonly name: string | null
  readonly phone: string | null
  readonly email: string | null
}

/** Something that guests need on arrival: the way in, the wireless network, a car park. */
export type Essential = {
  readonly name: string | null
  readonly text: string
  readonly imageUrls: readonly string[]
}

/** What the property wrote to the guest, through the supplier. It is text from outside: plain, and of bounded length. */
export type PropertyMessage = {
  /** The supplier's own id of the message. */
  readonly messageId: string
  readonly receivedAt: Instant
  readonly text: string
}

/** A booking keeps so many of its property's messages; the oldest go first. */
export const MAX_PROPERTY_MESSAGES = 20

/** What a supplier's record adds to a booking after it was made. A part is absent until the record has it, and stays from then on. */
export type SupplierTold = {
  /** The sentence that names the payable party, which the supplier's contract wants on the voucher. */
  readonly payableThrough?: string
  readonly remarks?: readonly string[]
  readonly instructions?: Instructions
  /** The parts of `instructions` that only the record has, with their pictures. */
  readonly essentials?: readonly Essential[]
  /** When the supplier will tell more of them; null once it has told. */
  readonly instructionsUpdateAt?: Instant | null
  readonly hotelContact?: HotelContact
  /** The hotel's class in the supplier's words. */
  readonly hotelCategory?: string
  /** Whom guests call when something is wrong on arrival. */
  readonly emergencyContact?: string
  /** The hotel's own number of each room, in the order of the request; null where it has none yet. */
  readonly roomConfirmations?: readonly (string | null)[]
  /** What the supplier charges, as its record says. */
  readonly charged?: Money
  readonly messages?: readonly PropertyMessage[]
}

const LONGEST_TEXT = 2_000
const LONGEST_LIST = 20

function bounded(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, LONGEST_TEXT).toWellFormed()
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map(bounded)
  return value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([name, part]) => [name, bounded(part)]))
    : value
}

/** What a booking keeps of its supplier's words, which may be as many as the supplier likes. */
export function boundedTold(told: SupplierTold): SupplierTold {
  // Texts and lists are cut, and nothing else is changed.
  const kept = bounded(told) as SupplierTold
  return kept.instructions ? { ...kept, instructions: shortened(kept.instructions) } : kept
}

/** The parts that guests need for their arrival. What changes in them is told to the partner. */
const FOR_THE_ARRIVAL = ['instructions', 'essentials', 'hotelContact', 'instructionsUpdateAt'] as const

/** Which of them a later record has changed; a part that only became "nothing announced any more" is no news. */
export function newForTheArrival(before: SupplierTold, after: SupplierTold): (keyof SupplierTold)[] {
  return FOR_THE_ARRIVAL.filter((part) => after[part] != null && canonical(before[part]) !== canonical(after[part]))
}

/** The same text for the same value: a stored one has its fields in another order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** What the hotel was when it was offered, for the voucher. */
export type OfferedHotel = {
  readonly name: string
  /** Absent in offers of before; null when it has none. */
  readonly stars?: number | null
  readonly addressLines: readonly string[]
  readonly phone: string | null
  readonly latitude: number
  readonly longitude: number
}
