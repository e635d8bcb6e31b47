import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { reservePort, startOnReservedPort } from './reserved-port.ts'
import { outputOf, untilStarted } from './started-server.ts'
import { until } from './until.ts'

/** Redis' own server as a process of this test: `redis-server` of the system. */
export type RedisServer = {
  readonly port: number
  /** A connection for the test itself, which neither retries nor waits. */
  readonly ask: <T>(command: string, ...args: readonly (string | number)[]) => Promise<T>
  readonly kill: (signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') => void
}

type Servers = {
  readonly start: (settings: Settings) => Promise<RedisServer>
  /** Ends every server that was started, and removes what they wrote. */
  readonly stop: () => Promise<void>
}
type Settings = Readonly<Record<string, string>>

/** False where the system has no `redis-server`; in CI it has to have one. */
export function hasRedisServer(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A folder for the servers of one test, which are ended together. */
export async function openRedisServers(): Promise<Servers> {
  const folder = await mkdtemp(join(tmpdir(), 'redis-servers-'))
  const running: { readonly child: ChildProcess; readonly client: Redis }[] = []
  async function startOn(port: number, settings: Settings): Promise<RedisServer> {
    const child = spawn('redis-server', await argumentsOf(folder, port, settings), {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const client = new Redis({ port, host: '127.0.0.1', lazyConnect: true, retryStrategy: () => 100 })
    client.on('error', () => undefined)
    running.push({ child, client })
    await untilStarted(`a Redis on ${port}`, {
      child,
      output: outputOf(child),
      isUp: () => client.ping().then(() => true, isRefusal),
    })
    return {
      port,
      ask: <T>(command: string, ...args: readonly (string | number)[]) => client.call(command, ...args) as Promise<T>,
      kill: (signal) => {
        if (signal === 'SIGKILL') client.disconnect()
        child.kill(signal)
      },
    }
  }
  return {
    start: (settings) => startOnReservedPort((port) => startOn(port, settings)),
    stop: async () => {
      for (const { child, client } of running) {
        client.disconnect()
        if (child.exitCode !== null || child.signalCode !== null) continue
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGKILL')
        await ended
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A server that wants a password is there. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOAUTH')
}

/** A Sentinel rewrites its file, so it must have one; nothing is kept of the others. */
async function argumentsOf(folder: string, port: number, settings: Settings): Promise<string[]> {
  const ofNode =
    'cluster-enabled' in settings
      ? { 'cluster-port': String(await reservePort()), 'cluster-config-file': `nodes-${port}.conf` }
      : {}
  const all = { port: String(port), bind: '127.0.0.1', dir: folder, loglevel: 'warning', ...ofNode, ...settings }
  if (!('sentinel monitor' in settings))
    return Object.entries({ ...all, save: '', appendonly: 'no' }).flatMap(toArgument)
  const path = join(folder, `sentinel-${port}.conf`)
  await writeFile(
    path,
    Object.entries(all)
      .map((entry) => `${entry.join(' ')}\n`)
      .join(''),
  )
  return [path, '--sentinel']
}

function toArgument([name, value]: readonly [string, string]): string[] {
  return [`--${name}`, ...value.split(' ')]
}

const SLOTS = 16_384
const MASTERS = 3
/** After so long without an answer a node counts as failed; its replica is elected soon after. */
const NODE_TIMEOUT_MS = 2_000

export type RedisCluster = {
  /** `REDIS_URL` of two of its nodes. */
  readonly url: string
  readonly masters: readonly RedisServer[]
  /** The replica of each of these at the start, in the same order; empty for a cluster without. */
  readonly replicas: readonly RedisServer[]
  /** The master and the replica that have the key now. */
  readonly holdersOf: (key: string) => Promise<readonly RedisServer[]>
  /** Waits until every node that lives knows all slots, and replicas have what their masters have. */
  readonly whole: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Three masters with a third of the slots each and, if wanted, a replica each. */
export async function startRedisCluster({ replicas: withReplicas = true } = {}): Promise<RedisCluster> {
  const servers = await openRedisServers()
  function startNode(): Promise<RedisServer> {
    return servers.start({
      'cluster-enabled': 'yes',
      'cluster-node-timeout': String(NODE_TIMEOUT_MS),
      'repl-diskless-sync-delay': '0',
    })
  }
  const masters = await Promise.all(Array.from({ length: MASTERS }, startNode))
  const replicas = withReplicas ? await Promise.all(masters.map(startNode)) : []
  const all = [...masters, ...replicas]
  const [first] = masters
  if (!first) throw new Error('no masters')
  const share = Math.ceil(SLOTS / MASTERS)
  for (const [index, node] of masters.entries())
    await node.ask('CLUSTER', 'ADDSLOTSRANGE', index * share, Math.min(SLOTS, (index + 1) * share) - 1)
  for (const node of all.slice(1)) await node.ask('CLUSTER', 'MEET', '127.0.0.1', first.port, await busPortOf(first))
  await until('the nodes to know each other', async () => {
    const known = await Promise.all(all.map((node) => node.ask<string>('CLUSTER', 'NODES')))
    return known.every(
      (text) =>
        text
          .trim()
          .split('\n')
          .filter((line) => !/handshake|noaddr/.test(line)).length === all.length,
    )
  })
  for (const [index, node] of replicas.entries())
    await until('a replica', async () =>
      node.ask('CLUSTER', 'REPLICATE', (await masters[index]?.ask<string>('CLUSTER', 'MYID')) ?? '').catch(() => null),
    )
  async function whole(): Promise<void> {
    await until('the cluster', async () => {
      const states = await Promise.all(all.map((node) => node.ask<string>('CLUSTER', 'INFO').catch(() => null)))
      return states.every((text) => text === null || text.includes('cluster_state:ok'))
    })
    for (const node of replicas)
      await until('the replication', async () => {
        const info = await node.ask<string>('INFO', 'replication').catch(() => 'role:master')
        return /role:master|master_link_status:up/.test(info)
      })
  }
  await whole()
  return {
    url: `redis+cluster://${masters
      .slice(0, 2)
      .map(({ port }) => `127.0.0.1:${port}`)
      .join(',')}`,
    masters,
    replicas,
    holdersOf: async (key) => {
      const alive = await Promise.any(
        all.map(async (node) => ({ node, slot: Number(await node.ask('CLUSTER', 'KEYSLOT', key)) })),
      )
      const ranges = await alive.node.ask<readonly [number, number, ...[string, number][]][]>('CLUSTER', 'SLOTS')
      const [, , ...holders] = ranges.find(([from, to]) => from <= alive.slot && alive.slot <= to) ?? [0, 0]
      return holders.flatMap(([, port]) => all.find((node) => node.port === port) ?? [])
    },
    whole,
    stop: servers.stop,
  }
}

async function busPortOf(node: RedisServer): Promise<number> {
  const nodes = await node.ask<string>('CLUSTER', 'NODES')
  return Number(/@(\d+)/.exec(nodes.split('\n').find((line) => line.includes('myself')) ?? '')?.[1])
}

export type RedisSentinels = {
  /** `REDIS_URL` of the Sentinels. */
  readonly url: string
  readonly name: string
  readonly servers: readonly [RedisServer, RedisServer]
  readonly sentinels: readonly RedisServer[]
  /** The server that the Sentinels call the master. */
  readonly master: () => Promise<RedisServer>
  readonly stop: () => Promise<void>
}

/** A master with a replica, and three Sentinels of which two have to agree. */
export async function startRedisSentinels(name = 'the-master'): Promise<RedisSentinels> {
  const processes = await openRedisServers()
  const first = await processes.start({ 'repl-diskless-sync-delay': '0' })
  const second = await processes.start({ replicaof: `127.0.0.1 ${first.port}` })
  const sentinels: RedisServer[] = []
  for (let count = 0; count < 3; count++)
    sentinels.push(
      await processes.start({
        'sentinel monitor': `${name} 127.0.0.1 ${first.port} 2`,
        'sentinel down-after-milliseconds': `${name} 1500`,
        'sentinel failover-timeout': `${name} 4000`,
      }),
    )
  const [asked] = sentinels
  if (!asked) throw new Error('no Sentinel')
  for (const sentinel of sentinels)
    await until('the Sentinels to know each other and the replica', async () => {
      const others = await sentinel.ask<unknown[]>('SENTINEL', 'SENTINELS', name)
      const known = await sentinel.ask<unknown[]>('SENTINEL', 'REPLICAS', name)
      return others.length === 2 && known.length === 1
    })
  await until('the replication', async () =>
    (await second.ask<string>('INFO', 'replication')).includes('master_link_status:up'),
  )
  return {
    url: `redis+sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${name}`,
    name,
    servers: [first, second],
    sentinels,
    master: async () => {
      const [, port] = await asked.ask<[string, string]>('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name)
      return String(first.port) === port ? first : second
    },
    stop: processes.stop,
  }
}
