import { Redis } from 'ioredis'

/** How many databases the run's Redis has; test files of one run take one after the other. */
export const REDIS_DATABASES = 512
/** Counts the others. Database 0 is that of tests whose keys have prefixes of their own. */
const COUNTING = 1

/** An empty database of the run's Redis that no other test of the run has, as `REDIS_URL`; '' where there is no Redis. */
export async function ownRedis(): Promise<string> {
  const url = process.env['REDIS_URL']
  if (!url) return ''
  const redis = new Redis(new URL(`/${COUNTING}`, url).href)
  const database = COUNTING + (await redis.incr('databases'))
  redis.disconnect()
  if (database >= REDIS_DATABASES) throw new Error(`all ${REDIS_DATABASES} databases of the run's Redis are taken`)
  return new URL(`/${database}`, url).href
}
