import { createBoundedMemory } from '../platform/kept.ts'
import type { Cache, LimitState } from './cache.ts'

type Window = { taken: number; readonly endsAt: number }

/** Beyond this number the oldest window is evicted. */
const MAX_WINDOWS = 50_000

/**
 * Rate limits of this process alone. Windows use real time: the sandbox's clock moves bookings, but not the load on a process.
 */
export function memoryLimits(): Cache['limits'] {
  const windows = createBoundedMemory<string, Window>({ max: MAX_WINDOWS })
  return {
    consume: async (key, { points, windowMs }): Promise<LimitState> => {
      const now = performance.now()
      const known = windows.get(key)
      const window = known && known.endsAt > now ? known : { taken: 0, endsAt: now + windowMs }
      if (window !== known) windows.set(key, window)
      window.taken += 1
      return {
        allowed: window.taken <= points,
        limit: points,
        remaining: Math.max(0, points - window.taken),
        resetMs: Math.ceil(window.endsAt - now),
      }
    },
  }
}
