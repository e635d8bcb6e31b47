import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS, SECOND_MS } from '../../../domain/time.ts'
import type { Booking } from '../../../store/booking.ts'
import type { CallContext } from '../../../suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'
import { executeCreate } from '../execute-create.ts'

const LOOK_EVERY_MS = SECOND_MS

/** Well below the half hour after which a booking that its supplier does not know goes to an operator. */
const GIVE_UP_AFTER_MS = 5 * MINUTE_MS

/** If the write is still missing this long after Postgres answers again, it never happened, because its connection is closed. */
const NOT_WRITTEN_AFTER_MS = 15 * SECOND_MS

type Interrupted = { readonly booking: Booking; readonly attemptId: string; readonly context: CallContext }

/**
 * Resumes a creation whose write was interrupted, so that it is unknown whether Postgres has done it or will still do it. Only
 * this process knows that the supplier was never called. Other processes must take the open attempt for a call that was made, and
 * would wait half an hour for a booking that the supplier never had; that happens when this process ends first.
 * It polls until the attempt is stored (then it calls the supplier, once), or until Postgres has answered for a while without it.
 */
export function resumeCreate(deps: Deps, interrupted: Interrupted): void {
  deps.background.follow('resume-create', resume(deps, interrupted))
}

async function resume(deps: Deps, { booking, attemptId, context }: Interrupted): Promise<void> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS
  let answersSince: number | null = null
  while (performance.now() < giveUpAt && !deps.background.ending.aborted) {
    const written = await isWritten(deps, booking.bookingId, attemptId)
    if (written === true) return void (await executeCreate(deps, booking, { attemptId, context }))
    if (written === false) answersSince ??= performance.now()
    if (answersSince !== null && performance.now() - answersSince > NOT_WRITTEN_AFTER_MS) return
    await sleep(LOOK_EVERY_MS, undefined, { signal: deps.background.ending }).catch(() => undefined)
  }
}

/** Returns null while Postgres does not answer. */
async function isWritten({ store, log }: Deps, bookingId: string, attemptId: string): Promise<boolean | null> {
  try {
    return (await store.attempts.last(bookingId, 'CREATE'))?.attemptId === attemptId
  } catch (error) {
    log.debug({ err: error, bookingId }, 'whether a booking was written is not known yet')
    return null
  }
}
