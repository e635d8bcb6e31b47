import { STANDING } from '../../../domain/booking-status.ts'
import { type Agreement, type Discrepancy, updatedDiscrepancies } from '../../../domain/discrepancies.ts'
import { DISCREPANCY_FOUND } from '../../../domain/event.ts'
import { totalGuests } from '../../../domain/occupancy.ts'
import type { Instant } from '../../../domain/time.ts'
import type { Booking, BookingChanges } from '../../../store/booking.ts'
import type { StoreParts } from '../../../store/store.ts'
import type { SupplierBooking } from '../../../suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { openCase } from './booking-cases.ts'
import { openParty } from './guests.ts'
import { changeBooking } from './move-booking.ts'

/**
 * What a supplier's record changes in the discrepancies of a booking that stands; empty when it changes nothing. Discrepancies
 * that are known keep the time at which they were found. The booking keeps its state and its price.
 */
function withDiscrepancies(
  { guestSeal }: Pick<Deps, 'guestSeal'>,
  booking: Booking,
  { record, now }: { readonly record: SupplierBooking; readonly now: Instant },
): Pick<BookingChanges, 'discrepancies'> {
  if (!stands(booking.status) || !stands(record.status)) return {}
  const agreed = agreementOf({ guestSeal }, booking, record)
  const discrepancies = updatedDiscrepancies(booking.discrepancies, { agreed, record, now })
  return JSON.stringify(discrepancies) === JSON.stringify(booking.discrepancies) ? {} : { discrepancies }
}

/** Whether a record agrees with a booking as far as was known before, so that comparing them writes nothing. */
export function isAsKnown(deps: Pick<Deps, 'guestSeal'>, booking: Booking, record: SupplierBooking): boolean {
  return !withDiscrepancies(deps, booking, { record, now: booking.updatedAt }).discrepancies
}

/**
 * Compares a booking with the record that has just been applied to it, in the same transaction, and writes what is new: the
 * discrepancies, their event, and the operator's case. It works on the booking as it was written a moment ago. Returns the booking
 * as it is afterwards; null when another process has written it in between.
 */
export async function compareRecord(
  deps: Deps,
  tx: StoreParts,
  { booking, record }: { readonly booking: Booking; readonly record: SupplierBooking },
): Promise<Booking | null> {
  const changes = withDiscrepancies(deps, booking, { record, now: deps.clock.of(booking.organizationId).now() })
  const { discrepancies } = changes
  if (!discrepancies) return booking
  const isNew = discrepancies.some((one) => !booking.discrepancies.includes(one))
  const cause = isNew ? DISCREPANCY_FOUND : 'DISCREPANCY_SETTLED'
  const written = await changeBooking(deps, tx, { read: booking, cause, changes })
  if (written) await followCase(tx, written, discrepancies)
  return written
}

async function followCase(tx: StoreParts, booking: Booking, discrepancies: readonly Discrepancy[]): Promise<void> {
  if (discrepancies.length === 0)
    return tx.cases.settle(['DISCREPANCY'], booking.bookingId, 'the supplier’s record agrees with the booking again')
  // Guests are told by their initials, so this holds no names.
  await openCase(tx, booking, { kind: 'DISCREPANCY', detail: { discrepancies } })
}

function stands(status: Booking['status'] | SupplierBooking['status']): boolean {
  return STANDING.some((one) => one === status)
}

/** The names are unsealed only when the record names somebody. */
export function agreementOf(
  { guestSeal }: Pick<Deps, 'guestSeal'>,
  booking: Booking,
  record: SupplierBooking,
): Agreement {
  const { stay, price, allocations } = booking.terms
  const party = record.guests === null ? null : openParty(guestSeal, booking)
  const named = (party?.guests ?? []).flatMap(({ givenName, familyName }) =>
    givenName && familyName ? [{ givenName, familyName }] : [],
  )
  return {
    total: price.total,
    stay,
    rooms: allocations.length,
    people: party && [...named, party.holder],
    unnamedGuests: totalGuests(allocations.map(({ occupancy }) => occupancy)) - named.length,
  }
}
