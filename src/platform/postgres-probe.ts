import { createPostgresPool } from './postgres-pool.ts'

/** The state of Postgres for a client that writes. */
type PostgresState = 'writable' | 'read-only' | 'away'

export type PostgresProbe = {
  /** Returns within `PROBED_WITHIN_MS`, regardless of what the server does. Concurrent callers share one probe. */
  readonly ask: () => Promise<PostgresState>
  readonly close: () => Promise<void>
}

/** The limit of a probe: the readiness check must answer within 2 s. */
const PROBED_WITHIN_MS = 1_500

/**
 * Probes over a separate connection: a pool with only busy connections is no reason to take a process out of service, and must
 * not delay the probe.
 */
export function createPostgresProbe(url: string, onAway: (error: unknown) => void): PostgresProbe {
  const pool = createPostgresPool({
    url,
    size: 1,
    applicationName: 'hotel-gateway-health',
    statementTimeoutMs: PROBED_WITHIN_MS,
  })
  let asking: Promise<PostgresState> | null = null

  async function look(): Promise<PostgresState> {
    const { rows } = await pool.query<{ read_only: boolean }>(
      "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::bool AS read_only",
    )
    return rows[0]?.read_only ? 'read-only' : 'writable'
  }

  async function bounded(): Promise<PostgresState> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${PROBED_WITHIN_MS} ms`)), PROBED_WITHIN_MS)
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
