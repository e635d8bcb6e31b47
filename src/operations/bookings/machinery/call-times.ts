import type { PendingOperation } from '../../../domain/booking.ts'
import { MINUTE_MS, SECOND_MS } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'
import { timeoutOf } from '../../../suppliers/supplier.ts'
import type { SupplierOperation } from '../../../suppliers/supplier-call.ts'
import type { Deps } from '../../deps.ts'
import { FRESH_MS } from './fence.ts'

/** At suppliers whose look-ups lag, "not found" proves nothing for this long after a call. Source: decisions.md section 6. */
export const LAG_MS = 30 * MINUTE_MS

/** Where look-ups are authoritative, the record is there this long after the call has ended. */
const RECORD_WITHIN_MS = 5 * SECOND_MS

/** If the supplier's record does not show an uncertain confirmation or cancellation after this long, it did not happen. */
const EFFECT_WITHIN_MS = 2 * MINUTE_MS

const CALLS: Readonly<Record<PendingOperation, SupplierOperation>> = {
  CREATE: 'book',
  CONFIRM_HOLD: 'confirm_hold',
  CANCEL: 'cancel',
}

/** How often a supplier's record may be read before the call itself. */
const READS_BEFORE: Readonly<Record<PendingOperation, number>> = { CREATE: 0, CONFIRM_HOLD: 1, CANCEL: 2 }

type Timed = Pick<Booking, 'supplierCode'>

function timeoutMs(deps: Pick<Deps, 'suppliers'>, { supplierCode }: Timed, operation: SupplierOperation): number {
  const supplier = deps.suppliers.find(supplierCode)
  return supplier ? timeoutOf(supplier.capabilities, operation) : LAG_MS
}

/**
 * How old an attempt may be when its call goes out. A cancellation reads the supplier's record first, and some adapters read it once more
 * for the links in it, before a cancellation or a confirmation.
 */
export function freshMs(deps: Pick<Deps, 'suppliers'>, booking: Timed, operation: PendingOperation): number {
  return FRESH_MS + READS_BEFORE[operation] * timeoutMs(deps, booking, 'retrieve')
}

/** After this long without a byte sent, an attempt is closed: nothing of it can leave any more. */
export function unsentAfterMs(deps: Pick<Deps, 'suppliers'>, booking: Timed, operation: PendingOperation): number {
  return freshMs(deps, booking, operation) + SECOND_MS
}

/** How long after it was sent a call may still make the supplier do something, by the supplier's longest write and its lag. */
export function settledWithinMs(deps: Pick<Deps, 'suppliers'>, booking: Timed, operation: PendingOperation): number {
  const callMs = timeoutMs(deps, booking, CALLS[operation])
  if (operation !== 'CREATE') return Math.max(EFFECT_WITHIN_MS, callMs + MINUTE_MS)
  const isAuthoritative = deps.suppliers.find(booking.supplierCode)?.capabilities.lookup === 'AUTHORITATIVE'
  return isAuthoritative ? callMs + RECORD_WITHIN_MS : LAG_MS
}
