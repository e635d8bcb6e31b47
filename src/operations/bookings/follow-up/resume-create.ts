import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS, SECOND_MS } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'
import type { CallContext } from '../../../suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { executeCreate } from '../execute-create.ts'

const LOOK_EVERY_MS = SECOND_MS

const GIVE_UP_AFTER_MS = 5 * MINUTE_MS

/** If the write is still missing this long after Postgres answers again, it never happened, because its connection is closed. */
const NOT_WRITTEN_AFTER_MS = 15 * SECOND_MS

type Interrupted = { readonly booking: Booking; readonly attemptId: string; readonly context: CallContext }

/**
 * Resumes a creation whose write was interrupted, so that it is unknown whether Postgres has done it or will still do it. It polls
 * until the attempt can be begun anew, which proves that it is stored, was never sent and that nobody has closed it; then it calls
 * the supplier, once. When another process closes the attempt first, the booking is FAILED and may be tried again.
 */
export function resumeCreate(deps: Deps, interrupted: Interrupted): void {
  deps.background.follow('resume-create', resume(deps, interrupted))
}

async function resume(deps: Deps, { booking, attemptId, context }: Interrupted): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS
  let answersSince: number | null = null
  while (performance.now() < giveUpAt && !deps.background.ending.aborted) {
    const isBegun = await beginAnew(deps, booking.bookingId, attemptId)
    if (isBegun === true) return void (await executeCreate(deps, booking, { attemptId, context }))
    if (isBegun === false) answersSince ??= performance.now()
    if (answersSince !== null && performance.now() - answersSince > NOT_WRITTEN_AFTER_MS) return
    await sleep(LOOK_EVERY_MS, undefined, { signal: deps.background.ending }).catch(() => undefined)
  }
}

/** Returns null while Postgres does not answer. */
async function beginAnew({ store, log }: Deps, bookingId: string, attemptId: string): Promise<boolean | null> {
  try {
    return await store.attempts.renew(attemptId)
  } catch (error) {
    log.debug({ err: error, bookingId }, 'whether a booking was written is not known yet')
    return null
  }
}
