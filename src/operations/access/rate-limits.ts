import type { LimitState } from '../../cache/cache.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import { patiently } from '../../platform/patience.ts'
import type { KeyScope } from '../../store/idempotency-keys.ts'
import type { Organization } from '../../store/organizations.ts'
import { CHECKED_WITHIN_MS, inTime } from '../deadline.ts'
import type { Deps } from '../deps.ts'

export type { KeyedOperation, KeyScope } from '../../store/idempotency-keys.ts'

/**
 * Points per minute by class, from decisions.md section 10. Each class has a bucket of its own, so that searches cannot use up
 * the points for looking up bookings.
 */
export const RATE_CLASSES = {
  search: 120,
  search_live: 30,
  polling: 600,
  rooms: 120,
  prebook: 60,
  book: 60,
  cancel: 60,
  status: 600,
  static: 300,
  keys: 30,
  /** Moving the sandbox's clock, and its faults. */
  sandbox: 60,
} as const
export type RateClass = keyof typeof RATE_CLASSES

export type RateOutcome = {
  readonly allowed: boolean
  readonly rateClass: RateClass
  readonly limit: number
  readonly remaining: number
  readonly windowSeconds: number
  readonly resetSeconds: number
}

/**
 * Takes one point from an organization's bucket, which all processes share. `replay` is the idempotency key of the request: when
 * the bucket is empty and the key was used before, the request only asks for an earlier result, so it takes a point of `status`
 * instead.
 */
export type ConsumeRate = (organizationId: string, rateClass: RateClass, replay?: KeyScope) => Promise<RateOutcome>

/** The store is only used to look up idempotency keys. */
type RateDeps = Pick<Deps, 'cache' | 'tenants' | 'clock'> & {
  readonly store: { readonly idempotencyKeys: Pick<Deps['store']['idempotencyKeys'], 'find'> }
}

export function createConsumeRate({ cache, tenants, store, clock }: RateDeps): ConsumeRate {
  return async (organizationId, rateClass, replay) => {
    async function isUsed(key: KeyScope): Promise<boolean> {
      return (
        (await inTime(
          'looking a key up',
          store.idempotencyKeys.find(key, clock.of(key.organizationId).now()),
          patiently(CHECKED_WITHIN_MS),
        )) !== null
      )
    }
    const taken = await take({ cache, tenants }, organizationId, rateClass)
    if (taken.allowed || !replay) return taken
    // The rate-limit point is consumed before the key is looked up, so that look-ups are bounded as well.
    const status = await take({ cache, tenants }, organizationId, 'status')
    return status.allowed && (await isUsed(replay)) ? status : taken
  }
}

/** The organization's limits, with what is left of each in the running minute. It consumes nothing. */
export async function readRates(
  { cache, tenants }: Pick<Deps, 'cache' | 'tenants'>,
  organizationId: string,
): Promise<RateOutcome[]> {
  const { organization } = await tenants.of(organizationId)
  return Promise.all(
    (Object.keys(RATE_CLASSES) as RateClass[]).map(async (rateClass) =>
      outcomeOf(
        rateClass,
        await cache.limits.peek(bucketOf(organizationId, rateClass), limitOf(organization, rateClass)),
      ),
    ),
  )
}

function bucketOf(organizationId: string, rateClass: RateClass): string {
  return `rate:${organizationId}:${rateClass}`
}

function limitOf({ rateLimits, rateLimitFactor }: Organization, rateClass: RateClass) {
  return { points: rateLimits[rateClass] ?? RATE_CLASSES[rateClass] * rateLimitFactor, windowMs: MINUTE_MS }
}

async function take(
  { cache, tenants }: Pick<Deps, 'cache' | 'tenants'>,
  organizationId: string,
  rateClass: RateClass,
): Promise<RateOutcome> {
  const { organization } = await tenants.of(organizationId)
  const limit = limitOf(organization, rateClass)
  return outcomeOf(rateClass, await cache.limits.consume(bucketOf(organizationId, rateClass), limit))
}

function outcomeOf(rateClass: RateClass, { allowed, limit, remaining, resetMs }: LimitState): RateOutcome {
  const resetSeconds = Math.max(1, Math.ceil(resetMs / 1_000))
  return { allowed, rateClass, limit, remaining, windowSeconds: MINUTE_MS / 1_000, resetSeconds }
}

/** The IETF RateLimit headers: the policy, and the points that are left. */
export function rateHeaders(...rates: readonly RateOutcome[]): Record<string, string> {
  return {
    'ratelimit-policy': rates.map((rate) => `"${rate.rateClass}";q=${rate.limit};w=${rate.windowSeconds}`).join(', '),
    ratelimit: rates.map((rate) => `"${rate.rateClass}";r=${rate.remaining};t=${rate.resetSeconds}`).join(', '),
  }
}

/**
 * The headers of an answer that takes points from several buckets: the latest state of each, and when to retry after a refusal.
 */
export function createRateHeaders() {
  const rates = new Map<RateClass, RateOutcome>()
  return {
    isTold: (): boolean => rates.size > 0,
    with: (rate: RateOutcome): Record<string, string> => {
      rates.set(rate.rateClass, rate)
      const all = [...rates.values()]
      const waits = all.filter(({ allowed }) => !allowed).map(({ resetSeconds }) => resetSeconds)
      return { ...rateHeaders(...all), ...(waits.length > 0 ? { 'retry-after': String(Math.max(...waits)) } : {}) }
    },
  }
}
