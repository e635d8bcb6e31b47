import { DAY_MS } from '../../domain/time.ts'
import type { Deps } from '../deps.ts'

/** Deliveries are kept for so long; what is still on its way is kept whatever its age. */
const KEPT_MS = 30 * DAY_MS
/** In one transaction; as many of them as it takes. */
const BATCH = 5_000

/** Job: deletes deliveries that are over and old, with their attempts. The events they carried stay in the log. */
export async function deleteOldDeliveries({ store, log }: Pick<Deps, 'store' | 'log'>): Promise<number> {
  let deleted = 0
  for (let batch = BATCH; batch === BATCH; deleted += batch)
    batch = await store.webhookDeliveries.deleteEnded(KEPT_MS, BATCH)
  if (deleted > 0) log.info({ deliveries: deleted }, 'old webhook deliveries deleted')
  return deleted
}
