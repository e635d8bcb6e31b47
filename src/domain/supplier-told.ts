import type { Money } from './money.ts'
import type { Instructions } from './selling.ts'

/** Whom to call at the hotel. */
export type HotelContact = {
  readonly name: string | null
  readonly phone: string | null
  readonly email: string | null
}

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
}

/** What the hotel was when it was offered, for the voucher. */
export type OfferedHotel = {
  readonly name: string
  readonly addressLines: readonly string[]
  readonly phone: string | null
  readonly latitude: number
  readonly longitude: number
}
