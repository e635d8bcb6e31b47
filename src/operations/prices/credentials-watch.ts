import type { Result } from '../../domain/result.ts'
import type { Background } from '../../platform/background.ts'
import { createBoundedMemory } from '../../platform/kept.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Store } from '../../store/store.ts'
import type { SupplierFailure } from '../../suppliers/supplier-call.ts'

type Connection = { readonly supplierCode: string; readonly connectionId: string }

/**
 * Notices that a supplier refuses the credentials of a connection: then nothing is sold over it, although every search succeeds.
 * The first refusal is logged and opens a case; the first answer after it settles the case.
 */
export type CredentialsWatch = {
  /** Takes an answer of the supplier as it is, and returns it. */
  readonly hear: <Answer>(
    connection: Connection,
    answer: Result<Answer, SupplierFailure>,
  ) => Result<Answer, SupplierFailure>
  /** The connections of this process whose credentials were refused when they were used last. */
  readonly refused: () => readonly Connection[]
}

type WatchDeps = {
  readonly store: Pick<Store, 'cases'>
  readonly background: Pick<Background, 'follow'>
  readonly log: Logger
}

/** More connections than any gateway has; a connection that is dropped is told again. */
const MAX_REFUSED = 10_000

export function createCredentialsWatch({ store, background, log }: WatchDeps): CredentialsWatch {
  const refused = createBoundedMemory<string, Connection>({ max: MAX_REFUSED })

  function tell({ supplierCode, connectionId }: Connection, { httpStatus, detail }: SupplierFailure): void {
    log.error(
      { supplierCode, connectionId, httpStatus, detail },
      'a supplier refuses our credentials: nothing is sold over it',
    )
    background.follow(
      'credentials-refused',
      store.cases.open({
        kind: 'CREDENTIALS_REFUSED',
        subject: connectionId,
        organizationId: null,
        bookingId: null,
        connectionId,
        atStake: null,
        dueAt: null,
        detail: { supplierCode, httpStatus },
      }),
    )
  }

  function recovered({ supplierCode, connectionId }: Connection): void {
    log.info({ supplierCode, connectionId }, 'a supplier accepts our credentials again')
    background.follow(
      'credentials-accepted',
      store.cases.settle(['CREDENTIALS_REFUSED'], connectionId, 'the supplier answered'),
    )
  }

  return {
    hear: (connection, answer) => {
      const { connectionId } = connection
      if (answer.ok) {
        if (refused.delete(connectionId)) recovered(connection)
      } else if (answer.error.kind === 'UNAUTHORIZED' && !refused.has(connectionId)) {
        const { supplierCode } = connection
        refused.set(connectionId, { supplierCode, connectionId })
        tell(connection, answer.error)
      }
      return answer
    },
    refused: refused.values,
  }
}
