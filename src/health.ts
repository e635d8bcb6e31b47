import type { JobsCore } from './core.ts'
import type { Foundation } from './foundation.ts'
import type { HealthReport } from './http/context.ts'

const CACHE_FAULTS = {
  away: 'cannot be reached: searches go on uncached',
  'partly-away':
    'a part of it cannot be reached: what lies there is not found, and its limits are counted by each process',
  'read-only': 'takes no writes: searches go on uncached',
} as const

const POSTGRES_FAULTS = {
  writable: null,
  waiting: 'commits wait for a standby that does not answer: nothing is booked',
  'read-only': 'takes no writes',
  away: 'cannot be reached',
} as const

/**
 * The health of this process. An unreachable Redis, supplier or target of events is only reported; the
 * process is unready when Postgres is unreachable or read-only, or when it is shutting down. `core`: null where no supplier is called.
 * `leaving`: aborted when the process is shutting down.
 */
export async function healthReport(
  { probe, replicaFault, partFaults }: Pick<Foundation, 'probe' | 'replicaFault' | 'partFaults'>,
  core: Pick<JobsCore, 'cache' | 'suppliers' | 'environments' | 'deps'> | null,
  leaving: AbortSignal,
): Promise<HealthReport> {
  const suppliers = core?.suppliers.lines() ?? []
  if (leaving.aborted) return { ready: false, faults: { process: 'shutting down' }, suppliers }
  const [postgres, isCached] = await Promise.all([probe.ask(), core?.cache.healthy() ?? true])
  const refused = codesOf(core?.deps.credentials.refused())
  const wrong = codesOf(core?.environments.wrong())
  const faults = withoutNulls({
    postgres: POSTGRES_FAULTS[postgres],
    replica: replicaFault(),
    cache: isCached ? null : CACHE_FAULTS[core?.cache.trouble() ?? 'away'],
    credentials: refused && `refused by ${refused}`,
    environment: wrong && `production is answered by the sandbox of ${wrong}`,
    ...Object.fromEntries([...partFaults].map(([part, read]) => [part, read()])),
  })
  // Reads are answered while commits wait, and no other process would do better.
  return { ready: postgres === 'writable' || postgres === 'waiting', faults, suppliers }
}

function withoutNulls(faults: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(faults).flatMap(([part, fault]) => (fault === null ? [] : [[part, fault]])))
}

/** Null when there are none. */
function codesOf(connections: readonly { readonly supplierCode: string }[] = []): string | null {
  return [...new Set(connections.map(({ supplierCode }) => supplierCode))].sort().join(', ') || null
}
