import { z } from 'zod'
import { sumOf } from './amounts.ts'
import type { SupplierBooking } from './supplier.ts'
import { day } from './wire-values.ts'

/** What a record tells of the agreement itself: its price, stay, rooms and guests. */
type Told = Pick<SupplierBooking, 'charged' | 'checkInDate' | 'checkOutDate' | 'rooms' | 'guests'>

/** A record that tells nothing of the agreement, as answers that only have a status do. */
export const UNTOLD: Told = { charged: null, checkInDate: null, checkOutDate: null, rooms: null, guests: null }

/** A date that is only compared: a malformed one counts as not told, and never breaks the record. */
export const toldDay = day.optional().catch(undefined)

/** A text that is only compared. */
export const toldText = z.string().nullish().catch(undefined)

/** The people whom a record names in full; null when it names nobody. */
export function namedGuests(
  people: readonly {
    readonly givenName?: string | null | undefined
    readonly familyName?: string | null | undefined
  }[],
): SupplierBooking['guests'] {
  const named = people.flatMap(({ givenName, familyName }) =>
    givenName?.trim() && familyName?.trim() ? [{ givenName: givenName.trim(), familyName: familyName.trim() }] : [],
  )
  return named.length > 0 ? named : null
}

/** The sum of the rooms' charges; null when one of them is not told. */
export function chargedInTotal(rooms: Parameters<typeof sumOf>[0]): SupplierBooking['charged'] {
  const total = sumOf(rooms)
  return total && total.amountMinor > 0 ? total : null
}
