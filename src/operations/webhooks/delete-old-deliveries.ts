import { DAY_MS, MINUTE_MS } from '../../domain/time.ts'
import type { Deps } from '../deps.ts'
import { drain } from '../operator/drain.ts'

/** Finished deliveries are stored for this long; unfinished ones are never deleted. */
const KEPT_MS = 30 * DAY_MS
/** The number of deliveries per transaction; the job runs as many transactions as it needs. */
const BATCH = 5_000
/** With the night's other deletions, 12 minutes at most, it ends before another worker may take the job over; the next night continues. */
const LONGEST_MS = 15 * MINUTE_MS

/** Job: deletes old finished deliveries with their attempts, the oldest first. Their events remain in the log. */
export async function deleteOldDeliveries({ store, log }: Pick<Deps, 'store' | 'log'>): Promise<number> {
  const endAt = performance.now() + LONGEST_MS
  function inTime(): boolean {
    return performance.now() < endAt
  }
  const { webhookDeliveries } = store
  let deleted = await drain(() => webhookDeliveries.deleteEndedAhead(KEPT_MS, BATCH), inTime)
  for (let after: string | null = ''; after !== null && inTime(); ) {
    const page: { readonly deleted: number; readonly last: string | null } = await webhookDeliveries.deleteEnded(
      KEPT_MS,
      { after, limit: BATCH },
    )
    deleted += page.deleted
    after = page.last
  }
  if (deleted > 0) log.info({ deliveries: deleted }, 'old webhook deliveries deleted')
  return deleted
}
