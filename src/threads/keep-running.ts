import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiThread } from './start-thread.ts'

/** A thread that lived for longer than this is replaced at once. */
const OLD_ENOUGH_MS = 60_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 30_000

type KeepOptions = {
  /** Starts the next thread in the place of the one that has died. */
  readonly start: () => ApiThread
  /** Called with 1 when a thread serves, and with −1 when it does no more. */
  readonly onServing: (change: 1 | -1) => void
  readonly onDeath: (death: { readonly reason: string | null; readonly pauseMs: number }) => void
  readonly leaving: AbortSignal
}

/** Follows a thread until it ends, then starts another one, and so on; resolves when the last has ended after `leaving`. */
export async function keepRunning(
  first: ApiThread,
  { start, onServing, onDeath, leaving }: KeepOptions,
): Promise<void> {
  let thread = first
  let pauseMs = 0
  for (;;) {
    const startedAt = performance.now()
    const hasServed = await isServing(thread)
    if (hasServed) onServing(1)
    const reason = await thread.ended
    if (hasServed) onServing(-1)
    if (leaving.aborted) return
    const isOld = performance.now() - startedAt > OLD_ENOUGH_MS
    pauseMs = isOld ? 0 : Math.min(LONGEST_PAUSE_MS, pauseMs * 2 || FIRST_PAUSE_MS)
    onDeath({ reason, pauseMs })
    await sleep(pauseMs, undefined, { signal: leaving }).catch(() => undefined)
    if (leaving.aborted) return
    thread = start()
  }
}

/** Resolves when the thread serves, or has ended before. */
function isServing({ serving }: ApiThread): Promise<boolean> {
  return serving.then(
    () => true,
    () => false,
  )
}
