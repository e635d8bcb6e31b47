import type { Cluster, Redis } from 'ioredis'
import type { CacheTrouble } from './cache.ts'

/** What a topology hands to the parts of the cache, which know nothing of it but whether keys have to lie together. */
export type RedisLink = {
  readonly redis: Redis | Cluster
  /** True when keys of one command have to share a hash tag. */
  readonly isCluster: boolean
  /** True while the first connection is being made. */
  readonly isStarting: () => boolean
  /** Resolves when commands can be sent for the first time, at the latest after a second. */
  readonly started: Promise<void>
  /** What keeps commands from being sent; null when nothing does. */
  readonly trouble: () => CacheTrouble | null
  /** Whether the server of this key takes commands. */
  readonly isReachable: (key: string) => boolean
  /** Names of keys of which each server that takes writes has one. */
  readonly probes: () => readonly string[]
  /** Called after a failure: looks again where the keys are. */
  readonly heal: () => void
  readonly subscriptions: Subscriptions
  readonly close: () => void
}

/** Where sharded channels are subscribed to: at the server that has the key of the same name. */
export type Subscriptions = {
  /** The name of that server; null while it is not known. A server that was replaced has another name. */
  readonly serverOf: (channel: string) => string | null
  /** A connection of its own; the caller ends it. */
  readonly open: (server: string) => Redis
  /** Calls the listener whenever `serverOf` may answer differently. */
  readonly onMove: (listener: () => void) => void
}
