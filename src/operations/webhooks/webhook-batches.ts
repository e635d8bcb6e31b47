import type { WebhookBatches } from '../../store/webhook-batches.ts'
import type { Deps } from '../deps.ts'

/** The number of deliveries per statement, which takes a fraction of a second. */
const BATCH = 2_000

/** How long a request goes on with batches before it answers; workers do the rest. */
const WHILE_ASKED_MS = 1_500

/** How long a worker stays with one endpoint before it sees to the others. */
const IN_A_ROUND_MS = 10_000

/** Ends the waiting deliveries of an endpoint that was disabled or deleted, until none is left or the time is over. */
export function closeDeliveries(batches: WebhookBatches, endpointId: string, forMs = WHILE_ASKED_MS): Promise<void> {
  return repeat(() => batches.closeBatch(endpointId, BATCH), forMs)
}

/** Reschedules the deliveries that are to be recovered, until none is left or the time is over. */
export function recoverDeliveries(batches: WebhookBatches, endpointId: string, forMs = WHILE_ASKED_MS): Promise<void> {
  return repeat(() => batches.recoverBatch(endpointId, BATCH), forMs)
}

async function repeat(batch: () => Promise<number>, forMs: number): Promise<void> {
  const endsAt = performance.now() + forMs
  let count = BATCH
  while (count === BATCH && performance.now() < endsAt) count = await batch()
}

/**
 * Finishes what requests and relays have begun with the deliveries of whole endpoints. One that fails is left to the next round, so
 * that it does not hold up the others.
 */
export async function finishWebhookBatches({ store, log }: Pick<Deps, 'store' | 'log'>): Promise<void> {
  for (const { endpointId, isClosing } of await store.webhookBatches.unfinished()) {
    const finish = isClosing ? closeDeliveries : recoverDeliveries
    await finish(store.webhookBatches, endpointId, IN_A_ROUND_MS).catch((error: unknown) =>
      log.warn({ err: error, endpointId, isClosing }, 'the deliveries of an endpoint could not be finished'),
    )
  }
}
