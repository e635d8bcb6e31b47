import { setTimeout as pause } from 'node:timers/promises'

const FIRST_MS = 10
const LONGEST_MS = 250

/**
 * Asks again and again until there is an answer; fails with `what` when none came in time, which says that it hangs, not that it is slow.
 * The pauses grow with what was waited, so that a long wait for something dear, such as a search, does not take the machine from what it waits for.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  withinMs = 60_000,
): Promise<T> {
  const startedAt = performance.now()
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    const waitedMs = performance.now() - startedAt
    if (waitedMs > withinMs) throw new Error(`waited ${withinMs} ms in vain for ${what}`)
    await pause(Math.min(LONGEST_MS, FIRST_MS + waitedMs / 10))
  }
}
