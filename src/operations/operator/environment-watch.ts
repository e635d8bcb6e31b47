import type { SupplierOperation, TellingAnswer } from '../../suppliers/supplier-call.ts'
import { createConnectionWatch, type WatchDeps, type WatchedConnection } from './connection-watch.ts'

/**
 * Notices that a supplier's sandbox answers a production connection: what is booked there, nobody can sleep in. The first such answer is
 * logged and opens a case; the first answer of production to the same kind of call settles it.
 */
export type EnvironmentWatch = {
  readonly hear: (answer: TellingAnswer, isSandbox: boolean) => void
  /** The connections of this process that were answered by a sandbox when they were used last. */
  readonly wrong: () => readonly WatchedConnection[]
}

export function createEnvironmentWatch(deps: WatchDeps): EnvironmentWatch {
  const watch = createConnectionWatch<{ readonly operation: SupplierOperation }>(deps, {
    kind: 'WRONG_ENVIRONMENT',
    begins: 'a supplier’s sandbox answers a production connection: nothing is sold over it',
    ends: 'a supplier’s production answers again',
    settledHow: 'the supplier’s production answered',
  })
  return {
    hear: (answer, isSandbox) => {
      const { connectionId, operation } = answer
      if (isSandbox) watch.begins(answer, { operation })
      else if (watch.factsOf(connectionId)?.operation === operation) watch.ends(answer)
    },
    wrong: watch.connections,
  }
}
