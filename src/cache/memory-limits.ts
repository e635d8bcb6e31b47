import { createBoundedMemory } from '../platform/kept.ts'
import type { Cache, LimitState } from './cache.ts'

type Window = { taken: number; readonly endsAt: number }

/** Beyond these the oldest goes. */
const MAX_WINDOWS = 50_000

/** Limits of this process alone. Windows follow real time: the sandbox's clock moves bookings, not the load that a process can bear. */
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
