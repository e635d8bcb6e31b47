import type { Cache } from '../../src/cache/cache.ts'

/** How many of 30 requests, spread over the processes, are let through by a limit of 7. */
export async function allowedOf(key: string, [one, two = one]: readonly [Cache, Cache?]): Promise<number> {
  const limit = { points: 7, windowMs: 60_000 }
  const asked = Array.from({ length: 15 }, () => [one.limits.consume(key, limit), two.limits.consume(key, limit)])
  return (await Promise.all(asked.flat())).filter(({ allowed }) => allowed).length
}
