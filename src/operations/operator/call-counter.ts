import { SECOND_MS } from '../../domain/time.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Store } from '../../store/store.ts'
import type { CallCount } from '../../store/supplier-call-counts.ts'
import { BOUNDS_MS, type EndedCalls } from '../../store/supplier-call-hours.ts'

/** A call over a connection, and how it ended: the HTTP status, or why none came. */
export type EndedCall = {
  readonly connectionId: string
  readonly operation: string
  readonly outcome: string
  readonly seconds: number
}

/**
 * Counts the calls over each connection: for contracts that bound how many lead to a booking, and, with how they ended, for the people
 * who watch it.
 */
export type CallCounter = {
  readonly count: (call: EndedCall) => void
  /** A call that we held back, and why. */
  readonly countUnsent: (call: Pick<EndedCall, 'connectionId' | 'operation'> & { readonly kind: string }) => void
  readonly close: () => Promise<void>
}

const FLUSH_EVERY_MS = 10 * SECOND_MS

/** Counts are gathered and stored together. Those of the last seconds are lost with a process that is killed. */
export function createCallCounter({
  store,
  log,
}: {
  readonly store: Pick<Store, 'callCounts' | 'callHours'>
  readonly log: Logger
}): CallCounter {
  let gathered = new Map<string, CallCount>()
  let ended = new Map<string, EndedCalls>()

  async function flush(): Promise<void> {
    const [counts, ends] = [[...gathered.values()], [...ended.values()]]
    gathered = new Map()
    ended = new Map()
    // Neither waits for the other, nor is it lost with it.
    await Promise.all([tell(store.callCounts.add(counts), counts.length), tell(store.callHours.add(ends), ends.length)])
  }

  function tell(stored: Promise<void>, count: number): Promise<void> {
    return stored.catch((error: unknown) => log.warn({ err: error, count }, 'counts of supplier calls were lost'))
  }

  function end(call: Omit<EndedCalls, 'calls'>): void {
    const key = `${call.connectionId} ${call.operation} ${call.outcome}`
    const before = ended.get(key)
    ended.set(key, {
      ...call,
      calls: (before?.calls ?? 0) + 1,
      totalMs: (before?.totalMs ?? 0) + call.totalMs,
      within: call.within.map((count, index) => count + (before?.within[index] ?? 0)),
    })
  }

  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS)
  timer.unref()
  return {
    count: ({ connectionId, operation, outcome, seconds }) => {
      const key = `${connectionId} ${operation}`
      gathered.set(key, { connectionId, operation, calls: (gathered.get(key)?.calls ?? 0) + 1 })
      const totalMs = seconds * SECOND_MS
      end({ connectionId, operation, outcome, totalMs, within: partOf(totalMs) })
    },
    countUnsent: ({ connectionId, operation, kind }) =>
      end({ connectionId, operation, outcome: `not sent: ${kind}`, totalMs: 0, within: [] }),
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

/** One call, in its part of BOUNDS_MS. */
function partOf(ms: number): readonly number[] {
  const found = BOUNDS_MS.findIndex((bound) => ms <= bound)
  const part = found === -1 ? BOUNDS_MS.length : found
  return Array.from({ length: BOUNDS_MS.length + 1 }, (_, index) => (index === part ? 1 : 0))
}
