import type { BookingTraces } from '../../../store/forgetting.ts'
import { openParty } from '../../bookings/machinery/guests.ts'
import type { Deps } from '../../deps.ts'
import { neverForgettable, stillNeeded, todayOf } from './is-over.ts'
import { findTraces, type Person } from './match-person.ts'

/** A booking that tells of the person: ids only, never what it tells. */
export type FoundBooking = {
  readonly bookingId: string
  readonly organizationId: string
  readonly status: string
  readonly checkOutDate: string
  /** Where in the booking. */
  readonly where: readonly string[]
  /** Null: it may be erased. */
  readonly neededBecause: string | null
  /** Null: it may be erased when an operator insists. */
  readonly neverBecause: string | null
}

export type PersonSearch = {
  readonly found: readonly FoundBooking[]
  /** Bookings that were opened and looked through. */
  readonly searched: number
  /** Bookings whose guests could not be opened, under a key that is lost: nobody can tell whose they are. */
  readonly unreadable: readonly string[]
}

export type PersonQuery = {
  readonly person: Person
  /** Null: in all of them. */
  readonly organizationId: string | null
  readonly onProgress: (searched: number) => void
}

/** Read at once: some megabytes. */
const BATCH = 2_000

/**
 * Looks through every booking that still has guests. There is no index of persons on purpose: it would be a list of who has
 * booked, kept for a question that comes a few times a year. It reads in batches, by id, and holds one batch in memory.
 */
export async function findPerson(
  { store, guestSeal, clock }: Pick<Deps, 'store' | 'guestSeal' | 'clock'>,
  { person, organizationId, onProgress }: PersonQuery,
): Promise<PersonSearch> {
  const today = todayOf(clock.now())
  const found: FoundBooking[] = []
  const unreadable: string[] = []
  let searched = 0
  let after = ''
  for (;;) {
    const batch = await store.forgetting.traces({ organizationId, after, limit: BATCH })
    for (const booking of batch) {
      const where = placesOf(guestSeal, person, booking)
      if (where === null) unreadable.push(booking.bookingId)
      else if (where.length > 0) found.push(toFound(booking, where, today))
    }
    searched += batch.length
    onProgress(searched)
    after = batch.at(-1)?.bookingId ?? after
    if (batch.length < BATCH) return { found, searched, unreadable }
  }
}

/** Null when the guests cannot be opened. */
function placesOf(guestSeal: Deps['guestSeal'], person: Person, booking: BookingTraces): string[] | null {
  try {
    return findTraces(person, { ...booking, party: openParty(guestSeal, booking) })
  } catch {
    return null
  }
}

function toFound(booking: BookingTraces, where: readonly string[], today: string): FoundBooking {
  return {
    bookingId: booking.bookingId,
    organizationId: booking.organizationId,
    status: booking.status,
    checkOutDate: booking.checkOutDate,
    where,
    neededBecause: stillNeeded(booking, today),
    neverBecause: neverForgettable(booking),
  }
}
