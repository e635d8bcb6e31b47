import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'
import { isOutsideTransaction, statementsOf } from './outside-transaction.ts'
import { BoundedClient, silenceBound } from './postgres-client.ts'

/** An arbitrary number: the advisory lock that lets only one process at a time migrate a database. */
const MIGRATION_LOCK = 4_711_002

/** The time limit for finding out which migrations a database has. */
const LOOK_WITHIN_MS = 10_000
/** The time limit of one statement of a migration, and of waiting for another process' migration. */
const MIGRATION_WITHIN_MS = 10 * 60_000
/** How often a process looks whether another one has ended its migration. */
const LOOK_AGAIN_MS = 200

type MigrationFile = { readonly name: string; readonly sql: string }

async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(
    names.sort().map(async (name) => ({ name, sql: await readFile(join(folder, name, 'migration.sql'), 'utf8') })),
  )
}

/** The migrations in the format of the schema engine. */
async function migrationsList(
  folder: string,
): Promise<Parameters<SchemaEngine['applyMigrations']>[0]['migrationsList']> {
  return {
    baseDir: folder,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(join(folder, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: (await readMigrations(folder)).map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  }
}

/**
 * The adapter would split a script at every semicolon, even inside function bodies. Here a migration goes to the server as a
 * whole, so it is parsed correctly and runs as one transaction, unless it says that it may not. The engine reports of a failure only the
 * migration's name, so `onFailure` gets the error of Postgres.
 */
function wholeScripts(pool: pg.Pool, onFailure: (error: unknown) => void): PrismaPg {
  const factory = new PrismaPg(pool)
  const connect = factory.connect.bind(factory)
  factory.connect = async () => {
    const adapter = await connect()
    adapter.executeScript = async (script) => {
      try {
        for (const part of isOutsideTransaction(script) ? statementsOf(script) : [script]) await pool.query(part)
      } catch (error) {
        onFailure(error)
        throw error
      }
    }
    return adapter
  }
  return factory
}

/**
 * Runs `work` with Prisma's own schema engine, compiled to WASM: the native engine would have to be downloaded, which an offline
 * machine cannot do.
 */
export async function withSchemaEngine<T>(url: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  // Only when something has to be migrated: the engine takes tens of megabytes, for as long as the process lives.
  const { SchemaEngine } = await import('@prisma/schema-engine-wasm')
  const pool = new pg.Pool({ connectionString: url, ...silenceBound(MIGRATION_WITHIN_MS), Client: BoundedClient })
  let failure: unknown = null
  try {
    const scripts = wholeScripts(pool, (error) => {
      failure = error
    })
    const adapter = bindMigrationAwareSqlAdapterFactory(scripts)
    return await work(await SchemaEngine.new({ datamodels: undefined }, () => undefined, adapter))
  } catch (error) {
    if (!(failure instanceof Error)) throw error
    throw new Error(`${failure.message}\n${error instanceof Error ? error.message : String(error)}`, { cause: error })
  } finally {
    await pool.end()
  }
}

/** The names in `_prisma_migrations`; empty for a database that was never migrated. */
async function appliedMigrations(client: pg.Client): Promise<Set<string>> {
  const table = await client.query<{ there: boolean }>("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there")
  if (!table.rows[0]?.there) return new Set()
  const rows = await client.query<{ migration_name: string }>(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  )
  return new Set(rows.rows.map(({ migration_name }) => migration_name))
}

/** The migrations of this code that the database lacks; a database with newer migrations is fine. */
async function pendingMigrations(url: string, folder: string): Promise<string[]> {
  const client = new BoundedClient({ connectionString: url, ...silenceBound(LOOK_WITHIN_MS) })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const applied = await appliedMigrations(client)
    return (await readMigrations(folder)).map(({ name }) => name).filter((name) => !applied.has(name))
  } finally {
    await client.end()
  }
}

/**
 * Waits until no other process migrates. It asks again and again: a statement that waited for the lock would have a snapshot, and an
 * index that is built beside writes waits until there is no older one.
 */
async function takeTurn(lock: pg.Client): Promise<void> {
  const until = performance.now() + MIGRATION_WITHIN_MS
  while (performance.now() < until) {
    const { rows } = await lock.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK])
    if (rows[0]?.taken) return
    await sleep(LOOK_AGAIN_MS)
  }
  throw new Error('another process has been migrating the database for ten minutes')
}

/** What ran outside a transaction and was stopped in the middle is begun again; of others an operator has to decide. */
async function forgetBegun(lock: pg.Client, folder: string): Promise<void> {
  const repeatable = (await readMigrations(folder)).filter(({ sql }) => isOutsideTransaction(sql))
  if ((await appliedMigrations(lock)).size === 0) return
  await lock.query(
    `UPDATE _prisma_migrations SET rolled_back_at = now()
     WHERE migration_name = ANY ($1) AND finished_at IS NULL AND rolled_back_at IS NULL`,
    [repeatable.map(({ name }) => name)],
  )
}

/**
 * Applies all missing migrations and returns their names. Several processes may call it concurrently: one migrates, the others
 * wait. When a migration fails, throws with the message of Postgres, then that of the engine.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  if ((await pendingMigrations(url, folder)).length === 0) return []
  const lock = new BoundedClient({ connectionString: url, ...silenceBound(MIGRATION_WITHIN_MS) })
  lock.on('error', () => undefined)
  await lock.connect()
  try {
    await takeTurn(lock)
    await forgetBegun(lock, folder)
    const list = await migrationsList(folder)
    const filters = { externalTables: [], externalEnums: [] }
    const done = await withSchemaEngine(url, (engine) => engine.applyMigrations({ migrationsList: list, filters }))
    return done.appliedMigrationNames
  } finally {
    await lock.end()
  }
}
