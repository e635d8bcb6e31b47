import type { BookingTrigger, PendingOperation } from '../../domain/booking.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import type { Booking, BookingChanges } from '../../store/booking.ts'
import { NOT_FOUND, RELEASED } from '../bookings/machinery/booking-failure.ts'
import { endCancellation, settleBooking } from '../bookings/machinery/settle-booking.ts'
import type { Deps } from '../deps.ts'

/** What an operator has found out at the supplier. */
export const SETTLEMENTS = ['confirmed', 'on-hold', 'absent', 'lapsed', 'cancelled', 'alive'] as const
export type Settlement = (typeof SETTLEMENTS)[number]

/**
 * What each finding means for a booking that waits for a supplier call, for a hold that is over, and for a confirmed booking that its
 * supplier no longer knows. A finding that is not listed is impossible there.
 */
const MEANINGS: Readonly<Record<PendingOperation | 'HOLD' | 'VANISHED', Partial<Record<Settlement, BookingTrigger>>>> =
  {
    CREATE: { confirmed: 'SUPPLIER_CONFIRMED', 'on-hold': 'HOLD_ESTABLISHED', absent: 'FOUND_ABSENT' },
    CONFIRM_HOLD: { confirmed: 'SUPPLIER_CONFIRMED', 'on-hold': 'HOLD_CONFIRMATION_REFUSED', lapsed: 'HOLD_LAPSED' },
    CANCEL: { cancelled: 'CANCELLATION_CONFIRMED', alive: 'CANCELLATION_NOT_EFFECTIVE' },
    HOLD: { confirmed: 'SUPPLIER_CONFIRMED', lapsed: 'HOLD_LAPSED' },
    VANISHED: { cancelled: 'CANCELLED_BY_OPERATOR' },
  }

type Waiting = Pick<Booking, 'status' | 'needsOperator' | 'pendingOperation' | 'discrepancies'>

/** What a booking needs its operator for; null when it needs none. */
function waitsFor({ status, needsOperator, pendingOperation, discrepancies }: Waiting): keyof typeof MEANINGS | null {
  if (status === 'CONFIRMED' && discrepancies.some(({ path }) => path === 'status')) return 'VANISHED'
  if (!needsOperator) return null
  return pendingOperation ?? (status === 'ON_HOLD' ? 'HOLD' : null)
}

/** What an operator may have found out about a booking; empty when it does not wait for one. */
export function settlementsOf(booking: Waiting & Pick<Booking, 'mode'>): Settlement[] {
  const waiting = waitsFor(booking)
  if (waiting === null) return []
  return SETTLEMENTS.filter((one) => MEANINGS[waiting][one] && (one !== 'on-hold' || booking.mode === 'HOLD'))
}

type OperatorFinding = {
  readonly bookingId: string
  readonly settlement: Settlement
  /** The supplier's own id of the booking, needed if we do not have it yet. */
  readonly supplierBookingId: string | null
  /** The reason, which is stored in the audit log. */
  readonly note: string
  /** Who made the finding, for example `operator:ada`. */
  readonly actor: string
}

/**
 * Settles a booking that the gateway cannot settle itself, by an operator's finding. It accepts only bookings that wait for an
 * operator; the error is a sentence that says why it refuses.
 */
export async function settleByOperator(deps: Deps, finding: OperatorFinding): Promise<Result<Booking, string>> {
  const { bookingId, settlement, supplierBookingId, note, actor } = finding
  const booking = await deps.store.bookings.findAnywhere(bookingId)
  if (!booking) return err(`no booking ${bookingId}`)
  const fault = faultOf(booking, finding)
  if (fault) return err(fault)
  let isDecided = false
  const settled = await settleBooking(deps, bookingId, {
    decide: (read) => {
      const waiting = waitsFor(read)
      const trigger = waiting === null ? undefined : MEANINGS[waiting][settlement]
      isDecided = trigger !== undefined
      return trigger ? { move: trigger, changes: changesOf(read, settlement, supplierBookingId) } : null
    },
    also: async (tx, moved) => {
      if (!isDecided) return
      // Its process may only be slow: what a person has settled must not go out any more.
      if (booking.pendingOperation) await tx.attempts.abandonOpen(bookingId, booking.pendingOperation)
      await endCancellation(deps, tx, { settled: moved, end: null })
      await tx.audit.append(
        {
          organizationId: booking.organizationId,
          actor,
          action: `booking.settle.${settlement}`,
          subject: bookingId,
          details: { note, supplierBookingId, from: booking.status, to: moved.status },
        },
        deps.clock.real(),
      )
    },
  })
  return isDecided ? ok(settled) : err(`another process was faster: the booking is ${settled.status}`)
}

function faultOf(booking: Booking, { settlement, supplierBookingId }: OperatorFinding): string | null {
  const waiting = waitsFor(booking)
  if (waiting === null) return `the booking is ${booking.status} and does not wait for an operator`
  const possible = settlementsOf(booking)
  if (!possible.includes(settlement)) return `the outcome of ${waiting} can be: ${possible.join(', ')}`
  const isAtSupplier = settlement === 'confirmed' || settlement === 'on-hold'
  if (isAtSupplier && booking.supplierBookingId === null && supplierBookingId === null)
    return 'the supplier’s own booking id is needed: without it the booking can never be cancelled'
  return null
}

function changesOf(
  booking: Booking,
  settlement: Settlement,
  supplierBookingId: string | null,
): Omit<BookingChanges, 'status'> {
  const known = supplierBookingId === null ? {} : { supplierBookingId }
  if (settlement === 'absent') return { failure: NOT_FOUND }
  // A hold that nobody confirmed has not failed: it ends as CANCELLED.
  if (settlement === 'lapsed') return booking.pendingOperation === null ? known : { failure: RELEASED }
  if (settlement === 'on-hold' && booking.pendingOperation === 'CREATE')
    return { ...known, holdDeadlineAt: booking.terms.holdDeadlineAt }
  return known
}
