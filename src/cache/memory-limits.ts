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
  function current(key: string, windowMs: number): Window {
    const now = performance.now()
    const known = windows.get(key)
    return known && known.endsAt > now ? known : { taken: 0, endsAt: now + windowMs }
  }
  function stateOf({ taken, endsAt }: Window, points: number): LimitState {
    return {
      allowed: taken <= points,
      limit: points,
      remaining: Math.max(0, points - taken),
      resetMs: Math.ceil(endsAt - performance.now()),
    }
  }
  return {
    consume: async (key, { points, windowMs }) => {
      const window = current(key, windowMs)
      if (windows.get(key) !== window) windows.set(key, window)
      window.taken += 1
      return stateOf(window, points)
    },
    peek: async (key, { points, windowMs }) => stateOf(current(key, windowMs), points),
  }
}
