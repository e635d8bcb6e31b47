import type { Logger } from './logger.ts'
import type { Background } from '../operations/deps.ts'

export const createBackground = (log: Logger): Background => {
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
