import type { ApiKeyList, ApiKeyView, RevokedApiKey, RolledApiKey } from '../../domain/contract/key.ts'
import { invalid, type Problem, problem } from '../../domain/errors.ts'
import { issue } from '../../domain/issue.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { type Instant, SECOND_MS, toRfc3339 } from '../../domain/time.ts'
import { isInNetworks } from '../../platform/networks.ts'
import type { ApiKey } from '../../store/api-keys.ts'
import type { StoreParts } from '../../store/store.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { parseInput } from '../inputs/input.ts'
import { revokeApiKeyInput, rollApiKeyInput, updateApiKeyInput } from '../inputs/key.ts'
import { DEFAULT_OVERLAP_MS, rollKey } from './roll-key.ts'

/** A limit, so that a client that rolls keys in a loop cannot fill the table. */
const MAX_KEYS = 50

/** The usable keys of the caller's organization and environment, oldest first. */
export async function listApiKeys(deps: Deps, caller: Caller): Promise<Result<ApiKeyList, Problem>> {
  const keys = await usableKeys(deps, deps.store, caller)
  return ok({ keys: keys.map((key) => viewOf(key, caller)) })
}

/**
 * Creates a key that replaces an old one, and returns it in full only this once. It never has more scopes than the key that asks
 * for it.
 */
export async function rollApiKey(deps: Deps, caller: Caller, raw: unknown): Promise<Result<RolledApiKey, Problem>> {
  const input = parseInput(rollApiKeyInput, raw)
  if (!input.ok) return input
  const { keyId, overlapSeconds, scopes, addresses } = input.value
  return withKey(deps, caller, {
    keyId,
    work: async ({ tx, key, others }) => {
      const wanted = scopes ?? key.scopes
      const excess = wanted.find((scope) => !caller.scopes.includes(scope) || !key.scopes.includes(scope))
      if (excess) return err(problem('FORBIDDEN', undefined, { requiredScope: excess }))
      if (others.length + 1 >= MAX_KEYS)
        return err(invalid([issue('key_id', 'TOO_MANY_KEYS', `an organization has at most ${MAX_KEYS} keys in use`)]))
      const overlapMs = overlapSeconds ? overlapSeconds * SECOND_MS : DEFAULT_OVERLAP_MS
      const rolled = await rollKey(deps, tx, {
        old: key,
        roll: { overlapMs, scopes: wanted, addresses: addresses ?? key.addresses },
      })
      const { made, old, dropped } = rolled
      await tell(deps, tx, {
        caller,
        told: { action: 'key.roll', before: key, after: { old, new: made.key, dropped } },
      })
      const fresh = { ...made.key, revokedAt: null, lastUsedAt: null }
      return ok({ apiKey: made.shown, key: viewOf(fresh, caller), oldKey: viewOf(old, caller) })
    },
  })
}

/** Binds a key to addresses, or removes the restriction. The key that makes the request cannot exclude its own address. */
export async function updateApiKey(deps: Deps, caller: Caller, raw: unknown): Promise<Result<ApiKeyView, Problem>> {
  const input = parseInput(updateApiKeyInput, raw)
  if (!input.ok) return input
  const { keyId, addresses } = input.value
  return withKey(deps, caller, {
    keyId,
    work: async ({ tx, key }) => {
      const shutsOut = keyId === caller.keyId && addresses.length > 0 && !isInNetworks(caller.ip, addresses)
      if (shutsOut)
        return err(
          invalid([issue('addresses', 'EXCLUDES_CALLER', `${caller.ip}, which asks with this key, is not in it`)]),
        )
      await tx.apiKeys.bind(keyId, addresses)
      const after = { ...key, addresses }
      await tell(deps, tx, { caller, told: { action: 'key.bind', before: key, after } })
      return ok(viewOf(after, caller))
    },
  })
}

/**
 * Revokes a key, which takes effect within seconds. The last key that remains valid cannot be revoked, and the key that makes the
 * request only with `allow_current`.
 */
