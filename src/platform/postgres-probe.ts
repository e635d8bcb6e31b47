import { patiently } from './patience.ts'
import { createPostgresPool } from './postgres-pool.ts'

/**
 * The state of Postgres for a client that writes. `waiting`: commits wait for a synchronous standby that does not answer, and end when
 * one does; what only reads is answered.
 */
type PostgresState = 'writable' | 'waiting' | 'read-only' | 'away'

export type PostgresProbe = {
  /** Returns within `PROBED_WITHIN_MS`, regardless of what the server does. Concurrent callers share one probe. */
  readonly ask: () => Promise<PostgresState>
  readonly close: () => Promise<void>
}

/** The limit of a probe: the readiness check must answer within 2 s. */
const PROBED_WITHIN_MS = 1_500

/** A standby that is well answers a commit within milliseconds. */
const WAITED_FOR = '3 s'

/**
 * Probes over a separate connection: a pool with only busy connections is no reason to take a process out of service, and must
 * not delay the probe.
 */
export function createPostgresProbe(
  { url, perTransaction }: { readonly url: string; readonly perTransaction: boolean },
  { onAway, onWaiting }: { readonly onAway: (error: unknown) => void; readonly onWaiting: () => void },
): PostgresProbe {
  const pool = createPostgresPool({
    url,
    size: 1,
    applicationName: 'hotel-gateway-health',
    statementTimeoutMs: patiently(PROBED_WITHIN_MS),
    perTransaction,
  })
  let asking: Promise<PostgresState> | null = null

  async function look(): Promise<PostgresState> {
    // A role sees what its own sessions wait for, and that is enough.
    const { rows } = await pool.query<{ read_only: boolean; waits: boolean }>(
      `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool AS read_only,
         EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'SyncRep'
           AND state_change < now() - interval '${WAITED_FOR}') AS waits`,
    )
    if (rows[0]?.read_only) return 'read-only'
    if (rows[0]?.waits) onWaiting()
    return rows[0]?.waits ? 'waiting' : 'writable'
  }

  async function bounded(): Promise<PostgresState> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      const withinMs = patiently(PROBED_WITHIN_MS)
      timer = setTimeout(() => reject(new Error(`no answer within ${withinMs} ms`)), withinMs)
    })
    try {
      return await Promise.race([look(), late])
    } catch (error) {
      onAway(error)
      return 'away'
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    ask: () => {
      asking ??= bounded().finally(() => {
        asking = null
      })
      return asking
    },
    close: () => pool.end(),
  }
}
