import type { Deps } from '../../deps.ts'
import { type FoundBooking, findPerson, type PersonQuery } from './find-person.ts'
import { forgetBookings } from './forget-bookings.ts'

type ErasedBooking = FoundBooking & {
  /** When false, `reason` says why. */
  readonly erased: boolean
  readonly reason: string | null
}

type PersonErasure = {
  readonly bookings: readonly ErasedBooking[]
  readonly searched: number
  readonly unreadable: readonly string[]
}

type EraseOrder = PersonQuery & {
  readonly actor: string
  /** True to include bookings whose stay is still to come. Bookings with a supplier call pending or ahead are never erased. */
  readonly force: boolean
}

/** Erases every booking of a person, including its other guests, because a booking that is over needs none of them. */
export async function erasePerson(deps: Deps, { actor, force, ...query }: EraseOrder): Promise<PersonErasure> {
  const { found, ...search } = await findPerson(deps, query)
  const wanted = found.filter((booking) => reasonAgainst(booking, force) === null).map(({ bookingId }) => bookingId)
  const order = { actor, action: 'person.erase', evenIfToCome: force } as const
  const gone = new Set((await forgetBookings(deps, wanted, order)).map(({ bookingId }) => bookingId))
  const bookings = found.map((booking) => {
    const erased = gone.has(booking.bookingId)
    const reason = erased
      ? null
      : (reasonAgainst(booking, force) ?? 'the booking was changed at the same time: try again')
    return { ...booking, erased, reason }
  })
  return { ...search, bookings }
}

/** Returns why the booking may not be erased; null when it may. */
export function reasonAgainst({ neverBecause, neededBecause }: FoundBooking, force: boolean): string | null {
  if (neverBecause !== null) return neverBecause
  if (neededBecause === null || force) return null
  return `${neededBecause}; --force erases them nevertheless`
}
