import type { Core } from '../core.ts'
import { type BreakerState, type JudgedConnection, judgeConnection } from '../operations/operator/connection-state.ts'
import type { WatchedConnectionRow } from '../store/watched-connections.ts'

/** A connection as screens show it. */
export type ShownConnection = WatchedConnectionRow & {
  readonly judged: JudgedConnection
  /** In this process; null: it has not used the connection. */
  readonly breaker: BreakerState | null
}

/** Judges connections by what all processes have counted, and this one knows. */
export async function shownConnections(
  { store, suppliers, clock }: Pick<Core, 'store' | 'suppliers' | 'clock'>,
  rows: readonly WatchedConnectionRow[],
): Promise<readonly ShownConnection[]> {
  const recent = Map.groupBy(
    await store.callHours.recent(
      rows.map(({ connectionId }) => connectionId),
      clock.real(),
    ),
    ({ connectionId }) => connectionId,
  )
  const breakers = new Map(suppliers.lines().map(({ connectionId, breaker }) => [connectionId, breaker]))
  return rows.map((row) => {
    const breaker = breakers.get(row.connectionId) ?? null
    const judged = judgeConnection({
      cases: row.cases,
      isEnabled: row.organizations.some(({ enabled }) => enabled),
      breaker,
      recent: recent.get(row.connectionId) ?? [],
      isTried: row.isCalled || row.tested !== null,
    })
    return { ...row, judged, breaker }
  })
}
