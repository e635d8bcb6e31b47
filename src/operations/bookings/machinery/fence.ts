import { err } from '../../../domain/result.ts'
import { type Instant, SECOND_MS } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'
import type { CallContext, OpenedSupplier } from '../../../suppliers/supplier.ts'
import {
  type SupplierFetch,
  type SupplierOperation,
  type SupplierRequest,
  unsent,
  type WriteOutcome,
} from '../../../suppliers/supplier-call.ts'
import type { Deps } from '../../deps.ts'
import { openFor } from '../../supplier-calls.ts'

/** The outcome of a call under an attempt. NOT_SENT: no byte of it has left, and none will. */
export type AttemptedOutcome<T> = WriteOutcome<T> | { readonly outcome: 'NOT_SENT' }

/** Requests that change something at a supplier, or that begin to. */
const CHANGES: ReadonlySet<SupplierOperation> = new Set(['book_form', 'book', 'confirm_hold', 'cancel'])

/** An attempt that began longer ago than this is not sent any more: what it was decided by may have changed. */
export const FRESH_MS = 5 * SECOND_MS

const FENCED = unsent('ABORTED', 'the attempt has ended, or its turn is over')

type FencedCall = {
  readonly attemptId: string
  readonly operation: SupplierOperation
  readonly context: CallContext
  /** How old the attempt may be when it is sent, ms. */
  readonly freshMs?: number
  /** When what was agreed for the call ends; null or absent: it does not. */
  readonly until?: Instant | null
}

/**
 * Makes a call that changes something at a supplier. Each of its requests goes out only while the attempt is open by the
 * database's word, asked just before: a process that was frozen, or whose clock is wrong, finds the attempt ended by whoever
 * decided in the meantime, and sends nothing. One that was frozen behind that, for longer than the call may take, sends nothing either.
 */
export async function callUnderAttempt<T>(
  deps: Deps,
  booking: Booking,
  {
    fenced: { attemptId, operation, context, freshMs = FRESH_MS, until = null },
    work,
  }: { readonly fenced: FencedCall; readonly work: (opened: OpenedSupplier) => Promise<WriteOutcome<T>> },
): Promise<AttemptedOutcome<T>> {
  const { supplier, call } = await openFor(deps, booking, { operation, context })
  let isSent = false
  let isHeldBack = false
  async function isOpen({ progress }: Pick<SupplierRequest, 'progress'>): Promise<boolean> {
    try {
      return await deps.store.attempts.send(attemptId, { freshMs, until }, progress ?? null)
    } catch (error) {
      deps.log.warn(
        { err: error, bookingId: booking.bookingId },
        'a supplier call was not sent: its attempt is out of reach',
      )
      return false
    }
  }
  function pass(wanted: SupplierRequest): ReturnType<SupplierFetch> {
    deps.killPoint('fence:passed')
    return call.fetch(wanted)
  }
  // oxlint-disable-next-line func-style -- the type of a fetch is needed
  const fetch: SupplierFetch = async (wanted) => {
    if (!CHANGES.has(wanted.operation)) return call.fetch(wanted)
    const answer = (await isOpen(wanted)) ? await pass(wanted) : err(FENCED)
    if (!answer.ok && answer.error.isUnsent) isHeldBack = true
    else isSent = true
    return answer
  }
  const outcome = await work({ supplier, call: { ...call, fetch } })
  return isHeldBack && !isSent ? { outcome: 'NOT_SENT' } : outcome
}
