import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../domain/time.ts'
import type { SupplierFailure, SupplierOperation, SupplierRequest } from './supplier-call.ts'

/** A price check waits for a pause that is this short: a guest who is about to book rather waits than begins again. */
const SHORT_PAUSE_MS = 2 * SECOND_MS
/** Price checks of a connection that wait for a pause to end; the next is refused at once. */
const MAX_WAITING = 32

/** Asks `refusalNow` whether a call may be sent; a price check is asked for again when a short pause has ended. */
export function createShortPause(refusalNow: (operation: SupplierOperation) => SupplierFailure | null) {
  let waiting = 0
  return async ({ operation, timeoutMs, signal }: SupplierRequest): Promise<SupplierFailure | null> => {
    const refusal = refusalNow(operation)
    const pauseMs = refusal?.retryAfterMs ?? 0
    const isShort = pauseMs <= Math.min(SHORT_PAUSE_MS, timeoutMs / 2)
    if (!refusal || operation !== 'price_check' || !isShort || waiting >= MAX_WAITING) return refusal
    waiting += 1
    try {
      await sleep(pauseMs + 1, undefined, signal ? { signal } : {})
    } catch {
      return refusal
    } finally {
      waiting -= 1
    }
    return refusalNow(operation)
  }
}
