import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Cache } from '../../src/cache/cache.ts'
import { createMemoryCache } from '../../src/cache/memory.ts'
import { createRedisCache } from '../../src/cache/redis.ts'
import { createClock } from '../../src/platform/clock.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { hasRedisServer, type RedisCluster, startRedisCluster } from './redis-servers.ts'

export const REDIS_URL = process.env['REDIS_URL']

/**
 * The caches to test, each opened by a function of its own; Redis is among them where there is one, and a Redis Cluster where it is
 * asked for and can be started. They are closed after each test.
 */
export function useCaches({ onCluster = false } = {}) {
  const log = createLogger('silent')
  const clock = createClock()
  const opened: Cache[] = []

  let cluster: RedisCluster | undefined
  const hasCluster = onCluster && hasRedisServer()
  if (hasCluster) {
    beforeAll(async () => {
      cluster = await startRedisCluster({ replicas: false })
    })
    afterAll(() => cluster?.stop())
  }

  const opens: Readonly<Record<string, () => Cache>> = {
    memory: () => createMemoryCache({ clock }),
    ...(REDIS_URL
      ? { redis: () => createRedisCache({ url: REDIS_URL, clock, log, prefix: `test:${randomUUID()}:` }) }
      : {}),
    ...(hasCluster
      ? {
          'Redis Cluster': () =>
            createRedisCache({ url: cluster?.url ?? '', clock, log, prefix: `test:${randomUUID()}:` }),
        }
      : {}),
  }

  function keep(cache: Cache): Cache {
    opened.push(cache)
    return cache
  }

  afterEach(async () => {
    clock.setSkew(0)
    for (const cache of opened.splice(0)) await cache.close()
  })

  return { log, clock, opens, keep }
}
