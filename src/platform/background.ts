import type { Logger } from './logger.ts'

export function createBackground(log: Logger): Background {
  const running = new Set<Promise<unknown>>()
  const ending = new AbortController()
  return {
    ending: ending.signal,
    follow: (name, work) => {
      const followed = work
        .catch((error: unknown) => log.error({ err: error, work: name }, 'background work failed'))
        .finally(() => running.delete(followed))
      running.add(followed)
    },
    idle: async () => {
      ending.abort()
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}

export type Background = {
  /** Waits for a promise in the background. If it rejects, the error is logged. */
  readonly follow: (name: string, work: Promise<unknown>) => void
  /** Aborted when the process ends: work that only waits can stop early. */
  readonly ending: AbortSignal
  /** Aborts `ending`, and resolves when all followed work has finished. */
  readonly idle: () => Promise<void>
}
