import type { BookingTrigger } from '../../../domain/booking.ts'
import type { Booking, BookingChanges } from '../../../store/booking.ts'
import type { StoreParts } from '../../../store/store.ts'
import type { SupplierBooking } from '../../../suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { changeBooking, moveBooking } from './move-booking.ts'

/** What is to become of a booking, decided by the state that it was read in. */
export type Decision =
  | { readonly move: BookingTrigger; readonly changes?: Omit<BookingChanges, 'status'> }
  /** Something else changed that clients are told. */
  | { readonly change: string; readonly changes: BookingChanges }
  /** Kept for later calls; no event. */
  | { readonly keep: BookingChanges }
  | null

/** More collisions than this in a row do not come from contention. */
const MAX_TRIES = 8

/**
 * Reads the booking, decides, and writes under the version that was read; when another process was faster, reads and decides again.
 * `also` joins the same transaction. Answers the booking as it is afterwards, whether or not anything was written. A booking
 * that the caller has just written need not be read: that it still is so is proved by the write.
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

/** Null when another process wrote the booking in between. */
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

/** What is known of a cancellation that is over. */
type CancellationEnd = Pick<SupplierBooking, 'chargedPenalty' | 'supplierCancellationReference'>

/** A booking that is held now is looked at when its hold ends. */
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

/** What a settled booking leaves to be done, in the same transaction: a hold is watched, a cancellation has its end. */
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

/** What the supplier's record adds to ours, whatever else it means. */
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
