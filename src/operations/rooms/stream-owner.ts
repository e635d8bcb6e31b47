import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from '../../domain/time.ts'
import type { Deps } from '../deps.ts'

/**
 * The process that runs a stream's search renews its ownership every second; without renewal for this long it is considered dead.
 */
const OWNED_MS = 5 * SECOND_MS
const RENEW_EVERY_MS = SECOND_MS

function ownerKey(streamId: string): string {
  return `rooms:owner:${streamId}`
}

export function newOwnerId({ randomBytes }: Pick<Deps, 'randomBytes'>): string {
  return Buffer.from(randomBytes(9)).toString('base64url')
}

/** The owner's id; null when no process is asking the suppliers. */
export function ownerOf({ cache }: Pick<Deps, 'cache'>, streamId: string): Promise<string | null> {
  return cache.values.get(ownerKey(streamId))
}

export function ownStream({ cache }: Pick<Deps, 'cache'>, streamId: string, ownerId: string): Promise<void> {
  return cache.values.set(ownerKey(streamId), ownerId, OWNED_MS)
}

/** Returns true to the one caller that takes the stream over from a dead owner. */
export function takeStream({ cache }: Pick<Deps, 'cache'>, streamId: string, ownerId: string): Promise<boolean> {
  return cache.values.setIfAbsent(ownerKey(streamId), ownerId, OWNED_MS)
}

/** Renews a claim; returns false when another holder has it. A claim that the cache has lost is created again. */
export async function renewClaim(
  { values }: Pick<Deps['cache'], 'values'>,
  key: string,
  { holderId, ttlMs }: { readonly holderId: string; readonly ttlMs: number },
): Promise<boolean> {
  return (await values.extendIfEqual(key, holderId, ttlMs)) || values.setIfAbsent(key, holderId, ttlMs)
}

/**
 * Renews the ownership until `over` is aborted. Calls `onLost` when another process has taken the stream, because this one had
 * not renewed in time.
 */
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
