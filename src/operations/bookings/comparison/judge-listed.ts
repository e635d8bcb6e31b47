import { isSupplierReference } from '../../../domain/ids.ts'
import type { Booking } from '../../../store/booking.ts'
import type { ListedBooking, SupplierBooking } from '../../../suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { mayCost } from '../follow-up/only-at-supplier.ts'
import { isAsKnown } from '../machinery/compare-record.ts'

/**
 * What an entry of a supplier's books means. AGREES: nothing. LOOK: the booking is asked about. ONLY_THERE: it stands there, and is
 * unknown or cancelled here, if asking confirms that. FOREIGN: another system's under the same contract.
 */
export type Verdict = 'AGREES' | 'LOOK' | 'ONLY_THERE' | 'FOREIGN'

/** Books tell less than records, and lag: what they tell is a reason to ask, and never decides anything. Pure but for the names. */
export function judgeListed(
  deps: Pick<Deps, 'guestSeal'>,
  booking: Booking | null,
  { supplierReference, record }: ListedBooking,
): Verdict {
  if (!booking) {
    if (supplierReference === null || !isSupplierReference(supplierReference)) return 'FOREIGN'
    return mayCost(record) ? 'ONLY_THERE' : 'AGREES'
  }
  // What waits for an answer is asked about by its own looks.
  if (booking.pendingOperation !== null || booking.status === 'AWAITING_REVIEW') return 'AGREES'
  if (booking.status === 'CANCELLED') return mayCost(record) ? 'ONLY_THERE' : 'AGREES'
  if (booking.status === 'FAILED') return mayCost(record) ? 'LOOK' : 'AGREES'
  return differs(deps, booking, record) ? 'LOOK' : 'AGREES'
}

function differs(deps: Pick<Deps, 'guestSeal'>, booking: Booking, record: SupplierBooking): boolean {
  if (record.status === 'PENDING') return false
  if (record.status !== booking.status) return true
  const { hotelConfirmationNumber: number } = record
  return (number !== null && number !== booking.hotelConfirmation.number) || !isAsKnown(deps, booking, record)
}
