import { SECOND_MS } from '../../../domain/time.ts'
import type { Deps } from '../../deps.ts'

/**
 * The age of the oldest personal data of each kind, in seconds. For guests it counts from the check-out, so it is negative while
 * all stays are still to come.
 */
export async function oldestPeopleSeconds({
  store,
  clock,
}: Pick<Deps, 'store' | 'clock'>): Promise<Readonly<Record<string, number>>> {
  const { guests, events, attempts } = await store.forgetting.oldestKept()
  const since = { guests: guests === null ? null : Date.parse(guests), events, attempts }
  return Object.fromEntries(
    Object.entries(since).flatMap(([kind, at]) => (at === null ? [] : [[kind, (clock.real() - at) / SECOND_MS]])),
  )
}
