import { Cluster, Command, Redis } from 'ioredis'
import type { CacheTrouble } from './cache.ts'
import { writeOnceATurn } from './one-write-a-turn.ts'
import type { RedisAddress } from './redis-address.ts'
import type { RedisLink } from './redis-link.ts'
import { COMMAND_TIMEOUT_MS, CONNECTION, type ConnectionOptions, retryDelay } from './redis-options.ts'

type ClusterAddress = Extract<RedisAddress, { kind: 'cluster' }>

/** How often a process asks where the slots are; besides, whenever a command has failed or was redirected. */
const LOOK_EVERY_MS = 5_000
const LOOK_AGAIN_AFTER_MS = 300
/** Of every cluster. */
const SLOTS = 16_384
/** Among so many names there is one for each of hundreds of masters. */
const MAX_PROBES = 10_000

/**
 * The nodes of a Redis Cluster. Each has a connection from the beginning, replicas too, so that one that is promoted is in use at
 * once. Commands are sent one by one, not in automatic pipelines: the library redirects a single command after MOVED or ASK, but
 * gives up a pipeline of which only a part was moved.
 */
export function openClusterLink(address: ClusterAddress, warn: (error: unknown) => void): RedisLink {
  const { retryStrategy: _, enableOfflineQueue, ...connection } = CONNECTION
  const redisOptions = {
    ...connection,
    ...address.credentials,
    ...(address.tls ? { tls: {} } : {}),
    commandTimeout: COMMAND_TIMEOUT_MS,
    lazyConnect: false,
  } as const
  const cluster = new Cluster([...address.nodes], {
    redisOptions,
    enableOfflineQueue,
    // The library would ask one node, chosen by chance, which may still be connecting. That the slots are served is seen by commands.
    enableReadyCheck: false,
    clusterRetryStrategy: retryDelay,
    // A name stays a name, as certificates want it. The library would take one of its addresses once and for all.
    dnsLookup: (name, callback) => callback(null, name),
    maxRedirections: 4,
    // While a master is away nobody waits for its successor: the command has failed, and the slots are looked up again.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshInterval: LOOK_EVERY_MS,
    slotsRefreshTimeout: COMMAND_TIMEOUT_MS,
  })
  cluster.on('error', warn)
  cluster.on('node error', warn)
  const masters = followMasters(cluster)
  return {
    redis: cluster,
    isCluster: true,
    isStarting: masters.isStarting,
    started: masters.started,
    trouble: masters.trouble,
    isReachable: (key) => masters.isReady(serverOf(cluster, key)),
    probes: masters.probes,
    heal: atMostEvery(LOOK_AGAIN_AFTER_MS, () => {
      if (cluster.status === 'ready') cluster.refreshSlotsCache()
    }),
    subscriptions: {
      serverOf: (channel) => serverOf(cluster, channel),
      open: (server) => openSubscriber(server, { ...connection, ...redisOptions }, warn),
      onMove: (listener) => cluster.on('refresh', listener),
    },
    close: () => cluster.disconnect(),
  }
}

function slotOf(key: string): number {
  return new Command('get', [key]).getSlot() ?? 0
}

/** The master of the key's slot as `host:port`, as this process knows it. */
function serverOf(cluster: Cluster, key: string): string | null {
  return cluster.slots[slotOf(key)]?.[0] ?? null
}

/** Which masters there are, and which of them can be reached. */
function followMasters(cluster: Cluster) {
  const nodes = new Map<string, Redis>()
  let masters: readonly string[] = []
  let probes: readonly string[] = []
  let hasHole = false
  let hasStarted = false
  let start: () => void = () => undefined
  const started = new Promise<void>((resolve) => {
    start = () => {
      hasStarted = true
      resolve()
    }
    setTimeout(start, COMMAND_TIMEOUT_MS).unref()
  })
  function isReady(server: string | null): boolean {
    return server !== null && cluster.status === 'ready' && nodes.get(server)?.status === 'ready'
  }
  function trouble(): CacheTrouble | null {
    if (masters.every((server) => !isReady(server))) return 'away'
    return masters.every(isReady) && !hasHole ? null : 'partly-away'
  }
  /** The library keeps a slot where it was when nobody has it any more, so the cluster itself is asked. */
  async function lookForHoles(): Promise<void> {
    hasHole = await cluster.cluster('INFO').then(isHoled, () => hasHole)
  }
  function startWhenReady(): void {
    if (!hasStarted && trouble() === null) start()
  }
  cluster.on('+node', (node: Redis) => {
    nodes.set(nameOf(node), node)
    writeOnceATurn(node)
    hearOfAsking(node)
    node.on('ready', startWhenReady)
  })
  cluster.on('-node', (node: Redis) => {
    if (nodes.get(nameOf(node)) === node) nodes.delete(nameOf(node))
  })
  cluster.on('ready', startWhenReady)
  cluster.on('refresh', () => {
    masters = [...new Set(cluster.slots.flatMap((servers) => servers?.[0] ?? []))]
    probes = probesOf(cluster, masters)
    void lookForHoles()
  })
  return {
    started,
    isStarting: () => !hasStarted && ['connecting', 'connect', 'ready'].includes(cluster.status),
    isReady,
    trouble,
    probes: () => probes,
  }
}

/** Whether there are keys that no master serves, as `CLUSTER INFO` tells it. */
function isHoled(info: string): boolean {
  function count(name: string): number {
    return Number(new RegExp(`^cluster_slots_${name}:(\\d+)`, 'm').exec(info)?.[1])
  }
  return count('assigned') < SLOTS || count('fail') > 0
}

/** The library tells ASKING to whom a slot is moving, and awaits no answer: one that does not come would end the process. */
function hearOfAsking(node: Redis): void {
  const ask = node.asking.bind(node)
  node.asking = (...args) => {
    const asked = ask(...args)
    asked.catch(() => undefined)
    return asked
  }
}

function nameOf({ options }: Redis): string {
  return `${options.host}:${options.port}`
}

function probesOf(cluster: Cluster, masters: readonly string[]): readonly string[] {
  const found = new Map<string, string>()
  for (let index = 0; index < MAX_PROBES && found.size < masters.length; index++) {
    const name = `health:{${index}}`
    const server = serverOf(cluster, name)
    if (server !== null && !found.has(server)) found.set(server, name)
  }
  return [...found.values()]
}

function openSubscriber(server: string, options: ConnectionOptions, warn: (error: unknown) => void): Redis {
  const colon = server.lastIndexOf(':')
  const redis = new Redis({
    ...options,
    host: server.slice(0, colon),
    port: Number(server.slice(colon + 1)),
    enableOfflineQueue: false,
    autoResubscribe: false,
    // Whether the server has still the slots is known only when they are looked up again.
    retryStrategy: () => null,
  })
  redis.on('error', warn)
  return redis
}

function atMostEvery(ms: number, work: () => void): () => void {
  let lastAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - lastAt < ms) return
    lastAt = performance.now()
    work()
  }
}
