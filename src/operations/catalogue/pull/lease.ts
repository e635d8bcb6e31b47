import { MINUTE_MS } from '../../../domain/time.ts'
import type { StoreParts } from '../../../store/store.ts'
import { PullError } from './pull-error.ts'

/** A process that is lost holds its connection back for so long. It is longer than any wait without a sign of life. */
export const LEASE_MS = 2 * MINUTE_MS
const SIGN_EVERY_MS = 20_000

/** That this process, and no other, pulls the content of a connection. */
export type Lease = {
  readonly connectionId: string
  /** Holds it on; in a transaction nobody else can take it before that ends. Throws a `PullError` when it is lost. */
  readonly hold: (store: Pick<StoreParts, 'contentPulls'>) => Promise<void>
  /** Holds it on when that is due, and throws a `PullError` when this process is stopping: to be called often. */
  readonly turn: () => Promise<void>
  /** Waits, with signs of life; at most until this process is stopping. */
  readonly wait: (ms: number) => Promise<void>
}

type LeaseOptions = {
  readonly connectionId: string
  readonly leaseId: string
  readonly store: Pick<StoreParts, 'contentPulls'>
  readonly sleep: (ms: number) => Promise<unknown>
  readonly isOver: () => boolean
}

export function leaseOf({ connectionId, leaseId, store, sleep, isOver }: LeaseOptions): Lease {
  let signedAt = performance.now()
  const hold: Lease['hold'] = async ({ contentPulls }) => {
    if (!(await contentPulls.hold({ connectionId, leaseId }, LEASE_MS)))
      throw new PullError('another process has taken it over', 0)
    signedAt = performance.now()
  }
  const turn: Lease['turn'] = async () => {
    if (isOver()) throw new PullError('this process is stopping', 0)
    if (performance.now() - signedAt > SIGN_EVERY_MS) await hold(store)
  }
  return {
    connectionId,
    hold,
    turn,
    wait: async (ms) => {
      const end = performance.now() + ms
      while (performance.now() < end) {
        await turn()
        // A sign of life takes time, too.
        await sleep(Math.min(1_000, Math.max(0, end - performance.now())))
      }
      await turn()
    },
  }
}
