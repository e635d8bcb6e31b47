import { join } from 'node:path'
import type { Config } from './config.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { migrate } from './platform/migrate.ts'
import { refuseWrongWays } from './platform/postgres-ways.ts'

export const MIGRATIONS = join(import.meta.dirname, '../prisma/migrations')

/**
 * A migrated Postgres. `directUrl` leads to the server itself, `url` perhaps to a pooler. `close` stops the embedded server when no other
 * process uses it.
 */
type OpenedDatabase = { readonly url: string; readonly directUrl: string; readonly close: () => Promise<void> }

/** Opens the configured database, else the embedded one, and migrates it. Throws an error that says in one line what to do. */
export async function openDatabase(config: Config): Promise<OpenedDatabase> {
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres(join(config.dataDir))
  const url = config.databaseUrl ?? embedded?.url ?? ''
  const directUrl = config.database.directUrl ?? url
  try {
    if (!embedded) await refuseWrongWays(waysOf(config, url))
    await migrate(directUrl, MIGRATIONS)
  } catch (error) {
    await embedded?.stop().catch(() => undefined)
    throw new Error(`the database could not be opened: ${reasonOf(error)}`, { cause: error })
  }
  return { url, directUrl, close: async () => embedded?.stop() }
}

function waysOf({ database }: Config, url: string): Parameters<typeof refuseWrongWays>[0] {
  const { directUrl, pooler, namesStatements } = database
  return { url, directUrl, perTransaction: pooler === 'transaction', namesStatements }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
