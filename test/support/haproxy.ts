import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reservePort, startOnReservedPort } from './reserved-port.ts'
import { outputOf, untilStarted } from './started-server.ts'

const HAPROXY = '/usr/sbin/haproxy'
const SHIPPED = join(import.meta.dirname, '../../deploy/haproxy.cfg')

/** Why tests of HAProxy cannot run here; null where they can, and in CI, where a missing one is a fault. */
export const NO_HAPROXY: string | null =
  existsSync(HAPROXY) || process.env['CI']
    ? null
    : 'no HAProxy on this machine: apt-get install haproxy to run its tests'

/** Loopback ports of what stands behind it, by the names that the shipped file gives them. */
type Targets = {
  readonly gateways: Readonly<Record<'api1' | 'api2' | 'api3', number>>
  readonly postgres: Readonly<Record<'postgres1' | 'postgres2', number>>
}

export type Haproxy = {
  /** Where partners go. */
  readonly url: string
  /** The port that leads to the Postgres which is the primary. */
  readonly postgresPort: number
  /** What its checks have found of a server: `UP`, `DOWN`, … */
  readonly statusOf: (backend: 'gateways' | 'postgres', server: string) => Promise<string>
  /** What it has logged so far. */
  readonly log: readonly string[]
  readonly stop: () => Promise<void>
}

/** Starts HAProxy with deploy/haproxy.cfg, on loopback. */
export function startHaproxy(targets: Targets): Promise<Haproxy> {
  return startOnReservedPort((port) => startHaproxyOn(port, targets))
}

async function startHaproxyOn(port: number, { gateways, postgres }: Targets): Promise<Haproxy> {
  const [postgresPort, operatorsPort] = [await reservePort(), await reservePort()]
  const servers = Object.entries({ ...gateways, ...postgres }).map(([name, target]) => {
    const shipped = name.startsWith('api') ? 4_000 : 5_432
    return [`server ${name} ${name}:${shipped}`, `server ${name} 127.0.0.1:${target}`]
  })
  const text = changed(await readFile(SHIPPED, 'utf8'), {
    // As many descriptors as an ordinary user of a test machine may have.
    'maxconn 20000': 'maxconn 2000',
    'bind :8080': `bind 127.0.0.1:${port}`,
    'bind :5432': `bind 127.0.0.1:${postgresPort}`,
    'bind 127.0.0.1:8404': `bind 127.0.0.1:${operatorsPort}`,
    ...Object.fromEntries(servers),
  })
  const { log, statistics, stop } = await runHaproxy(operatorsPort, text)
  return {
    url: `http://127.0.0.1:${port}`,
    postgresPort,
    log,
    statusOf: async (backend, server) => {
      const [[...columns] = [], ...rows] = await statistics()
      return rows.find(([proxy, name]) => proxy === backend && name === server)?.[columns.indexOf('status')] ?? ''
    },
    stop,
  }
}

/** A shipped file with other words for some of its own; each of them stands there once. */
function changed(text: string, words: Readonly<Record<string, string>>): string {
  return Object.entries(words).reduce((all, [from, to]) => {
    if (all.split(from).length !== 2) throw new Error(`the file does not say once: ${from}`)
    return all.replace(from, () => to)
  }, text)
}

type HaproxyProcess = {
  /** What it has logged so far. */
  readonly log: readonly string[]
  /** Its statistics as CSV, in cells. */
  readonly statistics: () => Promise<string[][]>
  readonly stop: () => Promise<void>
}

/** Runs HAProxy with a file whose statistics are on a port; returns when they are. */
async function runHaproxy(operatorsPort: number, text: string): Promise<HaproxyProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'haproxy-'))
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, text)
  const child = spawn(HAPROXY, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  const log = outputOf(child)
  async function statistics(): Promise<string[][]> {
    const csv = await (await fetch(`http://127.0.0.1:${operatorsPort}/;csv`)).text()
    return csv.split('\n').map((line) => line.split(','))
  }
  function isUp(): Promise<boolean> {
    return statistics().then(
      () => true,
      () => false,
    )
  }
  await untilStarted('HAProxy', { child, output: log, isUp })
  return {
    log,
    statistics,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGKILL')) await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
