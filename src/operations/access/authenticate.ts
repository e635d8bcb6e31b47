import { hash, timingSafeEqual } from 'node:crypto'
import { type Problem, problem } from '../../domain/errors.ts'
import { err, ok, type Result } from '../../domain/result.ts'
import { MINUTE_MS, SECOND_MS } from '../../domain/time.ts'
import { createBoundedMemory } from '../../platform/kept.ts'
import { isInNetworks } from '../../platform/networks.ts'
import { patiently } from '../../platform/patience.ts'
import type { ApiKey } from '../../store/api-keys.ts'
import { ENVIRONMENTS, type Environment } from '../caller.ts'
import { CHECKED_WITHIN_MS, inTime } from '../deadline.ts'
import type { Deps } from '../deps.ts'
import { createFailedKeyLimiter } from './failed-key-limiter.ts'

/** The organization and permissions of a valid key. */
export type AuthenticatedKey = {
  readonly keyId: string
  readonly organizationId: string
  readonly environment: Environment
  readonly scopes: readonly string[]
}

/**
 * Returns the key's owner and scopes. UNAUTHENTICATED for a key that is missing, malformed, unknown, revoked, expired, of the
 * other environment, or bound to other addresses; RATE_LIMITED for
 * an unknown key from an address that has sent too many invalid ones.
 */
export type Authenticate = (apiKey: string | undefined, address: string) => Promise<Result<AuthenticatedKey, Problem>>

/** A revoked key is refused within this time, because look-ups are cached for it. */
const KEEP_MS = 2 * SECOND_MS
const MAX_KEPT = 10_000
const TOUCH_EVERY_MS = MINUTE_MS
/** The maximum of concurrent look-ups of unknown keys, so that guessed keys cannot occupy Postgres. */
const MAX_ASKED = 64

/** Printable ASCII of a plausible length. Any other text is refused without a look-up. */
const SHAPE = /^[\x21-\x7e]{20,200}$/

type Kept = { readonly key: ApiKey | null; readonly readAt: number }

function isFresh(kept: Kept | undefined): kept is Kept {
  return kept !== undefined && performance.now() - kept.readAt < KEEP_MS
}

/** A key's prefix names its environment, so a key of the other environment is refused without a look-up. */
function isElsewhere(apiKey: string, environment: Environment): boolean {
  return ENVIRONMENTS.some((other) => other !== environment && apiKey.startsWith(`hdg_${other}_`))
}

/**
 * Only the SHA-256 of a key is stored and looked up. An attacker cannot choose the bytes of the hash of a key that must be
 * guessed, so the time of the index look-up reveals nothing; the comparison that is made here takes constant time.
 */
export function createAuthenticate(
  { store, clock, background, cache }: Pick<Deps, 'store' | 'clock' | 'background' | 'cache'>,
  environment: Environment,
): Authenticate {
  /** Existing keys, valid or not. They are cached apart from unknown ones, so that guessed keys cannot evict them. */
  const existing = createBoundedMemory<string, Kept>({ max: MAX_KEPT })
  const unknown = createBoundedMemory<string, Kept>({ max: MAX_KEPT })
  const asked = new Map<string, Promise<ApiKey | null>>()
  const guesses = createFailedKeyLimiter(cache.limits, 'keys')
  const touchedAt = createBoundedMemory<string, number>({ max: MAX_KEPT })

  /** `name` is the base64 of the key's hash; it doubles as the name under which the key is cached. */
  async function lookUp(name: string): Promise<ApiKey | null> {
    const digest = Buffer.from(name, 'base64')
    const found = await store.apiKeys.findByHash(digest)
    const key = found && timingSafeEqual(found.keyHash, digest) ? found : null
    const kept = { key, readAt: performance.now() }
    ;(key ? existing : unknown).set(name, kept)
    return key
  }

  function ask(name: string): Promise<ApiKey | null> {
    const asking = inTime('looking a key up', lookUp(name), patiently(CHECKED_WITHIN_MS)).finally(() =>
      asked.delete(name),
    )
    asked.set(name, asking)
    return asking
  }

  async function find(apiKey: string, address: string): Promise<Result<ApiKey | null, Problem>> {
    const name = hash('sha256', apiKey, 'base64')
    const known = existing.get(name) ?? unknown.get(name)
    if (isFresh(known)) return ok(known.key)
    const others = asked.get(name)
    if (others) return ok(await others)
    if (existing.has(name)) return ok(await ask(name))
    if (asked.size >= MAX_ASKED) return err(problem('SERVICE_UNAVAILABLE'))
    const retryAfterMs = guesses.take(address)
    if (retryAfterMs !== null)
      return err(problem('RATE_LIMITED', undefined, { rateClass: 'authentication', retryAfterMs }))
    const key = await ask(name)
    if (key) guesses.giveBack(address)
    else background.follow('tell-guess', guesses.tell(address))
    return ok(key)
  }

  function touch(keyId: string, now: number): void {
    if (now - (touchedAt.get(keyId) ?? 0) < TOUCH_EVERY_MS) return
    touchedAt.set(keyId, now)
    background.follow('touch-key', store.apiKeys.touch(keyId, now))
  }

  return async (apiKey, address) => {
    const refused = err(problem('UNAUTHENTICATED'))
    if (apiKey === undefined || !SHAPE.test(apiKey) || isElsewhere(apiKey, environment)) return refused
    const found = await find(apiKey, address)
    if (!found.ok) return found
    const key = found.value
    const now = clock.real()
    if (!key || key.environment !== environment || key.revokedAt !== null) return refused
    if (key.expiresAt !== null && key.expiresAt <= now) return refused
    if (key.addresses.length > 0 && !isInNetworks(address, key.addresses)) return refused
    touch(key.keyId, now)
    return ok({ keyId: key.keyId, organizationId: key.organizationId, environment, scopes: key.scopes })
  }
}
