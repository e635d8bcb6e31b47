import type { Instant } from '../../../domain/time.ts'
import type { BookingTraces } from '../../../store/forgetting.ts'
import { openParty } from '../../bookings/machinery/guests.ts'
import type { Deps } from '../../deps.ts'
import { neverForgettable, stillNeeded } from './is-over.ts'
import { findTraces, type Person } from './match-person.ts'

/** A booking that mentions the person. It contains ids only, never the personal data. */
export type FoundBooking = {
  readonly bookingId: string
  readonly organizationId: string
  readonly status: string
  readonly checkOutDate: string
  /** The fields that mention the person. */
  readonly where: readonly string[]
  /** Why the guests are still needed; null when the booking may be erased. */
  readonly neededBecause: string | null
  /** Why even --force cannot erase the booking; null when it can. */
  readonly neverBecause: string | null
}

export type PersonSearch = {
  readonly found: readonly FoundBooking[]
  /** The number of bookings that were searched. */
  readonly searched: number
  /** Bookings whose guests could not be decrypted, because their key is lost; it is unknown whose they are. */
  readonly unreadable: readonly string[]
}

export type PersonQuery = {
  readonly person: Person
  /** Null searches all organizations. */
  readonly organizationId: string | null
  readonly onProgress: (searched: number) => void
}

/** The number of bookings per read, which is a few megabytes. */
const BATCH = 2_000

/**
 * Searches every booking that still has guests. There is deliberately no index of persons: it would be a list of who has booked,
 * stored for a question that comes a few times a year. It reads in batches in id order, and holds one batch in memory.
 */
export async function findPerson(
  { store, guestSeal, clock }: Pick<Deps, 'store' | 'guestSeal' | 'clock'>,
  { person, organizationId, onProgress }: PersonQuery,
): Promise<PersonSearch> {
  const found: FoundBooking[] = []
  const unreadable: string[] = []
  let searched = 0
  let after = ''
  for (;;) {
    const batch = await store.forgetting.traces({ organizationId, after, limit: BATCH })
    for (const booking of batch) {
      const where = placesOf(guestSeal, person, booking)
      if (where === null) unreadable.push(booking.bookingId)
      else if (where.length > 0) found.push(toFound(booking, where, clock.of(booking.organizationId).now()))
    }
    searched += batch.length
    onProgress(searched)
    after = batch.at(-1)?.bookingId ?? after
    if (batch.length < BATCH) return { found, searched, unreadable }
  }
}

/** Returns null when the guests cannot be decrypted. */
function placesOf(guestSeal: Deps['guestSeal'], person: Person, booking: BookingTraces): string[] | null {
  try {
    return findTraces(person, { ...booking, party: openParty(guestSeal, booking) })
  } catch {
    return null
  }
}

function toFound(booking: BookingTraces, where: readonly string[], now: Instant): FoundBooking {
  return {
    bookingId: booking.bookingId,
    organizationId: booking.organizationId,
    status: booking.status,
    checkOutDate: booking.checkOutDate,
    where,
    neededBecause: stillNeeded(booking, now),
    neverBecause: neverForgettable(booking, now),
  }
}
