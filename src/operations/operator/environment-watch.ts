import type { Background } from '../../platform/background.ts'
import { createBoundedMemory } from '../../platform/kept.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Store } from '../../store/store.ts'
import type { TellingAnswer } from '../../suppliers/supplier-call.ts'

type Connection = Pick<TellingAnswer, 'supplierCode' | 'connectionId'>

/**
 * Notices that a supplier's sandbox answers a production connection: what is booked there, nobody can sleep in. The first such answer is
 * logged and opens a case; the first answer of production to the same kind of call settles it.
 */
export type EnvironmentWatch = {
  readonly hear: (answer: TellingAnswer, isSandbox: boolean) => void
  /** The connections of this process that were answered by a sandbox when they were used last. */
  readonly wrong: () => readonly Connection[]
}

type WatchDeps = {
  readonly store: Pick<Store, 'cases'>
  readonly background: Pick<Background, 'follow'>
  readonly log: Logger
}

/** More connections than any gateway has; a connection that is dropped is told again. */
const MAX_WRONG = 10_000

export function createEnvironmentWatch({ store, background, log }: WatchDeps): EnvironmentWatch {
  const wrong = createBoundedMemory<string, TellingAnswer>({ max: MAX_WRONG })

  function tell({ supplierCode, connectionId, operation }: TellingAnswer): void {
    log.error(
      { supplierCode, connectionId, operation },
      'a supplier’s sandbox answers a production connection: nothing is sold over it',
    )
    background.follow(
      'wrong-environment',
      store.cases.open({
        kind: 'WRONG_ENVIRONMENT',
        subject: connectionId,
        organizationId: null,
        bookingId: null,
        connectionId,
        atStake: null,
        dueAt: null,
        detail: { supplierCode, operation },
      }),
    )
  }

  function recovered({ supplierCode, connectionId }: TellingAnswer): void {
    log.info({ supplierCode, connectionId }, 'a supplier’s production answers again')
    background.follow(
      'right-environment',
      store.cases.settle(['WRONG_ENVIRONMENT'], connectionId, 'the supplier’s production answered'),
    )
  }

  return {
    hear: (answer, isSandbox) => {
      const { connectionId, operation } = answer
      const known = wrong.get(connectionId)
      if (isSandbox && !known) {
        wrong.set(connectionId, answer)
        tell(answer)
      }
      if (!isSandbox && known?.operation === operation) {
        wrong.delete(connectionId)
        recovered(answer)
      }
    },
    wrong: () => wrong.values().map(({ supplierCode, connectionId }) => ({ supplierCode, connectionId })),
  }
}
