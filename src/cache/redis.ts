import { atMostOnceAMinute } from '../platform/at-most-once-a-minute.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'
import type { Cache, CacheTrouble } from './cache.ts'
import { type RedisAddress, readRedisAddress } from './redis-address.ts'
import { createBell } from './redis-bell.ts'
import { redisCallSlots } from './redis-call-slots.ts'
import { openClusterLink } from './redis-cluster.ts'
import { failureOf, type RedisFailure } from './redis-failures.ts'
import { redisLimits } from './redis-limits.ts'
import type { RedisLink } from './redis-link.ts'
import { redisNoPrice } from './redis-no-price.ts'
import { SCRIPTS } from './redis-scripts.ts'
import { openSingleLink } from './redis-single.ts'
import { redisStreams } from './redis-streams.ts'
import { redisValues } from './redis-values.ts'
import { groupsByTag, type Wire } from './redis-wire.ts'

type RedisCacheOptions = {
  /** As in `REDIS_URL`: one server, a cluster, or Sentinels. */
  readonly url: string
  readonly clock: Pick<Clock, 'real'>
  readonly log: Pick<Logger, 'warn'>
  /** The prefix of every key, so that several gateways (and tests) can share a server. */
  readonly prefix?: string
  /** Told of each command that has failed. */
  readonly onFailure?: (kind: RedisFailure) => void
}

/** How long what a failed command has told of the server counts. */
const NOTICED_FOR_MS = 10_000
const PROBE_LIVES_MS = 60_000

/**
 * The cache that all processes share. It reconnects automatically; until then every read is a miss. Throws for a URL that
 * `readRedisAddress` does not take.
 */
export function createRedisCache({ url, clock, log, prefix = 'hdg:', onFailure }: RedisCacheOptions): Cache {
  const warn = atMostOnceAMinute((error: unknown) =>
    log.warn({ err: error }, WARNINGS[failureOf(error)] ?? UNREACHABLE),
  )
  const link = openLink(url, warn)
  for (const [name, lua] of Object.entries(SCRIPTS)) link.redis.defineCommand(name, { lua })
  const noticed = rememberTrouble()
  function onError(error: unknown): void {
    const kind = failureOf(error)
    onFailure?.(kind)
    noticed.note(TROUBLES[kind])
    warn(error)
    link.heal()
  }
  const wire = wireOf({ link, clock, prefix, onError })
  const bell = createBell(link, warn)
  function trouble(): CacheTrouble | null {
    return link.trouble() ?? noticed.recent()
  }
  return {
    values: redisValues(wire),
    streams: redisStreams(wire, bell),
    limits: redisLimits(wire),
    calls: redisCallSlots(wire, tellAlone(log)),
    noPrice: redisNoPrice(wire),
    trouble,
    isAway: () => trouble() !== null,
    healthy: async () => {
      if (await wire.guard(() => writeProbes(link, wire), false)) noticed.forget()
      else if (trouble() === null) noticed.note('away')
      return trouble() === null
    },
    close: async () => {
      link.close()
      bell.close()
    },
  }
}

function openLink(url: string, warn: (error: unknown) => void): RedisLink {
  const address = readRedisAddress(url)
  if (!address.ok) throw new Error(`REDIS_URL ${address.error}`)
  return openLinkTo(address.value, warn)
}

function openLinkTo(address: RedisAddress, warn: (error: unknown) => void): RedisLink {
  return address.kind === 'cluster' ? openClusterLink(address, warn) : openSingleLink(address, warn)
}

type WireParts = {
  readonly link: RedisLink
  readonly clock: Pick<Clock, 'real'>
  readonly prefix: string
  readonly onError: (error: unknown) => void
}

function wireOf({ link, clock, prefix, onError }: WireParts): Wire {
  const { redis, isCluster } = link
  return {
    redis,
    clock,
    key: (name) => prefix + name,
    // One server has the names of earlier releases: a process of another version finds what it knows.
    together: isCluster ? (part) => `{${part}}` : (part) => part,
    groupsOf: isCluster ? groupsByTag : null,
    isReachable: link.isReachable,
    guard: async (command, otherwise) => {
      try {
        if (link.isStarting()) await link.started
        return await command()
      } catch (error) {
        onError(error)
        return otherwise
      }
    },
    run: (script, keys, args) => {
      // defineCommand adds a method with this name, which the library's types do not show.
      const commands = redis as unknown as Record<string, (...args: readonly (string | number)[]) => Promise<unknown>>
      return commands[script]?.call(redis, keys.length, ...keys, ...args) ?? Promise.reject(new Error(script))
    },
  }
}

/** A key of each master is written: a replica answers reads, and a full memory, too. */
async function writeProbes({ probes }: RedisLink, { redis, key }: Wire): Promise<boolean> {
  const names = probes()
  await Promise.all(names.map((name) => redis.set(key(name), '1', 'PX', PROBE_LIVES_MS)))
  return names.length > 0
}

/** What a failed command tells of the server, though the connection is good. */
const TROUBLES: Partial<Record<RedisFailure, CacheTrouble>> = {
  read_only: 'read-only',
  full: 'read-only',
  slots: 'partly-away',
}

/** Remembers for some seconds, or until a write has succeeded everywhere, what commands have told. */
function rememberTrouble() {
  let last: CacheTrouble | null = null
  let lastAt = 0
  return {
    note: (trouble: CacheTrouble | undefined) => {
      if (trouble === undefined) return
      last = trouble
      lastAt = performance.now()
    },
    forget: () => {
      last = null
    },
    recent: () => (performance.now() - lastAt < NOTICED_FOR_MS ? last : null),
  }
}

const UNREACHABLE = 'Redis is unreachable: continuing without the shared cache'
const WARNINGS: Partial<Record<RedisFailure, string>> = {
  read_only: 'Redis takes no writes: continuing without the shared cache',
  full: 'Redis takes no writes: continuing without the shared cache',
  slots: 'Redis has moved keys, or does not know where they are: continuing without the shared cache',
  refused: 'Redis refuses the user or password of REDIS_URL: continuing without the shared cache',
  other: 'Redis refuses a command: continuing without the shared cache',
}

/** Says once a minute that caps are kept by each process for itself. */
function tellAlone(log: Pick<Logger, 'warn'>): (connectionId: string, processes: number) => void {
  return atMostOnceAMinute((connectionId, processes) =>
    log.warn(
      { connectionId, processes },
      'Redis is unreachable: this process keeps to its share of a connection’s calls',
    ),
  )
}
