import type { Logger } from '../platform/logger.ts'
import type { WebhookQueue } from '../store/webhook-queue.ts'
import type { Attempted } from './attempt.ts'

/** Settled by one statement, at the most. */
const BATCH = 250

type SettlementBatcher = {
  /** Resolves when it is written; what could not be written comes again when its lease has run out. */
  readonly settle: (attempted: Attempted) => Promise<void>
}

type Waiting = { readonly attempted: Attempted; readonly done: () => void }

/**
 * Writes down how attempts ended, all that came together in one statement: while one is written the next ones gather.
 * `told`: what was really moved, for what it means to the endpoint.
 */
export function createSettlementBatcher(
  queue: Pick<WebhookQueue, 'settle'>,
  told: (attempted: Attempted) => Promise<void>,
  log: Logger,
): SettlementBatcher {
  let waiting: Waiting[] = []
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
    isWriting = true
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
        // What ends in the same turn of the event loop belongs together.
        if (!isWriting) {
          isWriting = true
          setImmediate(() => void writeAll())
        }
      }),
  }
}
