import { setTimeout as pause } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'
import type { Json } from './http-client.ts'
import { NO_PGBOUNCER, startPgBouncer } from './pgbouncer.ts'
import { startPostgresPair } from './postgres-pair.ts'
import { raiseLimits } from './raise-limits.ts'
import { hasRedisServer, openRedisServers, startRedisCluster, startRedisSentinels } from './redis-servers.ts'
import { startTcpProxy } from './tcp-proxy.ts'
import { until } from './until.ts'
import type { Trouble } from './walk.ts'

export type World = {
  readonly database: TestDatabase
  readonly gateways: readonly [GatewayProcess, GatewayProcess]
  /** Where the sandbox suppliers keep their books. */
  readonly books: TestDatabase
  /** The door to the sandbox suppliers' own clock, where they keep their books elsewhere. */
  readonly theirDoor: GatewayProcess | null
  readonly troubles: readonly Trouble[]
}

export type Topology = {
  readonly name: string
  /** Why it cannot be built here; null where it can. */
  readonly missing: string | null
  /** True: partners have to be told 503, or nothing, meanwhile. Elsewhere only a busy machine tells them so. */
  readonly isNoticed: boolean
  readonly build: (closers: Closers) => Promise<World>
}

/** What was started, to be ended in the reverse order. */
export type Closers = (() => Promise<unknown>)[]

const NO_REDIS =
  hasRedisServer() || process.env['CI'] ? null : 'no redis-server on this machine: no walk over topologies'

type Start = {
  readonly database: TestDatabase
  readonly databaseUrl?: string
  readonly env: Record<string, string>
  /** Of the first one. */
  readonly roles?: string
}

/** Two of all roles; the sandbox suppliers are the first one's. */
async function startTwo(
  { database, databaseUrl = database.url, env, roles = 'api,relay,worker,suppliers' }: Start,
  closers: Closers,
): Promise<World['gateways']> {
  async function start(ROLES: string): Promise<GatewayProcess> {
    const gateway = await startGatewayProcess({
      databaseUrl,
      env: { SHUTDOWN_TIMEOUT_MS: '1000', ...env, ROLES },
      startWithinMs: 90_000,
    })
    closers.push(gateway.stop)
    return gateway
  }
  const gateways = [await start(roles), await start('api,relay,worker')] as const
  await raiseLimits(database, gateways, 10_000)
  return gateways
}

/** Suppliers with their books beside ours. */
function atHome(database: TestDatabase): Pick<World, 'database' | 'books' | 'theirDoor'> {
  return { database, books: database, theirDoor: null }
}

async function newDatabase(closers: Closers): Promise<TestDatabase> {
  const database = await createTestDatabase()
  closers.push(database.drop)
  return database
}

async function oneRedis(closers: Closers): Promise<string> {
  const servers = await openRedisServers()
  closers.push(servers.stop)
  return `redis://127.0.0.1:${(await servers.start({})).port}`
}

async function readiness({ url }: GatewayProcess): Promise<Json> {
  const answer = await fetch(`${url}/health/ready`)
  return { httpStatus: answer.status, ...(await answer.json()) }
}

/** Until each of the gateways says so. */
async function everybody(gateways: World['gateways'], status: 'ok' | 'degraded'): Promise<void> {
  for (const gateway of gateways)
    await until(`${gateway.url} to be ${status}`, async () => (await readiness(gateway)).status === status, 120_000)
}

async function onCluster(closers: Closers): Promise<World> {
  const database = await newDatabase(closers)
  const cluster = await startRedisCluster()
  closers.push(cluster.stop)
  const gateways = await startTwo({ database, env: { REDIS_URL: cluster.url } }, closers)
  const [killed, demoted] = cluster.masters
  const [promoted, successor] = cluster.replicas
  if (!killed || !demoted || !promoted || !successor) throw new Error('no nodes')
  async function becomes(node: typeof killed, role: 'master' | 'slave'): Promise<void> {
    await until(`a ${role}`, async () => (await node?.ask<[string]>('ROLE'))?.[0] === role, 120_000)
  }
  return {
    ...atHome(database),
    gateways,
    troubles: [
      {
        name: 'a master is killed',
        after: 0.15,
        strike: async () => {
          killed.kill('SIGKILL')
          await everybody(gateways, 'degraded')
          await becomes(promoted, 'master')
          await everybody(gateways, 'ok')
        },
      },
      {
        name: 'another is demoted',
        after: 0.5,
        strike: async () => {
          await successor.ask('CLUSTER', 'FAILOVER')
          await becomes(successor, 'master')
          await becomes(demoted, 'slave')
          await everybody(gateways, 'ok')
        },
      },
    ],
  }
}

