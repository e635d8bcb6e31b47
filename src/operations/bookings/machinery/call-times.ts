import type { PendingOperation } from '../../../domain/booking.ts'
import { MINUTE_MS, SECOND_MS } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'
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

type Timed = Pick<Booking, 'supplierCode'>

function timeoutMs(deps: Pick<Deps, 'suppliers'>, { supplierCode }: Timed, operation: SupplierOperation): number {
  return deps.suppliers.find(supplierCode)?.capabilities.timeoutsMs[operation] ?? LAG_MS
}

/** How old an attempt may be when its call goes out: a cancellation reads the supplier's record first. */
export function freshMs(deps: Pick<Deps, 'suppliers'>, booking: Timed, operation: PendingOperation): number {
  return operation === 'CANCEL' ? FRESH_MS + timeoutMs(deps, booking, 'retrieve') : FRESH_MS
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
