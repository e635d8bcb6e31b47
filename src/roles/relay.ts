import type { Foundation } from '../foundation.ts'
import { startSweep } from '../jobs/sweep.ts'
import { createWebhookSender } from '../relay/deliver.ts'
import { startRelay } from '../relay/relay.ts'
import { createWebhookQueue } from '../store/webhook-queue.ts'

/** How often relays look whether the cases of dead deliveries have been settled. */
const DEAD_EVERY_MS = 5_000

/** The role `relay`: webhooks out. */
export function startRelayRole(foundation: Foundation): { readonly stop: () => Promise<void> } {
  const { config, database, store, guard, seals, clock, listener, log, metrics, tracing, randomBytes, killPoint } =
    foundation
  const relay = startRelay({
    queue: createWebhookQueue(database),
    batches: store.webhookBatches,
    randomBytes,
    courier: createWebhookSender(guard),
    seal: seals.webhooks,
    clock,
    listener,
    log,
    metrics,
    tracing,
    killPoint,
  })
  const { settleDeadDeliveries } = store.cases
  const sweep = startSweep('dead-deliveries', {
    everyMs: Math.min(DEAD_EVERY_MS, config.sweepMs ?? DEAD_EVERY_MS),
    work: settleDeadDeliveries,
    log,
  })
  return {
    stop: async () => {
      await sweep.stop()
      await relay.stop()
    },
  }
}
