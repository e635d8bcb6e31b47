import { execFile } from 'node:child_process'
import { appendFile, chmod, chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { findServerHome, type ServerHome } from '../../src/platform/postgres-home.ts'
import { query } from './database.ts'
import type { Json } from './http-client.ts'
import { childrenOf } from './own-postgres.ts'
import { reservePort } from './reserved-port.ts'
import { until } from './until.ts'

/** One server of a pair. */
type PairedServer = {
  readonly url: string
  readonly port: number
  readonly query: (sql: string, values?: readonly unknown[]) => Promise<Json[]>
  /** SIGKILL to every process of the server: nothing is said goodbye to, nothing is flushed. */
  readonly kill: () => Promise<void>
}

/** A primary and a standby that streams from it, of a test's own. */
export type PostgresPair = {
  readonly primary: PairedServer
  readonly standby: PairedServer
  /** Another standby of the primary, if one was asked for. It follows nobody else. */
  readonly third: PairedServer | null
  /** The standby becomes a primary. */
  readonly promote: () => Promise<void>
  readonly stop: () => Promise<void>
}

const run = promisify(execFile)
const DATABASE = 'gateway'
const USER = 'gateway'
/** The servers of a test are killed, the machine is not: what was written need not reach the disk. */
const OPTIONS =
  '-h 127.0.0.1 -k "" -c shared_buffers=32MB -c max_connections=100 -c fsync=off -c log_min_messages=fatal'

type PairOptions = {
  readonly isSynchronous: boolean
  readonly withThird?: boolean
  /** More of the servers' command line. */
  readonly settings?: string
}

/**
 * Starts both, with an empty database. The standby is made of the primary's files while that is stopped, so no tool is needed that only a
 * machine with Postgres has. With `isSynchronous` a commit is answered when the standby has it.
 */
export async function startPostgresPair({
  isSynchronous,
  withThird = false,
  settings = '',
}: PairOptions): Promise<PostgresPair> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-pair-'))
  await chmod(folder, 0o755)
  const home = await findServerHome(folder)
  const [first, second, third] = [join(home.root, 'first'), join(home.root, 'second'), join(home.root, 'third')]
  const [port, otherPort, thirdPort] = [await reservePort(), await reservePort(), await reservePort()]
  await makeCluster(home, first)
  await start(home, first, `-p ${port} ${settings}`)
  await query(urlOf(port, 'postgres'), `CREATE DATABASE ${DATABASE}`)
  await pgCtl(home, ['stop', '-m', 'fast', '-w', '-D', first])
  for (const [cluster, ownPort] of Object.entries({
    [second]: otherPort,
    ...(withThird ? { [third]: thirdPort } : {}),
  })) {
    await copyAsOwner(home, first, cluster)
    await writeFile(join(cluster, 'standby.signal'), '')
    await appendFile(
      join(cluster, 'postgresql.conf'),
      `\nprimary_conninfo = 'host=127.0.0.1 port=${port} user=${USER} application_name=${basename(cluster)}'\n`,
    )
    await start(home, cluster, `-p ${ownPort} ${settings}`)
  }
  await start(home, first, `-p ${port} ${settings} ${isSynchronous ? '-c synchronous_standby_names=second' : ''}`)
  return {
    primary: serverOf(first, port),
    standby: serverOf(second, otherPort),
    third: withThird ? serverOf(third, thirdPort) : null,
    promote: async () => {
      // Not waiting in the statement: what is still to be replayed may cancel any that has a snapshot, this one too.
      await query(urlOf(otherPort, DATABASE), 'SELECT pg_promote(false)')
      await until('the standby to be promoted', () => takesWrites(otherPort), 120_000)
    },
    stop: async () => {
      for (const cluster of [first, second, third])
        await pgCtl(home, ['stop', '-m', 'immediate', '-w', '-D', cluster]).catch(() => undefined)
      for (const gone of [folder, first, second, third]) await rm(gone, { recursive: true, force: true })
    },
  }
}

function urlOf(port: number, database: string): string {
  return `postgresql://${USER}:canary-database-password@127.0.0.1:${port}/${database}`
}

async function takesWrites(port: number): Promise<boolean> {
  const [row] = await query(urlOf(port, 'postgres'), 'SELECT pg_is_in_recovery() AS standby').catch(() => [])
  return row?.standby === false
}

function serverOf(cluster: string, port: number): PairedServer {
  const url = urlOf(port, DATABASE)
  return {
    url,
    port,
    query: (sql, values) => query(url, sql, values),
    kill: async () => {
      const [pid = ''] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
      const children = await childrenOf(Number(pid))
      for (const one of [Number(pid), ...children])
        try {
          process.kill(one, 'SIGKILL')
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
        }
    },
  }
}

function asOwner(home: ServerHome) {
  return { ...home.owner, cwd: '/' }
}

async function makeCluster(home: ServerHome, cluster: string): Promise<void> {
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  if (home.owner) await chown(cluster, home.owner.uid, home.owner.gid)
  const flags = [`--pgdata=${cluster}`, `--username=${USER}`, '--auth=trust', '--encoding=UTF8', '--no-sync']
  await run(join(home.bin, 'initdb'), [...flags, '--locale-provider=builtin', '--locale=C.UTF-8'], asOwner(home))
}

/** `cp` of Node gives the copy to us, and Postgres wants it to be its own. */
async function copyAsOwner(home: ServerHome, from: string, to: string): Promise<void> {
  if (home.owner === null) await cp(from, to, { recursive: true, mode: 0o700 })
  else await run('cp', ['-a', from, to])
}

async function start(home: ServerHome, cluster: string, options: string): Promise<void> {
  const log = join(cluster, 'server.log')
  await pgCtl(home, ['start', '-w', '-t', '30', '-D', cluster, '-l', log, '-o', `${OPTIONS} ${options}`]).catch(
    async (error: unknown) => {
      throw new Error(await readFile(log, 'utf8').catch(() => String(error)), { cause: error })
    },
  )
}

function pgCtl(home: ServerHome, args: readonly string[]): Promise<unknown> {
  return run(join(home.bin, 'pg_ctl'), [...args], asOwner(home))
}
