import type { Values } from '../admin/command.ts'
import { listingOf } from '../admin/listing-argument.ts'
import type { Core } from '../core.ts'

/** Whether a decision takes a listing off the hotel that it is mapped to, or out of sale there; `0551` is hotel 551 to commands. */
type Leaves = (values: Values, hotelId: string) => boolean

/**
 * Asks for a second person when a decision about a mapping takes a listing off its hotel that guests have booked who have not left yet.
 * Nothing that is booked moves by it, but each of those bookings becomes a case.
 */
export function whenBooked(leaves: Leaves): (core: Pick<Core, 'store'>, values: Values) => Promise<boolean> {
  return async ({ store }, values) => {
    const { listing, supplier, 'supplier-hotel': supplierHotel } = values
    const named = listing === undefined ? `${String(supplier)}/${String(supplierHotel)}` : String(listing)
    const decided = listingOf({ listing: named })
    const mapping = await store.mappings.find(decided)
    if (!mapping || !leaves(values, String(mapping.hotelId))) return false
    return (await store.mappingQueue.futureBookings(decided)).length > 0
  }
}

export function goesElsewhere({ hotel, verification }: Values, hotelId: string): boolean {
  return Number(hotel) !== Number(hotelId) || verification === 'UNVERIFIED'
}

export function isRejected({ hotel }: Values, hotelId: string): boolean {
  return Number(hotel) === Number(hotelId)
}

export function isUnverified({ verification }: Values): boolean {
  return verification === 'UNVERIFIED'
}

export function always(): boolean {
  return true
}
