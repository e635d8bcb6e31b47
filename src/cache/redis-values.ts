import type { Cache } from './cache.ts'
import type { Wire } from './redis-wire.ts'

export function redisValues({ redis, clock, key, together, groupsOf, guard, run }: Wire): Cache['values'] {
  function pack(value: string, ttlMs: number): string {
    return `${clock.real() + ttlMs}:${value}`
  }
  function unpack(stored: string | null): string | null {
    if (stored === null) return null
    const colon = stored.indexOf(':')
    return Number(stored.slice(0, colon)) > clock.real() ? stored.slice(colon + 1) : null
  }
  /**
   * Asks about the keys with one command where there is one server, else with one for each group that a command may have, at once.
   * `places` says which of the keys are asked about. The answers are in the order of the keys.
   */
  function askTogether<T>(
    keys: readonly string[],
    ask: (keys: readonly string[], places: readonly number[] | null) => Promise<readonly T[]>,
    otherwise: T,
  ): Promise<readonly T[]> {
    const answers = keys.map(() => otherwise)
    const groups = groupsOf?.(keys)
    if (!groups || groups.length === 1) return guard(() => ask(keys, null), answers)
    const asked = groups.map(async (places) => {
      const told = await guard<readonly T[]>(() => ask(keysAt(keys, places), places), [])
      places.forEach((place, index) => {
        answers[place] = told[index] ?? otherwise
      })
    })
    return Promise.all(asked).then(() => answers)
  }
  return {
    get: (name) => guard(async () => unpack(await redis.get(key(name))), null),
    getMany: (names) =>
      names.length === 0
        ? Promise.resolve([])
        : askTogether<string | null>(names.map(key), async (keys) => (await redis.mget(...keys)).map(unpack), null),
    set: (name, value, ttlMs) =>
      guard(async () => {
        await redis.set(key(name), pack(value, ttlMs), 'PX', wholeMs(ttlMs))
      }, undefined),
    setMany: async (entries, ttlMs) => {
      const keys = entries.map(([name]) => key(name))
      await askTogether<void>(
        keys,
        async (written, places) => {
          const pipeline = redis.pipeline()
          written.forEach((one, index) => {
            const [, value = ''] = entries[places?.[index] ?? index] ?? []
            pipeline.set(one, pack(value, ttlMs), 'PX', wholeMs(ttlMs))
          })
          const [failed] = (await pipeline.exec())?.find(([error]) => error !== null) ?? []
          if (failed) throw failed
          return []
        },
        undefined,
      )
    },
    // While the server is unreachable no other process can hold the lock, so the caller may continue.
    setIfAbsent: (name, value, ttlMs) =>
      guard(
        async () => (await run('setIfAbsent', [key(name)], [clock.real(), pack(value, ttlMs), wholeMs(ttlMs)])) === 1,
        true,
      ),
    claim: (names, ttlMs) =>
      names.length === 0
        ? Promise.resolve([])
        : askTogether(
            names.map(key),
            async (keys) => {
              const taken = await run('claim', keys, [clock.real(), pack('1', ttlMs), wholeMs(ttlMs)])
              return (taken as number[]).map((one) => one === 1) // The script returns this type.
            },
            true,
          ),
    deleteMany: async (names) => {
      if (names.length > 0)
        await askTogether<void>(
          names.map(key),
          async (keys) => {
            await redis.del(...keys)
            return []
          },
          undefined,
        )
    },
    extendIfEqual: (name, value, ttlMs) =>
      guard(async () => {
        const args = [clock.real(), value, pack(value, ttlMs), wholeMs(ttlMs)]
        return (await run('extendIfEqual', [key(name)], args)) === 1
      }, true),
    deleteIfEqual: (name, value) =>
      guard(async () => (await run('deleteIfEqual', [key(name)], [clock.real(), value])) === 1, false),
    delete: (name) =>
      guard(async () => {
        await redis.del(key(name))
      }, undefined),
    together,
  }
}

function keysAt(keys: readonly string[], places: readonly number[]): readonly string[] {
  return places.map((place) => keys[place] ?? '')
}

/** Redis takes whole milliseconds, and at least one. */
export function wholeMs(ttlMs: number): number {
  return Math.max(1, Math.ceil(ttlMs))
}
