import ipaddr from 'ipaddr.js'
import type { Cache } from '../../cache/cache.ts'
import { MINUTE_MS } from '../../domain/time.ts'

/** The maximum of invalid attempts per address and minute. */
const MAX_GUESSES = 60
const MAX_ADDRESSES = 10_000

/**
 * Limits by address what guessing a secret (an API key, the path of a supplier's messages) can cost Postgres. All processes share
 * one budget per address. A process learns from its next invalid attempt that the budget is used up, so each process may let one
 * more through. While Redis is unreachable, each process has a budget of its own.
 */
type FailedKeyLimiter = {
  /** Consumes a point for an attempt; returns null, or the milliseconds to wait when no point is left. */
  readonly take: (address: string) => number | null
  /** Returns the point of an attempt that turned out to be valid. */
  readonly giveBack: (address: string) => void
  /** Reports an invalid attempt to all processes. */
  readonly tell: (address: string) => Promise<void>
}

type Window = { taken: number; readonly endsAt: number }

/** A client with one IPv6 address controls its whole /64 network, so the network counts as one address. */
function neighbourhood(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}

/** `what` names the kind of secret; each kind has budgets of its own. */
export function createFailedKeyLimiter(limits: Cache['limits'], what: 'keys' | 'notifications'): FailedKeyLimiter {
  const windows = new Map<string, Window>()

  function keep(name: string, window: Window): Window {
    windows.delete(name)
    windows.set(name, window)
    if (windows.size > MAX_ADDRESSES) windows.delete(windows.keys().next().value ?? '')
    return window
  }

  function windowOf(address: string): Window {
    const name = neighbourhood(address)
    const known = windows.get(name)
    if (known && known.endsAt > performance.now()) return known
    return keep(name, { taken: 0, endsAt: performance.now() + MINUTE_MS })
  }

  return {
    take: (address) => {
      const window = windowOf(address)
      if (window.taken >= MAX_GUESSES) return window.endsAt - performance.now()
      window.taken += 1
      return null
    },
    giveBack: (address) => {
      const window = windowOf(address)
      window.taken = Math.max(0, window.taken - 1)
    },
    tell: async (address) => {
      const name = neighbourhood(address)
      const shared = await limits.consume(`guesses:${what}:${name}`, { points: MAX_GUESSES, windowMs: MINUTE_MS })
      if (!shared.allowed) keep(name, { taken: MAX_GUESSES, endsAt: performance.now() + shared.resetMs })
    },
  }
}
