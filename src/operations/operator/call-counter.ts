import { SECOND_MS } from '../../domain/time.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Store } from '../../store/store.ts'
import type { CallCount } from '../../store/supplier-call-counts.ts'

/** Counts the calls over each connection, for contracts that bound how many lead to a booking. */
export type CallCounter = {
  readonly count: (connectionId: string, operation: string) => void
  readonly close: () => Promise<void>
}

const FLUSH_EVERY_MS = 10 * SECOND_MS

/** Counts are gathered and stored together. Those of the last seconds are lost with a process that is killed. */
export function createCallCounter({
  store,
  log,
}: {
  readonly store: Pick<Store, 'callCounts'>
  readonly log: Logger
}): CallCounter {
  let gathered = new Map<string, CallCount>()

  async function flush(): Promise<void> {
    const batch = [...gathered.values()]
    gathered = new Map()
    await store.callCounts
      .add(batch)
      .catch((error: unknown) => log.warn({ err: error, count: batch.length }, 'counts of supplier calls were lost'))
  }

  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS)
  timer.unref()
  return {
    count: (connectionId, operation) => {
      const key = `${connectionId} ${operation}`
      gathered.set(key, { connectionId, operation, calls: (gathered.get(key)?.calls ?? 0) + 1 })
    },
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}
