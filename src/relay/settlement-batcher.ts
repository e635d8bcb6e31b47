import type { Logger } from '../platform/logger.ts'
import type { WebhookQueue } from '../store/webhook-queue.ts'
import type { Attempted } from './attempt.ts'

/** The most attempts that one statement settles. */
const BATCH = 250

type SettlementBatcher = {
  /** Resolves when the result is stored; a delivery whose result could not be stored is sent again when its lease expires. */
  readonly settle: (attempted: Attempted) => Promise<void>
}

type Waiting = { readonly attempted: Attempted; readonly done: () => void }

/**
 * Stores the results of attempts in batches, one statement each: while a batch is written, the next one collects. `told` is
 * called for each result that was stored, to update its endpoint.
 */
export function createSettlementBatcher(
  queue: Pick<WebhookQueue, 'settle'>,
  told: (attempted: Attempted) => Promise<void>,
  log: Logger,
): SettlementBatcher {
  let waiting: Waiting[] = []
  /** Results are being written, or will be in this turn of the event loop: whoever comes now only joins `waiting`. */
  let isWriting = false

  async function write(batch: readonly Waiting[]): Promise<void> {
    try {
      const moved = await queue.settle(batch.map(({ attempted }) => attempted.settlement))
      const counting = batch.filter(({ attempted }) => moved.has(attempted.claimed.deliveryId))
      await Promise.all(counting.map(({ attempted }) => told(attempted)))
    } catch (error) {
      log.warn({ err: error, deliveries: batch.length }, 'deliveries could not be settled: they will be sent again')
    }
    for (const { done } of batch) done()
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      waiting = waiting.slice(BATCH)
      await write(batch)
    }
    isWriting = false
  }

  return {
    settle: (attempted) =>
      new Promise((resolve) => {
        waiting.push({ attempted, done: resolve })
        // Attempts that end in the same turn of the event loop form one batch.
        if (!isWriting) {
          isWriting = true
          setImmediate(() => void writeAll())
        }
      }),
  }
}
