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
  /** Follows a promise to its end; what it throws is logged, never lost. */
  readonly follow: (name: string, work: Promise<unknown>) => void
  /** Aborted when the process ends: what only waits need not be waited for. */
  readonly ending: AbortSignal
  /** Asks what waits to end, and resolves when everything followed has. */
  readonly idle: () => Promise<void>
}
