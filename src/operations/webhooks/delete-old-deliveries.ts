import { DAY_MS } from '../../domain/time.ts'
import type { Deps } from '../deps.ts'

/** Finished deliveries are stored for this long; unfinished ones are never deleted. */
const KEPT_MS = 30 * DAY_MS
/** The number of deliveries per transaction; the job runs as many transactions as it needs. */
const BATCH = 5_000

/** Job: deletes old finished deliveries with their attempts. Their events remain in the log. */
export async function deleteOldDeliveries({ store, log }: Pick<Deps, 'store' | 'log'>): Promise<number> {
  let deleted = 0
  for (let batch = BATCH; batch === BATCH; deleted += batch)
    batch = await store.webhookDeliveries.deleteEnded(KEPT_MS, BATCH)
  if (deleted > 0) log.info({ deliveries: deleted }, 'old webhook deliveries deleted')
  return deleted
}
