import type { BookingTrigger } from '../../../domain/booking.ts'
import type { Booking, BookingChanges } from '../../../store/booking.ts'
import type { StoreParts } from '../../../store/store.ts'
import type { SupplierBooking } from '../../../suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { changeBooking, moveBooking } from './move-booking.ts'

/** What to do with a booking, decided by the state in which it was read. Null: nothing is written. */
export type Decision =
  | { readonly move: BookingTrigger; readonly changes?: Omit<BookingChanges, 'status'> }
  /** A change other than a move, with an event for clients. */
  | { readonly change: string; readonly changes: BookingChanges }
  /** A change that is stored for later calls, without an event. */
  | { readonly keep: BookingChanges }
  | null

/** More conflicts than this in a row cannot come from contention. */
const MAX_TRIES = 8

/**
 * Reads the booking, decides, and writes if the version is still the one that was read; when another process was faster, it reads
 * and decides again. `also` runs in the same transaction. Returns the booking as it is afterwards, whether or not anything was
 * written. A caller that has just written the booking can pass it instead of its id, which saves the read; the write checks its
 * version.
 */
export async function settleBooking(
  deps: Deps,
  booking: Booking | string,
  {
    decide,
    also = async () => undefined,
  }: {
    readonly decide: (booking: Booking) => Decision
    readonly also?: (tx: StoreParts, settled: Booking) => Promise<void>
  },
): Promise<Booking> {
  const bookingId = typeof booking === 'string' ? booking : booking.bookingId
  let known = typeof booking === 'string' ? null : booking
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const settled = await deps.store.transaction(async (tx) => {
      const read = known ?? (await tx.bookings.findAnywhere(bookingId))
      if (!read) throw new Error(`no booking ${bookingId}`)
      const decision = decide(read)
      if (known && decision === null) return null
      const written = await write(deps, tx, { booking: read, decision })
      if (written) await also(tx, written)
      return written
    })
    if (settled) return settled
    known = null
  }
  throw new Error(`booking ${bookingId} could not be written in ${MAX_TRIES} tries`)
}

/** Returns null when another process has written the booking in between. */
function write(
  deps: Deps,
  tx: StoreParts,
  { booking, decision }: { readonly booking: Booking; readonly decision: Decision },
): Promise<Booking | null> {
  if (decision === null) return Promise.resolve(booking)
  if ('move' in decision)
    return moveBooking(deps, tx, { read: booking, trigger: decision.move, changes: decision.changes ?? {} })
  if ('change' in decision)
    return changeBooking(deps, tx, { read: booking, cause: decision.change, changes: decision.changes })
  return tx.bookings.keep(booking, decision.keep, deps.clock.now())
}

/** The facts about a cancellation that has ended. */
type CancellationEnd = Pick<SupplierBooking, 'chargedPenalty' | 'supplierCancellationReference'>

/** Schedules a look-up of a held booking for the end of its hold. */
export async function watchHeld(deps: Pick<Deps, 'clock'>, tx: StoreParts, settled: Booking): Promise<void> {
  const { status, holdDeadlineAt, bookingId } = settled
  if (status === 'ON_HOLD' && holdDeadlineAt !== null)
    await tx.jobs.enqueue({
      name: 'watch-hold',
      bookingId,
      rung: 0,
      startAt: Math.max(deps.clock.now(), holdDeadlineAt),
    })
}

/** Completes a settled booking in the same transaction: schedules the look-up of a hold, ends a cancellation. */
export async function closeUp(
  deps: Pick<Deps, 'clock'>,
  tx: StoreParts,
  { settled, end }: { readonly settled: Booking; readonly end: CancellationEnd | null },
): Promise<void> {
  await watchHeld(deps, tx, settled)
  if (settled.pendingOperation === null)
    await tx.cancellations.completeOpen(
      settled.bookingId,
      {
        outcome: settled.status === 'CANCELLED' ? 'CANCELLED' : 'NOT_EFFECTIVE',
        chargedPenalty: end?.chargedPenalty ?? null,
        supplierCancellationReference: end?.supplierCancellationReference ?? null,
      },
      deps.clock.now(),
    )
}

/** The fields that the supplier's record adds to ours, regardless of its status. */
export function learnedFrom(booking: Booking, record: SupplierBooking): BookingChanges {
  return {
    supplierBookingId: record.supplierBookingId,
    supplierBookingCode: record.supplierBookingCode === record.supplierBookingId ? null : record.supplierBookingCode,
    supplierPayload: record.supplierPayload,
    cancellable: record.cancellable,
    hotelConfirmation: record.hotelConfirmationNumber
      ? { ...booking.hotelConfirmation, number: record.hotelConfirmationNumber, status: 'FETCHED' }
      : booking.hotelConfirmation,
  }
}
