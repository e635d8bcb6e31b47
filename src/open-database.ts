import { join } from 'node:path'
import type { Config } from './config.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { migrate } from './platform/migrate.ts'

export const MIGRATIONS = join(import.meta.dirname, '../prisma/migrations')

/** A migrated Postgres. `close` stops the embedded server when no other process uses it. */
type OpenedDatabase = { readonly url: string; readonly close: () => Promise<void> }

/** Opens the configured database, else the embedded one, and migrates it. Throws an error that says in one line what to do. */
export async function openDatabase(config: Config): Promise<OpenedDatabase> {
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres(join(config.dataDir))
  const url = config.databaseUrl ?? embedded?.url ?? ''
  try {
    await migrate(url, MIGRATIONS)
  } catch (error) {
    await embedded?.stop().catch(() => undefined)
    throw new Error(`the database could not be opened: ${reasonOf(error)}`, { cause: error })
  }
  return { url, close: async () => embedded?.stop() }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
