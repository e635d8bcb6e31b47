import type { Money } from './money.ts'
import type { Instructions } from './selling.ts'
import type { Instant } from './time.ts'

/** Whom to call at the hotel. */
export type HotelContact = {
  readonly name: string | null
  readonly phone: string | null
  readonly email: string | null
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
  readonly hotelContact?: HotelContact
  /** Whom guests call when something is wrong on arrival. */
  readonly emergencyContact?: string
  /** The hotel's own number of each room, in the order of the request; null where it has none yet. */
  readonly roomConfirmations?: readonly (string | null)[]
  /** What the supplier charges, as its record says. */
  readonly charged?: Money
  readonly messages?: readonly PropertyMessage[]
}

/** What the hotel was when it was offered, for the voucher. */
export type OfferedHotel = {
  readonly name: string
  readonly addressLines: readonly string[]
  readonly phone: string | null
  readonly latitude: number
  readonly longitude: number
}
