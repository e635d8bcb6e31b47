import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { AbstractConnector, Redis } from 'ioredis'
import { patiently } from '../platform/patience.ts'
import { writeOnceATurn } from './one-write-a-turn.ts'
import type { RedisAddress } from './redis-address.ts'
import type { RedisLink } from './redis-link.ts'
import { COMMAND_TIMEOUT_MS, CONNECTION, type ConnectionOptions } from './redis-options.ts'

type SingleAddress = Extract<RedisAddress, { kind: 'single' | 'sentinel' }>

/** What a server says of itself when a connection is made. */
type ServerInfo = { readonly role?: string; readonly redis_mode?: string }

/**
 * One server at a time: the one at an address, or the one that Sentinels call the master.
 *
 * Only a master counts as reachable. A connection that meets a replica, be it that the master was demoted behind the same address
 * or that a Sentinel is late, is closed and made anew, with growing pauses, until it leads to a master.
 */
export function openSingleLink(address: SingleAddress, warn: (error: unknown) => void): RedisLink {
  let metReplica = false
  const options: ConnectionOptions = {
    ...CONNECTION,
    ...(address.kind === 'single'
      ? { Connector: masterConnector(hear), reconnectOnError: isDemotion }
      : {
          name: address.name,
          sentinels: [...address.sentinels],
          db: address.database,
          ...address.credentials,
          ...sentinelOptions(address),
        }),
  }
  function hear({ role, redis_mode: mode }: ServerInfo): boolean {
    metReplica = role === 'slave'
    if (mode === 'cluster')
      warn(new Error('this server belongs to a Redis Cluster: REDIS_URL has to be redis+cluster://…'))
    return !metReplica && mode !== 'cluster'
  }
  function open(more: ConnectionOptions): Redis {
    const redis =
      address.kind === 'single' ? new Redis(address.url, { ...options, ...more }) : new Redis({ ...options, ...more })
    redis.on('error', warn)
    return redis
  }
  const redis = open({ commandTimeout: patiently(COMMAND_TIMEOUT_MS) })
  // All commands of one search, and of the searches beside it, are sent in one write.
  writeOnceATurn(redis)
  redis.on('error', () => {
    metReplica = false
  })
  const started = new Promise<void>((resolve) => {
    redis.once('ready', resolve)
    setTimeout(resolve, COMMAND_TIMEOUT_MS).unref()
  })
  return {
    redis,
    isCluster: false,
    isStarting: () => redis.status === 'connecting' || redis.status === 'connect',
    started,
    trouble: () => (redis.status === 'ready' ? null : metReplica ? 'read-only' : 'away'),
    isReachable: () => redis.status === 'ready',
    probes: () => ['health'],
    heal: () => undefined,
    subscriptions: subscriptionsOf(redis, () => open({ autoResubscribe: false })),
    close: () => redis.disconnect(),
  }
}

/** Every reconnect may have led to another server, to which subscriptions have to follow. */
function subscriptionsOf(redis: Redis, open: () => Redis): RedisLink['subscriptions'] {
  let connections = 0
  return {
    serverOf: () => `connection ${Math.max(1, connections)}`,
    open,
    onMove: (listener) =>
      redis.on('ready', () => {
        connections += 1
        if (connections > 1) listener()
      }),
  }
}

function sentinelOptions(address: Extract<RedisAddress, { kind: 'sentinel' }>): ConnectionOptions {
  const { username, password } = address.sentinelCredentials
  return {
    sentinelCommandTimeout: COMMAND_TIMEOUT_MS,
    reconnectOnError: (error) => isDemotion(error) || error.message.startsWith('NOREPLICAS'),
    ...(username === undefined ? {} : { sentinelUsername: username }),
    ...(password === undefined ? {} : { sentinelPassword: password }),
    ...(address.tls ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
  }
}

/** A server that has become a replica, or a node of a cluster, keeps its connections; the next one is judged anew. */
function isDemotion({ message }: Error): boolean {
  return /^(READONLY|MOVED|MASTERDOWN)/.test(message)
}

/** Connects as the library does, and asks `isFit` what it thinks of the server. */
function masterConnector(isFit: (info: ServerInfo) => boolean): new (options: unknown) => AbstractConnector {
  return class extends AbstractConnector {
    readonly #options: ConnectionOptions

    constructor(options: unknown) {
      super((options as ConnectionOptions).disconnectTimeout ?? COMMAND_TIMEOUT_MS)
      this.#options = options as ConnectionOptions
    }

    override check(info: ServerInfo): boolean {
      return isFit(info)
    }

    async connect(): Promise<Socket> {
      this.connecting = true
      // Whoever has made the connection may close it before anything is opened.
      await Promise.resolve()
      if (!this.connecting) throw new Error('the connection was closed')
      const { host = 'localhost', port = 6_379, family = 0, tls } = this.#options
      const stream = tls ? connectTls({ host, port, ...tls }) : connectTcp({ host, port, family })
      stream.once('error', (error) => {
        this.firstError = error
      })
      this.stream = stream
      return stream
    }
  }
}
