import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../../domain/time.ts'
import type { Deps } from '../deps.ts'

/** The process that asks the suppliers for a stream says so every second; one that has not for this long is dead. */
const OWNED_MS = 5 * SECOND_MS
const RENEW_EVERY_MS = SECOND_MS

function ownerKey(streamId: string): string {
  return `rooms:owner:${streamId}`
}

export function newOwnerId({ randomBytes }: Pick<Deps, 'randomBytes'>): string {
  return Buffer.from(randomBytes(9)).toString('base64url')
}

/** Null: nobody asks the suppliers any more, or never did. */
export function ownerOf({ cache }: Pick<Deps, 'cache'>, streamId: string): Promise<string | null> {
  return cache.values.get(ownerKey(streamId))
}

export function ownStream({ cache }: Pick<Deps, 'cache'>, streamId: string, ownerId: string): Promise<void> {
  return cache.values.set(ownerKey(streamId), ownerId, OWNED_MS)
}

/** True for the one that takes over from a dead owner. */
export function takeStream({ cache }: Pick<Deps, 'cache'>, streamId: string, ownerId: string): Promise<boolean> {
  return cache.values.setIfAbsent(ownerKey(streamId), ownerId, OWNED_MS)
}

/** Renews a claim; false when another has it. One that the cache has lost is made again. */
export async function renewClaim(
  { values }: Pick<Deps['cache'], 'values'>,
  key: string,
  { holderId, ttlMs }: { readonly holderId: string; readonly ttlMs: number },
): Promise<boolean> {
  return (await values.extendIfEqual(key, holderId, ttlMs)) || values.setIfAbsent(key, holderId, ttlMs)
}

/** Renews until `over`; `onLost` when another process was faster, having found this one silent. */
export async function keepStream(
  { cache }: Pick<Deps, 'cache'>,
  streamId: string,
  { ownerId, over, onLost }: { readonly ownerId: string; readonly over: AbortSignal; readonly onLost: () => void },
): Promise<void> {
  for (;;) {
    await sleep(RENEW_EVERY_MS, null, { signal: over, ref: false }).catch(() => undefined)
    if (over.aborted) return
    if (!(await renewClaim(cache, ownerKey(streamId), { holderId: ownerId, ttlMs: OWNED_MS }))) return onLost()
  }
}
