import { Redis } from 'ioredis'
import { type Credentials, type Endpoint, type RedisAddress, readRedisAddress } from './redis-address.ts'
import { COMMAND_TIMEOUT_MS, CONNECTION } from './redis-options.ts'

/** Sharded subscriptions are as old as this. */
const OLDEST_MAJOR = 7

/**
 * Throws, with a sentence about what `REDIS_URL` should be, when the servers are there and of another topology than it says: a
 * cache that seems to work and forgets everything would be worse than none. Servers that cannot be reached, or that tell nothing
 * of themselves, are not judged: the gateway starts without them.
 */
export async function refuseUnfitRedis(url: string): Promise<void> {
  const address = readRedisAddress(url)
  const fault = address.ok ? await faultOf(address.value) : address.error
  if (fault !== null) throw new Error(`REDIS_URL ${fault}`)
}

async function faultOf(address: RedisAddress): Promise<string | null> {
  if (address.kind === 'single') return (await askServer(address.url, {}, faultOfSingle)) ?? null
  if (address.kind === 'sentinel') return faultOfSentinels(address)
  const { nodes, credentials, tls } = address
  return first(nodes, ({ host, port }) =>
    askServer({ host, port }, { ...credentials, tls }, (info) => faultOfNode(info, `${host}:${port}`)),
  )
}

/** What `INFO` tells, as far as it is judged. */
type Info = { readonly mode: string; readonly version: string }

function faultOfSingle({ mode, version }: Info): string | null {
  if (mode === 'cluster')
    return 'leads to a node of a Redis Cluster: write redis+cluster://host:port,host:port with some of its nodes (rediss+cluster: for TLS)'
  if (mode === 'sentinel')
    return 'leads to a Sentinel: write redis+sentinel://host:port,host:port/NAME with the name of its master (rediss+sentinel: for TLS)'
  return faultOfVersion(version)
}

function faultOfNode({ mode, version }: Info, node: string): string | null {
  if (mode !== '' && mode !== 'cluster')
    return `names a cluster, but ${node} is no node of one (${mode}): write redis://${node} for one server`
  return faultOfVersion(version)
}

function faultOfVersion(version: string): string | null {
  const major = Number.parseInt(version, 10)
  return major < OLDEST_MAJOR ? `leads to Redis ${version}: the gateway needs ${OLDEST_MAJOR} or newer` : null
}

function faultOfSentinels(address: Extract<RedisAddress, { kind: 'sentinel' }>): Promise<string | null> {
  const { name, sentinels, sentinelCredentials, tls } = address
  return first(sentinels, ({ host, port }) =>
    askServer({ host, port }, { ...sentinelCredentials, tls }, async ({ mode }, redis) => {
      if (mode !== '' && mode !== 'sentinel')
        return `names Sentinels, but ${host}:${port} is none (${mode}): write redis://… for one server, redis+cluster://… for a cluster`
      const master = await redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name)
      return master === null ? `names the master “${name}”, which the Sentinel at ${host}:${port} does not know` : null
    }),
  )
}

/** What the first server that answers makes of it; null when none answers. */
async function first(
  endpoints: readonly Endpoint[],
  ask: (endpoint: Endpoint) => Promise<string | null | undefined>,
): Promise<string | null> {
  for (const endpoint of endpoints) {
    const answer = await ask(endpoint)
    if (answer !== undefined) return answer
  }
  return null
}

type Judge = (info: Info, redis: Redis) => string | null | Promise<string | null>

/** Undefined when the server cannot be reached, or does not say what it is. */
async function askServer(
  server: string | Endpoint,
  { tls = false, ...credentials }: Credentials & { readonly tls?: boolean },
  judge: Judge,
): Promise<string | null | undefined> {
  const options = {
    ...CONNECTION,
    commandTimeout: COMMAND_TIMEOUT_MS,
    enableReadyCheck: false,
    lazyConnect: true,
    retryStrategy: () => null,
    ...credentials,
    ...(tls ? { tls: {} } : {}),
  }
  const redis = typeof server === 'string' ? new Redis(server, options) : new Redis({ ...server, ...options })
  // What has gone wrong is thrown by the call that it concerns.
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    return await judge(infoOf(await redis.info('server')), redis)
  } catch {
    return undefined
  } finally {
    redis.disconnect()
  }
}

function infoOf(text: string): Info {
  function field(name: string): string {
    return new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(text)?.[1] ?? ''
  }
  return { mode: field('redis_mode'), version: field('redis_version') }
}
