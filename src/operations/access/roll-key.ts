import type { ApiKey } from '../../store/api-keys.ts'
import type { StoreParts } from '../../store/store.ts'
import type { Deps } from '../deps.ts'
import { type MadeKey, makeKey } from './new-key.ts'

/** How long the old key remains valid by default. */
export const DEFAULT_OVERLAP_MS = 86_400_000

type Roll = {
  readonly overlapMs: number
  readonly scopes: readonly string[]
  readonly addresses: readonly string[]
}

type Rolled = {
  readonly made: MadeKey
  /** The old key, with the time at which it now expires. */
  readonly old: ApiKey
  /** Keys of earlier rolls that were never used. They were revoked, because their answers may have been lost. */
  readonly dropped: readonly string[]
}

/**
 * Creates a key that replaces an old one, which expires after the overlap. The new key gets the lifetime that the old one had.
 * Unused keys of earlier rolls are revoked: a partner who never received an answer rolls the old key again, and no unknown key
 * remains.
 */
export async function rollKey(
  deps: Pick<Deps, 'clock' | 'randomBytes'>,
  tx: Pick<StoreParts, 'apiKeys'>,
  { old, roll: { overlapMs, scopes, addresses } }: { readonly old: ApiKey; readonly roll: Roll },
): Promise<Rolled> {
  const now = deps.clock.real()
  const { organizationId, environment } = old
  const lost = await tx.apiKeys.unusedFollowers(old)
  for (const { keyId } of lost) await tx.apiKeys.revoke(keyId, now)
  const { createdAt, expiresAt } = await lastOf(tx, old)
  const made = makeKey(deps, {
    organizationId,
    environment,
    scopes,
    addresses,
    createdAt: now,
    expiresAt: expiresAt === null ? null : now + (expiresAt - createdAt),
    rolledFrom: old.keyId,
  })
  await tx.apiKeys.insert(made.key, made.keyHash)
  const endsAt = Math.min(old.expiresAt ?? Number.MAX_SAFE_INTEGER, now + overlapMs)
  await tx.apiKeys.endAt(old.keyId, endsAt)
  return { made, old: { ...old, expiresAt: endsAt }, dropped: lost.map(({ keyId }) => keyId) }
}

/** The maximum of rolls that are followed; no partner makes more within the days of one overlap. */
const MAX_CHAIN = 100

/**
 * The newest key in a chain of rolls. It has the lifetime that the chain's keys were created with, whereas the end of an older
 * key may be that of its overlap.
 */
async function lastOf({ apiKeys }: Pick<StoreParts, 'apiKeys'>, key: ApiKey): Promise<ApiKey> {
  let last = key
  for (let step = 0; step < MAX_CHAIN; step++) {
    const next = await apiKeys.newestFollower(last.keyId)
    if (!next) break
    last = next
  }
  return last
}
