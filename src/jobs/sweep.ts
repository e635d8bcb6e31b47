import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../platform/logger.ts'

type Sweep = {
  /** Resolves when the current round has ended. */
  readonly stop: () => Promise<void>
}

interface Rounds {
  readonly everyMs: number
  readonly work: () => Promise<unknown>
  readonly log: Logger
}

/** Repeats `work`, each time `everyMs` after the last run has ended. What it throws is logged, and the next round follows. */
export function startSweep(name: string, { everyMs, work, log }: Rounds): Sweep {
  const over = new AbortController()
  async function run(): Promise<void> {
    while (!over.signal.aborted) {
      await sleep(everyMs, undefined, { signal: over.signal }).catch(() => undefined)
      if (over.signal.aborted) return
      await work().catch((error: unknown) => log.warn({ err: error, sweep: name }, 'a sweep failed'))
    }
  }
  const running = run()
  return {
    stop: () => {
      over.abort()
      return running
    },
  }
}
