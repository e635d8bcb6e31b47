import type { Logger } from '../platform/logger.ts'
import { IDLE_IN_TRANSACTION_MS } from '../platform/postgres-client.ts'
import type { Database } from './database.ts'

type Found = { readonly name: string; readonly setting: string }

/**
 * Checks that the server itself bounds what comes through a pooler that gives connections for a transaction: there the gateway can set
 * nothing. Throws an error that says what to run.
 */
export async function checkSession(
  db: Database,
  { statementTimeoutMs, log }: { readonly statementTimeoutMs: number; readonly log: Logger },
): Promise<void> {
  const found = await db.$queryRaw<Found[]>`
  SELECT name, setting FROM pg_settings WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'jit')`
  const [who] = await db.$queryRaw<{ role: string; database: string }[]>`
  SELECT quote_ident(current_user) AS role, quote_ident(current_database()) AS database`
  const settings = new Map(found.map(({ name, setting }) => [name, setting]))
  function advice(name: string, value: string): string {
    return `ALTER ROLE ${who?.role} IN DATABASE ${who?.database} SET ${name} = ${value};`
  }
  const bounds = { statement_timeout: statementTimeoutMs, idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS }
  const lacking = Object.entries(bounds).filter(([name, most]) => !isBounded(settings.get(name), most))
  if (settings.get('jit') === 'on')
    log.warn(
      { advice: advice('jit', 'off') },
      'Postgres compiles statements just in time, which costs more than it saves',
    )
  if (lacking.length === 0) return
  throw new Error(
    `behind the pooler of DATABASE_URL nothing ends a statement in time: run ${lacking.map(([name, most]) => advice(name, `'${most}ms'`)).join(' ')} ` +
      'and reconnect the pooler, or set connect_query as deploy/pgbouncer.ini does',
  )
}

/** 0 is no bound. */
function isBounded(setting: string | undefined, mostMs: number): boolean {
  const ms = Number(setting ?? 0)
  return ms > 0 && ms <= mostMs
}
