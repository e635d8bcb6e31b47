import { hash } from 'node:crypto'
import { createBoundedMemory } from '../../../platform/kept.ts'
import type { SupplierNotification } from '../../../suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'

/**
 * Messages that were taken, for as long as their signatures are good. Shared by all processes through the cache; while that is
 * away, each process still knows its own newest.
 */
type SeenMessages = {
  /** Whether this process has taken it before. */
  readonly here: (connectionId: string, notification: SupplierNotification) => boolean
  /** Notes it; false when some process has taken it before. */
  readonly note: (connectionId: string, notification: SupplierNotification) => Promise<boolean>
}

const MAX_SEEN = 20_000

export function createSeenMessages({ cache, clock }: Pick<Deps, 'cache' | 'clock'>): SeenMessages {
  const own = createBoundedMemory<string, number>({ max: MAX_SEEN })
  function isHere(key: string): boolean {
    return (own.get(key) ?? 0) > clock.now()
  }
  return {
    here: (connectionId, notification) => isHere(keyOf(connectionId, notification)),
    note: async (connectionId, notification) => {
      const key = keyOf(connectionId, notification)
      if (isHere(key)) return false
      own.set(key, notification.goodUntil)
      return cache.values.setIfAbsent(key, '1', Math.max(1, notification.goodUntil - clock.now()))
    },
  }
}

/** Of a fixed length: what is signed may be as long as a body. */
function keyOf(connectionId: string, { messageId }: SupplierNotification): string {
  return `notification:${connectionId}:${hash('sha256', messageId)}`
}
