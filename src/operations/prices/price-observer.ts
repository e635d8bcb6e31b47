import { SECOND_MS } from '../../domain/time.ts'
import type { Logger } from '../../platform/logger.ts'
import type { PriceObservation } from '../../store/price-observations.ts'
import type { Store } from '../../store/store.ts'

/** Collects observed prices and writes them to the database later, so that no search waits for it. */
export type PriceObserver = {
  readonly add: (observations: readonly PriceObservation[]) => void
  /** Writes the collected prices. */
  readonly flush: () => Promise<void>
  readonly close: () => Promise<void>
}

const FLUSH_EVERY_MS = 3 * SECOND_MS

/** Beyond this number the newest observations are dropped; a day's prices are usable without them. */
const MAX_GATHERED = 50_000

type ObserverDeps = { readonly store: Pick<Store, 'priceObservations'>; readonly log: Pick<Logger, 'warn'> }

export function createPriceObserver({ store, log }: ObserverDeps): PriceObserver {
  let gathered: PriceObservation[] = []

  async function flush(): Promise<void> {
    const batch = gathered
    gathered = []
    await store.priceObservations
      .add(batch)
      .catch((error: unknown) => log.warn({ err: error, count: batch.length }, 'observed prices were lost'))
  }

  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS)
  timer.unref()
  return {
    add: (observations) => {
      gathered.push(...observations.slice(0, MAX_GATHERED - gathered.length))
    },
    flush,
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}
