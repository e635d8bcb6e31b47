import type { Result } from '../../domain/result.ts'
import type { SupplierFailure } from '../../suppliers/supplier-call.ts'
import { createConnectionWatch, type WatchDeps, type WatchedConnection } from '../operator/connection-watch.ts'

/**
 * Notices that a supplier refuses the credentials of a connection: then nothing is sold over it, although every search succeeds.
 * The first refusal is logged and opens a case; the first answer after it settles the case.
 */
export type CredentialsWatch = {
  /** Takes an answer of the supplier as it is, and returns it. */
  readonly hear: <Answer>(
    connection: WatchedConnection,
    answer: Result<Answer, SupplierFailure>,
  ) => Result<Answer, SupplierFailure>
  /** The connections of this process whose credentials were refused when they were used last. */
  readonly refused: () => readonly WatchedConnection[]
}

export function createCredentialsWatch(deps: WatchDeps): CredentialsWatch {
  const watch = createConnectionWatch<{ readonly httpStatus: number | null }>(deps, {
    kind: 'CREDENTIALS_REFUSED',
    begins: 'a supplier refuses our credentials: nothing is sold over it',
    ends: 'a supplier accepts our credentials again',
    settledHow: 'the supplier answered',
  })
  return {
    hear: (connection, answer) => {
      if (answer.ok) watch.ends(connection)
      else if (answer.error.kind === 'UNAUTHORIZED')
        watch.begins(connection, { httpStatus: answer.error.httpStatus }, answer.error.detail)
      return answer
    },
    refused: watch.connections,
  }
}
