import type { Logger } from '../platform/logger.ts'
import { patiently } from '../platform/patience.ts'
import { IDLE_IN_TRANSACTION_MS, MEANING } from '../platform/postgres-client.ts'
import type { Database } from './database.ts'

type Found = { readonly name: string; readonly setting: string }

/**
 * Checks the settings of a session behind a pooler in transaction mode, where the gateway can set nothing: statements must have a
 * deadline, and texts and instants must mean what the gateway writes. Throws an error that names the statements to run.
 */
export async function checkSession(
  db: Database,
  { statementTimeoutMs, log }: { readonly statementTimeoutMs: number; readonly log: Logger },
): Promise<void> {
  const found = await db.$queryRaw<Found[]>`
  SELECT name, setting FROM pg_settings
  WHERE name = ANY (${['statement_timeout', 'idle_in_transaction_session_timeout', 'jit', ...Object.keys(MEANING)]})`
  const [who] = await db.$queryRaw<{ role: string; database: string }[]>`
  SELECT quote_ident(current_user) AS role, quote_ident(current_database()) AS database`
  const settings = new Map(found.map(({ name, setting }) => [name, setting]))
  function advice(name: string, value: string): string {
    return `ALTER ROLE ${who?.role} IN DATABASE ${who?.database} SET ${name} = ${value};`
  }
  const bounds = {
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: patiently(IDLE_IN_TRANSACTION_MS),
  }
  const lacking = Object.entries(bounds).filter(([name, most]) => !isBounded(settings.get(name), most))
  if (settings.get('jit') === 'on')
    log.warn(
      { advice: advice('jit', 'off') },
      'Postgres compiles statements just in time, which costs more than it saves',
    )
  const different = Object.entries(MEANING).filter(([name, value]) => !hasMeaning(settings.get(name), value))
  if (different.length > 0)
    throw new Error(
      `behind the pooler of DATABASE_URL a session would store other values than the gateway means: run ${different.map(([name, value]) => advice(name, `'${value}'`)).join(' ')} ` +
        'and reconnect the pooler, or set connect_query as deploy/pgbouncer.ini does',
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

/** Names of the one zone in which nothing is shifted. */
const UTC_NAMES = new Set(['UTC', 'Etc/UTC', 'GMT'])

/** Whether a setting means what ours does. `DateStyle` has an order of day and month as well, which only matters for input. */
function hasMeaning(setting: string | undefined, ours: string): boolean {
  if (ours === 'UTC') return UTC_NAMES.has(setting ?? '')
  return setting === ours || setting?.startsWith(`${ours},`) === true
}
