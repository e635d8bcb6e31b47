import { createHash } from 'node:crypto'
import { MINUTE_MS, SECOND_MS } from '../../domain/time.ts'
import type { ApiKey } from '../../store/api-keys.ts'
import type { Environment } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** Who a key speaks for. */
export type AuthenticatedKey = {
  readonly keyId: string
  readonly organizationId: string
  readonly environment: Environment
  readonly scopes: readonly string[]
}

/** Answers whose key it is; null for a missing, malformed, unknown, revoked, expired or other environment's key. */
export type Authenticate = (apiKey: string | undefined) => Promise<AuthenticatedKey | null>

/** A revoked key is refused within this. */
const KEEP_MS = 2 * SECOND_MS
const MAX_KEPT = 10_000
const TOUCH_EVERY_MS = MINUTE_MS

/** Printable ASCII of a plausible length: whatever else is sent is not even looked up. */
const SHAPE = /^[\x21-\x7e]{20,200}$/

/** Only the SHA-256 of a key is stored, so that is what is looked up; equal timing follows from that. */
export const createAuthenticate = (
  { store, clock, background }: Pick<Deps, 'store' | 'clock' | 'background'>,
  environment: Environment,
): Authenticate => {
  const kept = new Map<string, { readonly key: Promise<ApiKey | null>; readonly readAt: number }>()
  const touchedAt = new Map<string, number>()

  const find = (apiKey: string): Promise<ApiKey | null> => {
    const hash = createHash('sha256').update(apiKey).digest()
    const name = hash.toString('base64')
    const known = kept.get(name)
    if (known && performance.now() - known.readAt < KEEP_MS) return known.key
    const key = store.apiKeys.findByHash(hash)
    key.catch(() => kept.delete(name))
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(name, { key, readAt: performance.now() })
    return key
  }

  const touch = (keyId: string, now: number): void => {
    if (now - (touchedAt.get(keyId) ?? 0) < TOUCH_EVERY_MS) return
    if (touchedAt.size >= MAX_KEPT) touchedAt.clear()
    touchedAt.set(keyId, now)
    background.follow('touch-key', store.apiKeys.touch(keyId, now))
  }

  return async (apiKey) => {
    if (apiKey === undefined || !SHAPE.test(apiKey)) return null
    const key = await find(apiKey)
    const now = clock.now()
    if (!key || key.environment !== environment || key.revokedAt !== null) return null
    if (key.expiresAt !== null && key.expiresAt <= now) return null
    touch(key.keyId, now)
    return { keyId: key.keyId, organizationId: key.organizationId, environment, scopes: key.scopes }
  }
}
