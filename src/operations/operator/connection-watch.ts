import type { CaseKind } from '../../domain/case.ts'
import type { Background } from '../../platform/background.ts'
import { createBoundedMemory } from '../../platform/kept.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Store } from '../../store/store.ts'

export type WatchedConnection = { readonly supplierCode: string; readonly connectionId: string }

export type WatchDeps = {
  readonly store: Pick<Store, 'cases'>
  readonly background: Pick<Background, 'follow'>
  readonly log: Logger
}

/** A fault of a whole connection, in the words for the log and for who reads its case. */
type ConnectionFault = {
  readonly kind: Extract<CaseKind, 'CREDENTIALS_REFUSED' | 'WRONG_ENVIRONMENT'>
  readonly begins: string
  readonly ends: string
  readonly settledHow: string
}

/** More connections than any gateway has; a connection that is dropped is told again. */
const MAX_FAULTY = 10_000

/** Opens the case of a connection that has a fault, once however often it is found. */
export function openConnectionCase(
  { cases }: Pick<Store, 'cases'>,
  kind: ConnectionFault['kind'],
  { supplierCode, connectionId, ...facts }: WatchedConnection & Readonly<Record<string, unknown>>,
): Promise<void> {
  return cases.open({
    kind,
    subject: connectionId,
    organizationId: null,
    bookingId: null,
    connectionId,
    atStake: null,
    dueAt: null,
    detail: { supplierCode, ...facts },
  })
}

/**
 * Remembers which connections of this process have a fault: the first time that it shows is logged and opens a case, its end settles it.
 * `facts` go into the case, and `detail` into the log only.
 */
export function createConnectionWatch<Facts extends Readonly<Record<string, unknown>>>(
  { store, background, log }: WatchDeps,
  { kind, begins, ends, settledHow }: ConnectionFault,
) {
  const faulty = createBoundedMemory<string, { readonly connection: WatchedConnection; readonly facts: Facts }>({
    max: MAX_FAULTY,
  })
  return {
    begins: ({ supplierCode, connectionId }: WatchedConnection, facts: Facts, detail?: string): void => {
      if (faulty.has(connectionId)) return
      const connection = { supplierCode, connectionId }
      faulty.set(connectionId, { connection, facts })
      const told: Readonly<Record<string, unknown>> = { ...connection, ...facts }
      log.error(detail === undefined ? told : { ...told, detail }, begins)
      background.follow(`open ${kind}`, openConnectionCase(store, kind, { ...connection, ...facts }))
    },
    /** The facts with which it began; null when there is none. */
    factsOf: (connectionId: string): Facts | null => faulty.get(connectionId)?.facts ?? null,
    ends: ({ supplierCode, connectionId }: WatchedConnection): void => {
      if (!faulty.delete(connectionId)) return
      log.info({ supplierCode, connectionId }, ends)
      background.follow(`settle ${kind}`, store.cases.settle([kind], connectionId, settledHow))
    },
    connections: (): readonly WatchedConnection[] => faulty.values().map(({ connection }) => connection),
  }
}
