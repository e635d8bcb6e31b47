import { MINUTE_MS } from '../../../domain/time.ts'
import type { Deps } from '../../deps.ts'
import { drain } from '../drain.ts'
import { FORGET_BATCH, forgetBookings } from './forget-bookings.ts'

/** The number of days after which personal data is deleted; null: never. */
type ForgetTerms = {
  readonly guestsDays: number | null
  readonly eventsDays: number | null
  readonly attemptsDays: number | null
}

type Forgotten = { readonly guests: number; readonly events: number; readonly attempts: number }

/** The number of events or attempts per statement. */
const BATCH = 2_000

/** After half an hour another worker may take the job over, so a run ends before that; the next night continues. */
const LONGEST_MS = 20 * MINUTE_MS

/**
 * Job: deletes personal data whose retention term has ended, in batches, oldest first. An interrupted run is continued by the
 * next one, and two concurrent runs do no harm.
 */
export async function forgetExpired(
  deps: Pick<Deps, 'store' | 'clock' | 'log'>,
  { guestsDays, eventsDays, attemptsDays }: ForgetTerms,
): Promise<Forgotten> {
  const { store, log, clock } = deps
  // Of people who sign in: whoever comes no more is forgotten by nobody else.
  await store.consoleProposals.forgetAddresses(clock.real())
  await store.consoleSessions.forgetOld({}, clock.real())
  const endAt = performance.now() + LONGEST_MS
  function inTime(): boolean {
    return performance.now() < endAt
  }
  const forgotten = {
    guests: guestsDays === null ? 0 : await forgetGuests(deps, guestsDays, inTime),
    events: eventsDays === null ? 0 : await drain(() => store.forgetting.forgetEvents(eventsDays, BATCH), inTime),
    attempts:
      attemptsDays === null ? 0 : await drain(() => store.forgetting.forgetAttempts(attemptsDays, BATCH), inTime),
  }
  if (Object.values(forgotten).some((count) => count > 0)) log.info(forgotten, 'personal data was deleted')
  return forgotten
}

async function forgetGuests(deps: Pick<Deps, 'store' | 'clock'>, days: number, inTime: () => boolean): Promise<number> {
  const order = { actor: 'system', action: 'retention.forget', evenIfToCome: false } as const
  return drain(async () => {
    const due = await deps.store.forgetting.dueGuests(days, FORGET_BATCH)
    return (await forgetBookings(deps, due, order)).length
  }, inTime)
}
