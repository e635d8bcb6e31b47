import { addDays, DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../../domain/time.ts'
import type { Deps } from '../../deps.ts'
import { FORGET_BATCH, forgetBookings } from './forget-bookings.ts'
import { todayOf } from './is-over.ts'

/** After how many days people are forgotten; null: never. */
type ForgetTerms = {
  readonly guestsDays: number | null
  readonly eventsDays: number | null
  readonly attemptsDays: number | null
}

type Forgotten = { readonly guests: number; readonly events: number; readonly attempts: number }

/** Events or attempts in one statement. */
const BATCH = 2_000

/** The job has half an hour before another one may take it up; what is left is for the next night. */
const LONGEST_MS = 20 * MINUTE_MS

/**
 * Job: forgets people whose terms are over, in batches, the oldest first. What is done is done: a run that was cut off is
 * gone on with by the next one, and two at once do no harm.
 */
export async function forgetExpired(
  deps: Pick<Deps, 'store' | 'clock' | 'log'>,
  { guestsDays, eventsDays, attemptsDays }: ForgetTerms,
): Promise<Forgotten> {
  const { store, clock, log } = deps
  const now = clock.now()
  const endAt = performance.now() + LONGEST_MS
  function inTime(): boolean {
    return performance.now() < endAt
  }
  function before(days: number): Instant {
    return now - days * DAY_MS
  }
  const forgotten = {
    guests: guestsDays === null ? 0 : await forgetGuests(deps, addDays(todayOf(now), -guestsDays), inTime),
    events:
      eventsDays === null ? 0 : await drain(() => store.forgetting.forgetEvents(before(eventsDays), BATCH), inTime),
    attempts:
      attemptsDays === null
        ? 0
        : await drain(() => store.forgetting.forgetAttempts(before(attemptsDays), BATCH), inTime),
  }
  if (Object.values(forgotten).some((count) => count > 0)) log.info(forgotten, 'people were forgotten')
  return forgotten
}

async function forgetGuests(
  deps: Pick<Deps, 'store' | 'clock'>,
  checkOutBefore: string,
  inTime: () => boolean,
): Promise<number> {
  const order = { actor: 'system', action: 'retention.forget', evenIfToCome: false } as const
  const today = todayOf(deps.clock.now())
  return drain(async () => {
    const due = await deps.store.forgetting.dueGuests(checkOutBefore, today, FORGET_BATCH)
    return (await forgetBookings(deps, due, order)).length
  }, inTime)
}

/** Until nothing is left, or the time is up. */
async function drain(batch: () => Promise<number>, inTime: () => boolean): Promise<number> {
  let total = 0
  while (inTime()) {
    const count = await batch()
    total += count
    if (count === 0) return total
  }
  return total
}

/** For how long the oldest of each kind has been kept, seconds; guests since their check-out, so below 0 while all are to come. */
export async function oldestPeopleSeconds({
  store,
  clock,
}: Pick<Deps, 'store' | 'clock'>): Promise<Readonly<Record<string, number>>> {
  const { guests, events, attempts } = await store.forgetting.oldestKept()
  const since = { guests: guests === null ? null : Date.parse(guests), events, attempts }
  return Object.fromEntries(
    Object.entries(since).flatMap(([kind, at]) => (at === null ? [] : [[kind, (clock.now() - at) / SECOND_MS]])),
  )
}
