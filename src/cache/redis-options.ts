import type { RedisOptions } from 'ioredis'

/** How long a command may take, ms; then it has failed, and its caller continues without the cache. */
export const COMMAND_TIMEOUT_MS = 1_000

export function retryDelay(attempt: number): number {
  return Math.min(2_000, attempt * 100)
}

/** The library's options, with the one on which the types of its answers depend. */
export type ConnectionOptions = RedisOptions & { replyMapping?: 'legacy' }

/** Of every connection, whatever the topology. */
export const CONNECTION = {
  // A server that is frozen, or behind a network partition, keeps its connection open. The connection is closed after one late
  // command: then the server counts as unreachable, and no further caller waits for it.
  socketTimeout: COMMAND_TIMEOUT_MS,
  // A command that cannot be sent now is not queued: the caller continues without the cache.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: 2_000,
  retryStrategy: retryDelay,
} as const satisfies RedisOptions
