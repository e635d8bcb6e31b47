import { hash } from 'node:crypto'
import { createBoundedMemory } from '../../../platform/kept.ts'
import type { SupplierNotification } from '../../../suppliers/supplier.ts'
import type { Deps } from '../../deps.ts'

/**
 * The messages that were accepted, stored for as long as their signatures are valid. All processes share them through the cache;
 * while the cache is unreachable, each process still knows its own most recent messages.
 */
type SeenMessages = {
  /** True when this process has accepted the message before. */
  readonly here: (connectionId: string, notification: SupplierNotification) => boolean
  /** Stores the message; returns false when any process has accepted it before. */
  readonly note: (connectionId: string, notification: SupplierNotification) => Promise<boolean>
}

const MAX_SEEN = 20_000

export function createSeenMessages({ cache, clock }: Pick<Deps, 'cache' | 'clock'>): SeenMessages {
  const own = createBoundedMemory<string, number>({ max: MAX_SEEN })
  function isHere(key: string): boolean {
    return (own.get(key) ?? 0) > clock.real()
  }
  return {
    here: (connectionId, notification) => isHere(keyOf(connectionId, notification)),
    note: async (connectionId, notification) => {
      const key = keyOf(connectionId, notification)
      if (isHere(key)) return false
      own.set(key, notification.goodUntil)
      return cache.values.setIfAbsent(key, '1', Math.max(1, notification.goodUntil - clock.real()))
    },
  }
}

/** The key is hashed to a fixed length, because a message id may be as long as the body. */
function keyOf(connectionId: string, { messageId }: SupplierNotification): string {
  return `notification:${connectionId}:${hash('sha256', messageId)}`
}
