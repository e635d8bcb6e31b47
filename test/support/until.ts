import { setTimeout as pause } from 'node:timers/promises'

const EVERY_MS = 50

/** Asks again and again until there is an answer; fails with `what` when none came in time, which says that it hangs, not that it is slow. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  withinMs = 60_000,
): Promise<T> {
  const endsAt = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (performance.now() > endsAt) throw new Error(`waited ${withinMs} ms in vain for ${what}`)
    await pause(EVERY_MS)
  }
}
