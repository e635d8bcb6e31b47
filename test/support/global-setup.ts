import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { beginOutput, checkOutput } from './canaries.ts'
import { REDIS_DATABASES } from './redis.ts'
import { hasRedisServer, openRedisServers } from './redis-servers.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server on which tests may create databases. */
    readonly postgresUrl: string
    /** A migrated, empty database to copy. */
    readonly templateDatabase: string
    /** What the first test that needs it calls a copy in which a gateway of the sandbox has started: `database.ts` makes it. */
    readonly sandboxDatabase: string
  }
}

const MIGRATIONS = join(import.meta.dirname, '../../prisma/migrations')

/** Nothing of a test run outlives it, so nothing has to reach the disk, and nothing of the log has to be kept for long. */
const SERVER_SETTINGS = {
  max_wal_size: '128MB',
  min_wal_size: '32MB',
  wal_recycle: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  max_connections: '500',
}

/** No process may print it: `canaries.ts` searches for it. */
const CANARY_PASSWORD = 'canary-database-password'

const MEMORY = '/dev/shm'
const GIB = 2 ** 30

/**
 * Each test file copies a database of a thousand files and removes it. ext4 does not give an inode out again for a minute and looks at each of
 * those first, which made a copy ten times as dear as in memory. A run has less than 1 GiB there.
 */
async function quickestFolder(): Promise<string> {
  const found = await statfs(MEMORY).catch(() => null)
  const hasRoom = found !== null && found.bavail * found.bsize > 2 * GIB && process.availableMemory() > 6 * GIB
  return hasRoom ? MEMORY : tmpdir()
}

/**
 * Starts a Postgres of this run, whatever `DATABASE_URL` says: a newcomer, a developer and CI test against the same server, with the
 * same settings and with password authentication.
 */
async function startServer(): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(await quickestFolder(), 'gateway-test-'))
  // Reachable for the user as whom Postgres runs where we are root: else its programs would be copied elsewhere, for every run.
  await chmod(folder, 0o711)
  const server = await startEmbeddedPostgres(folder, SERVER_SETTINGS)
  const owner = new pg.Client({ connectionString: server.url })
  await owner.connect()
  // Some thousand connections are made in a run, and the password is no secret.
  await owner.query(`SET scram_iterations = 1; CREATE ROLE tester SUPERUSER LOGIN PASSWORD '${CANARY_PASSWORD}'`)
  await owner.end()
  const url = new URL(server.url)
  url.username = 'tester'
  url.password = CANARY_PASSWORD
  return {
    url: url.href,
    stop: async () => {
      // A test that failed may have left a connection.
      await server.stop({ evenIfUsed: true })
      for (const left of [folder, server.root]) await rm(left, { recursive: true, force: true })
    },
  }
}

/** `REDIS_URL` of a Redis of this run; without a `redis-server` on the PATH it is absent, and tests that need it are skipped. */
async function startRedis(): Promise<() => Promise<void>> {
  delete process.env['REDIS_URL']
  if (!hasRedisServer()) return async () => undefined
  const servers = await openRedisServers()
  const { port } = await servers.start({ databases: String(REDIS_DATABASES) })
  process.env['REDIS_URL'] = `redis://127.0.0.1:${port}`
  return servers.stop
}

type Servers = { readonly url: string; readonly stop: () => Promise<void> }

/** Servers of the run with a migrated, empty database to copy. */
async function startServers(): Promise<Servers> {
  beginOutput()
  delete process.env['DATABASE_URL']
  const server = await startServer()
  const stopRedis = await startRedis()
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${TEMPLATE}`)
  await admin.end()
  const url = new URL(server.url)
  url.pathname = `/${TEMPLATE}`
  await migrate(url.href, MIGRATIONS)
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await stopRedis()
      checkOutput()
    },
  }
}

const TEMPLATE = 'gateway_template'
const SANDBOX = 'gateway_sandbox'

/** A run of several projects calls the setup once for each, perhaps from an instance of this module each. */
type Shared = { projects: number; servers: Promise<Servers> | null }
const KEY = Symbol.for('hotel-distribution-gateway.test-servers')
const shared: Shared = ((globalThis as { [KEY]?: Shared })[KEY] ??= { projects: 0, servers: null })

export default async (project: TestProject): Promise<() => Promise<void>> => {
  shared.projects += 1
  shared.servers ??= startServers()
  const { url, stop } = await shared.servers
  project.provide('postgresUrl', url)
  project.provide('templateDatabase', TEMPLATE)
  project.provide('sandboxDatabase', SANDBOX)
  return async () => {
    shared.projects -= 1
    if (shared.projects === 0) await stop()
  }
}
