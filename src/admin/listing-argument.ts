import type { ListingId } from '../store/hotels.ts'
import { SUPPLIERS } from '../suppliers/registry.ts'
import { text, UsageError, type Values } from './command.ts'

/** A supplier's code, as an option names it. */
export function supplierOf(code: string): string {
  if (!SUPPLIERS.some((supplier) => supplier.code === code))
    throw new UsageError(`--supplier is one of ${SUPPLIERS.map((supplier) => supplier.code).join(', ')}`)
  return code
}

/** A listing, as SUPPLIER/ID. */
export function listingOf(values: Values, name = 'listing'): ListingId {
  const given = text(values, name)
  const slash = given.indexOf('/')
  const supplierCode = given.slice(0, slash)
  const supplierHotelId = given.slice(slash + 1)
  if (slash < 1 || supplierHotelId === '')
    throw new UsageError(`a listing is SUPPLIER/ID, for example hotelbeds/1533, not ${given}`)
  if (!SUPPLIERS.some(({ code }) => code === supplierCode))
    throw new UsageError(`${supplierCode} is none of ${SUPPLIERS.map(({ code }) => code).join(', ')}`)
  return { supplierCode, supplierHotelId }
}

const MAX_HOTEL_ID = 2_147_483_647

export function hotelIdOf(values: Values, name = 'hotel'): number {
  const given = text(values, name)
  const hotelId = Number(given)
  if (!/^\d{1,10}$/.test(given) || hotelId < 1 || hotelId > MAX_HOTEL_ID)
    throw new UsageError(`a hotel is its number, not ${given}`)
  return hotelId
}

/** The words of `--reason`; null when none are given. */
export function noteOf(values: Values): string | null {
  const given = values['reason']
  if (given === undefined) return null
  const note = text(values, 'reason')
  // As many as a screen takes, or what two people agreed on could not be done.
  if (note.length > 1_000) throw new UsageError('--reason has at most 1,000 characters')
  return note
}
