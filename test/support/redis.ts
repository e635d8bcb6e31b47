import { Redis } from 'ioredis'

/** A database of the local Redis that nothing else uses, emptied: what searches remember outlives a gateway. */
export async function emptyRedis(url: string, database: number): Promise<string> {
  const { href } = new URL(`/${database}`, url)
  const redis = new Redis(href)
  await redis.flushdb()
  redis.disconnect()
  return href
}
