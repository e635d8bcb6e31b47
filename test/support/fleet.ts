import { TEST_API_KEY } from './gateway.ts'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'
import { type Haproxy, NO_HAPROXY, startHaproxy } from './haproxy.ts'
import { NO_PGBOUNCER, startPgBouncer } from './pgbouncer.ts'
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts'
import { raiseLimits } from './raise-limits.ts'
import { hasRedisServer, startRedisCluster } from './redis-servers.ts'
import { reservePort } from './reserved-port.ts'
import { until } from './until.ts'

const APIS = ['api1', 'api2', 'api3'] as const
/** Every process that may end; the sandbox suppliers stay, because suppliers do. */
export const MEMBERS = [...APIS, 'relay1', 'relay2', 'worker1', 'worker2'] as const
export type Member = (typeof MEMBERS)[number]

export type Fleet = {
  /** The front door: HAProxy's. */
  readonly url: string
  readonly apiKey: string
  readonly pair: PostgresPair
  readonly haproxy: Haproxy
  /** Ends a process by the signal, starts it again where it was, and returns when it is in use: its exit code, or the signal. */
  readonly restart: (member: Member, signal: 'SIGTERM' | 'SIGKILL') => Promise<number | string>
  readonly stop: () => Promise<void>
}

/** Why a fleet cannot be built here; null where it can. */
export function whyNoFleet(): string | null {
  if (NO_HAPROXY ?? NO_PGBOUNCER) return NO_HAPROXY ?? NO_PGBOUNCER
  return hasRedisServer() || process.env['CI'] ? null : 'no redis-server on this machine: no fleet'
}

/** HAProxy has to believe two checks, a second each; this is twice as long. */
const LAME_DUCK_MS = 4_000
const START_WITHIN_MS = 180_000

/**
 * HAProxy, PgBouncer (both with the files of deploy/), a primary with a synchronous standby, a Redis Cluster of three masters, and three api,
 * two relay and two worker processes beside one with the sandbox suppliers.
 */
export async function startFleet(): Promise<Fleet> {
  const closers: Closers = []
  async function stop(): Promise<void> {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    return { ...(await build(closers)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Closers = (() => Promise<unknown>)[]

type ApiPorts = Readonly<Record<(typeof APIS)[number], number>>

async function apiPorts(): Promise<ApiPorts> {
  return { api1: await reservePort(), api2: await reservePort(), api3: await reservePort() }
}

/** Everything that processes of the gateway share. */
async function buildStores(ports: ApiPorts, closers: Closers) {
  const pair = await startPostgresPair({ isSynchronous: true })
  closers.push(pair.stop)
  await pair.primary.query('CREATE ROLE haproxy_check LOGIN CONNECTION LIMIT 10')
  const redis = await startRedisCluster({ replicas: false })
  closers.push(redis.stop)
  const postgres = { postgres1: pair.primary.port, postgres2: pair.standby.port }
  const haproxy = await startHaproxy({ gateways: ports, postgres })
  closers.push(haproxy.stop)
  await until('HAProxy to know the primary', async () => {
    const found = [await haproxy.statusOf('postgres', 'postgres1'), await haproxy.statusOf('postgres', 'postgres2')]
    return found[0] === 'UP' && found[1] === 'DOWN'
  })
  const direct = new URL(pair.primary.url)
  direct.port = String(haproxy.postgresPort)
  const pooler = await startPgBouncer({ databaseUrl: direct.href })
  closers.push(pooler.stop)
  const env = {
    DATABASE_POOLER: 'transaction',
    DATABASE_DIRECT_URL: direct.href,
    DATABASE_REPLICA_URL: pair.standby.url,
    REDIS_URL: redis.url,
    TRUSTED_PROXIES: '127.0.0.1',
    LAME_DUCK_MS: String(LAME_DUCK_MS),
    SHUTDOWN_TIMEOUT_MS: '25000',
  }
  return { pair, haproxy, databaseUrl: pooler.url, env }
}

async function build(closers: Closers): Promise<Omit<Fleet, 'stop'>> {
  const ports = await apiPorts()
  const { pair, haproxy, databaseUrl, env } = await buildStores(ports, closers)
  function start(roles: string, port = 0): Promise<GatewayProcess> {
    return startGatewayProcess({
      databaseUrl,
      env: { ...env, ROLES: roles, PORT: String(port) },
      startWithinMs: START_WITHIN_MS,
    })
  }
  // The first one migrates and seeds; nothing that it sells may end.
  const suppliers = await start('suppliers')
  closers.push(() => endAtOnce(suppliers))
  const running = new Map<Member, GatewayProcess>()
  closers.push(() => Promise.all([...running.values()].map(endAtOnce)))
  async function startMember(member: Member): Promise<void> {
    const port = Object.entries(ports).find(([name]) => name === member)?.[1]
    running.set(member, await start(member.replace(/\d$/, ''), port))
    if (port) await until(`${member} in use`, async () => (await haproxy.statusOf('gateways', member)) === 'UP')
  }
  for (const member of MEMBERS) await startMember(member)
  const apis = APIS.flatMap((name) => running.get(name) ?? [])
  await raiseLimits({ ...pair.primary, drop: async () => undefined }, apis, 100_000)
  return {
    url: haproxy.url,
    apiKey: TEST_API_KEY,
    pair,
    haproxy,
    restart: async (member, signal) => {
      const gateway = running.get(member)
      const ended = await gateway?.kill(signal)
      await gateway?.stop()
      await startMember(member)
      return ended ?? 'not there'
    },
  }
}

/** And removes its folder. */
async function endAtOnce(gateway: GatewayProcess): Promise<void> {
  await gateway.kill('SIGKILL')
  await gateway.stop()
}
