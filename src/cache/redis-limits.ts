import type { Cache, LimitState } from './cache.ts'
import { memoryLimits } from './memory-limits.ts'
import type { Wire } from './redis-wire.ts'

/** Points of a window that this process has taken from Redis but not used yet. */
type Lease = { left: number; readonly taken: number; readonly endsAt: number }

/** A process takes a hundredth of a limit at a time: large limits cost few round trips, and small ones are exact. */
const LEASED_SHARE = 100
const MAX_LEASES = 10_000

function state({ left, taken, endsAt }: Lease, points: number): LimitState {
  return {
    allowed: taken - left <= points,
    limit: points,
    remaining: Math.max(0, points - taken + left),
    resetMs: Math.max(0, Math.ceil(endsAt - performance.now())),
  }
}

/**
 * Fixed windows that begin with their first point, with one counter per key. It is a script of three lines; a library would bring
 * its own handling of Redis. Windows use real time: the sandbox's clock moves bookings, not load.
 *
 * While Redis is unreachable, each process counts on its own, so an organization has its full limit in each process.
 */
export function redisLimits({ redis, key, guard, run }: Wire): Cache['limits'] {
  const leases = new Map<string, Lease>()
  const local = memoryLimits()

  async function take(name: string, points: number, windowMs: number): Promise<LimitState> {
    const wanted = Math.max(1, Math.floor(points / LEASED_SHARE))
    const [taken, leftMs] = (await run('consume', [key(`limit:${name}`)], [windowMs, wanted])) as [number, number]
    // Several requests may have run concurrently: unused points of another lease are added.
    const held = leases.get(name)
    const unused = held && held.endsAt > performance.now() ? held.left : 0
    const lease = { left: unused + wanted - 1, taken, endsAt: performance.now() + Math.max(0, leftMs) }
    if (leases.size >= MAX_LEASES) leases.clear()
    if (wanted > 1) leases.set(name, lease)
    return state(lease, points)
  }

  /** Concurrent requests for a key wait for one request to Redis, and then use the points that it took. */
  const asking = new Map<string, Promise<LimitState>>()

  async function ask(name: string, points: number, windowMs: number): Promise<LimitState> {
    const shared = guard<LimitState | null>(() => take(name, points, windowMs), null)
    const asked = shared.then((counted) => counted ?? local.consume(name, { points, windowMs }))
    asking.set(name, asked)
    try {
      return await asked
    } finally {
      if (asking.get(name) === asked) asking.delete(name)
    }
  }

  return {
    consume: async (name, { points, windowMs }) => {
      for (;;) {
        const held = leases.get(name)
        if (held && held.left > 0 && held.endsAt > performance.now()) {
          held.left -= 1
          return state(held, points)
        }
        const others = points < LEASED_SHARE * 2 ? undefined : asking.get(name)
        if (!others) return ask(name, points, windowMs)
        await others
      }
    },
    peek: async (name, { points, windowMs }) => {
      const full = key(`limit:${name}`)
      const read = await guard<readonly [string | null, number] | null>(
        () => Promise.all([redis.get(full), redis.pttl(full)]),
        null,
      )
      if (!read) return local.peek(name, { points, windowMs })
      const [taken, leftMs] = read
      const left = leases.get(name)?.left ?? 0
      const endsAt = performance.now() + (taken === null ? windowMs : Math.max(0, leftMs))
      return state({ left: taken === null ? 0 : left, taken: Number(taken ?? 0), endsAt }, points)
    },
  }
}