export async function revokeApiKey(deps: Deps, caller: Caller, raw: unknown): Promise<Result<RevokedApiKey, Problem>> {
  const input = parseInput(revokeApiKeyInput, raw)
  if (!input.ok) return input
  const { keyId, allowCurrent } = input.value
  return withKey(deps, caller, {
    keyId,
    work: async ({ tx, key, others }) => {
      if (keyId === caller.keyId && allowCurrent !== true)
        return err(invalid([issue('allow_current', 'CURRENT_KEY', 'it is the key that asks: say allow_current')]))
      const revokedAt = deps.clock.real()
      if (!others.some((other) => isLeftBy(other, key, revokedAt)))
        return err(invalid([issue('key_id', 'LAST_KEY', 'it is the last key that goes on: roll it instead')]))
      await tx.apiKeys.revoke(keyId, revokedAt)
      await tell(deps, tx, { caller, told: { action: 'key.revoke', before: key, after: { ...key, revokedAt } } })
      return ok({ keyId, revoked: true })
    },
  })
}

/**
 * True when an organization that revokes `key` still has another key to rely on: one that remains valid for longer than a day,
 * which is how long a rolled key has left, or for at least as long as the revoked one would have. Otherwise the organization
 * would be locked out when the other key expires.
 */
function isLeftBy(other: ApiKey, key: ApiKey, now: Instant): boolean {
  const otherEndsAt = other.expiresAt ?? Number.POSITIVE_INFINITY
  return otherEndsAt > now + DEFAULT_OVERLAP_MS || otherEndsAt >= (key.expiresAt ?? Number.POSITIVE_INFINITY)
}

type Found = { readonly tx: StoreParts; readonly key: ApiKey; readonly others: readonly ApiKey[] }

/**
 * Works on a usable key under a lock on the organization, so that when two requests revoke the last two keys, one of them
 * fails. Another organization's key gets the same answer as an unknown id.
 */
function withKey<View>(
  deps: Deps,
  caller: Caller,
  { keyId, work }: { readonly keyId: string; readonly work: (found: Found) => Promise<Result<View, Problem>> },
): Promise<Result<View, Problem>> {
  return deps.store.transaction(async (tx) => {
    await tx.organizations.lock(caller.organizationId)
    const keys = await usableKeys(deps, tx, caller)
    const key = keys.find((one) => one.keyId === keyId)
    return key ? work({ tx, key, others: keys.filter((one) => one !== key) }) : err(problem('API_KEY_NOT_FOUND'))
  })
}

function usableKeys(
  { clock }: Pick<Deps, 'clock'>,
  { apiKeys }: Pick<StoreParts, 'apiKeys'>,
  { organizationId, environment }: Caller,
): Promise<ApiKey[]> {
  return apiKeys.listUsable(organizationId, environment, clock.real())
}

type Told = { readonly action: string; readonly before: ApiKey; readonly after: unknown }

function tell(
  { clock }: Pick<Deps, 'clock'>,
  tx: StoreParts,
  { caller, told }: { readonly caller: Caller; readonly told: Told },
): Promise<void> {
  const { action, before, after } = told
  const { organizationId, actor } = caller
  return tx.audit.append(
    { organizationId, actor, action, subject: before.keyId, details: { before, after } },
    clock.real(),
  )
}

function viewOf(key: ApiKey, { keyId }: Pick<Caller, 'keyId'>): ApiKeyView {
  return {
    keyId: key.keyId,
    prefix: key.prefix,
    scopes: key.scopes,
    addresses: key.addresses,
    isCurrent: key.keyId === keyId,
    rolledFrom: key.rolledFrom,
    createdAt: toRfc3339(key.createdAt),
    expiresAt: key.expiresAt === null ? null : toRfc3339(key.expiresAt),
    lastUsedAt: key.lastUsedAt === null ? null : toRfc3339(key.lastUsedAt),
  }
}
