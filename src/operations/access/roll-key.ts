import type { ApiKey } from '../../store/api-keys.ts'
import type { StoreParts } from '../../store/store.ts'
import type { Deps } from '../deps.ts'
import { type MadeKey, makeKey } from './new-key.ts'

/** How long the old key remains valid when nothing else is said. */
export const DEFAULT_OVERLAP_MS = 86_400_000

type Roll = {
  readonly overlapMs: number
  readonly scopes: readonly string[]
  readonly addresses: readonly string[]
}

type Rolled = {
  readonly made: MadeKey
  /** The old key, with its end. */
  readonly old: ApiKey
  /** Keys of earlier rolls whose answers were lost: nobody has ever used them, and nobody can any more. */
  readonly dropped: readonly string[]
}

/**
 * Puts a new key beside an old one, which ends after the overlap. The new one lives for as long as the old one was made to
 * live. Rolled again, the keys of earlier rolls that nobody has used go: a partner who never saw the answer rolls once more,
 * with the old key, and no unknown key is left behind.
 */
export async function rollKey(
  deps: Pick<Deps, 'clock' | 'randomBytes'>,
  tx: Pick<StoreParts, 'apiKeys'>,
  { old, roll: { overlapMs, scopes, addresses } }: { readonly old: ApiKey; readonly roll: Roll },
): Promise<Rolled> {
  const now = deps.clock.now()
  const { organizationId, environment } = old
  const lost = await tx.apiKeys.unusedFollowers(old.keyId)
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

/** Rolls that are followed: what more there are in the days of one overlap is nobody's habit. */
const MAX_CHAIN = 100

/**
 * The key at the end of a chain of rolls. It was made to live for as long as each before it, whose own end may be that of its
 * overlap.
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
