import { runDueComparisons } from '../operations/bookings/comparison/run-comparisons.ts'
import { actOnMessages } from '../operations/bookings/follow-up/act-on-messages.ts'
import type { Deps } from '../operations/deps.ts'
import { finishWebhookBatches } from '../operations/webhooks/webhook-batches.ts'
import type { Logger } from '../platform/logger.ts'
import { startSweep } from './sweep.ts'

/** How often workers look for deliveries of whole endpoints that are still to be ended or sent again. */
const BATCHES_EVERY_MS = 3_000

/** How often workers look for messages of suppliers on which nobody acts: most are acted on when they come. */
const MESSAGES_EVERY_MS = 15_000

/** How often workers look for connections whose night has come, or whose worker was lost. */
const COMPARISONS_EVERY_MS = 10_000

/**
 * Starts what every worker does over and over. A comparison that is under way ends at its next call, and is left to the other
 * workers.
 */
export function startWorkerSweeps({ deps, log }: { readonly deps: Deps; readonly log: Logger }) {
  let isStopping = false
  const sweeps = [
    startSweep('webhook-batches', { everyMs: BATCHES_EVERY_MS, work: () => finishWebhookBatches(deps), log }),
    startSweep('supplier-messages', { everyMs: MESSAGES_EVERY_MS, work: () => actOnMessages(deps), log }),
    startSweep('supplier-comparisons', {
      everyMs: COMPARISONS_EVERY_MS,
      work: () => runDueComparisons(deps, () => isStopping),
      log,
    }),
  ]
  return {
    stop: async (): Promise<void> => {
      isStopping = true
      await Promise.all(sweeps.map(({ stop }) => stop()))
    },
  }
}
