import type { Deps } from '../../deps.ts'
import { type FoundBooking, findPerson, type PersonQuery } from './find-person.ts'
import { forgetBookings } from './forget-bookings.ts'

type ErasedBooking = FoundBooking & {
  /** False: `reason` says why not. */
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
  /** Bookings whose stay is still to come, too. Never those of which the supplier is still to be told. */
  readonly force: boolean
}

/** Erases every booking of a person, with everybody in it: a booking that is over needs none of its guests. */
export async function erasePerson(deps: Deps, { actor, force, ...query }: EraseOrder): Promise<PersonErasure> {
  const { found, ...search } = await findPerson(deps, query)
  const wanted = found.filter((booking) => reasonAgainst(booking, force) === null).map(({ bookingId }) => bookingId)
  const order = { actor, action: 'person.erase', evenIfToCome: force } as const
  const gone = new Set((await forgetBookings(deps, wanted, order)).map(({ bookingId }) => bookingId))
  const bookings = found.map((booking) => {
    const erased = gone.has(booking.bookingId)
    const reason = erased
      ? null
      : (reasonAgainst(booking, force) ?? 'somebody changed the booking meanwhile: try again')
    return { ...booking, erased, reason }
  })
  return { ...search, bookings }
}

/** Null when the booking may be erased. */
export function reasonAgainst({ neverBecause, neededBecause }: FoundBooking, force: boolean): string | null {
  if (neverBecause !== null) return neverBecause
  if (neededBecause === null || force) return null
  return `${neededBecause}; --force erases them all the same`
}