async function onSentinel(closers: Closers): Promise<World> {
  const database = await newDatabase(closers)
  const sentinels = await startRedisSentinels()
  closers.push(sentinels.stop)
  const gateways = await startTwo({ database, env: { REDIS_URL: sentinels.url } }, closers)
  const [master, replica] = sentinels.servers
  async function strike(): Promise<void> {
    master.kill('SIGKILL')
    await everybody(gateways, 'degraded')
    await until('the promotion', async () => (await sentinels.master()) === replica, 120_000)
    await everybody(gateways, 'ok')
  }
  return { ...atHome(database), gateways, troubles: [{ name: 'the master is killed', after: 0.3, strike }] }
}

/** Fewer than two gateways have statements at once, so that every connection serves one client after the other. */
const CONNECTIONS = 6

async function behindPgBouncer(closers: Closers): Promise<World> {
  const database = await newDatabase(closers)
  const REDIS_URL = await oneRedis(closers)
  const pooler = await startPgBouncer({ databaseUrl: database.url, poolSize: CONNECTIONS })
  closers.push(pooler.stop)
  const env = { REDIS_URL, DATABASE_DIRECT_URL: database.url, DATABASE_POOLER: 'transaction' }
  const gateways = await startTwo({ database, databaseUrl: pooler.url, env }, closers)
  return { ...atHome(database), gateways, troubles: [] }
}

const MAX_LAG_MS = 1_500

/** Suppliers do not lose their books with our primary: theirs are in another database, under a clock of their own. */
async function suppliersElsewhere(closers: Closers): Promise<Pick<World, 'books'> & { theirDoor: GatewayProcess }> {
  const books = await newDatabase(closers)
  const theirDoor = await startGatewayProcess({ databaseUrl: books.url, env: { ROLES: 'api,suppliers' } })
  closers.push(theirDoor.stop)
  return { books, theirDoor }
}

/** Gateways on the database find the suppliers that have announced themselves in their books. */
async function announce({ books, database }: Pick<World, 'books' | 'database'>): Promise<void> {
  const columns = 'supplier_code, kind, key, body'
  const [row] = await books.query(`SELECT ${columns} FROM sandbox_records WHERE kind = 'sandbox-suppliers'`)
  const values = [row.supplier_code, row.kind, row.key, row.body]
  await database.query(`INSERT INTO sandbox_records (${columns}) VALUES ($1, $2, $3, $4)`, values)
}

/** A standby that commits wait for, and a wire that leads to whichever server takes writes. */
async function onPair(closers: Closers): Promise<World> {
  const pair = await startPostgresPair({ isSynchronous: true })
  closers.push(pair.stop)
  const wire = await startTcpProxy('127.0.0.1', pair.primary.port)
  closers.push(wire.close)
  let primary = pair.primary
  const url = new URL(primary.url)
  url.port = String(wire.port)
  const database: TestDatabase = {
    url: url.href,
    query: (sql, values) => primary.query(sql, values),
    drop: async () => undefined,
  }
  const env = {
    REDIS_URL: await oneRedis(closers),
    DATABASE_REPLICA_URL: pair.standby.url,
    DATABASE_REPLICA_LAG_MS: String(MAX_LAG_MS),
  }
  const { books, theirDoor } = await suppliersElsewhere(closers)
  const gateways = await startTwo({ database, env, roles: 'api,relay,worker' }, closers)
  await announce({ books, database })
  async function isTold(fault: string): Promise<void> {
    for (const gateway of gateways)
      await until(fault, async () => (await readiness(gateway)).faults.replica?.includes(fault), 120_000)
  }
  return {
    database,
    books,
    theirDoor,
    gateways,
    troubles: [
      {
        name: 'the standby replays nothing',
        after: 0.1,
        strike: async () => {
          await pair.standby.query('SELECT pg_wal_replay_pause()')
          await isTold('s behind')
        },
      },
      {
        name: 'the primary is killed, and that standby promoted',
        after: 0.4,
        strike: async () => {
          await pair.primary.kill()
          // A balancer that is too early: the standby is there, and takes no writes yet.
          wire.lead(pair.standby.port)
          for (const gateway of gateways)
            await until('readiness to say so', async () => (await readiness(gateway)).httpStatus === 503, 120_000)
          await pause(1_000)
          await pair.promote()
          primary = pair.standby
          for (const gateway of gateways)
            await until('readiness', async () => (await readiness(gateway)).httpStatus === 200, 120_000)
        },
      },
    ],
  }
}

export const TOPOLOGIES: readonly Topology[] = [
  {
    name: 'a Redis Cluster of three masters, one killed and one demoted meanwhile',
    missing: NO_REDIS,
    isNoticed: false,
    build: onCluster,
  },
  {
    name: 'Redis with Sentinels, and a failover meanwhile',
    missing: NO_REDIS,
    isNoticed: false,
    build: onSentinel,
  },
  {
    name: 'PgBouncer in transaction mode',
    missing: NO_REDIS ?? NO_PGBOUNCER,
    isNoticed: false,
    build: behindPgBouncer,
  },
  {
    name: 'a Postgres with a synchronous standby that lags, and a failover meanwhile',
    missing: NO_REDIS,
    isNoticed: true,
    build: onPair,
  },
]
