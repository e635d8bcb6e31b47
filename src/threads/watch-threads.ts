import type { Logger } from '../platform/logger.ts'
import type { ApiThread } from './start-thread.ts'

/** The event loop of a thread counts as blocked when its count has stood still for this many looks in a row. */
const LOOKS = 20
/** How often a thread counts within the time after which it is blocked: twice between two looks. */
export const BEATS = LOOKS * 2

type Watched = {
  /** From 1: how often the loop of the thread with this number has run; 0 before it serves. */
  readonly cells: Int32Array
  readonly running: ReadonlyMap<number, ApiThread>
  /** 0: nobody is watched. */
  readonly blockedMs: number
  readonly log: Logger
}

/**
 * Ends a thread whose event loop has been blocked for `blockedMs`, so that another one takes its place. As `watchdog.ts` does with
 * the main thread, it counts looks and reads no clock: a process that was frozen has missed one look, not twenty.
 */
export function watchThreads({ cells, running, blockedMs, log }: Watched): { readonly stop: () => void } {
  if (blockedMs === 0) return { stop: () => undefined }
  const seen = new Map<number, { readonly thread: ApiThread; readonly count: number; readonly missed: number }>()

  function look(number: number, thread: ApiThread): void {
    const count = Atomics.load(cells, number)
    const before = seen.get(number)
    const isStill = before?.thread === thread && before.count === count && count > 0
    const missed = isStill ? before.missed + 1 : 0
    seen.set(number, { thread, count, missed })
    if (missed !== LOOKS) return
    log.fatal({ thread: number, blockedMs }, 'the event loop of a thread is blocked: the thread is ended')
    void thread.terminate()
  }

  const timer = setInterval(() => {
    for (const [number, thread] of running) look(number, thread)
  }, blockedMs / LOOKS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
